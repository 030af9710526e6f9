#include "triage/explain/Variations.h"

#include "check/SameFailure.h"

#include <fmt/format.h>

namespace assay {
namespace {

bool canTakeOver(const Failure &failure, const TargetName &other) {
  const auto phases = failure.inspector.phases(failure.target);
  return phases && !phases->between.empty() &&
         failure.inspector.takenOver(failure.target, phases->between.front(), other);
}

} // namespace

Expected<TriedVariations> tryVariations(const Failure &failure,
                                        const std::vector<Variation> &variations, Trials &trials,
                                        const FailsWithOtherInputs &withOtherInputs) {
  TriedVariations tried;
  for (const Variation &variation : variations) {
    if (trials.isOver())
      break;
    auto verdict = trials.inTime(variation.target,
                                 fmt::format("variation {} of {}: {}", tried.attempts.size() + 1,
                                             variations.size(), variation.what));
    if (!verdict)
      return verdict.error();
    if (!*verdict)
      break;
    if (withOtherInputs && std::holds_alternative<Agree>((*verdict)->outcome)) {
      auto failing = withOtherInputs(variation.target);
      if (!failing)
        return failing.error();
      if (*failing)
        *verdict = **std::move(failing);
    }
    tried.attempts.push_back({variation.what, **std::move(verdict)});
    const Attempt &attempt = tried.attempts.back();
    trials.tried(attempt);
    if (std::holds_alternative<Agree>(attempt.verdict.outcome)) {
      tried.hiddenBy.push_back({variation.kind, variation.what});
      if (canTakeOver(failure, variation.target)) {
        if (!tried.takingOver)
          tried.takingOver = variation.target;
      } else if (variation.kind != VariationKind::Flavour &&
                 (!tried.apart || (variation.kind == VariationKind::Backend &&
                                   tried.apart->kind != VariationKind::Backend))) {
        tried.apart = variation;
      }
    } else if (sameFailure(failure.verdict, attempt.verdict)) {
      tried.shownWith.push_back({variation.kind, variation.what});
    } else if (attempt.verdict.isFinding()) {
      tried.otherwise.push_back(attempt);
    }
  }
  tried.untried = variations.size() - tried.attempts.size();
  return tried;
}

} // namespace assay
