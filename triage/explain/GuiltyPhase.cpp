#include "triage/explain/GuiltyPhase.h"

#include "check/IrChange.h"
#include "check/SameFailure.h"

#include <fmt/format.h>

namespace assay {
namespace {

/// Between which phases a case goes wrong.
struct Bracket {
  std::vector<Attempt> attempts;
  std::string right, wrong;
};

Expected<Bracket> findBracket(const Failure &failure, const TargetName &hiding,
                              const Phases &phases, Trials &trials) {
  Bracket bracket{{}, phases.start, phases.end};
  for (const std::string &phase : phases.between) {
    auto target = failure.inspector.takenOver(failure.target, phase, hiding);
    if (!target)
      return target.error();
    auto verdict = trials.on(*target, fmt::format("other flags from the phase {} on", phase));
    if (!verdict)
      return verdict.error();
    const bool isSame = sameFailure(failure.verdict, *verdict);
    if (std::holds_alternative<Agree>(verdict->outcome))
      bracket.right = phase;
    bracket.attempts.push_back({"then=" + phase, std::move(*verdict)});
    trials.tried(bracket.attempts.back());
    if (isSame) {
      bracket.wrong = phase;
      break;
    }
  }
  return bracket;
}

/// Compares what is asked of the failure's target and of the one that hides it.
template <class T, class Compare>
auto compared(const Answer<T> &failing, const Answer<T> &right, Compare compare)
    -> Answer<decltype(compare(std::declval<const T &>(), std::declval<const T &>()))> {
  using Compared = decltype(compare(std::declval<const T &>(), std::declval<const T &>()));
  for (const Answer<T> *answer : {&failing, &right}) {
    if (!*answer)
      return answer->error();
    if (const auto *failed = (*answer)->failure())
      return Outcome<Compared>(*failed);
  }
  return Outcome<Compared>(compare(**failing, **right));
}

Answer<std::optional<std::string>> divergingPass(const Failure &failure, const TargetName &hiding,
                                                 const Bracket &bracket, std::string module,
                                                 const std::string &start) {
  const Inspector &inspector = failure.inspector;
  if (bracket.right != start) {
    auto begun = inspector.afterPhase(failure.target, bracket.right, module);
    if (!begun)
      return begun.error();
    if (auto *failed = begun->failure())
      return Outcome<std::optional<std::string>>(std::move(*failed));
    module = **std::move(begun);
  }
  auto dumps = [&](const TargetName &name) {
    return inspector.passDumps(name, bracket.right, bracket.wrong, module);
  };
  return compared(dumps(failure.target), dumps(hiding), firstDivergence);
}

} // namespace

Expected<GuiltyPhase> findGuiltyPhase(const Failure &failure, const TargetName &hiding,
                                      Trials &trials) {
  const Inspector &inspector = failure.inspector;
  auto phases = inspector.phases(failure.target);
  if (!phases)
    return phases.error();
  auto bracket = findBracket(failure, hiding, *phases, trials);
  if (!bracket)
    return bracket.error();
  auto module = inspector.module(failure.target, failure.testCase);
  if (!module)
    return module.error();
  trials.show("looking for the first pass that differs");
  auto diverging = divergingPass(failure, hiding, *bracket, *module, phases->start);
  trials.show("looking for the first dispatch that differs");
  auto traces = [&](const TargetName &name) {
    return inspector.dispatches(name, failure.testCase, *module);
  };
  return GuiltyPhase{std::move(bracket->attempts), std::move(bracket->right),
                     std::move(bracket->wrong), std::move(diverging),
                     compared(traces(failure.target), traces(hiding), compareTraces)};
}

Expected<std::optional<PartingPhase>> findPartingPhase(const Failure &failure,
                                                       const TargetName &hiding, Trials &trials) {
  const Inspector &inspector = failure.inspector;
  auto phases = inspector.phases(failure.target);
  if (!phases)
    return {std::nullopt};
  std::vector<std::string> modules;
  for (const TargetName &target : {failure.target, hiding}) {
    auto module = inspector.module(target, failure.testCase);
    if (!module)
      return module.error();
    modules.push_back(*std::move(module));
  }
  if (modules[0] != modules[1])
    return {std::nullopt};
  // Modules that have parted do not come together again.
  size_t begin = 0, end = phases->between.size();
  while (begin < end) {
    const size_t middle = (begin + end) / 2;
    const std::string &phase = phases->between[middle];
    trials.show(fmt::format("what there is after the phase {} where it is right", phase));
    auto failing = inspector.afterPhase(failure.target, phase, modules[0]);
    auto right = inspector.afterPhase(hiding, phase, modules[0]);
    if (!failing || !right)
      return failing ? right.error() : failing.error();
    if (!*failing || !*right)
      return {std::nullopt};
    if (areOfSameOps(**failing, **right))
      begin = middle + 1;
    else
      end = middle;
  }
  PartingPhase parting{{phases->start}, phases->end};
  for (size_t i = 0; i < begin; ++i)
    parting.same.push_back(phases->between[i]);
  if (begin < phases->between.size())
    parting.differs = phases->between[begin];
  return {std::move(parting)};
}

} // namespace assay
