#pragma once

#include "oracle/Accuracy.h"
#include "program/TestCase.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace assay {

/// How large errors must be to be reported: 1 unit of 2^(1-p) of a value, p being the precision of
/// its type, and more in steps of a fourth root of 2. An ulp of the value is such a unit, or up to
/// half of one.
class LeastErrors {
public:
  static constexpr int stepsToDouble = 4;
  /// The units of a step.
  static double units(int step) { return std::exp2(static_cast<double>(step) / stepsToDouble); }

  /// Of one case; nothing if no error of less than half of the value is reported.
  void add(std::optional<int> step);
  int64_t cases() const { return total; }
  /// Of these, those in which any error is reported.
  int64_t visible() const { return visibleCases; }
  /// The least number of units that is reported in this share of the cases; nothing if none is.
  std::optional<double> reportedIn(double share) const;
  /// The same of the visible ones.
  std::optional<double> reportedInOfVisible(double share) const;

private:
  std::optional<double> least(double cases) const;
  std::map<int, int64_t> byStep;
  int64_t total = 0, visibleCases = 0;
};

/// What was seen of the results of one op in one float type. Each error is added, with either sign,
/// to what the op's result is if every op rounds correctly, and the result is held against its
/// bound: of the op `alone`, whose operands are exact, or `inProgram`, with what operands bring
/// along. A case is one element that has a bound, or a whole result of which one element has.
struct Tightness {
  struct Held {
    LeastErrors alone, inProgram;
  };
  /// One element of the op alone, be it one that has a bound or one that has one right answer.
  LeastErrors anyElement;
  Held oneElement;
  Held wholeResult; // all elements are off alike; reported if one of them is
  /// One element is wrong, the program goes on from it, and what it returns is compared.
  LeastErrors returned;
};

/// By op, with its function, and element type: "exp f32", "reduce(sum) f16".
using TightnessTable = std::map<std::string, Tightness>;

/// Adds errors to single ops of the case's first run, and asks what a target of that accuracy would
/// be told. A pure function of its arguments; no compiler takes part.
void measureTightness(const TestCase &testCase, const Accuracy &accuracy, TightnessTable &table);

} // namespace assay
