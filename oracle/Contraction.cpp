#include "oracle/Integer.h"
#include "oracle/Step.h"
#include "oracle/Sum.h"

#include <Eigen/Core>

#include <algorithm>
#include <optional>

namespace assay::oracle {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using IntegerMatrix = Eigen::Matrix<uint64_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A contraction as a batch of matrix products [M, K] x [K, N]. Iteration dims in both operands and
/// in out are batch dims; those in lhs and out are M; in rhs and out N; all that out lacks are K,
/// where an operand that lacks one as well is read with stride 0.
class Products {
public:
  Products(const Contraction &op, const Elements &lhs, const Elements &rhs, const Elements &out) {
    const auto ofLhs = rowMajorStrides(lhs.shape), ofRhs = rowMajorStrides(rhs.shape),
               ofOut = rowMajorStrides(out.shape);
    const int64_t rank = op.iterationRank();
    for (int64_t dim = 0; dim < rank; ++dim) {
      const int64_t l = strideOf(op.lhs, ofLhs, dim), r = strideOf(op.rhs, ofRhs, dim);
      const int64_t o = strideOf(op.out, ofOut, dim);
      const bool inLeft = contains(op.lhs, dim), inRight = contains(op.rhs, dim);
      const int64_t extent = inLeft ? ofDim(op.lhs, lhs.shape, dim) : ofDim(op.rhs, rhs.shape, dim);
      if (!contains(op.out, dim))
        k.push(extent, l, r, 0);
      else if (inLeft && inRight)
        batch.push(extent, l, r, o);
      else if (inLeft)
        m.push(extent, l, 0, o);
      else
        n.push(extent, 0, r, o);
    }
    for (Group *group : {&batch, &m, &n, &k})
      group->walk();
  }

  struct Group {
    Shape shape;
    Places places[3]; // of lhs, rhs, out
    std::vector<int64_t> lhs, rhs, out;

    void push(int64_t extent, int64_t l, int64_t r, int64_t o) {
      shape.push_back(extent);
      places[0].strides.push_back(l);
      places[1].strides.push_back(r);
      places[2].strides.push_back(o);
    }
    void walk() {
      lhs = offsets(shape, places[0]);
      rhs = offsets(shape, places[1]);
      out = offsets(shape, places[2]);
    }
    size_t size() const { return lhs.size(); }
  };
  Group batch, m, n, k;

  /// Whether the terms of a sum have an order of their own: they lie along one dim.
  bool sumsAlongOneDim() const {
    return std::ranges::count_if(k.shape, [](int64_t extent) { return extent != 1; }) <= 1;
  }

  size_t left(size_t b, size_t i, size_t j) const {
    return static_cast<size_t>(batch.lhs[b] + m.lhs[i] + k.lhs[j]);
  }
  size_t right(size_t b, size_t j, size_t i) const {
    return static_cast<size_t>(batch.rhs[b] + n.rhs[i] + k.rhs[j]);
  }
  size_t result(size_t b, size_t i, size_t j) const {
    return static_cast<size_t>(batch.out[b] + m.out[i] + n.out[j]);
  }

private:
  static bool contains(const std::vector<int64_t> &map, int64_t dim) {
    return std::find(map.begin(), map.end(), dim) != map.end();
  }
  /// Of an operand's extents or strides the one of an iteration dim.
  static int64_t ofDim(const std::vector<int64_t> &map, const std::vector<int64_t> &values,
                       int64_t dim) {
    return values[static_cast<size_t>(std::find(map.begin(), map.end(), dim) - map.begin())];
  }
  static int64_t strideOf(const std::vector<int64_t> &map, const std::vector<int64_t> &strides,
                          int64_t dim) {
    return contains(map, dim) ? ofDim(map, strides, dim) : 0;
  }
};

/// One side of a batch entry: values, and for each row (of lhs; column of rhs) the lowest bit. An
/// element that is open, infinite or NaN is left out and spoils its row.
struct Side {
  Matrix value;
  std::vector<int> lowest;
  std::vector<bool> hasErrors, spoiled;

  Side(Eigen::Index rows, Eigen::Index columns, size_t lines)
      : value(rows, columns), lowest(lines), hasErrors(lines), spoiled(lines) {}

