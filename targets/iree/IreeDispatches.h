#pragma once

#include "targets/iree/IreeOptions.h"
#include "targets/iree/IreeStrip.h"
#include "targets/iree/IreeTools.h"

namespace assay {

/// Compiles a module with what Tuning says done between two phases.
class IreeDispatches {
public:
  /// For a name with tuning; an error if there is no such release on this machine.
  static Expected<IreeDispatches> make(const IreeOptions &name);

  /// Bytecode in the file `output`. Rejected if the pass that strips leaves configs behind, changes
  /// anything else, or would change more when it ran again. Drawn sizes that the compiler refuses
  /// are Unsupported.
  Outcome<std::monostate> compile(const std::string &module,
                                  const std::filesystem::path &output) const;

  /// The function with configs that the pass handles wrongly, as a module for iree-opt: in the
  /// dialects' own forms. Unsupported if it handles all of them right.
  Outcome<std::string> wronglyStripped(const std::string &module) const;
  /// The module with drawn sizes, after the phase `tunedPhase`.
  Outcome<std::string> tuned(const std::string &module) const;
  static constexpr const char *tunedPhase = "executable-configurations";

private:
  IreeDispatches(IreeTools tools, const IreeOptions &name);

  struct Stripping {
    std::string given, result; // with configs; without
    std::optional<StripError> error;
  };
  Outcome<Stripping> strip(const std::string &module) const;

  IreeTools tools;
  VersionNumber version;
  Tuning tuning;
};

} // namespace assay
