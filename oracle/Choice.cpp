#include "oracle/Choice.h"

#include "oracle/Judge.h"
#include "oracle/Ranking.h"
#include "oracle/Updates.h"

#include "support/Assert.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace assay::oracle {

const Elements &ChoiceCheck::operand(size_t i) const {
  const Node &at = state.testCase.program().node(node);
  return state.values[static_cast<size_t>(at.operands[i])];
}

const Elements &ChoiceCheck::expected() const {
  return state.values[static_cast<size_t>(state.testCase.program().firstResult(node)) + result];
}

template <class Describe>
static std::string oneOf(std::span<const size_t> candidates, Describe describeOne) {
  constexpr size_t shown = 6;
  std::string text = "one of ";
  for (size_t i = 0; i < candidates.size() && i < shown; ++i)
    text += (i ? ", " : "") + describeOne(candidates[i]);
  return candidates.size() > shown ? text + ", ..." : text;
}

static std::string index(size_t i) { return fmt::format("{}", i); }

static bool hasChosen(const Elements &expected, const Lines &lines, size_t line) {
  for (size_t i = 0; i < static_cast<size_t>(lines.length); ++i)
    if (expected.mark[lines.at(line, i)] & Chosen)
      return true;
  return false;
}

/// The keys, of which what chooses between them may flush some.
static Elements chosenKeys(const ChoiceCheck &check) {
  Elements keys = check.operand(0);
  keys.letFlush(Format(keys.type, check.state.accuracy));
  return keys;
}

/// The values of a topk in any order: the r-th best of them is within the r-th order statistics.
static void checkTopkValues(const ChoiceCheck &check, const Topk &op, const TellWrong &tell,
                            const Elements &keys, const Ranking &ranking, const Lines &from,
                            const Lines &to, size_t line) {
  const Tensor &actual = check.actual();
  std::vector<size_t> places;
  for (size_t r = 0; r < static_cast<size_t>(to.length); ++r)
    places.push_back(to.at(line, r));
  auto value = [&](size_t at) { return actual.real(static_cast<int64_t>(at)); };
  auto integer = [&](size_t at) { return actual.integer(static_cast<int64_t>(at)); };
  std::sort(places.begin(), places.end(), [&](size_t a, size_t b) {
    if (!keys.isReal())
      return op.largest ? integer(a) > integer(b) : integer(a) < integer(b);
    // NaN is of no rank, but must not break the order: it goes first.
    if (std::isnan(value(a)) || std::isnan(value(b)))
      return std::isnan(value(a)) && !std::isnan(value(b));
    return op.largest ? value(a) > value(b) : value(a) < value(b);
  });
  Elements sorted(keys.type, {to.length});
  writeKeys(sorted, Lines(sorted.shape, 0), 0, ranking, op.largest, keys, from, line);
  for (size_t r = 0; r < places.size(); ++r)
    if (!admits(sorted, r, actual, places[r]))
      tell(places[r], fmt::format("{}, in any order", describe(sorted, r)));
}

/// Indices of a topk: in range, different, none certainly behind a later one (if sorted) or behind
/// one that was left out, and pointing at the values that were returned.
static void checkTopkIndices(const ChoiceCheck &check, const Topk &op, const TellWrong &tell,
                             const Elements &keys, const Ranking &ranking, const Lines &from,
                             const Lines &to, size_t line) {
  const Tensor &indices = check.actual();
  const auto k = static_cast<size_t>(to.length);
  std::vector<bool> taken(ranking.size(), false);
  std::vector<size_t> chosen(k, ranking.size());
  auto wrong = [&](size_t r) {
    tell(to.at(line, r), op.sorted ? oneOf(ranking.candidates(r), index)
                                   : std::string("the place of another of the best elements"));
  };
  for (size_t r = 0; r < k; ++r) {
    const size_t at = to.at(line, r);
    const int64_t i = indices.integer(static_cast<int64_t>(at));
    if (i < 0 || i >= from.length || taken[static_cast<size_t>(i)]) {
      wrong(r);
      continue;
    }
    chosen[r] = static_cast<size_t>(i);
    taken[chosen[r]] = true;
    if (check.returned[0] && !admits(keys, from.at(line, chosen[r]), *check.returned[0], at))
      wrong(r);
  }
  int64_t best = std::numeric_limits<int64_t>::max();
  for (size_t i = 0; i < ranking.size(); ++i)
    if (!taken[i])
      best = std::min(best, ranking.high[i]);
  for (size_t r = k; r > 0; --r) {
    const size_t i = chosen[r - 1];
    if (i == ranking.size())
      continue;
    if (best < ranking.low[i])
      wrong(r - 1);
    if (op.sorted)
      best = std::min(best, ranking.high[i]);
  }
}

