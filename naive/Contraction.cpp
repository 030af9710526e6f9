#include "naive/Context.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::naive {

/// The iteration dims picked by `map`.
static Shape mapped(const Shape &index, const std::vector<int64_t> &map) {
  Shape result;
  for (int64_t dim : map)
    result.push_back(index[static_cast<size_t>(dim)]);
  return result;
}

/// Extents of the iteration dims.
static Shape iterationShape(const Contraction &op, const Array &lhs, const Array &rhs) {
  Shape shape(static_cast<size_t>(op.iterationRank()), 0);
  for (size_t i = 0; i < op.lhs.size(); ++i)
    shape[static_cast<size_t>(op.lhs[i])] = lhs.shape[i];
  for (size_t i = 0; i < op.rhs.size(); ++i)
    shape[static_cast<size_t>(op.rhs[i])] = rhs.shape[i];
  return shape;
}

void apply(const Contraction &op, Context &context) {
  const Array &lhs = context.operand(0), &rhs = context.operand(1);
  const Arithmetic &arithmetic = context.arithmetic;
  Array &y = context.result();
  const ElementType accumulator = Arithmetic::accumulator(op.result);
  if (context.destination)
    y.elements = context.destination->elements;
  const bool rhsUnsigned = op.rhsUnsigned ? *op.rhsUnsigned : op.isUnsigned;
  std::vector<std::vector<Term>> terms(y.elements.size());
  const Element *first = y.elements.data();
  context.forEachTerm(iterationShape(op, lhs, rhs), [&](const Shape &index) {
    Element a = extended(lhs.element, op.result, op.isUnsigned, lhs.at(mapped(index, op.lhs)));
    Element b = extended(rhs.element, op.result, rhsUnsigned, rhs.at(mapped(index, op.rhs)));
    Element &sum = y.at(mapped(index, op.out));
    terms[static_cast<size_t>(&sum - first)].push_back({a.real, b.real});
    uint64_t product = static_cast<uint64_t>(a.integer) * static_cast<uint64_t>(b.integer);
    sum.integer =
        wrapInteger(op.result, static_cast<int64_t>(static_cast<uint64_t>(sum.integer) + product));
  });
  if (!isFloat(op.result))
    return;
  for (size_t i = 0; i < y.elements.size(); ++i)
    y.elements[i].real = arithmetic.round(
        op.result, arithmetic.sum(accumulator, y.elements[i].real, std::move(terms[i])));
}

namespace {

/// The greatest of them, NaN if one is; -inf of none.
long double greatest(const std::vector<long double> &numbers) {
  long double result = -std::numeric_limits<long double>::infinity();
  for (long double number : numbers)
    if (std::isnan(result) || number > result || std::isnan(number))
      result = std::isnan(result) ? result : number;
  return result;
}

/// Which way the powers of a softmax are off.
enum class Powers : uint8_t {
  Alike,       // all the same way
  OneByItself, // that of each element's own the other way than all others
};

/// exp(x - max) / sum exp(x - max), computed in `type`.
std::vector<long double> softmaxOf(const std::vector<long double> &x, ElementType type,
                                   const Arithmetic &arithmetic, Powers powers = Powers::Alike) {
  const long double top = greatest(x);
  std::vector<long double> y, others;
  std::vector<Term> terms;
  for (long double number : x) {
    const long double exponent = arithmetic.subtract(type, number, top);
    const long double exact = std::exp(exponent);
    const long double power = arithmetic.approximate(type, exponent, exact);
    y.push_back(arithmetic.round(type, power));
    others.push_back(powers == Powers::Alike ? y.back()
                                             : arithmetic.round(type, exact - (power - exact)));
    terms.push_back({others.back()});
  }
  if (arithmetic.chosen().maskedRowsAreZero && std::isinf(top) && top < 0)
    return std::vector<long double>(x.size(), 0);
  const long double sumOfOthers = arithmetic.sum(type, 0, std::move(terms));
  for (size_t i = 0; i < y.size(); ++i) {
    long double &number = y[i];
    const long double sum = number == others[i] ? sumOfOthers : sumOfOthers - others[i] + number;
    number = arithmetic.style() == Style::Lanes
                 ? arithmetic.multiply(type, number, arithmetic.divide(type, 1, sum))
                 : arithmetic.divide(type, number, sum);
    // A function itself, which is exact where one element is all that counts.
    if (number != 1)
      number = arithmetic.approximate(type, 1, number);
  }
  return y;
}

/// Weights of keys: those of the softmax are `powers` times `factor`.
struct Weights {
  std::vector<long double> powers;
  long double factor = 1;
};

/// The same for scores in units of ln 2, as flash forms have it: the weights are rounded to
/// `element` before they are divided by their sum.
Weights flashWeights(const std::vector<long double> &scores, ElementType element,
                     const Arithmetic &arithmetic) {
  const ElementType type = Arithmetic::accumulator(element);
  const long double top = greatest(scores);
  Weights weights;
  long double sum = 0;
  for (long double score : scores) {
    long double power = arithmetic.round(type, std::exp2(arithmetic.subtract(type, score, top)));
    sum = arithmetic.add(type, sum, power);
    weights.powers.push_back(roundReal(element, power));
  }
  weights.factor = arithmetic.divide(type, 1, sum);
  return weights;
}

/// The operands of one attention, one query row at a time.
struct AttentionRow {
  const Attention &op;
  const Context &context;
  Shape batch; // of the query
  int64_t query;

