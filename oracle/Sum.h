#pragma once

#include "oracle/Real.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::oracle {

/// What adding numbers in any order, by any association, loses at most. `sizes` are the magnitudes
/// of the terms, largest first, with what they may be off by; the true sum is at most `total`, and
/// that of any of them at most `largest`, in magnitude. Of terms that are exact `granule` is a
/// power of two that all are multiples of; else 0.
///
/// A sum of n terms is a binary tree whose n - 1 inner nodes are additions, each of which loses
/// half an ulp of its value. A node of k leaves has a value of at most their magnitudes, hence of
/// the k largest, and of `largest`. Among the inner nodes at most n - k + 1 have k leaves or more:
/// if L of them have no such node below, there are at least L (k - 2) + m + 1 leaves, m being their
/// number. So the m-th largest node has at most n - m + 1 leaves, as in a sum from the largest term
/// to the smallest, whose nodes have n, n - 1, ..., 2 leaves, and no tree loses more than that
/// chain can. Its last node is the sum itself. Values that were rounded on the way exceed the true
/// ones by what was lost, which is why losses are computed twice: of the first, with u times the
/// magnitude for each, the second takes the ulps.
///
/// A node of exact terms whose value is a multiple of the granule and at most 2^p of it is a number
/// of p bits, as are those below it: it loses nothing.
double lostInSum(const Format &format, std::span<const double> sizes, double total, double largest,
                 double granule);

/// The same, but the magnitudes of all nodes in place of what rounding them loses: u times that is
/// what a sum loses that is scaled, so that its ulps are not known.
double magnitudesOfNodes(std::span<const double> sizes, double total, double largest);

/// What adding numbers from the first to the last loses at most, whose magnitudes are at most
/// `sizes`, and none of which is negative.
double lostInOrder(const Format &format, std::span<const double> sizes);

/// A sum of floats in an accumulator of type `format`, in any order, by any association, with
/// products fused or not.
///
/// Exact if every partial sum of every order is in the accumulator's type: all terms are multiples
/// of g = 2^granule, and so are partial sums; their magnitudes are at most the sum of the terms'; a
/// multiple of g of magnitude <= 2^p g is a number of p bits. Else it loses what lostInSum() says,
/// and where products are rounded by themselves what that does to each, of exact factors known.
class Sum {
public:
  explicit Sum(const Format &format) : format(format) {}

  /// As if nothing had been added.
  void reset() {
    value = compensation = magnitude = error = terms = 0;
    lostProducts = productsUp = productsDown = 0;
    granule = noGranule;
    isOpen = isSpecial = hasProducts = false;
    signs = {};
    special = 0;
    sizes.clear();
  }

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
    signs = signs | signsOf(x);
    addTerm(x.value, x.error, x.value == 0 ? noGranule : lowestBit(x.value));
  }

  /// a * b, which may be rounded before it is added.
  void addProduct(const Real &a, const Real &b) {
    hasProducts = true;
    if (a.isOpen() || b.isOpen() || !a.isFinite() || !b.isFinite()) {
      isOpen = true;
      return;
    }
    signs = signs | signsOf(a) * signsOf(b);
    const double product = a.value * b.value;
    const double productError =
        std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
    // What double loses of it: nothing of two factors of 26 bits.
    const double residual =
        format.type == ElementType::F64 ? std::fma(a.value, b.value, -product) : 0;
    if (productError > 0) {
      lostProducts += format.halfUlp((std::fabs(product) + productError) * (1 + 0x1p-40));
    } else {
      // One that is rounded is so to the same number everywhere; which ones are fused is open.
      const double gained = format.round(product) - product - residual;
      (gained > 0 ? productsUp : productsDown) += std::fabs(gained);
    }
    addTerm(product, productError,
            product == 0 ? noGranule : lowestBit(a.value) + lowestBit(b.value));
    compensation += residual;
  }

  Real total() const;
  /// The same where additions, and rounding products, lose `lost` at most.
  Real total(double lost) const;
  /// At most the magnitude of the sum of what was added so far, were it not rounded.
  double size() const { return std::fabs(value + compensation) + error; }

  /// Whether a sum of exact terms is, which are multiples of 2^granule and have magnitudes of that
  /// sum.
  static bool isExact(const Format &format, double magnitude, int granule);
  static constexpr int noGranule = 1 << 20;

private:
  /// Terms whose sizes are looked at one by one.
  static constexpr size_t mostSizes = 512;

  void addTerm(double x, double xError, int lowest) {
    if (terms == 0)
      first = x;
    else if (terms == 1)
      second = x;
    ++terms;
    // What this addition loses is kept beside the sum: Knuth, TAOCP vol. 2, 4.2.2, theorem B.
    const double sum = value + x, part = sum - value;
    compensation += (value - (sum - part)) + (x - part);
    value = sum;
    magnitude += std::fabs(x);
    error += xError;
    granule = lowest < granule ? lowest : granule;
    if (sizes.size() < mostSizes)
      sizes.push_back(std::fabs(x) + xError);
  }

  /// A sum that does not depend on what additions lose.
  std::optional<Real> knownTotal() const;
  Real enclosed(double lost) const;
  /// By roundings to the type.
  double lost() const;
  double underflow() const;

  Format format;

  double value = 0, compensation = 0; // their sum is that of the terms
  double magnitude = 0, error = 0, terms = 0;
  /// By rounding: of bounded products at most, of exact ones in sum upwards and downwards.
  double lostProducts = 0, productsUp = 0, productsDown = 0;
  double first = 0, second = 0;
  int granule = noGranule;
  bool isOpen = false, isSpecial = false, hasProducts = false;
  Signs signs; // of the terms
  double special = 0;
  std::vector<double> sizes;           // of the first `mostSizes` terms
  mutable std::vector<double> ordered; // memory of lost(), which is called often
};

/// A sum of floats from the first term to the last, with products rounded before they are added:
/// Accuracy::sumsInOrder. What all terms are exact of has one right answer.
class OrderedSum {
public:
  explicit OrderedSum(const Format &format) : format(format), sum(format) {}
  /// Whether sums in an accumulator of type `format` are such. What is kept in a wider type, or
  /// flushed on the way, is not.
  static bool serves(const Format &format, const Accuracy &accuracy) {
    return accuracy.sumsInOrder && !format.isShort() && !format.flushes;
  }

  /// As if nothing had been added.
  void reset() {
    sum.reset();
    computed = lost = 0;
    terms = 0;
    isKnown = true;
  }
  void add(const Real &x) {
    sum.add(x);
    isKnown &= x.error == 0;
    computed = terms == 0 ? x.value : format.round(computed + x.value);
    if (++terms > 1)
      lost += format.halfUlp((sum.size() + lost) * (1 + 0x1p-40));
  }
  void addProduct(const Real &a, const Real &b) {
    add(computedOnce(format, multiply(format, a, b)));
  }

  Real total() const { return isKnown ? Real{computed, 0, Plain} : sum.total(lost); }

private:
  Format format;
  Sum sum;
  double computed = 0; // if isKnown
  double lost = 0;     // by additions
  size_t terms = 0;
  bool isKnown = true;
};

} // namespace assay::oracle
