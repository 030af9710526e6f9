// Writes a lit case for each example in every specialization, as if it had failed on the target.
//
//   write_lit_cases TARGET DIRECTORY [EVERY]: each EVERY-th one only

#include "targets/Registry.h"
#include "tests/examples/Examples.h"
#include "triage/litcase/LitText.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string_view>

using namespace assay;

/// Upstream's own bufferization miscompiles private functions that return a value and a view of it
/// (docs/found.md), so a case with functions may rightly fail on its passes alone.
static bool isTrusted(const TargetName &target, const TestCase &testCase) {
  const std::vector<Group> &groups = testCase.program().groups();
  return !target.pipeline || std::none_of(groups.begin(), groups.end(), [](const Group &group) {
    return group.kind == Group::Kind::Function;
  });
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  const auto target = TargetName::parse(argv[1]);
  if (!target) {
    fmt::print(stderr, "{}\n", target.error().message);
    return 2;
  }
  const int every = argc > 3 ? std::atoi(argv[3]) : 1;
  int index = 0, written = 0;
  for (const TestCase &testCase : allExampleVariants()) {
    if (index++ % every != 0 || !isTrusted(*target, testCase))
      continue;
    auto text = litText(testCase, Verdict(), *target, "", litParts);
    if (!text) {
      fmt::print(stderr, "{}\n", text.error().message);
      return 1;
    }
    const OpKind kind = kindOf(testCase.program().nodes().back().op);
    std::ofstream(fmt::format("{}/{}-{}.mlir", argv[2], name(kind), index)) << *text;
    ++written;
  }
  fmt::print("{} cases\n", written);
  return 0;
}
