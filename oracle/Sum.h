#pragma once

#include "oracle/Real.h"

#include <cstdint>

namespace assay::oracle {

/// A sum of floats in any order, by any association, with products fused or not.
///
/// Exact if every partial sum of every order is in the accumulator's type: all terms are multiples
/// of g = 2^granule, and so are partial sums; their magnitudes are at most the sum of the terms'; a
/// multiple of g of magnitude <= 2^p g is a number of p bits. Else gamma_n of the sum of
/// magnitudes, n being the roundings a term goes through at most: Higham, (4.4) for sums in any
/// order and (3.5) for inner products.
class Sum {
public:
  void add(const Real &x) {
    if (x.isOpen()) {
      isOpen = true;
      return;
    }
    if (!x.isFinite()) {
      special += x.value;
      isSpecial = true;
      return;
    }
    addTerm(x.value, x.error, x.value == 0 ? noGranule : lowestBit(x.value));
  }

  /// a * b, which may be rounded before it is added.
  void addProduct(const Real &a, const Real &b) {
    hasProducts = true;
    if (a.isOpen() || b.isOpen() || !a.isFinite() || !b.isFinite()) {
      isOpen = true;
      return;
    }
    const double product = a.value * b.value;
    addTerm(product,
            std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error,
            product == 0 ? noGranule : lowestBit(a.value) + lowestBit(b.value));
  }

  /// Products that were summed elsewhere: `sum` their sum, `magnitudes` that of their magnitudes,
  /// `errors` that of their errors, all of them finite; each is a multiple of 2^lowest.
  void addProducts(double count, double sum, double magnitudes, double errors, int lowest) {
    hasProducts = true;
    terms += count;
    value += sum;
    magnitude += magnitudes;
    error += errors;
    granule = lowest < granule ? lowest : granule;
  }

  /// The sum in an accumulator of type `format`.
  Real total(const Format &format) const {
    if (isSpecial && std::isnan(special)) // whatever else there is
      return Real::nan();
    if (isOpen)
      return Real::open();
    if (isSpecial) // finite terms must not overflow to an infinity of their own
      return (magnitude + error) * (1 + gamma(terms, format.unit)) <= format.maxFinite
                 ? Real{special, 0, Plain}
                 : Real::open();
    if (isExactIn(format))
      return {value, 0, Plain};
    if (!hasProducts && error == 0 && terms == 1) // or added to 0, which flushes it
      return settle(format, value, 0);
    if (!hasProducts && error == 0 && terms == 2)
      return oracle::add(format, {first, 0, Plain}, {second, 0, Plain});
    const double roundings = terms - 1 + (hasProducts ? 1 : 0);
    // The oracle itself rounds as often, in double.
    const double bound = error + gamma(roundings, format.unit) * (magnitude + error) +
                         gamma(roundings, ownUnit) * magnitude + underflow(format);
    const double total = bound * (1 + 0x1p-40) * (1 + gamma(terms, ownUnit));
    if (!(magnitude + total <= format.maxFinite))
      return Real::open();
    return {value, total, Plain};
  }

  static constexpr int noGranule = 1 << 20;

private:
  void addTerm(double x, double xError, int lowest) {
    if (terms == 0)
      first = x;
    else if (terms == 1)
      second = x;
    ++terms;
    value += x;
    magnitude += std::fabs(x);
    error += xError;
    granule = lowest < granule ? lowest : granule;
  }

  bool isExactIn(const Format &format) const {
    if (error != 0)
      return false;
    if (granule == noGranule)
      return true;
    const double unit = std::ldexp(1.0, granule);
    if (format.flushes && unit < format.minNormal)
      return false;
    // Not below the least subnormal either.
    if (unit < format.minNormal * 2 * format.unit || magnitude > format.maxFinite)
      return false;
    return magnitude <= std::ldexp(unit, format.precision);
  }

  /// What products and partial sums lose below minNormal: half a subnormal for a product, all of it
  /// if it is flushed; a sum of normal numbers only loses when it is flushed.
  double underflow(const Format &format) const {
    if (granule != noGranule && std::ldexp(1.0, granule) >= format.minNormal)
      return 0;
    const double operations = hasProducts ? 2 * terms : terms;
    return operations * format.minNormal * (format.flushes ? 1 : format.unit);
  }

  double value = 0, magnitude = 0, error = 0, terms = 0;
  double first = 0, second = 0;
  int granule = noGranule;
  bool isOpen = false, isSpecial = false, hasProducts = false;
  double special = 0;
};

} // namespace assay::oracle
