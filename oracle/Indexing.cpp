#include "oracle/Integer.h"
#include "oracle/Step.h"
#include "oracle/Sum.h"
#include "oracle/Updates.h"

#include <algorithm>

namespace assay::oracle {
namespace {

/// The result of a scatter while updates arrive.
class Combined {
public:
  Combined(Step &step, Combine combine, bool unique)
      : out(step.results[0]), base(*step.operands[0]), updates(*step.operands[2]), combine(combine),
        unique(unique), format(step.format(isFloat(out.type) ? out.type : ElementType::F32)) {
    out = base;
    for (uint8_t &mark : out.mark)
      mark &= static_cast<uint8_t>(~Chosen);
    hits.resize(static_cast<size_t>(out.count));
    if (combine == Combine::Add && out.isReal())
      sums.resize(hits.size(), Sum(format));
  }

  void take(size_t update, const Reached &reached) {
    for (int64_t place : reached.places) {
      const auto at = static_cast<size_t>(place);
      meets |= hits[at] > 0;
      if (reached.isCertain)
        takeCertain(at, update);
      else
        takeUncertain(at, update);
      hits[at] = reached.isCertain && hits[at] == 0 ? 1 : 2;
    }
  }

  /// Whether two updates of a scatter declared unique may meet.
  bool breaksUnique() const { return unique && meets; }

  void finish() {
    for (size_t at = 0; at < sums.size(); ++at)
      if (hits[at] > 0)
        out.set(at, sums[at].total());
  }

private:
  void takeCertain(size_t at, size_t update) {
    switch (combine) {
    case Combine::Overwrite:
      if (hits[at] == 0)
        return out.copy(at, updates, update);
      out.merge(at, updates, update);
      return out.choose(at);
    case Combine::Add:
      return out.isReal() ? addTerm(at, updates.real(update))
                          : addIntegers(at, updates.range(update));
    case Combine::Min:
    case Combine::Max:
      return extreme(at, update);
    }
  }

  /// The update may also go elsewhere.
  void takeUncertain(size_t at, size_t update) {
    switch (combine) {
    case Combine::Overwrite:
      return out.merge(at, updates, update);
    case Combine::Add:
      // As if 0 might be added instead.
      if (out.isReal())
        return addTerm(at, hull(Real{}, updates.real(update)));
      addIntegers(at, {std::min<int64_t>(updates.low[update], 0),
                       std::max<int64_t>(updates.high[update], 0)});
      return;
    case Combine::Min:
    case Combine::Max: {
      Elements before(out.type, {});
      before.copy(0, out, at);
      extreme(at, update);
      return out.merge(at, before, 0);
    }
    }
  }

  void addIntegers(size_t at, Range update) {
    const char *undefined = nullptr; // a sum never is
    out.set(at, binary(BinaryKind::Add, false, out.type, out.range(at), update, undefined));
  }

  void addTerm(size_t at, const Real &update) {
    if (hits[at] == 0)
      sums[at].add(base.real(at));
    sums[at].add(update);
  }

  /// Whether NaN or a number wins is not said: open.
  void extreme(size_t at, size_t update) {
    if (!out.isReal()) {
      const Range a = out.range(at), b = updates.range(update);
      out.set(at, combine == Combine::Min
                      ? Range{std::min(a.low, b.low), std::min(a.high, b.high)}
                      : Range{std::max(a.low, b.low), std::max(a.high, b.high)});
      return;
    }
    const Real a = out.real(at), b = updates.real(update);
    if (std::isnan(a.value) || std::isnan(b.value))
      return out.setOpen(at);
    out.set(at,
            combine == Combine::Min ? minimum(format, a, b, false) : maximum(format, a, b, false));
  }