static void check(const ChoiceCheck &check, const Topk &op, const TellWrong &tell) {
  const Elements keys = chosenKeys(check);
  const Elements &expected = check.expected();
  const Lines from(keys.shape, op.dim), to(expected.shape, op.dim);
  Ranking ranking;
  for (size_t line = 0; line < from.starts.size(); ++line) {
    if (!hasChosen(expected, to, line))
      continue;
    ranking.rank(keys, from, line, rulesOf(check.state.testCase, op));
    if (check.result == 0)
      checkTopkValues(check, op, tell, keys, ranking, from, to, line);
    else
      checkTopkIndices(check, op, tell, keys, ranking, from, to, line);
  }
}

/// The operands of a sort that follow its key and were returned, of one place: bits that are equal
/// if and only if the elements are.
using Tuple = std::array<uint64_t, 4>;

static uint64_t canonicalBits(double x) {
  if (std::isnan(x))
    return std::bit_cast<uint64_t>(std::numeric_limits<double>::quiet_NaN());
  return std::bit_cast<uint64_t>(x == 0 ? 0.0 : x);
}

namespace {
/// One line of a sort, as far as it was returned.
class SortedLine {
public:
  SortedLine(const ChoiceCheck &check, const Elements &keys, const Ranking &ranking,
             const Lines &lines, size_t line)
      : check(check), keys(keys), ranking(ranking), lines(lines), line(line) {}

  void inspect(const TellWrong &tell) const {
    const auto length = static_cast<size_t>(lines.length);
    // Ranks that share candidates hold a permutation of them; in an inexact line that is all of it.
    for (size_t begin = 0; begin < length;) {
      const size_t end = ranking.isExact ? begin + ranking.candidates(begin).size() : length;
      const bool isOneOfMany = end - begin > 1 && areExact(begin, end);
      // A permutation of exact elements has no others.
      for (size_t r = begin; r < end && !(isOneOfMany && ranking.isExact); ++r)
        if (!isCandidate(r))
          tell(lines.at(line, r), expectedAt(r));
      if (isOneOfMany)
        comparePermutation(begin, end, tell);
      else
        matchPermutation(begin, end, tell);
      begin = end;
    }
  }

private:
  bool isCandidate(size_t r) const {
    const auto candidates = ranking.candidates(r);
    // Most sorts keep the order of equal keys; of a long run of these nobody could try all for all.
    return (ranking.isExact && mayStand(ranking.order[r], r)) ||
           std::any_of(candidates.begin(), candidates.end(),
                       [&](size_t i) { return mayStand(i, r); });
  }

  /// Whether what was returned at rank r may be element i, with all that goes along.
  bool mayStand(size_t i, size_t r) const {
    for (size_t operand = 0; operand < check.returned.size(); ++operand) {
      // An exact key was compared on its own.
      if (!check.returned[operand] || (operand == 0 && ranking.isExact))
        continue;
      if (!admits(operand == 0 ? keys : check.operand(operand), lines.at(line, i),
                  *check.returned[operand], lines.at(line, r)))
        return false;
    }
    return true;
  }

  std::string expectedAt(size_t r) const {
    return oneOf(ranking.candidates(r), [&](size_t i) {
      return describe(check.operand(check.result), lines.at(line, i));
    });
  }

  bool areExact(size_t begin, size_t end) const {
    for (size_t operand = 1; operand < check.returned.size(); ++operand)
      for (size_t r = begin; r < end && check.returned[operand]; ++r)
        if (!check.operand(operand).isExact(lines.at(line, ranking.order[r])))
          return false;
    return true;
  }

  Tuple expectedTuple(size_t i) const {
    Tuple tuple{};
    for (size_t operand = 1; operand < check.returned.size(); ++operand) {
      if (!check.returned[operand])
        continue;
      const Elements &from = check.operand(operand);
      const size_t at = lines.at(line, i);
      uint64_t *to = &tuple[2 * (operand - 1)];
      to[0] = from.isReal() ? canonicalBits(from.value[at]) : static_cast<uint64_t>(from.low[at]);
      if (isComplex(from.type))
        to[1] = canonicalBits(from.value[at + static_cast<size_t>(from.count)]);
    }
    return tuple;
  }

  Tuple actualTuple(size_t r) const {
    Tuple tuple{};
    for (size_t operand = 1; operand < check.returned.size(); ++operand) {
      if (!check.returned[operand])
        continue;
      const Tensor &from = *check.returned[operand];
      const auto at = static_cast<int64_t>(lines.at(line, r));
      const bool isReal = isFloat(from.element()) || isComplex(from.element());
      uint64_t *to = &tuple[2 * (operand - 1)];
      to[0] = isReal ? canonicalBits(from.real(at)) : static_cast<uint64_t>(from.integer(at));
      if (isComplex(from.element()))
        to[1] = canonicalBits(from.imaginary(at));
    }
    return tuple;
  }

