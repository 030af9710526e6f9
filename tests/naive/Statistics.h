#pragma once

#include "program/Op.h"

#include <limits>
#include <map>

namespace assay::naive {

/// How often ratios occurred, in steps of an eighth of an octave.
class RatioHistogram {
public:
  void add(double ratio);
  int64_t count() const { return total; }
  /// The ratio below which `share` (0 .. 1) of all lie; 0 if there are none.
  double quantile(double share) const;
  /// The smallest ratio; infinite if there are none.
  double least() const { return smallest; }

private:
  std::map<int, int64_t> bins;
  int64_t total = 0;
  double smallest = std::numeric_limits<double>::infinity();
};

/// What was seen of the results of one op in one element type.
struct Tally {
  int64_t values = 0;
  int64_t exact = 0, bounded = 0, inconclusive = 0; // elements
  /// Bound over true error, where there is an error: of values whose operands are exact, and of
  /// all. May be as low as 1/2, since the bound is around the reference's value and the error from
  /// the true one.
  RatioHistogram ownTightness, tightness;
  /// The error of the worst legal run, in units of 2^(1-p) of the true value, of all elements that
  /// have a bound though their operands are exact: what no bound can be below.
  RatioHistogram legalError;
};

using Statistics = std::map<std::pair<OpKind, ElementType>, Tally>;

/// A table of the elements and one of the tightness of ops that round, as Markdown.
std::string table(const Statistics &statistics);

} // namespace assay::naive
