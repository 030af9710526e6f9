#pragma once

#include "check/Cause.h"
#include "program/TestCase.h"
#include "support/Expected.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <span>

namespace assay {

/// For each case whether it fails as the one does that is looked into; nothing if it cannot be
/// said. An error says what is wrong with our environment.
using FailsSo =
    std::function<Expected<std::vector<std::optional<bool>>>(std::span<const TestCase>)>;

/// What was found out about what makes programs fail.
struct InferredPattern {
  std::optional<FailurePattern> pattern;
  /// The same as a structure for each key, of which all must hold.
  std::vector<nlohmann::json> structure;
  std::string none; // why there is no pattern, and what was tried
};

/// Looks for the pattern of which `testCase` is an instance at the node `accused`: begins with all
/// that can be said of that node, and drops each key without which drawn programs fail as well.
/// Each that is kept was tested by programs that have all the others and lack just it, and all
/// together by programs that have them. Of a key that is a text, further values that fail are found
/// meanwhile. At most four keys are kept, and the op with them where no other has the rest.
/// `isOver` says that nobody wants to wait any more.
Expected<InferredPattern> inferPattern(const TestCase &testCase, NodeId accused,
                                       const FailsSo &failsSo,
                                       const std::function<bool()> &isOver = {});

/// Whether a node of the case is what the keys describe.
bool hasPattern(const std::vector<nlohmann::json> &structure, const TestCase &testCase);

/// A small program for the pattern of a node with that op on that element type: as a rule of that
/// op and those of `neighbours`, at times of any.
TestCase drawNear(OpKind op, ElementType element, std::span<const OpKind> neighbours,
                  uint64_t index);

} // namespace assay