  /// Ranks begin .. end-1 hold just the elements that stand there in the ranking's order.
  void comparePermutation(size_t begin, size_t end, const TellWrong &tell) const {
    std::map<Tuple, int64_t> left;
    for (size_t r = begin; r < end; ++r)
      ++left[expectedTuple(ranking.order[r])];
    for (size_t r = begin; r < end; ++r)
      if (--left[actualTuple(r)] < 0)
        tell(lines.at(line, r), expectedAt(r));
  }

  /// The same of elements that are known within bounds: each rank has one of its own, by augmenting
  /// paths. Not of long lines, which would take as long as their length cubed.
  void matchPermutation(size_t begin, size_t end, const TellWrong &tell) const {
    constexpr size_t mostElements = 64;
    const size_t count = end - begin;
    if (count < 2 || count > mostElements)
      return;
    std::vector<std::optional<size_t>> holders(count); // of the elements, by their places
    for (size_t r = begin; r < end; ++r) {
      std::vector<bool> seen(count);
      if (!findElement(r, begin, holders, seen))
        tell(lines.at(line, r), expectedAt(r));
    }
  }

  /// Gives rank r an element, for which others may have to take another one.
  bool findElement(size_t r, size_t begin, std::vector<std::optional<size_t>> &holders,
                   std::vector<bool> &seen) const {
    for (size_t k = 0; k < holders.size(); ++k) {
      if (seen[k] || !mayStand(ranking.order[begin + k], r))
        continue;
      seen[k] = true;
      if (holders[k] && !findElement(*holders[k], begin, holders, seen))
        continue;
      holders[k] = r;
      return true;
    }
    return false;
  }

  const ChoiceCheck &check;
  const Elements &keys; // which what chooses between them may flush
  const Ranking &ranking;
  const Lines &lines;
  const size_t line;
};
} // namespace

static void check(const ChoiceCheck &check, const Sort &op, const TellWrong &tell) {
  const Elements keys = chosenKeys(check);
  const Lines lines(keys.shape, op.dim);
  Ranking ranking;
  for (size_t line = 0; line < lines.starts.size(); ++line) {
    if (!hasChosen(check.expected(), lines, line))
      continue;
    ranking.rank(keys, lines, line, rulesOf(check.state.testCase, op));
    SortedLine(check, keys, ranking, lines, line).inspect(tell);
  }
}

/// An index of an extreme element, which is the value that was returned.
static void check(const ChoiceCheck &check, const ArgReduce &op, const TellWrong &tell) {
  const Elements keys = chosenKeys(check);
  const Elements &expected = check.expected();
  const Lines lines(keys.shape, op.dim);
  Ranking ranking;
  for (size_t line = 0; line < lines.starts.size(); ++line) {
    if (!(expected.mark[line] & Chosen))
      continue;
    const auto candidates = ranking.findFirst(keys, lines, line, rulesOf(check.state.testCase, op));
    const int64_t i = check.actual().integer(static_cast<int64_t>(line));
    const bool isCandidate =
        i >= 0 && std::binary_search(candidates.begin(), candidates.end(), static_cast<size_t>(i));
    if (!isCandidate || (check.returned[0] && !admits(keys, lines.at(line, static_cast<size_t>(i)),
                                                      *check.returned[0], line)))
      tell(line, oneOf(candidates, index));
  }
}

/// An element that several updates overwrite is one of them.
template <class ScatterOp>
static void checkScatter(const ChoiceCheck &check, const ScatterOp &op, const TellWrong &tell) {
  const Elements &expected = check.expected(), &updates = check.operand(2);
  std::map<size_t, std::vector<size_t>> candidates;
  for (size_t at = 0; at < static_cast<size_t>(expected.count); ++at)
    if (expected.mark[at] & Chosen)
      candidates[at];
  forEachUpdate(check.state.testCase, op, check.operand(0), check.operand(1),
                [&](size_t update, const Reached &reached) {
                  for (int64_t place : reached.places)
                    if (auto found = candidates.find(static_cast<size_t>(place));
                        found != candidates.end())
                      found->second.push_back(update);
                });
  for (const auto &[at, several] : candidates)
    if (std::none_of(several.begin(), several.end(),
                     [&](size_t update) { return admits(updates, update, check.actual(), at); }))
      tell(at, oneOf(several, [&](size_t update) { return describe(updates, update); }));
}

static void check(const ChoiceCheck &choice, const Scatter &op, const TellWrong &tell) {
  checkScatter(choice, op, tell);
}
static void check(const ChoiceCheck &choice, const ScatterNd &op, const TellWrong &tell) {
  checkScatter(choice, op, tell);
}

void checkChoice(const ChoiceCheck &choice, const TellWrong &tell) {
  const Op &op = choice.state.testCase.program().node(choice.node).op;
  std::visit(
      [&](const auto &alternative) {
        if constexpr (requires { check(choice, alternative, tell); })
          check(choice, alternative, tell);
        else
          ASSAY_ASSERT(false, "only ops with several right answers choose");
      },
      op);
}

} // namespace assay::oracle
