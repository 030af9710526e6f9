#pragma once

#include "support/process/ScratchFolder.h"
#include "target/Outcome.h"
#include "targets/iree/IreeDumps.h"
#include "targets/iree/IreeMetrics.h"
#include "targets/iree/IreeOptions.h"
#include "targets/toolchains/Toolchain.h"

#include <memory>
#include <string>
#include <vector>

namespace assay {

/// iree-compile and iree-opt of a release as processes, for what lies between the phases of a
/// compilation. Modules come out in MLIR's generic form with names that occur once, so that
/// somebody who does not know the dialects can read them.
class IreeTools {
public:
  /// With the flags of the name for iree-compile; an error if there is no such release on this
  /// machine.
  static Expected<IreeTools> make(const IreeOptions &name);

  /// The module after that phase of iree-compile, such as "executable-sources".
  Outcome<std::string> compileTo(const std::string &phase, const std::string &module) const;
  /// Goes on from there, to bytecode in the file `output`.
  Outcome<std::monostate> compileFrom(const std::string &phase, const std::string &module,
                                      const std::filesystem::path &output) const;
  /// What each pass makes of a module that is compiled from a phase, or "start", to another.
  Outcome<std::vector<PassDump>> passDumps(const std::string &from, const std::string &to,
                                           const std::string &module) const;
  /// What compiling the module says of its dispatches.
  Outcome<IreeStatistics> statistics(const std::string &module) const;
  /// The modules after those passes, as iree-opt names them.
  Outcome<std::vector<std::string>> runPasses(const std::string &passes,
                                              const std::vector<std::string> &modules) const;
  /// From a phase, or "start", to the end, for how it ends.
  Outcome<std::monostate> compile(const std::string &module,
                                  const std::string &from = "start") const;
  /// The IR before the pass on which compile() fails, with the pipeline of that pass alone, as
  /// iree-opt --run-reproducer takes it; empty if there is no such pass.
  std::string passReproducer(const std::string &module) const;
  /// What comes of that.
  Outcome<std::string> runReproducer(const std::string &reproducer) const;
  /// The module as iree-opt prints it.
  Outcome<std::string> printed(const std::string &module, ModuleForm form) const;

private:
  IreeTools(IreeToolchain toolchain, std::vector<std::string> flags,
            std::shared_ptr<ScratchFolder> scratch);

  Outcome<std::string> run(std::vector<std::string> words, const std::string &input,
                           const std::vector<std::string> &more) const;

  /// iree-compile with flags of the call's own before those of the name.
  Outcome<std::string> runCompile(const std::vector<std::string> &own, const std::string &module,
                                  const std::vector<std::string> &more = {}) const;

  IreeToolchain toolchain;
  std::vector<std::string> flags;
  std::shared_ptr<ScratchFolder> scratch;
};

} // namespace assay