  Elements &out;
  const Elements &base, &updates;
  const Combine combine;
  const bool unique;
  const Format format;
  std::vector<Sum> sums;
  std::vector<uint8_t> hits; // none, one certain, more or uncertain
  bool meets = false;
};

} // namespace

template <class ScatterOp> static void scatter(Step &step, const ScatterOp &op) {
  Combined combined(step, op.combine, op.unique);
  step.undefined =
      forEachUpdate(step.testCase, op, *step.operands[0], *step.operands[1],
                    [&](size_t update, const Reached &reached) { combined.take(update, reached); });
  if (!step.undefined && combined.breaksUnique())
    step.undefined = "two updates of a unique scatter meet";
  combined.finish();
}

void evaluateOp(Step &step, const Scatter &op) { scatter(step, op); }
void evaluateOp(Step &step, const ScatterNd &op) { scatter(step, op); }

void evaluateOp(Step &step, const Gather &op) {
  Elements &y = step.results[0];
  const Elements &x = *step.operands[0], &indices = *step.operands[1];
  const auto dim = static_cast<size_t>(op.dim);
  Places places = allOf(x.shape);
  const int64_t stride = places.strides[dim];
  places.strides[dim] = 0;
  const std::vector<int64_t> starts = offsets(indices.shape, places);
  const IndexRules rules{step.has(Contract::ClampedGather), false};
  bool mayMiss = false;
  for (size_t i = 0; i < starts.size(); ++i) {
    Range index = indices.range(i);
    if (!restrict(index, x.shape[dim], rules, mayMiss)) {
      step.undefined = "an index out of range";
      return;
    }
    y.copy(i, x, static_cast<size_t>(starts[i] + index.low * stride));
    for (int64_t j = index.low + 1; j <= index.high; ++j)
      y.merge(i, x, static_cast<size_t>(starts[i] + j * stride));
  }
}

void evaluateOp(Step &step, const GatherNd &op) {
  Elements &y = step.results[0];
  const Elements &x = *step.operands[0], &indices = *step.operands[1];
  if (y.count == 0)
    return;
  const Places whole = allOf(x.shape);
  const auto depth = static_cast<size_t>(op.depth);
  size_t window = 1;
  for (size_t i = depth; i < x.shape.size(); ++i)
    window *= static_cast<size_t>(x.shape[i]);
  const IndexRules rules{step.has(Contract::ClampedGather), false};
  bool mayMiss = false;
  std::vector<size_t> starts, next;
  for (size_t row = 0; row < static_cast<size_t>(indices.count) / depth; ++row) {
    starts = {0};
    for (size_t i = 0; i < depth; ++i) {
      Range index = indices.range(row * depth + i);
      if (!restrict(index, x.shape[i], rules, mayMiss)) {
        step.undefined = "an index out of range";
        return;
      }
      next.clear();
      for (size_t start : starts)
        for (int64_t j = index.low; j <= index.high; ++j)
          next.push_back(start + static_cast<size_t>(j * whole.strides[i]));
      starts.swap(next);
    }
    for (size_t w = 0; w < window; ++w) {
      y.copy(row * window + w, x, starts[0] + w);
      for (size_t i = 1; i < starts.size(); ++i)
        y.merge(row * window + w, x, starts[i] + w);
    }
  }
}

void evaluateOp(Step &step, const OneHot &op) {
  Elements &y = step.results[0];
  const Elements &indices = *step.operands[0];
  const int64_t depth = step.extent(op.depth);
  for (size_t i = 0; i < indices.stored(); ++i)
    if (indices.low[i] < 0 || indices.high[i] >= depth) {
      step.undefined = "a one_hot index out of range";
      return;
    }
  Elements numbers(op.element, {2});
  numbers.setNumber(0, op.off, step.accuracy);
  numbers.setNumber(1, op.on, step.accuracy);
  const Lines lines(y.shape, op.dim);
  for (size_t line = 0; line < lines.starts.size(); ++line)
    for (int64_t j = 0; j < depth; ++j) {
      const size_t at = lines.at(line, static_cast<size_t>(j));
      const Range index = indices.range(line);
      const bool may = j >= index.low && j <= index.high;
      y.copy(at, numbers, may ? 1 : 0);
      if (may && !index.isExact())
        y.merge(at, numbers, 0);
    }
}

} // namespace assay::oracle
