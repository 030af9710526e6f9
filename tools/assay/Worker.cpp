#include "campaign/workers/Worker.h"
#include "tools/assay/Cli.h"
#include "tools/assay/KnownFlag.h"

namespace assay {

Action declareWorker(CLI::App &app) {
  auto supervisor = std::make_shared<int>(0);
  app.add_option("supervisor", *supervisor, "Its process id")->required();
  app.add_option(knownFlag, "As of the command that it works for");
  return [supervisor](const Context &context) { return runWorker(context.services, *supervisor); };
}

} // namespace assay
