#include "campaign/workers/Worker.h"
#include "tools/assay/Cli.h"

namespace assay {

Action declareWorker(CLI::App &app) {
  auto supervisor = std::make_shared<int>(0);
  app.add_option("supervisor", *supervisor, "Its process id")->required();
  return [supervisor](const Context &context) { return runWorker(context.services, *supervisor); };
}

} // namespace assay
