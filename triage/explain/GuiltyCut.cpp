#include "triage/explain/GuiltyCut.h"

#include "check/SameFailure.h"
#include "support/Assert.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

enum class State : uint8_t {
  Untried,
  Right,
  Wrong,
  Fails, // otherwise
  Unknown,
};

/// Where the first that goes another way is the failure, what is named may be another value of it.
State stateOf(const Verdict &wanted, const Verdict &verdict) {
  if (std::holds_alternative<Agree>(verdict.outcome))
    return State::Right;
  if (verdict.name() == wanted.name() || sameFailure(wanted, verdict))
    return State::Wrong;
  return verdict.isFinding() ? State::Fails : State::Unknown;
}

/// Two cuts: what is right, and the next that is wrong. Nothing can be said of those between.
struct Border {
  size_t right = 0, wrong = 0;
  bool isOnePass() const { return wrong - right == 1; }
  bool operator==(const Border &) const = default;
};

/// A border, and what becomes of the case without the pass between.
struct Suspected {
  Border border;
  WithoutPass without = WithoutPass::Untried;
  std::optional<Attempt> leftOut = {};
};

/// Tries cuts, and keeps how they were.
class Cutting {
public:
  Cutting(const Failure &failure, const std::vector<Cut> &cuts, Trials &trials)
      : failure(failure), cuts(cuts), trials(trials), states(cuts.size(), State::Untried),
        verdicts(cuts.size()) {}

  Expected<State> at(size_t place) {
    const std::string what =
        place == 0 ? "the plainest passes" : fmt::format("plainest after {}", cuts[place].after);
    auto verdict = trials.on(cuts[place].target,
                             fmt::format("cut {} of {}: {}", place, cuts.size() - 1, what));
    if (!verdict)
      return verdict.error();
    attempts.push_back({what, std::move(*verdict)});
    trials.tried(attempts.back());
    verdicts[place] = attempts.back().verdict;
    return states[place] = stateOf(failure.verdict, *verdicts[place]);
  }

  /// Halves what is between a cut that is right and one that is wrong, until there is nothing, or
  /// nothing that tells.
  Expected<void> narrow() {
    // That the target itself is wrong is why somebody asks.
    size_t right = 0, wrong = cuts.size() - 1;
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
      if (*state != State::Right && *state != State::Wrong)
        continue;
      (*state == State::Right ? right : wrong) = place;
      std::erase_if(open, [&](size_t one) { return one < right || one > wrong; });
    }
    return {};
  }

  /// Tries the others as well, as long as there is time.
  Expected<void> tryRest() {
    for (size_t place = 0; place + 1 < cuts.size() && !trials.isOver(); ++place)
      if (states[place] == State::Untried)
        if (auto state = at(place); !state)
          return state.error();
    return {};
  }

  /// In order.
  std::vector<Suspected> suspected() const {
    std::vector<Suspected> all;
    std::optional<size_t> right;
    for (size_t place = 0; place < cuts.size(); ++place) {
      const State state = place + 1 == cuts.size() ? State::Wrong : states[place];
      if (state == State::Right)
        right = place;
      else if (state == State::Wrong && right)
        all.push_back({{*std::exchange(right, std::nullopt), place}});
    }
    for (Suspected &one : all)
      one.border.wrong = firstOfFailing(one.border);
    return all;
  }

  /// Leaves out the pass between, where that is known how.
  void leaveOut(Suspected &one) {
    const Cut &cut = cuts[one.border.wrong];
    if (!one.border.isOnePass() || !cut.without)
      return;
    const std::string what = "without " + cut.after;
    auto verdict = trials.on(*cut.without, what + " alone");
    // An error: what is left no longer leads to what is run.
    one.without = WithoutPass::Otherwise;
    if (!verdict)
      return;
    one.without = std::holds_alternative<Agree>(verdict->outcome) ? WithoutPass::Right
                  : sameFailure(failure.verdict, *verdict)        ? WithoutPass::Same
                                                                  : WithoutPass::Otherwise;
    one.leftOut = {what, std::move(*verdict)};
    trials.tried(*one.leftOut);
  }

  /// The places of passes up to that one without which it is right, as long as there is time. Those
  /// behind it did not run where it is wrong.
  std::vector<size_t> hidingUpTo(size_t end) {
    std::vector<size_t> hiding;
    for (size_t place = 1; place < end && !trials.isOver(); ++place) {
      Suspected one{{place - 1, place}};
      leaveOut(one);
      if (one.without == WithoutPass::Right)
        hiding.push_back(place);
    }
    return hiding;
  }

  /// Nothing of the target itself, whose verdict is the failure.
  const std::optional<Verdict> &verdictAt(size_t place) const { return verdicts[place]; }

  std::vector<Attempt> attempts;

private:
  /// The first of those from which on all fail up to what is wrong, in whichever way: what a pass
  /// makes may be a wrong value with one rest of the pipeline and a crash with another.
  size_t firstOfFailing(Border border) const {
    while (!border.isOnePass() && states[border.wrong - 1] == State::Fails)
      --border.wrong;
    return border.wrong;
  }

  const Failure &failure;
  const std::vector<Cut> &cuts;
  Trials &trials;
  std::vector<State> states; // by place, as are these
  std::vector<std::optional<Verdict>> verdicts;
};

