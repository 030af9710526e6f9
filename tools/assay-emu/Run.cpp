#include "tools/assay-emu/Emu.h"

namespace assay::amdgpu {

Action declareRun(CLI::App &app) {
  struct Flags {
    std::string manifest;
    Options options;
    bool isTimed = false;
  };
  auto flags = std::make_shared<Flags>();
  app.add_option("MANIFEST", flags->manifest, "A JSON file, see docs/assay-emu.md")->required();
  app.add_option("--threads", flags->options.threads, "Host threads; the result is the same");
  app.add_option("--schedule", flags->options.schedule.seed,
                 "Order of the waves' turns; 0: their own");
  app.add_option("--budget", flags->options.instructionsPerWorkgroup,
                 "Instructions that a workgroup may take");
  app.add_flag("--time", flags->isTimed, "Print instructions per second");
  return [flags] { return runManifest(flags->manifest, flags->options, flags->isTimed); };
}

} // namespace assay::amdgpu
