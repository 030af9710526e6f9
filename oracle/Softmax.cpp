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
  for (auto *all : {&weight, &power, &excess, &moved})
    all->resize(scores.size());
  isZero.resize(scores.size());
  // For f64 powers and their sums are computed in a wider type, so that the oracle's own roundings
  // do not count; for narrower types they do not in double.
  const bool isDouble = wide.type == ElementType::F64;
  long double total = 0, more = 0; // the sum, and what f_i make that more
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
    excess[i] = vanishes     ? 0
                : loss < 0.5 ? (std::expm1(most) + loss) / (1 - loss) * (1 + 0x1p-50)
                             : infinity;
    total += exact;
    more += exact > 0 ? exact * static_cast<long double>(excess[i]) : 0;
    sizes[i] = power[i] + power[i] * excess[i];
  }
  sum = static_cast<double>(total);
  if (isOrdered) {
    lostInSum = lostInOrder(wide, sizes) / sum;
  } else {
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    const auto high = static_cast<double>(total + more);
    lostInSum = oracle::lostInSum(wide, sizes, high, high, 0) / sum;
  }
  // exp errs by 2 own units at most, x - maximum by one of the difference; the rest by one each,
  // which of what is computed in the wider type is the weight alone, and its own roundings.
  const double ofPower = isDouble ? 0x1p-60 : 3 * ownUnit;
  const auto count = static_cast<double>(scores.size());
  for (size_t i = 0; i < scores.size(); ++i) {
    weight[i] = static_cast<double>(static_cast<long double>(power[i]) / total);
    // What moves the sum against the power: all powers, or the others where it is computed once.
    const long double share = isOrdered ? static_cast<long double>(weight[i]) : 0;
    const auto apart = static_cast<double>(excess[i] * (1 - share) +
                                           (1 + excess[i]) * (more / total - share * excess[i]));
    moved[i] = std::isnan(apart) ? infinity : std::fmax(apart, 0);
    const double own = 2 * ofPower + (isDouble ? 1 + 0x1p-10 * count : 4) * ownUnit +
                       (isDouble ? 0x1p-60 : 2 * ownUnit) * (greatest.value - scores[i].value);
    if (power[i] > 0)
      moved[i] = moved[i] * (1 + 0x1p-40) + own;
  }
}

} // namespace assay::oracle
