#include "triage/explain/FailingPass.h"

#include "check/FailureVerdict.h"
#include "check/SameFailure.h"

#include <fmt/format.h>

namespace assay {
namespace {

using Ending = Outcome<std::monostate>;

bool isSame(const Ending &a, const Ending &b) {
  const auto *first = a.failure(), *second = b.failure();
  return first && second && sameFailure(failureVerdict(*first), failureVerdict(*second));
}

/// "SIGSEGV: infer", how a process died and in which function, without those that called it: alone,
/// a pass has other callers. Empty where no function is known, or words say why.
std::string_view whereItDied(const TargetFailure &crash) {
  const std::string_view detail = crash.detail;
  const size_t frame = detail.find("\n  "), words = detail.find(": ");
  if (frame == detail.npos || words > frame)
    return "";
  const std::string_view function =
      detail.substr(frame + 3, detail.find('\n', frame + 1) - frame - 3);
  const size_t begin = words + 2;
  return detail.substr(begin).starts_with(function) ? detail.substr(0, begin + function.size())
                                                    : "";
}

/// Whether a pass alone ends as the whole compilation does. Where it says nothing, what the whole
/// compilation says is of what runs it.
bool showsAlone(const Ending &alone, const Ending &whole) {
  const auto *one = alone.failure(), *all = whole.failure();
  if (!one || !all)
    return false;
  if (isSame(alone, whole))
    return true;
  using Kind = TargetFailure::Kind;
  if (one->kind == Kind::Crashed && all->kind == Kind::Crashed)
    return !whereItDied(*one).empty() && whereItDied(*one) == whereItDied(*all);
  return one->isSilent && all->kind == Kind::Rejected;
}

Expected<Outcome<std::monostate>> wholeCompilation(const Failure &failure,
                                                   const std::string &module) {
  auto phases = failure.inspector.phases(failure.target);
  if (!phases)
    return phases.error();
  auto whole = failure.inspector.compileFrom(failure.target, phases->start, module);
  if (!whole)
    return whole.error();
  return std::move(whole->ended);
}

} // namespace

Expected<FailingPhase> findFailingPhase(const Failure &failure, Trials &trials) {
  auto module = failure.inspector.module(failure.target, failure.testCase);
  if (!module)
    return module.error();
  auto phases = failure.inspector.phases(failure.target);
  if (!phases)
    return phases.error();
  // What fails in a phase fails whenever it goes beyond it.
  FailingPhase found{phases->end, "", ""};
  size_t begin = 0, end = phases->between.size();
  while (begin < end) {
    const size_t middle = (begin + end) / 2;
    const std::string &phase = phases->between[middle];
    trials.show(fmt::format("up to the phase {}", phase));
    auto made = failure.inspector.afterPhase(failure.target, phase, *module);
    if (!made)
      return made.error();
    if (*made) {
      found.before = phase;
      found.passed = **std::move(made);
      begin = middle + 1;
    } else {
      found.phase = phase;
      end = middle;
    }
  }
  return found;
}

Expected<std::optional<FailingPass>> findFailingPass(const Failure &failure,
                                                     const FailingPhase &phase, Trials &trials) {
  trials.show("looking for the pass that fails");
  auto module = failure.inspector.module(failure.target, failure.testCase);
  if (!module)
    return module.error();
  auto failing = failure.inspector.failingPass(failure.target, *module);
  if (!failing)
    return failing.error();
  if (!*failing)
    return {std::nullopt};
  auto whole = wholeCompilation(failure, *module);
  if (!whole)
    return whole.error();
  FailingPass found{std::move((*failing)->pass), std::move((*failing)->alone), false, {}};
  found.showsAlone = showsAlone(found.alone.ended, *whole);
  if (found.showsAlone || phase.before.empty())
    return {std::move(found)};
  trials.show("going on from the last phase that passes");
  auto gone = failure.inspector.compileFrom(failure.target, phase.before, phase.passed);
  if (!gone)
    return gone.error();
  if (isSame(gone->ended, *whole))
    found.fromPhase = std::move(*gone);
  return {std::move(found)};
}

} // namespace assay
