#pragma once

#include "oracle/Integer.h"
#include "oracle/Step.h"
#include "oracle/Sum.h"

namespace assay::oracle {

/// What a reduction or scan does to its elements.
struct FoldRules {
  ReduceKind function;
  ElementType from; // the operand's type
  ElementType to;   // the accumulator's
  bool isUnsigned;
};

/// A fold is started from an initial value (or the identity where there is none), fed elements, and
/// asked for what it has so far.
template <class Accumulator> class SumFold {
public:
  SumFold(const FoldRules &rules, const Step &step) : sum(step.format(rules.to)) {}
  void start(const Elements *initial, size_t at) {
    sum.reset();
    if (initial)
      sum.add(initial->real(at));
  }
  void add(const Elements &x, size_t at) { sum.add(x.real(at)); }
  void write(Elements &out, size_t at) const { out.set(at, sum.total()); }

private:
  Accumulator sum; // Sum or OrderedSum
};

/// A product of floats in any order.
///
/// Exact if the product of the odd parts of all factors has at most p bits (that of some of them
/// has no more), and no product of some of them leaves the range. Of n factors that are not powers
/// of two k = n - 1 products round; those with a power of two do not. If they are exact and k = 1
/// the product is that one, scaled, and rounds correctly. Else the error is at most (1 + gamma_(k -
/// 1)) prod(|x| + dx) - prod |x|: Higham, lemma 3.1, and half an ulp of the last one that rounds,
/// which is the product of all, scaled.
class ProductFold {
public:
  ProductFold(const FoldRules &rules, const Step &step) : format(step.format(rules.to)) {}
  void start(const Elements *initial, size_t at) {
    soFar = {};
    if (initial)
      multiply(initial->real(at));
  }
  void add(const Elements &x, size_t at) { multiply(x.real(at)); }
  void write(Elements &out, size_t at) const { out.set(at, total()); }

private:
  void multiply(const Real &x);
  Real total() const;

  struct Product {
    double value = 1, size = 1, sizeHigh = 1; // products of x, |x|, |x| + dx
    double large = 1, small = 1;              // of those above 1, and of those below
    double odd = 1;
    double factors = 0, powersOfTwo = 0;
    Signs signs{false, true}; // of the product
    bool isOpen = false, isSpecial = false, hasNan = false, isExact = true, hasZero = false;
    Real only;
  };
  Format format;
  Product soFar;
};

/// max and min of floats; NaN wins.
class ExtremeFold {
public:
  ExtremeFold(const FoldRules &rules, const Step &step)
      : format(step.format(rules.to)), isMinimum(rules.function == ReduceKind::Min),
        isExtended(rules.from != rules.to) {}
  void start(const Elements *initial, size_t at) {
    best = Real{isMinimum ? infinity : -infinity, 0, Plain};
    if (initial) // which may be flushed as in maximum(), also where nothing is added
      best = {initial->value[at], initial->error[at], Plain};
  }
  void add(const Elements &x, size_t at) {
    Real element = x.real(at);
    if (isExtended) // it was rounded to another type, if at all
      element.mark &= static_cast<uint8_t>(~Rounded);
    best =
        isMinimum ? minimum(format, best, element, false) : maximum(format, best, element, false);
  }
  void write(Elements &out, size_t at) const { out.set(at, best); }

private:
  Format format;
  bool isMinimum, isExtended;
  Real best;
};

/// Integers and i1, all functions. A sum wraps once at its end: so it may whatever the order.
class IntegerFold {
public:
  IntegerFold(const FoldRules &rules, const Step &) : rules(rules) {}
  void start(const Elements *initial, size_t at) {
    total = initial ? initial->range(at) : identity();
    sum = {total.low, total.high};
  }
  void add(const Elements &x, size_t at);
  void write(Elements &out, size_t at) const {
    out.set(at, rules.function == ReduceKind::Sum ? sum.total(rules.to) : total);
  }

private:
  Range identity() const;
  FoldRules rules;
  Range total;
  RangeSum sum;
};

/// Calls run(fold) with the fold for `rules`.
template <class Run> void withFold(const FoldRules &rules, const Step &step, Run run) {
  if (!isFloat(rules.to))
    return run(IntegerFold(rules, step));
  switch (rules.function) {
  case ReduceKind::Sum:
    if (OrderedSum::serves(step.format(rules.to), step.accuracy))
      return run(SumFold<OrderedSum>(rules, step));
    return run(SumFold<Sum>(rules, step));
  case ReduceKind::Product:
    return run(ProductFold(rules, step));
  case ReduceKind::Max:
  case ReduceKind::Min:
  case ReduceKind::And:
  case ReduceKind::Or:
    return run(ExtremeFold(rules, step));
  }
}

/// Element `at` of `out` becomes the extreme of itself and of x's element `i`.
void mergeExtreme(const Format &format, Elements &out, size_t at, const Elements &x, size_t i,
                  bool isMinimum);

} // namespace assay::oracle