  void start() {
    std::fill(lowest.begin(), lowest.end(), Sum::noGranule);
    std::fill(hasErrors.begin(), hasErrors.end(), false);
    std::fill(spoiled.begin(), spoiled.end(), false);
  }
  void put(size_t row, size_t column, size_t line, double x, double e) {
    if (!(e < infinity) || !std::isfinite(x)) {
      spoiled[line] = true;
      x = e = 0;
    }
    value(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = x;
    if (e != 0)
      hasErrors[line] = true;
    if (x != 0)
      lowest[line] = std::min(lowest[line], lowestBit(x));
  }
};

} // namespace

static Real initialReal(const Step &step, size_t at) {
  return step.initial ? step.initial->real(at) : Real{};
}

/// Row i of lhs times column j of rhs, one by one: where infinities, NaN or open elements take
/// part.
static Real spoiledProduct(const Step &step, const Products &p, size_t b, size_t i, size_t j,
                           const Format &format, Sum &sum) {
  sum.reset();
  for (size_t k = 0; k < p.k.size(); ++k)
    sum.add(multiply(format, step.operands[0]->real(p.left(b, i, k)),
                     step.operands[1]->real(p.right(b, k, j))));
  if (step.initial)
    sum.add(initialReal(step, p.result(b, i, j)));
  const Real total = sum.total();
  // Infinities and NaN do not depend on the order; a finite total would need another bound.
  return total.isFinite() ? Real::open() : total;
}

/// The same where all are finite: bounded.
static Real boundedProduct(const Step &step, const Products &p, size_t b, size_t i, size_t j,
                           Sum &sum) {
  sum.reset();
  for (size_t k = 0; k < p.k.size(); ++k)
    sum.addProduct(step.operands[0]->real(p.left(b, i, k)),
                   step.operands[1]->real(p.right(b, k, j)));
  if (step.initial)
    sum.add(initialReal(step, p.result(b, i, j)));
  return sum.total();
}

/// The same where terms are added in their order.
static Real orderedProduct(const Step &step, const Products &p, size_t b, size_t i, size_t j,
                           OrderedSum &sum) {
  const std::optional<Real> initial =
      step.initial ? std::optional(step.initial->real(p.result(b, i, j))) : std::nullopt;
  auto total = [&](bool startsFromInitial) {
    sum.reset();
    if (initial && startsFromInitial)
      sum.add(*initial);
    for (size_t k = 0; k < p.k.size(); ++k)
      sum.addProduct(step.operands[0]->real(p.left(b, i, k)),
                     step.operands[1]->real(p.right(b, k, j)));
    if (initial && !startsFromInitial)
      sum.add(*initial);
    return sum.total();
  };
  // Where it is spelled in several ops the destination is added to a sum from zero.
  return initial ? hull(total(true), total(false)) : total(true);
}

static void contractFloats(Step &step, const Products &p) {
  Elements &out = step.results[0];
  const Elements &lhs = *step.operands[0], &rhs = *step.operands[1];
  const Format format = step.format(out.type);
  const auto rows = static_cast<Eigen::Index>(p.m.size());
  const auto columns = static_cast<Eigen::Index>(p.n.size());
  const auto depth = static_cast<Eigen::Index>(p.k.size());
  Side left(rows, depth, p.m.size()), right(depth, columns, p.n.size());
  Matrix sum, magnitude;
  Sum one(format);
  OrderedSum chain(format);
  const bool isOrdered = OrderedSum::serves(format, step.accuracy) && p.sumsAlongOneDim();
  for (size_t b = 0; b < p.batch.size(); ++b) {
    left.start();
    right.start();
    for (size_t i = 0; i < p.m.size(); ++i)
      for (size_t k = 0; k < p.k.size(); ++k)
        left.put(i, k, i, lhs.value[p.left(b, i, k)], lhs.error[p.left(b, i, k)]);
    for (size_t k = 0; k < p.k.size(); ++k)
      for (size_t j = 0; j < p.n.size(); ++j)
        right.put(k, j, j, rhs.value[p.right(b, k, j)], rhs.error[p.right(b, k, j)]);
    // Most sums are exact, which is seen in all of them at once.
    sum.noalias() = left.value * right.value;
    magnitude.noalias() = left.value.cwiseAbs() * right.value.cwiseAbs();
    for (size_t i = 0; i < p.m.size(); ++i)
      for (size_t j = 0; j < p.n.size(); ++j) {
        const size_t at = p.result(b, i, j);
        const Real initial = initialReal(step, at);
        if (left.spoiled[i] || right.spoiled[j] || !initial.isFinite()) {
          out.set(at, spoiledProduct(step, p, b, i, j, format, one));
          continue;
        }
        const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
        const bool isZero = left.lowest[i] == Sum::noGranule || right.lowest[j] == Sum::noGranule;
        const int ofProducts = isZero ? Sum::noGranule : left.lowest[i] + right.lowest[j];
        const int ofInitial = initial.value == 0 ? Sum::noGranule : lowestBit(initial.value);
        const bool isExact = !left.hasErrors[i] && !right.hasErrors[j] && initial.error == 0 &&
                             Sum::isExact(format, magnitude(row, column) + std::fabs(initial.value),
                                          std::min(ofProducts, ofInitial));
        out.set(at, isExact     ? Real{sum(row, column) + initial.value, 0, Plain}
                    : isOrdered ? orderedProduct(step, p, b, i, j, chain)
                                : boundedProduct(step, p, b, i, j, one));
      }
  }
}

/// A single product, which rounds correctly, or nothing but the initial value, to which 0 may be
/// added.
static void contractAlmostNothing(Step &step, const Products &p) {
  Elements &out = step.results[0];
  const Format format = step.format(out.type);
  for (size_t b = 0; b < p.batch.size(); ++b)
    for (size_t i = 0; i < p.m.size(); ++i)
      for (size_t j = 0; j < p.n.size(); ++j) {
        const size_t at = p.result(b, i, j);
        out.set(at, p.k.size() == 0 ? add(format, initialReal(step, at), Real{})
                                    : multiply(format, step.operands[0]->real(p.left(b, i, 0)),
                                               step.operands[1]->real(p.right(b, 0, j))));
      }
}

/// Modulo 2^64, and wrapped at the end: exact whatever the order.
static void contractIntegers(Step &step, const Products &p, const Contraction &op) {
  Elements &out = step.results[0];
  const Elements &lhs = *step.operands[0], &rhs = *step.operands[1];
  IntegerMatrix left(p.m.size(), p.k.size()), right(p.k.size(), p.n.size()), sum;
  auto extended = [&](size_t operand, const Elements &x, size_t at) {
    return static_cast<uint64_t>(
        resize(x.type, out.type, op.extendsByZero(operand), x.range(at)).low);
  };
  for (size_t b = 0; b < p.batch.size(); ++b) {
    for (size_t i = 0; i < p.m.size(); ++i)
      for (size_t k = 0; k < p.k.size(); ++k)
        left(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
            extended(0, lhs, p.left(b, i, k));
    for (size_t k = 0; k < p.k.size(); ++k)
      for (size_t j = 0; j < p.n.size(); ++j)
        right(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) =
            extended(1, rhs, p.right(b, k, j));
    sum.noalias() = left * right;
    for (size_t i = 0; i < p.m.size(); ++i)
      for (size_t j = 0; j < p.n.size(); ++j) {
        const size_t at = p.result(b, i, j);
        uint64_t total = sum(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        if (step.initial)
          total += static_cast<uint64_t>(step.initial->low[at]);
        const int64_t wrapped = wrapTo(out.type, static_cast<int64_t>(total));
        out.set(at, Range{wrapped, wrapped});
      }
  }
}

static void contractRanges(Step &step, const Products &p, const Contraction &op) {
  Elements &out = step.results[0];
  const Elements &lhs = *step.operands[0], &rhs = *step.operands[1];
  const char *undefined = nullptr; // sums and products never are
  for (size_t b = 0; b < p.batch.size(); ++b)
    for (size_t i = 0; i < p.m.size(); ++i)
      for (size_t j = 0; j < p.n.size(); ++j) {
        const size_t at = p.result(b, i, j);
        RangeSum total;
        if (step.initial)
          total.add(step.initial->range(at));
        for (size_t k = 0; k < p.k.size(); ++k) {
          const size_t l = p.left(b, i, k), r = p.right(b, k, j);
          const Range product =
              binary(BinaryKind::Mul, false, out.type,
                     resize(lhs.type, out.type, op.extendsByZero(0), lhs.range(l)),
                     resize(rhs.type, out.type, op.extendsByZero(1), rhs.range(r)), undefined);
          total.add(product);
        }
        out.set(at, total.total(out.type));
      }
}

void evaluateOp(Step &step, const Contraction &op) {
  if (step.results[0].count == 0) // of which what is summed may be longer than memory
    return;
  const Products products(op, *step.operands[0], *step.operands[1], step.results[0]);
  const bool isShort = products.k.size() == 0 || (products.k.size() == 1 && !step.initial);
  if (step.results[0].isReal())
    return isShort ? contractAlmostNothing(step, products) : contractFloats(step, products);
  if (step.operands[0]->isExact() && step.operands[1]->isExact() &&
      (!step.initial || step.initial->isExact()))
    return contractIntegers(step, products, op);
  contractRanges(step, products, op);
}

} // namespace assay::oracle
