#include "campaign/workers/Worker.h"
#include "tools/assay/Cli.h"
#include "tools/assay/ExplainCase.h"
#include "tools/assay/KnownFlag.h"

namespace assay {

Action declareWorker(ArgumentParser &parser) {
  auto supervisor = std::make_shared<int>(0);
  parser.add("supervisor", supervisor.get(), "Its process id").required();
  parser.add(knownFlag, "", "As of the command that it works for");
  return [supervisor](const Context &context) {
    Services services = context.services;
    services.explain = [&context](const TestCase &testCase, const TargetName &target,
                                  const std::string &inject, double seconds) {
      return explainForReport(context, {testCase, target, inject}, seconds);
    };
    return runWorker(services, *supervisor);
  };
}

} // namespace assay
