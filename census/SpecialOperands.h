#pragma once

#include "program/TestCase.h"

#include <map>
#include <string>

namespace assay {

/// How often each op that is given floats is given NaN, and how often infinities.
class SpecialOperands {
public:
  struct Uses {
    uint64_t all = 0, nan = 0, infinite = 0;

    double nanPercent() const { return 100.0 * share(nan); }
    double infinitePercent() const { return 100.0 * share(infinite); }

  private:
    double share(uint64_t part) const {
      return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
    }
  };

  /// Evaluates the first run of the case.
  void add(const TestCase &testCase);

  /// By op and function, as in "binary(max)" and "binary(complex add)". What has no element does
  /// not count, nor complex numbers where they are only moved.
  const std::map<std::string, Uses> &uses() const { return byOp; }
  /// Whether NaN may stand among the operands of these uses: what sorts has no order for it, and no
  /// integer stands for it.
  static bool mayHaveNan(const std::string &op);
  /// Nor for an infinity.
  static bool mayHaveInfinity(const std::string &op);

  /// A table for people.
  std::string text() const;

private:
  std::map<std::string, Uses> byOp;
};

} // namespace assay
