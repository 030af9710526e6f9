#include "amdgpu/emu/Emu.h"
#include "amdgpu/machine/checks/Checks.h"

namespace assay::amdgpu {

Action declareRun(CLI::App &app) {
  struct Flags {
    std::string manifest;
    Options options;
    std::string checks;
    bool isTimed = false;
  };
  auto flags = std::make_shared<Flags>();
  app.add_option("MANIFEST", flags->manifest, "A JSON file, see amdgpu/docs/assay-emu.md")
      ->required();
  app.add_option("--threads", flags->options.threads, "Host threads; the result is the same");
  app.add_option("--schedule", flags->options.schedule.seed,
                 "Order of the waves' turns; 0: their own");
  app.add_option("--budget", flags->options.instructionsPerWorkgroup,
                 "Instructions that a workgroup may take");
  app.add_flag("--time", flags->isTimed, "Print instructions per second");
  app.add_option("--check", flags->checks,
                 "What to look for beside bounds, barriers and the budget: races, waits, "
                 "uninitialised, all (these three), alignment, with commas between");
  return [flags] {
    if (!flags->checks.empty()) {
      auto checks = Checks::parse(flags->checks);
      if (!checks)
        return complain(checks.error());
      addChecks(flags->options, *checks);
    }
    return runManifest(flags->manifest, flags->options, flags->isTimed);
  };
}

} // namespace assay::amdgpu
