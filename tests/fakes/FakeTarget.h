#pragma once

#include "target/Target.h"

#include <functional>

namespace assay::test {

/// Whether a fake target has something against a node of a program.
using NodePredicate = std::function<bool(const Program &, const Node &)>;

/// A compiler that is right, since it asks the reference, but for programs that contain a node that
/// the predicate picks. Values that the reference leaves open (ties, NaN) are Unsupported.
class FakeTarget : public Target {
public:
  /// What it does about such a program.
  enum class Fault : uint8_t {
    None,
    Miscompiles,    // the node's results, and all that is computed from them, are wrong
    MiscompilesAll, // all returned values are wrong, if more than one is returned
    Fails,          // compile() fails as `failure` says
    FailsToRun,     // run() fails as `failure` says
  };
  explicit FakeTarget(Fault fault = Fault::None, NodePredicate picks = {},
                      TargetFailure failure = {})
      : fault(fault), picks(std::move(picks)), failure(std::move(failure)) {}

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;

  /// Programs compiled so far.
  int compiled() const { return count; }

private:
  TargetName title = "fake"_target;
  Fault fault;
  NodePredicate picks;
  TargetFailure failure;
  mutable int count = 0;
};

/// Picks nodes of a kind.
NodePredicate isA(OpKind kind);

} // namespace assay::test
