#pragma once

#include "naive/Arithmetic.h"
#include "oracle/Oracle.h"

namespace assay::naive {

/// Every value of a program in one run, indexed by ValueId.
using Values = std::vector<Array>;

/// Runs the program with plain loops that share nothing with oracle/. Where several answers are
/// right it takes the one that is chosen; by default the lowest index first, scatter updates in the
/// order in which they stand, NaN above everything.
std::variant<Values, Undefined> evaluate(const TestCase &testCase, const Run &run,
                                         const std::vector<Tensor> &inputs, const Choices &choices);
std::variant<Values, Undefined> evaluate(const TestCase &testCase, const Run &run,
                                         const std::vector<Tensor> &inputs, Style style);

/// What a compiled program would return: the returned values, rounded to their types.
std::vector<Tensor> returned(const Program &program, const Values &values);

} // namespace assay::naive
