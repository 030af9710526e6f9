#pragma once

#include "oracle/Real.h"

#include <span>
#include <vector>

namespace assay::oracle {

/// exp(x_i) / sum_j exp(x_j) of finite scores, and by how much computing them moves each weight.
///
/// Let each score be off by delta_i. With w the true weights, w'_i / w_i = exp(delta_i) / sum_j w_j
/// exp(delta_j). The sum is at most H = sum_j w_j exp(|delta_j|), and at least 1 / H, by Cauchy and
/// Schwarz: (sum w e^-d)(sum w e^d) >= 1. So the weight moves by a factor within [1 / f, f], f =
/// exp(|delta_i|) H, and f - 1 >= 1 - 1 / f.
struct SoftmaxWeights {
  std::vector<double> weight;
  std::vector<double> power; // exp(x_i - maximum)
  std::vector<double> moved; // |w'_i - w_i| <= moved_i w_i

  /// What the exponent of a score is computed from, and so rounded relative to.
  enum class Exponent {
    Difference, // x - maximum
    Each,       // x and the maximum, scaled by log2(e) before they are subtracted
  };

  /// delta_i is the score's error, and `unit` relative to the size of what the exponent comes from.
  void compute(std::span<const Real> scores, double unit, Exponent exponent) {
    double greatest = -infinity, greatestError = 0;
    for (const Real &x : scores) {
      greatest = std::fmax(greatest, x.value);
      greatestError = std::fmax(greatestError, x.error);
    }
    double sum = 0, high = 0;
    power.resize(scores.size());
    moved.resize(scores.size());
    weight.resize(scores.size());
    for (size_t i = 0; i < scores.size(); ++i) {
      const Real &x = scores[i];
      const double size = exponent == Exponent::Difference
                              ? greatest - x.value
                              : std::fabs(x.value) + std::fabs(greatest);
      const double errors = x.error + greatestError;
      const double delta = x.error + unit * (size + errors);
      const double highest = x.value - greatest + delta;
      // Zero in every type, computed and true, even if the difference overflows.
      const bool vanishes = errors < 1e300 && !(highest >= -800);
      power[i] = vanishes ? 0 : std::exp(x.value - greatest);
      moved[i] = vanishes ? 1 : std::exp(delta);
      sum += power[i];
      high += vanishes ? 0 : std::exp(highest);
    }
    for (size_t i = 0; i < scores.size(); ++i) {
      weight[i] = power[i] / sum;
      const double more = moved[i] * (high / sum) - 1;
      moved[i] = std::isnan(more) ? infinity : std::fmax(more, 0);
    }
    // exp errs by 2 own units at most, x - maximum by one of the difference; the rest by one each.
    const double own = (8 + 2 * static_cast<double>(scores.size())) * ownUnit;
    for (size_t i = 0; i < scores.size(); ++i)
      if (power[i] > 0)
        moved[i] = moved[i] * (1 + 0x1p-40) + own + 2 * ownUnit * (greatest - scores[i].value);
  }
};

} // namespace assay::oracle
