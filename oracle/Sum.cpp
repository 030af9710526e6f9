#include "oracle/Sum.h"

#include <algorithm>
#include <functional>

namespace assay::oracle {

double lostInSum(const Format &format, std::span<const double> sizes, double total, double largest,
                 double granule) {
  if (sizes.size() < 2)
    return 0;
  const auto additions = static_cast<double>(sizes.size() - 1);
  // Of this and of what the oracle's own sums of magnitudes lose, twice as much is more than
  // enough.
  const double slack = 2 * gamma(additions, format.unit) * largest;
  const double exactBelow = granule > 0 ? std::ldexp(granule, format.precision) : 0;
  double lost = 0, prefix = sizes[0];
  for (size_t k = 2; k <= sizes.size(); ++k) {
    prefix += sizes[k - 1];
    const double size = std::fmin(prefix, k == sizes.size() ? total : largest);
    if (std::fmin(prefix, largest) > exactBelow)
      lost += format.halfUlp(size + slack);
  }
  // A sum in a type that is wider, by 11 bits or more, is rounded there as well.
  return lost * (1 + 0x1p-10);
}

double magnitudesOfNodes(std::span<const double> sizes, double total, double largest) {
  if (sizes.size() < 2)
    return 0;
  double all = 0, prefix = sizes[0];
  for (size_t k = 2; k <= sizes.size(); ++k) {
    prefix += sizes[k - 1];
    all += std::fmin(prefix, k == sizes.size() ? total : largest);
  }
  // The sizes of nodes as they are computed exceed those of the true ones by what was lost.
  return all;
}

double lostInOrder(const Format &format, std::span<const double> sizes) {
  double lost = 0, prefix = 0;
  for (size_t k = 0; k < sizes.size(); ++k) {
    prefix += sizes[k];
    // No more than what is added, as what it is added to is a number of the type.
    if (k > 0)
      lost += std::fmin(format.halfUlp((prefix + lost) * (1 + 0x1p-40)), sizes[k]);
  }
  return lost * (1 + 0x1p-40);
}

bool Sum::isExact(const Format &format, double magnitude, int granule) {
  if (granule == noGranule)
    return true;
  const double unit = std::ldexp(1.0, granule);
  if (format.flushes && unit < format.minNormal)
    return false;
  // Not below the least subnormal either.
  if (unit < format.minNormal * 2 * format.unit || magnitude > format.maxFinite)
    return false;
  // What exceeds the limit by less than half an ulp of double is rounded down to it in `magnitude`.
  const double limit = std::ldexp(unit, format.precision);
  return format.type == ElementType::F64 ? magnitude < limit : magnitude <= limit;
}

/// What products and partial sums lose below minNormal: half a subnormal for a product, all of it
/// if it is flushed; a sum of normal numbers only loses when it is flushed.
double Sum::underflow() const {
  if (granule != noGranule && std::ldexp(1.0, granule) >= format.minNormal)
    return 0;
  const double operations = hasProducts ? 2 * terms : terms;
  return operations * format.minNormal * (format.flushes ? 1 : format.unit);
}

double Sum::lost() const {
  const double ofProducts = lostProducts + std::fmax(productsUp, productsDown);
  const double sum = std::fabs(value + compensation), off = error + ofProducts;
  // The sum of some terms is between minus that of all negative ones and that of all others.
  const double largest = ((magnitude + sum) / 2 + off) * (1 + gamma(terms, ownUnit) + 0x1p-40);
  if (terms > static_cast<double>(sizes.size()))
    return ofProducts + gamma(terms - 1, format.unit) * largest;
  ordered = sizes;
  std::sort(ordered.begin(), ordered.end(), std::greater<>());
  for (double &size : ordered) // as products are once they are rounded
    size *= 1 + 2 * format.unit;
  // Below minNormal other losses are greater.
  const bool isExact = off == 0 && granule != noGranule && underflow() == 0;
  return ofProducts +
         lostInSum(format, ordered, sum + off, largest, isExact ? std::ldexp(1.0, granule) : 0);
}

Real Sum::total() const {
  const std::optional<Real> known = knownTotal();
  return known ? *known : enclosed(lost());
}

Real Sum::total(double lost) const {
  const std::optional<Real> known = knownTotal();
  return known ? *known : enclosed(lost);
}

std::optional<Real> Sum::knownTotal() const {
  if (isSpecial && std::isnan(special)) // whatever else there is
    return Real::nan();
  if (isOpen)
    return Real::open();
  if (isSpecial) // finite terms must not overflow to an infinity of their own
    return (magnitude + error) * (1 + gamma(terms, format.unit)) <= format.maxFinite
               ? Real{special, 0, Plain}
               : Real::open();
  if (error == 0 && isExact(format, magnitude, granule))
    return Real{value, 0, Plain};
  if (!hasProducts && error == 0 && terms == 1) // or added to 0, which flushes it
    return settle(format, value, 0);
  if (!hasProducts && error == 0 && terms == 2)
    return oracle::add(format, {first, 0, Plain}, {second, 0, Plain});
  return std::nullopt;
}

Real Sum::enclosed(double lost) const {
  const double sum = value + compensation;
  // The oracle rounds `sum` once, and what it keeps beside it as often as there are terms and
  // products: Ogita, Rump and Oishi, Accurate Sum and Dot Product, 2005, corollary 5.7. Products of
  // bounded numbers are only kept so of f64.
  double own =
      ownUnit * std::fabs(sum) + gamma(2 * terms, ownUnit) * gamma(2 * terms, ownUnit) * magnitude;
  if (hasProducts && format.type != ElementType::F64)
    own += ownUnit * magnitude;
  // Subnormal products and what they may be off by lose half of the least number each.
  own += 2 * (terms + 2) * ownLeast;
  const double bound = (error + lost + own + underflow()) * (1 + 0x1p-40);
  if (!(magnitude + bound <= format.maxFinite))
    return Real::open();
  return ofSigns({sum, bound, Plain}, signs);
}

} // namespace assay::oracle
