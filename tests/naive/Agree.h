#pragma once

#include "naive/Naive.h"
#include "tests/naive/Statistics.h"

namespace assay::naive {

/// The case with these returns instead of its own.
TestCase returning(const TestCase &testCase, std::vector<ValueId> returns);
/// The case with every value returned, in their order.
TestCase returningAll(const TestCase &testCase);

/// Holds the two oracles against each other on every value of every run: the naive one's rounded
/// results must pass as a compiler's output, and its wide values must lie within the reference's
/// bounds. One line for each disagreement, saying where. Adds what it saw to `statistics`.
std::vector<std::string> agree(const TestCase &testCase, Statistics &statistics);

} // namespace assay::naive
