#pragma once

#include "campaign/Campaign.h"

namespace assay {

/// A target as another compiler has it: of "iree@3.13.0:vmvx:O2" and "iree@3.12.0" that is
/// "iree@3.12.0:vmvx:O2". A baseline with a colon is a whole target, and counterpart of every one.
TargetName counterpartOf(const TargetName &target, const TargetName &baseline);

/// In how many checks of the counterpart the failure may show. A crash may hang on where memory
/// happens to lie.
int triesFor(const Verdict &verdict);

/// The compiler that a campaign's targets are held against: what its counterparts do as well is no
/// news. It has workers of its own, for one process does not bear two releases of a compiler, and
/// no injected fault. One thread, as Pool.
class Baseline {
public:
  /// Whether the counterpart of a target fails as well.
  using OnAnswer = std::function<void(bool fails)>;

  /// There is none if the parameters name none. `onCheck` is told of each check, for keeping
  /// account of time. Once `stop` says so, nothing is waited for.
  Baseline(const FuzzOptions &options, OnCheck onCheck, std::function<bool()> stop);

  explicit operator bool() const { return pool.has_value(); }
  Expected<void> start();

  /// Whether the case fails with the cause of `verdict` on the counterpart of the target of that
  /// number. Answered by poll().
  void ask(const TestCase &testCase, int target, const Verdict &verdict, const OnAnswer &onAnswer);
  /// The same of a program that fails in the company of its range.
  void askJointly(const RangeRequest &range, Position place, const Verdict &verdict,
                  const OnAnswer &onAnswer);
  /// Waits for the answer; true as well where none can be had, which poll() has an error for then,
  /// or nothing is waited for.
  bool fails(const TestCase &testCase, int target, const Verdict &verdict);

  Expected<void> poll(int milliseconds);
  /// The verdict on what both do.
  Verdict verdict(int target) const;

private:
  void ask(const CaseRequest &request, const Verdict &verdict, const OnAnswer &onAnswer, int tries);

  std::optional<Pool> pool;
  std::vector<TargetName> counterparts;
  OnCheck onCheck;
  std::function<bool()> stop;
};

} // namespace assay
