#include "campaign/workers/Worker.h"
#include "tools/assay/Cli.h"
#include "tools/assay/ExplainCase.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/KnownLists.h"

namespace assay {

Action declareWorker(ArgumentParser &parser) {
  auto supervisor = std::make_shared<int>(0);
  parser.add("supervisor", supervisor.get(), "Its process id").required();
  auto lists = std::make_shared<std::vector<std::string>>();
  parser.add(knownFlag, "", lists.get(), "Each as of the command that it works for").oneEach();
  return [supervisor, lists](const Context &given) {
    // What became of a list since is no reason for a worker to end.
    auto known = withKnownLists(given, *lists);
    const Context &context = known ? *known : given;
    Services services = context.services;
    services.explain = [&context](const TestCase &testCase, const TargetName &target,
                                  const std::string &inject, const std::optional<Verdict> &seen,
                                  double seconds) {
      return explainForReport(context, {testCase, target, inject, seen}, seconds);
    };
    return runWorker(services, *supervisor);
  };
}

} // namespace assay
