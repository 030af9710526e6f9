#include "triage/explain/FailingPass.h"

#include "check/SameFailure.h"
#include "check/FailureVerdict.h"

namespace assay {
namespace {

using Ending = Outcome<std::monostate>;

bool isSame(const Ending &a, const Ending &b) {
  const auto *first = a.failure(), *second = b.failure();
  return first && second && sameFailure(failureVerdict(*first), failureVerdict(*second));
}

/// Goes on from the last phase that the module passes; nothing if it passes none.
Expected<std::optional<Reproduction>> fromLastPhase(const Failure &failure, const Phases &phases,
                                                    const std::string &module) {
  std::string last, passed;
  for (const std::string &phase : phases.between) {
    auto made = failure.inspector.afterPhase(failure.target, phase, module);
    if (!made)
      return made.error();
    if (!*made)
      break;
    last = phase;
    passed = **std::move(made);
  }
  if (last.empty())
    return {std::nullopt};
  auto gone = failure.inspector.compileFrom(failure.target, last, passed);
  if (!gone)
    return gone.error();
  return {std::move(*gone)};
}

} // namespace

Expected<std::optional<FailingPass>> findFailingPass(const Failure &failure, Trials &trials) {
  trials.show("looking for the pass that fails");
  auto module = failure.inspector.module(failure.target, failure.testCase);
  if (!module)
    return module.error();
  auto failing = failure.inspector.failingPass(failure.target, *module);
  if (!failing)
    return failing.error();
  if (!*failing)
    return {std::nullopt};
  auto phases = failure.inspector.phases(failure.target);
  if (!phases)
    return phases.error();
  auto whole = failure.inspector.compileFrom(failure.target, phases->start, *module);
  if (!whole)
    return whole.error();
  FailingPass found{std::move((*failing)->pass), std::move((*failing)->alone), false, {}};
  found.showsAlone = isSame(found.alone.ended, whole->ended);
  if (found.showsAlone)
    return {std::move(found)};
  trials.show("looking for the last phase that passes");
  auto gone = fromLastPhase(failure, *phases, *module);
  if (!gone)
    return gone.error();
  if (*gone && isSame((*gone)->ended, whole->ended))
    found.fromPhase = std::move(**gone);
  return {std::move(found)};
}

} // namespace assay
