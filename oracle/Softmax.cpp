#include "oracle/Softmax.h"

#include <algorithm>
#include <functional>

namespace assay::oracle {

/// What is so small takes no part in a sum with 1, and is no multiple that overflows; its
/// logarithm.
static constexpr double leastPower = 0x1p-500, logOfLeast = -346.57359027997264;

GreatestScore greatestOf(std::span<const Real> scores) {
  constexpr double slack = 0x1p-50;
  GreatestScore greatest{-infinity, 0};
  double least = -infinity; // that the greatest one may be
  for (const Real &x : scores) {
    greatest.value = std::fmax(greatest.value, x.value);
    least = std::fmax(least, x.value - x.error);
  }
  for (const Real &x : scores)
    if (!(x.value + x.error + slack * (std::fabs(x.value) + x.error) < least))
      greatest.error = std::fmax(greatest.error, x.error);
  return greatest;
}

/// delta_i without the score's error.
double SoftmaxWeights::exponentLoss(const Real &x, GreatestScore greatest, double difference,
                                    double residual, double errors) const {
  const double size = std::fabs(difference) + errors;
  if (kind == Exponent::Each)
    return 4 * format->unit * (std::fabs(x.value) + std::fabs(greatest.value) + errors);
  // Of exact operands the difference rounds as it does on every implementation that rounds it.
  const bool isExact = x.error == 0 && greatest.error == 0;
  const double rounding =
      isExact ? std::fabs(format->round(difference) - difference) + std::fabs(residual)
              : format->halfUlp(size * (1 + 0x1p-40));
  return rounding + scaling * size;
}

void SoftmaxWeights::compute(std::span<const Real> scores, const Format &wide,
                             const Accuracy &accuracy, Exponent exponent) {
  format = &wide;
  kind = exponent;
  scaling = accuracy.sweptError(UnaryKind::Exp, wide.type) > 0 ? 0 : 2 * wide.unit;
  lostBelow = lostInExp(wide, accuracy, wide.minNormal);
  const bool isExactAtZero = !accuracy.allows(Allowance::InexactAtZero);
  const bool isOrdered = OrderedSum::serves(wide, accuracy);
  const GreatestScore greatest = greatestOf(scores);
  for (auto *all : {&weight, &power, &factor, &moved})
    all->resize(scores.size());
  isZero.resize(scores.size());
  // For f64 powers and their sums are computed in a wider type, so that the oracle's own roundings
  // do not count; for narrower types they do not in double.
  const bool isDouble = wide.type == ElementType::F64;
  long double total = 0, high = 0;
  std::vector<double> sizes(scores.size());
  for (size_t i = 0; i < scores.size(); ++i) {
    const Real &x = scores[i];
    // Where nothing is kept wider the exponent of exact scores is the rounded difference.
    const bool isKnown = isOrdered && x.error == 0 && greatest.error == 0 && scaling == 0;
    const double apart = x.value - greatest.value;
    const double difference = isKnown ? wide.round(apart) : apart;
    // What rounding the difference lost: Knuth, TAOCP vol. 2, 4.2.2, theorem B.
    const double part = difference - x.value;
    const double residual = (x.value - (difference - part)) + (-greatest.value - part);
    const double errors = x.error + greatest.error;
    const double delta =
        isKnown ? 0
                : x.error + exponentLoss(x, greatest, difference, isDouble ? residual : 0, errors);
    // Zero in every type, computed and true, even if the difference overflows.
    const bool vanishes = errors < 1e300 && !(difference + delta >= -800);
    isZero[i] = vanishes && difference + delta + greatest.error < -800;
    const long double known = vanishes    ? 0
                              : !isDouble ? static_cast<long double>(std::exp(difference))
                              : isKnown   ? std::exp(static_cast<long double>(difference))
                                          : std::exp(static_cast<long double>(x.value) -
                                                     static_cast<long double>(greatest.value));
    // Where a score is hardly known its power may vanish although the true one is large: then it is
    // taken for the least one, and the true one is between 0 and a multiple of that.
    const double mostExponent = difference + delta;
    const bool mayBeLarger =
        errors > 0 && known < static_cast<long double>(leastPower) && mostExponent > logOfLeast;
    const long double exact = mayBeLarger ? static_cast<long double>(leastPower) : known;
    power[i] = static_cast<double>(exact);
    const bool isOne = errors == 0 && difference == 0 && isExactAtZero;
    // What does not shrink with the power is in `lostBelow`.
    const double loss =
        isOne || power[i] < wide.minNormal
            ? 0
            : (lostInExp(wide, accuracy, power[i]) - accuracy.functionAbsolute) / power[i];
    const double most = mayBeLarger ? std::fmax(mostExponent - logOfLeast, 1) : delta;
    factor[i] = vanishes ? 1 : loss < 0.5 ? std::exp(most) / (1 - loss) * (1 + 0x1p-50) : infinity;
    total += exact;
    high += exact > 0 ? exact * static_cast<long double>(factor[i]) : 0;
    sizes[i] = power[i] * factor[i];
  }
  sum = static_cast<double>(total);
  spread = std::isnan(high) ? infinity : std::fmax(static_cast<double>(high / total), 1);
  if (isOrdered) {
    lostInSum = lostInOrder(wide, sizes) / sum;
  } else {
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    lostInSum =
        oracle::lostInSum(wide, sizes, static_cast<double>(high), static_cast<double>(high), 0) /
        sum;
  }
  // exp errs by 2 own units at most, x - maximum by one of the difference; the rest by one each.
  const double ofPower = isDouble ? 0x1p-60 : 3 * ownUnit;
  for (size_t i = 0; i < scores.size(); ++i) {
    weight[i] = static_cast<double>(static_cast<long double>(power[i]) / total);
    const double more = factor[i] * spread - 1;
    moved[i] = std::isnan(more) ? infinity : std::fmax(more, 0);
    const double own = 2 * ofPower + (isDouble ? 2 : 4) * ownUnit +
                       (isDouble ? 0x1p-60 : 2 * ownUnit) * (greatest.value - scores[i].value);
    if (power[i] > 0)
      moved[i] = moved[i] * (1 + 0x1p-40) + own;
  }
}

} // namespace assay::oracle
