#pragma once

#include "program/TestCase.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// A case of which one thing is what `what` says: "extents=static".
struct SetCase {
  std::string what;
  /// Nothing if the case is so already.
  std::optional<TestCase> testCase;
  /// The same with other inputs, one of which may show what those of the case do not any more.
  std::vector<TestCase> withOtherInputs = {};
};

/// The case with one thing after the other set: what is told of extents, the element type of what
/// the accused node reads, how nodes are spelled, each attribute of that node, what inputs are
/// like, and its operands negated in its place. Always the same things in the same words, so that
/// what hides one failure can be held against what hides another; what would make no valid case is
/// left out. What nodes read as indices stays as it is. `wrong` is a result of the accused node;
/// without one it is the last.
std::vector<SetCase> changesOf(const TestCase &testCase, std::optional<ValueId> wrong);

/// The case with inputs that are all unlike, drawn a few times, but for what nodes read as indices:
/// what it was reduced to may show but one side of what is wrong.
std::vector<TestCase> withUnlikeInputs(const TestCase &testCase);

} // namespace assay
