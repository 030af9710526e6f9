#include "oracle/Ranking.h"

#include <algorithm>
#include <numeric>

namespace assay::oracle {

/// An integer that is ordered as the number is; both zeros are 0, NaN is above everything.
static int64_t image(double x) {
  if (std::isnan(x))
    return std::numeric_limits<int64_t>::max();
  const auto bits = std::bit_cast<int64_t>(x);
  return bits >= 0 ? bits : -(bits & std::numeric_limits<int64_t>::max());
}

static void takeKeys(Ranking &r, const Elements &keys, const Lines &lines, size_t line,
                     const Ranking::Rules &rules) {
  const auto length = static_cast<size_t>(lines.length);
  const Format format(keys.isReal() ? keys.type : ElementType::F32, {});
  r.low.resize(length);
  r.high.resize(length);
  r.isOpen = false;
  r.isExact = true;
  for (size_t i = 0; i < length; ++i) {
    const size_t at = lines.at(line, i);
    if (keys.isReal()) {
      const Real x = keys.real(at);
      r.isOpen |= x.isOpen() || (std::isnan(x.value) && !rules.nanOrder);
      const Interval held = ends(format, x);
      r.low[i] = image(held.low);
      r.high[i] = image(held.high);
    } else {
      r.low[i] = keys.low[at];
      r.high[i] = keys.high[at];
    }
    r.isExact &= r.low[i] == r.high[i];
    if (rules.descending) { // ~x = -x - 1 reverses the order and cannot overflow
      const int64_t low = r.low[i];
      r.low[i] = ~r.high[i];
      r.high[i] = ~low;
    }
  }
}

void Ranking::rank(const Elements &keys, const Lines &lines, size_t line, const Rules &rules) {
  takeKeys(*this, keys, lines, line, rules);
  const size_t length = size();
  first.resize(length);
  last.resize(length);
  order.resize(length);
  if (isOpen)
    return;
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return low[a] != low[b] ? low[a] < low[b] : a < b; });
  sortedLow.resize(length);
  for (size_t r = 0; r < length; ++r)
    sortedLow[r] = low[order[r]];
  sortedHigh = isExact ? sortedLow : high;
  if (!isExact)
    std::sort(sortedHigh.begin(), sortedHigh.end());
  for (size_t r = 0; r < length; ++r) {
    const size_t i = order[r];
    if (isExact && rules.stable) {
      first[i] = last[i] = r;
      continue;
    }
    auto before = std::lower_bound(sortedHigh.begin(), sortedHigh.end(), low[i]);
    auto behind = std::upper_bound(sortedLow.begin(), sortedLow.end(), high[i]);
    first[i] = static_cast<size_t>(before - sortedHigh.begin());
    last[i] = static_cast<size_t>(behind - sortedLow.begin()) - 1;
  }
  if (!isExact)
    collectCandidates();
}

std::span<const size_t> Ranking::findFirst(const Elements &keys, const Lines &lines, size_t line,
                                           const Rules &rules) {
  takeKeys(*this, keys, lines, line, rules);
  members.clear();
  if (isOpen)
    return members;
  const int64_t least = *std::min_element(high.begin(), high.end());
  for (size_t i = 0; i < size(); ++i) {
    if (low[i] > least)
      continue;
    members.push_back(i);
    if (isExact && rules.stable)
      break;
  }
  return members;
}

void Ranking::collectCandidates() {
  constexpr size_t limit = size_t(1) << 20;
  const size_t length = size();
  starts.assign(length + 1, 0);
  size_t total = 0;
  for (size_t i = 0; i < length; ++i)
    total += last[i] - first[i] + 1;
  if (total > limit) {
    isOpen = true;
    return;
  }
  for (size_t i = 0; i < length; ++i)
    for (size_t r = first[i]; r <= last[i]; ++r)
      ++starts[r + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  members.resize(total);
  std::vector<size_t> next(starts.begin(), starts.end() - 1);
  for (size_t i = 0; i < length; ++i)
    for (size_t r = first[i]; r <= last[i]; ++r)
      members[next[r]++] = i;
}

std::span<const size_t> Ranking::candidates(size_t r) const {
  if (isExact) { // a run of equal keys, in the order of their indices
    const size_t i = order[r];
    return {order.data() + first[i], last[i] - first[i] + 1};
  }
  return {members.data() + starts[r], starts[r + 1] - starts[r]};
}

Ranking::Rules rulesOf(const TestCase &testCase, const Topk &op) {
  return {op.largest, testCase.has(Contract::LowestIndexFirst), testCase.has(Contract::NanOrder)};
}

Ranking::Rules rulesOf(const TestCase &testCase, const Sort &op) {
  return {op.descending, op.stable && testCase.has(Contract::StableSort),
          testCase.has(Contract::NanOrder)};
}

Ranking::Rules rulesOf(const TestCase &, const ArgReduce &op) {
  return {!op.minimum, op.firstIndex, false};
}

} // namespace assay::oracle
