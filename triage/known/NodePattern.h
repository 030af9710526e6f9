#pragma once

#include "program/TestCase.h"

#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace assay {

/// Whether a node of the program is what a pattern describes: an object in which every key holds.
/// - "op": the tag, or a list of tags;
/// - "element": the element type of its first result, or a list;
/// - "operand": a pattern for the node that makes one of its operands;
/// - "updates", "returned_twice": as in triage/known/Sharing.h;
/// - "from": the element type of its first operand, or a list;
/// - "second": the same of its second operand;
/// - "spelling": as nodes name it, or a list;
/// - "rank": of its first result;
/// - "source": a pattern for a node that an operand has its elements from, moved, cast or negated;
/// - "into": a pattern for a node that makes its destination;
/// - "beside": a pattern for another node of the program;
/// - "alike": a pattern for another node whose first operand (or result, if it has none) has the
///   extents of this one's in one of the runs;
/// - "empty": whether its first result has no element in one of the runs, or the number of an
///   operand that has none;
/// - "returned": whether the program returns one of its results;
/// - "reads_twice": whether one value is several of its operands;
/// - "lone_window": whether a reduce_window or a convolution has but one window along a dim, in one
///   of the runs, and its operand reaches farther;
/// - "strided": whether the steps of a slice are others than 1;
/// - "unused": the number of a result that nothing reads or returns;
/// - "dynamic": [operand, dim]: the compiler is not told that extent; negative dims count from the
///   last. Instead of dim "any" of them, or "one" of them and no other;
/// - "disguised": the same, of extents that types hide while constants tell them;
/// - any other key: an attribute of the op and its value; of a list of numbers, whether it has any.
bool matches(const nlohmann::json &pattern, const TestCase &testCase, int node);

/// The nodes that a pattern speaks of where it matches `node`: that one, and those that what it
/// says of operands and of others beside it is true of.
std::set<int> nodesOf(const nlohmann::json &pattern, const TestCase &testCase, int node);

/// What is wrong with a pattern; empty if nothing is.
std::string wrongPattern(const nlohmann::json &pattern);

} // namespace assay
