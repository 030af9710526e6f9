#pragma once

#include "oracle/Oracle.h"

#include <functional>

namespace assay {

/// Inputs that do not come from the distributions of the generator.
struct Probe {
  TestCase testCase; // with the run as its only one, where that has other extents
  Run run;
  std::vector<Tensor> inputs;
  Evaluation reference;
  bool hasOtherExtents = false;
};

/// Takes `count` sets of other inputs, spread over the runs of the case: any bits, NaN, infinities,
/// extremes, few values; and two more extents for each symbol that the compiler does not know;
/// until `take` returns false. What the case does not permit, or leaves the program undefined, is
/// left out. The same for equal seeds.
void forEachProbe(const TestCase &testCase, int64_t count, uint64_t seed, const Accuracy &accuracy,
                  std::function<bool(Probe)> take);
/// All of them.
std::vector<Probe> drawProbes(const TestCase &testCase, int64_t count, uint64_t seed,
                              const Accuracy &accuracy);

} // namespace assay