  const Array &q() const { return context.operand(0); }
  const Array &k() const { return context.operand(1); }
  const Array &v() const { return context.operand(2); }
  ElementType accumulator() const { return Arithmetic::accumulator(q().element); }
  bool isFlash() const { return context.arithmetic.isBackwards(); }
  static constexpr long double log2e = 1.442695040888963407359924681L;

  Shape place(Shape head, int64_t row, int64_t column) const {
    head.push_back(row);
    head.push_back(column);
    return head;
  }
  Shape keyHead() const {
    Shape head = batch;
    if (!head.empty())
      head.back() /= op.group;
    return head;
  }

  long double score(int64_t key) const {
    const long double minusInfinity = -std::numeric_limits<long double>::infinity();
    const Arithmetic &arithmetic = context.arithmetic;
    const int64_t depth = q().shape.back();
    const bool isRemoved =
        (op.causal && key > query) ||
        (op.mask == MaskKind::Boolean && !context.operand(3).at(place(batch, query, key)).integer);
    // Those who add -inf instead let NaN survive, as flash forms do.
    if (isRemoved && !isFlash() && !arithmetic.chosen().removesByAdding)
      return minusInfinity;
    std::vector<Term> terms;
    for (int64_t i = 0; i < depth; ++i)
      terms.push_back({queryElement(i), k().at(place(keyHead(), key, i)).real});
    const long double sum = arithmetic.sum(accumulator(), 0, std::move(terms));
    long double scaled = sum, mask = 0;
    if (!isFlash())
      scaled = arithmetic.multiply(accumulator(), sum, arithmetic.round(accumulator(), op.scale));
    if (isRemoved)
      return scaled + minusInfinity;
    if (op.mask != MaskKind::Additive)
      return scaled;
    mask = context.operand(3).at(place(batch, query, key)).real;
    if (isFlash())
      mask = arithmetic.multiply(accumulator(), mask, roundReal(accumulator(), log2e));
    return arithmetic.add(accumulator(), scaled, mask);
  }

  /// Element `i` of the query; in flash forms already scaled, in units of ln 2, and of q's type.
  long double queryElement(int64_t i) const {
    long double element = q().at(place(batch, query, i)).real;
    if (!isFlash())
      return element;
    return roundReal(q().element, element * roundReal(q().element, op.scale * log2e));
  }

  long double value(int64_t key, int64_t column) const {
    return v().at(place(keyHead(), key, column)).real;
  }