/// Those that may be the one after which it goes wrong: the first without which all is right; else
/// those that are needed, or cannot be left out.
std::vector<Suspected> mostLikely(const std::vector<Suspected> &all) {
  const auto hiding = std::ranges::find(all, WithoutPass::Right, &Suspected::without);
  if (hiding != all.end())
    return {*hiding};
  std::vector<Suspected> needed;
  std::ranges::copy_if(all, std::back_inserter(needed),
                       [](const Suspected &one) { return one.without != WithoutPass::Same; });
  return needed.empty() ? all : needed;
}

/// Those between what is right and what is wrong, or the pass that lowers what the first of them
/// makes as well.
std::vector<std::string> passesOf(const Border &border, const std::vector<Cut> &cuts) {
  std::vector<std::string> passes;
  for (size_t place = border.right + 1; place <= border.wrong; ++place)
    passes.push_back(cuts[place].after);
  if (const std::string &lowering = cuts[border.wrong].loweredBy; !lowering.empty())
    passes.push_back(lowering);
  return passes;
}

/// More passes than these after which it goes wrong tell nothing.
constexpr size_t mostBorders = 3;

/// Takes over what was found, with one of the passes or several.
void blame(GuiltyCut &found, const std::vector<Suspected> &all, const std::vector<Cut> &cuts,
           const Cutting &cutting) {
  const std::vector<Suspected> likely = mostLikely(all);
  const Suspected &first = likely.front();
  found.hasSeveralBorders = likely.size() > 1;
  if (likely.size() <= mostBorders)
    for (const Suspected &one : likely)
      std::ranges::move(passesOf(one.border, cuts), std::back_inserter(found.guilty));
  for (size_t place = 1; place <= first.border.right; ++place)
    found.before.push_back(cuts[place].after);
  for (const Suspected &one : all)
    if (const std::string &pass = cuts[one.border.wrong].after;
        std::ranges::find(found.guilty, pass) == found.guilty.end())
      found.othersWrongAfter.push_back(pass);
  found.right = cuts[first.border.right].target;
  const auto phaseOf = [&](const Suspected &one) { return cuts[one.border.right + 1].phase; };
  if (std::ranges::all_of(likely,
                          [&](const Suspected &one) { return phaseOf(one) == phaseOf(first); }))
    found.phase = phaseOf(first);
  if (found.hasSeveralBorders)
    return;
  found.wrong = cutting.verdictAt(first.border.wrong);
  found.without = first.without;
  found.leftOut = first.leftOut;
  found.withoutPass = cuts[first.border.wrong].without;
}

/// Where it fails without the pass after which it goes wrong, or that cannot be left out, looks for
/// others without which it is right.
void addHiding(GuiltyCut &found, const std::vector<Cut> &cuts, Cutting &cutting) {
  if (found.without != WithoutPass::Same && found.without != WithoutPass::Otherwise)
    return;
  const size_t wrong = found.before.size() + 1;
  const std::vector<size_t> hiding = cutting.hidingUpTo(wrong);
  for (const size_t place : hiding)
    found.hiding.push_back(cuts[place].after);
  if (found.without != WithoutPass::Same || hiding.empty())
    return;
  const size_t guilty = hiding.back();
  found.shownAfter = cuts[wrong].after;
  found.guilty = {cuts[guilty].after};
  found.before.resize(guilty - 1);
  found.phase = cuts[guilty].phase;
}

} // namespace

Expected<GuiltyCut> findGuiltyCut(const Failure &failure, const std::vector<Cut> &cuts,
                                  Trials &trials) {
  ASSAY_ASSERT(!cuts.empty(), "a compilation begins somewhere");
  const bool canLeaveOut =
      std::ranges::any_of(cuts, [](const Cut &cut) { return cut.without.has_value(); });
  // Of what hangs each takes too long.
  const bool mayTryAll =
      canLeaveOut && !std::holds_alternative<Timeout>(failure.verdict.outcome) && cuts.size() > 1;
  Cutting cutting(failure, cuts, trials);
  auto plain = cutting.at(0);
  if (!plain)
    return plain.error();
  std::vector<Suspected> all;
  if (*plain == State::Right) {
    ASSAY_TRY(cutting.narrow());
    all = cutting.suspected();
    cutting.leaveOut(all.front());
  }
  // What fails otherwise with the plainest passes may be right in between.
  const bool isOpen = *plain == State::Right ? all.front().without != WithoutPass::Right
                                             : !sameFailure(failure.verdict, *cutting.verdictAt(0));
  if (isOpen && mayTryAll) {
    ASSAY_TRY(cutting.tryRest());
    const std::vector<Suspected> before = std::exchange(all, cutting.suspected());
    for (Suspected &one : all)
      if (!before.empty() && before.front().border == one.border)
        one = before.front();
      else if (!trials.isOver())
        cutting.leaveOut(one);
  }
  GuiltyCut found;
  // With the plainest passes it fails otherwise by itself, so that one that is right says little.
  if (*plain != State::Right)
    std::erase_if(all, [](const Suspected &one) { return one.without != WithoutPass::Right; });
  found.isPlain = all.empty();
  if (!found.isPlain) {
    blame(found, all, cuts, cutting);
    if (mayTryAll)
      addHiding(found, cuts, cutting);
  }
  found.attempts = std::move(cutting.attempts);
  return found;
}

} // namespace assay
