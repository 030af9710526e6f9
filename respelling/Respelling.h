#pragma once

#include "program/TestCase.h"

#include <string>
#include <vector>

namespace assay {

/// A case whose program computes the same in another way, as a good compiler would not care for.
struct Respelling {
  /// What was done: "sunk" has a transpose or reshape behind the ops that read it, or in their
  /// maps; "raised" before those that make what it moves, or in their maps; "explicit" has
  /// transposes in place of a contraction's maps.
  std::string how;
  /// Tags of the ops that took part, in the order in which a walk through the program meets them:
  /// "transpose", "collapse", "contraction".
  std::vector<std::string> ops;
  TestCase testCase;
};

/// Other spellings of the case: those with one step first, then those that take another step from
/// there. Each is there once, and none is the case itself. A program with groups has none: they say
/// which ops stay together, and others would have to.
std::vector<Respelling> respellings(const TestCase &testCase);

} // namespace assay
