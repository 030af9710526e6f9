#pragma once

#include "check/Verdict.h"
#include "target/Inspector.h"

namespace assay {

/// What became of the case when something was changed.
struct Attempt {
  std::string what; // "O0", "then=flow"
  Verdict verdict;
};

/// Where a failing case is checked, on one target after the other, while somebody waits.
class Trials {
public:
  virtual ~Trials() = default;
  /// The verdict on that target; `doing` says which of how many it is: "variation 3 of 40: O1".
  /// That a failure that comes now and then is gone takes as many checks as checksUntilGone() says.
  /// An error says what is wrong with our environment or the name.
  virtual Expected<Verdict> on(const TargetName &target, const std::string &doing) = 0;
  /// The same of what is wanted only as long as there is time: nothing if there was not enough.
  virtual Expected<std::optional<Verdict>> inTime(const TargetName &target,
                                                  const std::string &doing) {
    auto verdict = on(target, doing);
    if (!verdict)
      return verdict.error();
    return std::optional(*std::move(verdict));
  }
  /// Told of what takes its time without a check.
  virtual void show(const std::string &doing) = 0;
  /// Nobody wants to wait for further variations.
  virtual bool isOver() const { return false; }
  /// Told of what will be part of a result as soon as it is known.
  virtual void tried(const Attempt &) {}
};

/// A case that a target does wrong, and who can be asked about the target.
struct Failure {
  const Inspector &inspector;
  TargetName target;
  const TestCase &testCase;
  Verdict verdict;
  /// Of a target that has a deliberate bug among its passes: what it is without, and the bug.
  std::optional<std::pair<TargetName, std::string>> injected = {};
};

} // namespace assay
