#include "triage/explain/GuiltyPass.h"

#include "check/SameFailure.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

Expected<std::vector<NeededPass>> neededPasses(const Failure &failure,
                                               std::vector<std::string> passes, Trials &trials) {
  std::vector<NeededPass> needed;
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    needed.clear();
    for (size_t at = passes.size(); at-- > 0;) {
      std::vector<std::string> rest = passes;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
      auto target = failure.inspector.withPasses(failure.target, rest);
      if (!target)
        return target.error();
      // An error: without it the pipeline no longer leads to what is run.
      auto verdict = trials.on(
          *target, fmt::format("without pass {} of {}: {}", at + 1, passes.size(), passes[at]));
      if (verdict && sameFailure(failure.verdict, *verdict)) {
        passes = std::move(rest);
        shrinks = true;
      } else {
        needed.push_back({passes[at], verdict ? std::optional(std::move(*verdict)) : std::nullopt});
      }
    }
  }
  std::ranges::reverse(needed);
  return needed;
}

Expected<std::optional<GuiltyPass>>
findGuiltyPass(const Failure &failure, const std::vector<NeededPass> &needed, Trials &trials) {
  auto module = failure.inspector.module(failure.target, failure.testCase);
  if (!module)
    return module.error();
  for (const NeededPass &one : needed) {
    trials.show(fmt::format("{} alone", one.pass));
    auto ran = failure.inspector.runPass(failure.target, one.pass, *module);
    if (!ran)
      return ran.error();
    auto *failed = ran->made.failure();
    if (failed)
      return {GuiltyPass{one.pass, std::move(*module), std::move(ran->command), std::move(*failed),
                         std::nullopt}};
    if (one.hides())
      return {GuiltyPass{one.pass, std::move(*module), std::move(ran->command), std::nullopt,
                         *std::move(ran->made)}};
    module = *std::move(ran->made);
  }
  return {std::nullopt};
}

} // namespace assay
