#pragma once

#include "targets/iree/IreeTools.h"

namespace assay {

/// Compiles up to a phase with some flags and on with others, as IreeRest says.
class IreeRelay {
public:
  /// For a name with a rest; an error if there is no such release on this machine.
  static Expected<IreeRelay> make(const IreeOptions &name);

  /// The module at the phase.
  Outcome<std::string> between(const std::string &module) const;
  /// Bytecode in the file `output`. A second part that refuses what the first one made is
  /// Unsupported: nobody promises that flags may change between.
  Outcome<std::monostate> compile(const std::string &module,
                                  const std::filesystem::path &output) const;

private:
  IreeRelay(IreeTools first, IreeTools second, std::string phase);

  IreeTools first, second;
  std::string phase;
};

} // namespace assay
