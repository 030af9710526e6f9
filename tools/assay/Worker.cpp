#include "campaign/workers/Worker.h"
#include "tools/assay/Cli.h"
#include "tools/assay/KnownFlag.h"

namespace assay {

Action declareWorker(ArgumentParser &parser) {
  auto supervisor = std::make_shared<int>(0);
  parser.add("supervisor", supervisor.get(), "Its process id").required();
  parser.add(knownFlag, "", "As of the command that it works for");
  return [supervisor](const Context &context) { return runWorker(context.services, *supervisor); };
}

} // namespace assay
