#include "oracle/Fold.h"
#include "oracle/Ranking.h"
#include "oracle/Softmax.h"
#include "oracle/Step.h"

#include <algorithm>

namespace assay::oracle {

/// One line of softmax whose elements are all finite, or -inf with weight 0.
static void softmaxLine(Step &step, const Lines &lines, size_t line, SoftmaxWeights &weights,
                        std::vector<Real> &scores) {
  Elements &y = step.results[0];
  const Elements &x = *step.operands[0];
  const auto length = static_cast<size_t>(lines.length);
  const Format format = step.format(y.type);
  const Format wide = step.format(format.isShort() ? ElementType::F32 : y.type);
  scores.clear();
  bool isOpen = false, isNan = false, areEqual = !step.accuracy.allows(Allowance::InexactAtZero);
  for (size_t i = 0; i < length; ++i) {
    const Real score = x.real(lines.at(line, i));
    isOpen |= score.isOpen();
    isNan |= score.isNan() || (score.isExact() && score.value == infinity);
    if (score.value != -infinity)
      scores.push_back(score);
    if (!scores.empty())
      areEqual &= scores.back().error == 0 && scores.back().value == scores[0].value;
  }
  const size_t kept = scores.size();
  areEqual = kept == 1 || (areEqual && (kept & (kept - 1)) == 0);
  if (!isOpen && !isNan && kept > 0 && !areEqual)
    weights.compute(scores, wide, step.accuracy, SoftmaxWeights::Exponent::Difference);
  // Below the line are the powers, what adding them loses, and what some lose below minNormal; the
  // sum is at least exp(0). Then the quotient rounds, or 1 / sum and the product with it.
  const double ofSum =
      weights.lostInSum +
      static_cast<double>(kept) * (weights.lostBelow + (wide.flushes ? wide.minNormal : 0));
  const double relative =
      (ofSum < 0.5 ? ofSum / (1 - ofSum) : infinity) + (format.isShort() ? 2.01 : 1.01) * wide.unit;
  for (size_t i = 0, next = 0; i < length; ++i) {
    const size_t at = lines.at(line, i);
    if (isNan) { // of itself, or Inf - Inf: so is the sum that all are divided by
      y.set(at, Real::nan());
    } else if (isOpen) {
      y.set(at, Real::open());
    } else if (kept == 0) { // nothing but -inf
      y.set(at, Real{0, infinity, MaskedRow});
    } else if (x.value[at] == -infinity) {
      y.set(at, Real{});
    } else if (areEqual) {
      y.set(at, settle(format, 1 / static_cast<double>(kept), 0));
    } else if (weights.isZero[next] && step.accuracy.functionAbsolute == 0) {
      y.set(at, Real{});
      ++next;
    } else {
      const double error = weights.weight[next] * ((1 + weights.moved[next]) * (1 + relative) - 1);
      y.set(at, ofSigns(bounded(format, weights.weight[next],
                                error + weights.lostBelow * (1 + relative)),
                        {step.accuracy.functionAbsolute > 0, true}));
      ++next;
    }
  }
}

void evaluateOp(Step &step, const Softmax &op) {
  if (step.results[0].count == 0)
    return;
  const Lines lines(step.results[0].shape, op.dim);
  SoftmaxWeights weights;
  std::vector<Real> scores;
  for (size_t line = 0; line < lines.starts.size(); ++line)
    softmaxLine(step, lines, line, weights, scores);
}

void evaluateOp(Step &step, const Reduce &op) {
  if (step.results[0].count == 0) // of which what is folded may be longer than memory
    return;
  const Elements &x = *step.operands[0];
  Shape keptShape, foldedShape;
  Places kept, folded, all = allOf(x.shape);
  for (size_t i = 0; i < x.shape.size(); ++i) {
    const bool isFolded =
        std::find(op.dims.begin(), op.dims.end(), static_cast<int64_t>(i)) != op.dims.end();
    (isFolded ? foldedShape : keptShape).push_back(x.shape[i]);
    (isFolded ? folded : kept).strides.push_back(all.strides[i]);
  }
  const std::vector<int64_t> starts = offsets(keptShape, kept),
                             places = offsets(foldedShape, folded);
  const FoldRules rules{op.function, x.type, op.result, op.isUnsigned};
  withFold(rules, step, [&](auto fold) {
    for (size_t i = 0; i < starts.size(); ++i) {
      fold.start(step.initial, i);
      for (int64_t place : places)
        fold.add(x, static_cast<size_t>(starts[i] + place));
      fold.write(step.results[0], i);
    }
  });
}

void evaluateOp(Step &step, const Scan &op) {
  const Elements &x = *step.operands[0];
  if (x.count == 0)
    return;
  const Lines lines(x.shape, op.dim);
  const auto length = static_cast<size_t>(lines.length);
  const FoldRules rules{op.function, x.type, op.result, false};
  withFold(rules, step, [&](auto fold) {
    for (size_t line = 0; line < lines.starts.size(); ++line) {
      fold.start(step.initial, line);
      for (size_t i = 0; i < length; ++i) {
        const size_t at = lines.at(line, op.reverse ? length - 1 - i : i);
        if (!op.inclusive)
          fold.write(step.results[0], at);
        fold.add(x, at);
        if (op.inclusive)
          fold.write(step.results[0], at);
      }
    }
  });
}

void evaluateOp(Step &step, const ArgReduce &op) {
  const Elements &keys = *step.operands[0];
  Elements &values = step.results[0], &indices = step.results[1];
  if (values.count == 0)
    return;
  const Lines lines(keys.shape, op.dim);
  const Format format = step.format(values.type);
  Ranking ranking;
  for (size_t line = 0; line < lines.starts.size(); ++line) {
    const auto candidates = ranking.findFirst(keys, lines, line, rulesOf(step.testCase, op));
    if (candidates.empty()) {
      values.setOpen(line);
      indices.setOpen(line);
      continue;
    }
    values.copy(line, keys, lines.at(line, candidates[0]));
    // The extreme of several is the extreme of their ends.
    for (size_t i : candidates.subspan(1))
      mergeExtreme(format, values, line, keys, lines.at(line, i), op.minimum);
    indices.set(line, Range{static_cast<int64_t>(candidates.front()),
                            static_cast<int64_t>(candidates.back())});
    if (candidates.size() > 1)
      indices.choose(line);
  }
  values.letFlush(format);
}

} // namespace assay::oracle
