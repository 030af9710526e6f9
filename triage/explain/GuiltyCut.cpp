#include "triage/explain/GuiltyCut.h"

#include "check/SameFailure.h"
#include "support/Assert.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

enum class State : uint8_t { Right, Wrong, Unknown };

/// Where the first that goes another way is the failure, what is named may be another value of it.
State stateOf(const Verdict &wanted, const Verdict &verdict) {
  if (std::holds_alternative<Agree>(verdict.outcome))
    return State::Right;
  return verdict.name() == wanted.name() || sameFailure(wanted, verdict) ? State::Wrong
                                                                         : State::Unknown;
}

/// Tries cuts, and keeps how they were.
class Cutting {
public:
  Cutting(const Failure &failure, const std::vector<Cut> &cuts, Trials &trials)
      : failure(failure), cuts(cuts), trials(trials), failing(cuts.size()) {}

  Expected<State> at(size_t place) {
    const std::string what =
        place == 0 ? "the plainest passes" : fmt::format("plainest after {}", cuts[place].after);
    auto verdict = trials.on(cuts[place].target,
                             fmt::format("cut {} of {}: {}", place, cuts.size() - 1, what));
    if (!verdict)
      return verdict.error();
    attempts.push_back({what, std::move(*verdict)});
    trials.tried(attempts.back());
    const Verdict &tried = attempts.back().verdict;
    failing[place] = tried.isFinding();
    return stateOf(failure.verdict, tried);
  }

  /// Halves what is between a cut that is right and one that is wrong, until there is nothing, or
  /// nothing that tells.
  Expected<void> narrow(size_t &right, size_t &wrong) {
    std::vector<size_t> open;
    for (size_t place = right + 1; place < wrong; ++place)
      open.push_back(place);
    while (!open.empty()) {
      const auto middle = open.begin() + static_cast<std::ptrdiff_t>((open.size() - 1) / 2);
      const size_t place = *middle;
      open.erase(middle);
      auto state = at(place);
      if (!state)
        return state.error();
      if (*state == State::Unknown)
        continue;
      (*state == State::Right ? right : wrong) = place;
      std::erase_if(open, [&](size_t one) { return one < right || one > wrong; });
    }
    return {};
  }

  /// The first of those from which on all fail up to `wrong`, in whichever way: what a pass makes
  /// may be a wrong value with one rest of the pipeline and a crash with another.
  size_t firstOfFailing(size_t right, size_t wrong) const {
    while (wrong - right > 1 && failing[wrong - 1])
      --wrong;
    return wrong;
  }

  std::vector<Attempt> attempts;

private:
  const Failure &failure;
  const std::vector<Cut> &cuts;
  Trials &trials;
  std::vector<bool> failing; // by place, of those that were tried
};

} // namespace

Expected<GuiltyCut> findGuiltyCut(const Failure &failure, const std::vector<Cut> &cuts,
                                  Trials &trials) {
  ASSAY_ASSERT(!cuts.empty(), "a compilation begins somewhere");
  Cutting cutting(failure, cuts, trials);
  auto plain = cutting.at(0);
  if (!plain)
    return plain.error();
  GuiltyCut found;
  found.isPlain = *plain != State::Right;
  if (!found.isPlain) {
    // That the target itself is wrong is why somebody asks.
    size_t right = 0, wrong = cuts.size() - 1;
    if (auto narrowed = cutting.narrow(right, wrong); !narrowed)
      return narrowed.error();
    wrong = cutting.firstOfFailing(right, wrong);
    for (size_t place = 1; place <= wrong; ++place)
      (place <= right ? found.before : found.guilty).push_back(cuts[place].after);
    if (const std::string &lowering = cuts[wrong].loweredBy; !lowering.empty())
      found.guilty.push_back(lowering);
    found.right = cuts[right].target;
    found.phase = cuts[right + 1].phase;
  }
  found.attempts = std::move(cutting.attempts);
  return found;
}

} // namespace assay
