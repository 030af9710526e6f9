#include "respelling/Respelling.h"

#include "respelling/Steps.h"

#include <algorithm>
#include <deque>

namespace assay {
namespace {

/// Of one case: a compiler is asked about each.
constexpr size_t mostRespellings = 12;
constexpr size_t mostSteps = 5;

/// Walks through the spellings that steps lead to, the nearest first.
class Walk {
public:
  explicit Walk(const TestCase &testCase) : testCase(testCase), seen{testCase.program()} {}

  std::vector<Respelling> run() {
    const Program &program = testCase.program();
    for (NodeId node = 0; node < static_cast<NodeId>(program.nodes().size()); ++node) {
      const std::string tag(name(kindOf(program.node(node).op)));
      for (NodeId user : usersOf(program, program.firstResult(node)))
        add("sunk", {tag}, sink(program, node, user));
      add("raised", {tag}, raise(program, node));
      add("explicit", {}, makeExplicit(program, node));
    }
    while (!open.empty() && found.size() < mostRespellings) {
      const Place place = std::move(open.front());
      open.pop_front();
      goOn(place);
    }
    return std::move(found);
  }

private:
  struct Place {
    std::string how;
    std::vector<std::string> ops;
    Step step;
  };

  void goOn(const Place &place) {
    const Program &program = place.step.program;
    // Two that cancel each other leave what they moved.
    if (!place.step.moved || program.isArgument(*place.step.moved) || place.ops.size() > mostSteps)
      return;
    const NodeId node = program.producer(*place.step.moved);
    if (place.how == "raised")
      return add(place.how, place.ops, raise(program, node));
    for (NodeId user : usersOf(program, *place.step.moved))
      add(place.how, place.ops, sink(program, node, user));
  }

  void add(const std::string &how, std::vector<std::string> ops, std::optional<Step> step) {
    if (!step || found.size() == mostRespellings ||
        std::ranges::find(seen, step->program) != seen.end())
      return;
    seen.push_back(step->program);
    const std::string past(name(step->past));
    ops.insert(how == "raised" ? ops.begin() : ops.end(), past);
    TestCaseParts parts = testCase.parts();
    parts.program = step->program;
    auto made = TestCase::make(std::move(parts));
    if (auto *valid = std::get_if<TestCase>(&made))
      found.push_back({how, ops, std::move(*valid)});
    open.push_back({how, std::move(ops), std::move(*step)});
  }

  const TestCase &testCase;
  std::vector<Program> seen;
  std::deque<Place> open;
  std::vector<Respelling> found;
};

} // namespace

std::vector<Respelling> respellings(const TestCase &testCase) {
  if (!testCase.program().groups().empty())
    return {};
  return Walk(testCase).run();
}

} // namespace assay
