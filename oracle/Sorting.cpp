#include "oracle/Ranking.h"
#include "oracle/Step.h"

#include <algorithm>

namespace assay::oracle {

/// The key at a rank where several elements may stand. The r-th smallest (or greatest) of the keys
/// is between the r-th smallest (greatest) of their ends: tighter than the hull of all that may
/// stand there.
static void setKey(Elements &out, size_t at, const Ranking &ranking, size_t rank, bool descending,
                   const Elements &keys, const Lines &lines, size_t line) {
  auto find = [&](const std::vector<int64_t> &ends, int64_t end) {
    return lines.at(line,
                    static_cast<size_t>(std::find(ends.begin(), ends.end(), end) - ends.begin()));
  };
  const size_t lowest = find(ranking.low, ranking.sortedLow[rank]);
  const size_t highest = find(ranking.high, ranking.sortedHigh[rank]);
  const size_t a = descending ? highest : lowest, b = descending ? lowest : highest;
  if (!keys.isReal())
    return out.set(at, Range{keys.low[a], keys.high[b]});
  const Format format(keys.type, {});
  out.set(at, hull(ends(format, keys.real(a)).low, ends(format, keys.real(b)).high));
}

void writeKeys(Elements &out, const Lines &to, size_t toLine, const Ranking &ranking,
               bool descending, const Elements &keys, const Lines &from, size_t line) {
  for (size_t r = 0; r < static_cast<size_t>(to.length); ++r) {
    const auto here = ranking.candidates(r);
    const size_t at = to.at(toLine, r);
    if (here.size() == 1 || ranking.isExact)
      out.copy(at, keys, from.at(line, here[0]));
    else
      setKey(out, at, ranking, r, descending, keys, from, line);
  }
}

static void writeIndices(Elements &out, const Lines &to, const Ranking &ranking, size_t line) {
  for (size_t r = 0; r < static_cast<size_t>(to.length); ++r) {
    const auto here = ranking.candidates(r);
    const size_t at = to.at(line, r);
    out.set(at, Range{static_cast<int64_t>(here.front()), static_cast<int64_t>(here.back())});
    if (here.size() > 1)
      out.choose(at);
  }
}

/// What an operand that follows the keys has at each rank: any of those that may stand there.
static void writeCarried(Elements &out, const Lines &lines, const Ranking &ranking,
                         const Elements &carried, size_t line) {
  std::span<const size_t> previous;
  for (size_t r = 0; r < static_cast<size_t>(lines.length); ++r) {
    const auto here = ranking.candidates(r);
    const size_t at = lines.at(line, r);
    if (r > 0 && here.data() == previous.data() && here.size() == previous.size()) {
      out.copy(at, out, lines.at(line, r - 1));
    } else {
      out.copy(at, carried, lines.at(line, here[0]));
      for (size_t i : here.subspan(1))
        out.merge(at, carried, lines.at(line, i));
    }
    if (here.size() > 1)
      out.choose(at);
    previous = here;
  }
}

static void openLine(Elements &out, const Lines &lines, size_t line) {
  for (size_t i = 0; i < static_cast<size_t>(lines.length); ++i)
    out.setOpen(lines.at(line, i));
}

/// Any element of the line may stand anywhere in it.
static void shuffleLine(Elements &out, const Lines &lines, size_t line) {
  const size_t start = lines.at(line, 0);
  for (size_t i = 1; i < static_cast<size_t>(lines.length); ++i)
    out.merge(start, out, lines.at(line, i));
  for (size_t i = 0; i < static_cast<size_t>(lines.length); ++i) {
    out.copy(lines.at(line, i), out, start);
    out.choose(lines.at(line, i));
  }
}

void evaluateOp(Step &step, const Topk &op) {
  const Elements &keys = *step.operands[0];
  Elements &values = step.results[0], &indices = step.results[1];
  if (values.count == 0)
    return;
  const Lines from(keys.shape, op.dim), to(values.shape, op.dim);
  Ranking ranking;
  for (size_t line = 0; line < from.starts.size(); ++line) {
    ranking.rank(keys, from, line, rulesOf(step.testCase, op));
    if (ranking.isOpen) {
      openLine(values, to, line);
      openLine(indices, to, line);
      continue;
    }
    writeKeys(values, to, line, ranking, op.largest, keys, from, line);
    writeIndices(indices, to, ranking, line);
    if (!op.sorted && to.length > 1) {
      shuffleLine(values, to, line);
      shuffleLine(indices, to, line);
    }
  }
  values.letFlush(step.format(values.type));
}

void evaluateOp(Step &step, const Sort &op) {
  const Elements &keys = *step.operands[0];
  if (keys.count == 0)
    return;
  const Lines lines(keys.shape, op.dim);
  Ranking ranking;
  for (size_t line = 0; line < lines.starts.size(); ++line) {
    ranking.rank(keys, lines, line, rulesOf(step.testCase, op));
    if (ranking.isOpen) {
      for (Elements &result : step.results)
        openLine(result, lines, line);
      continue;
    }
    writeKeys(step.results[0], lines, line, ranking, op.descending, keys, lines, line);
    for (size_t i = 1; i < step.results.size(); ++i)
      writeCarried(step.results[i], lines, ranking, *step.operands[i], line);
  }
  step.results[0].letFlush(step.format(keys.type));
}

} // namespace assay::oracle
