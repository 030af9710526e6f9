#pragma once

#include "reducer/Draft.h"

namespace assay {

/// A part of a case's program as a case of its own.
struct Excerpt {
  TestCase testCase;
  /// Whether it sees the values that it saw: what other nodes made is an argument now, which holds
  /// the reference's values, and something else where these are open.
  bool seesTheSame = true;
};

/// These nodes alone: what is returned or read of them by others is what the case returns. Nothing
/// if that is no valid case.
std::optional<Excerpt> excise(const TestCase &testCase, const std::set<NodeId> &nodes,
                              const CaseValues &values);
/// All other nodes: what they read of these is an argument, and what these read is returned.
/// Nothing if there are none, or it is no valid case.
std::optional<Excerpt> exciseOthers(const TestCase &testCase, const std::set<NodeId> &nodes,
                                    const CaseValues &values);

} // namespace assay
