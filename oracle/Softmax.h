#pragma once

#include "oracle/Real.h"
#include "oracle/Sum.h"

#include <span>
#include <vector>

namespace assay::oracle {

/// The greatest score, and by how much the greatest one that is computed may differ from it: by no
/// more than one of those errs that may be the greatest, whatever a score far below does.
struct GreatestScore {
  double value = 0, error = 0;
};
GreatestScore greatestOf(std::span<const Real> scores);

/// exp(x_i) / sum_j exp(x_j) of finite scores, and by how much computing them in `wide` moves each
/// power and each weight.
///
/// Let each power that is computed be exp(x_i - maximum) times a number within [1 / f_i, f_i], f_i
/// = exp(delta_i) / (1 - e_i): delta_i is what the exponent is off by, e_i what exp loses, relative
/// to its result. With w the true weights, w'_i / w_i is one such number by the weighted sum of
/// others. That sum is at most H = sum_j w_j f_j, and at least 1 / H, by Cauchy and Schwarz: (sum w
/// / f)(sum w f) >= 1. So the weight moves by a factor within [1 / g, g], g = f_i H, and g - 1 >= 1
/// - 1 / g. The powers below and above the line need not be the same: they may be computed twice.
/// Where they are the same, only the others move what is below against what is above: with K = H -
/// w_i f_i of these, whose weights add up to 1 - w_i, w'_i / w_i = 1 / (w_i + (1 - w_i) r), r
/// within [1 / k, k], k = f_i K / (1 - w_i), so that it moves by at most (1 - w_i) (k - 1) either
/// way.
class SoftmaxWeights {
public:
  /// What the exponent of a score is computed from, and so rounded relative to.
  enum class Exponent {
    Difference, // x - maximum
    Each,       // x and the maximum, scaled by log2(e) before they are subtracted
  };

  std::vector<double> weight;
  std::vector<double> power;  // exp(x_i - maximum)
  std::vector<double> excess; // f_i - 1
  std::vector<double> moved;  // |w'_i - w_i| <= moved_i w_i
  /// Whether the weight is zero in a type of whatever width, and whatever the greatest score is.
  std::vector<bool> isZero;
  double sum = 0; // of the powers
  /// What a power loses at most where it is below minNormal, and beyond e_i above it.
  double lostBelow = 0;
  /// What adding the powers loses, relative to their sum.
  double lostInSum = 0;

  /// delta_i is the score's error and the rounding of the exponent. A difference is exact or rounds
  /// once; a target whose exp was not swept may also scale it by log2(e), two roundings more.
  void compute(std::span<const Real> scores, const Format &wide, const Accuracy &accuracy,
               Exponent exponent);

private:
  double exponentLoss(const Real &x, GreatestScore greatest, double difference, double residual,
                      double errors) const;

  const Format *format = nullptr; // while computing
  Exponent kind = Exponent::Difference;
  double scaling = 0;
};

} // namespace assay::oracle