  /// All columns from one pass over the keys: what is summed so far is rescaled when a key has a
  /// greater score, and divided by the sum of the weights in the end.
  std::vector<long double> inOnePass(const std::vector<long double> &scores) const {
    const Arithmetic &arithmetic = context.arithmetic;
    const ElementType type = accumulator();
    long double top = -std::numeric_limits<long double>::infinity(), sum = 0;
    std::vector<long double> columns(static_cast<size_t>(v().shape.back()), 0);
    for (size_t key = 0; key < scores.size(); ++key) {
      if (std::isinf(scores[key])) // removed
        continue;
      if (scores[key] > top) {
        const long double rescale =
            arithmetic.round(type, std::exp(arithmetic.subtract(type, top, scores[key])));
        sum = arithmetic.multiply(type, sum, rescale);
        for (long double &column : columns)
          column = arithmetic.multiply(type, column, rescale);
        top = scores[key];
      }
      const long double power =
          arithmetic.round(type, std::exp(arithmetic.subtract(type, scores[key], top)));
      sum = arithmetic.add(type, sum, power);
      for (size_t i = 0; i < columns.size(); ++i)
        columns[i] = arithmetic.multiplyAdd(
            type, power, value(static_cast<int64_t>(key), static_cast<int64_t>(i)), columns[i]);
    }
    for (long double &column : columns)
      column = arithmetic.multiply(type, column, arithmetic.divide(type, 1, sum));
    return columns;
  }

  Weights weights(const std::vector<long double> &scores) const {
    if (isFlash())
      return flashWeights(scores, q().element, context.arithmetic);
    return {softmaxOf(scores, accumulator(), context.arithmetic)};
  }

  long double output(const Weights &weights, int64_t column) const {
    std::vector<Term> terms;
    for (size_t key = 0; key < weights.powers.size(); ++key)
      terms.push_back({weights.powers[key], value(static_cast<int64_t>(key), column)});
    const long double sum = context.arithmetic.sum(accumulator(), 0, std::move(terms));
    return isFlash() ? context.arithmetic.multiply(accumulator(), sum, weights.factor) : sum;
  }
};

} // namespace

void apply(const Attention &op, Context &context) {
  Array &y = context.result();
  const size_t rank = y.shape.size();
  const int64_t keys = context.operand(1).shape[rank - 2];
  Shape rows = y.shape;
  rows.pop_back();
  forEachIndex(rows, [&](const Shape &at) {
    AttentionRow row{op, context, Shape(at.begin(), at.end() - 1), at.back()};
    std::vector<long double> scores;
    for (int64_t key = 0; key < keys; ++key)
      scores.push_back(row.score(key));
    const auto isFinite = [](long double score) { return std::isfinite(score); };
    const auto isNumber = [](long double score) { return score < HUGE_VALL; };
    if (context.arithmetic.style() == Style::Fused && std::ranges::any_of(scores, isFinite) &&
        std::ranges::all_of(scores, isNumber)) {
      const std::vector<long double> columns = row.inOnePass(scores);
      for (int64_t column = 0; column < y.shape.back(); ++column)
        y.at(row.place(row.batch, row.query, column)).real =
            context.arithmetic.round(y.element, columns[static_cast<size_t>(column)]);
      return;
    }
    const Weights weights = row.weights(scores);
    for (int64_t column = 0; column < y.shape.back(); ++column)
      y.at(row.place(row.batch, row.query, column)).real =
          context.arithmetic.round(y.element, row.output(weights, column));
  });
}

void apply(const Softmax &op, Context &context) {
  const Array &x = context.operand(0);
  Array &y = context.result();
  forEachIndex(without(x.shape, op.dim), [&](const Shape &line) {
    std::vector<long double> numbers;
    for (int64_t i = 0; i < x.extent(op.dim); ++i)
      numbers.push_back(x.at(inserted(line, op.dim, i)).real);
    numbers = softmaxOf(numbers, Arithmetic::accumulator(x.element), context.arithmetic,
                        Powers::OneByItself);
    for (int64_t i = 0; i < x.extent(op.dim); ++i)
      y.at(inserted(line, op.dim, i)).real =
          context.arithmetic.round(x.element, numbers[static_cast<size_t>(i)]);
  });
}

} // namespace assay::naive
