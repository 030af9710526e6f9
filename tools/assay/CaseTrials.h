#pragma once

#include "tools/assay/CheckedCase.h"
#include "tools/assay/StatusLine.h"
#include "triage/explain/Explain.h"

#include <limits>

namespace assay {

/// Checks a case for minutes, and shows how far it is.
class CaseTrials : public CauseTrials {
public:
  /// Both must outlive it.
  CaseTrials(const Context &context, const TestCase &testCase)
      : context(context), testCase(testCase) {}

  Expected<Verdict> on(const TargetName &target, const std::string &doing) override;
  Expected<Verdict> onCase(const TestCase &testCase, const TargetName &target,
                           const TargetOptions &options, const std::string &doing) override;
  Expected<std::optional<Verdict>> inTime(const TargetName &target,
                                          const std::string &doing) override;
  Expected<std::vector<std::optional<Verdict>>> onCases(std::span<const TestCase> cases,
                                                        const TargetName &target,
                                                        const std::string &doing) override;
  void learnt(const Cause &cause) override {
    if (onLearnt)
      onLearnt(cause);
  }
  void show(const std::string &doing) override;
  bool isOver() const override { return status.seconds() > seconds; }
  void tried(const Attempt &attempt) override {
    if (onTried)
      onTried(attempt);
  }
  std::function<void(const Attempt &)> onTried; // these may be empty
  std::function<void(const Cause &)> onLearnt;
  /// What is looked for: the same again needs no second check.
  std::optional<Verdict> wanted;
  /// A deliberate bug of every target that is tried, where a target's name cannot say that it has
  /// one.
  std::string inject;
  double seconds = std::numeric_limits<double>::infinity(); // after which isOver()
  /// What is checked inTime() is cut short then. Before, what has begun is waited for even if
  /// isOver(): it may be what hides the failure.
  double deadline = std::numeric_limits<double>::infinity();

  FILE *out = stdout; // of say()
  /// Prints.
  template <class... Values> void say(fmt::format_string<Values...> format, Values &&...values) {
    status.clear();
    assay::say(out, format, std::forward<Values>(values)...);
    std::fflush(out);
  }
  /// "took 2 min 05 s, 57 checks"
  std::string cost() const;
  size_t checkCount() const { return checks; }
  double elapsed() const { return status.seconds(); }

private:
  /// What workers on the target are started with.
  Pool::Options poolOptions(const TargetName &target, TargetOptions options) const;
  /// Nothing if `stop`, which may be empty, cut it short.
  Expected<std::optional<Verdict>> check(const TestCase &tried, const TargetName &target,
                                         const TargetOptions &options, const std::string &doing,
                                         const std::function<bool()> &stop);
  /// Of what hangs nobody waits for long where it is known how long it takes where it does not.
  void boundHang(const Verdict &verdict);

  const Context &context;
  const TestCase &testCase;
  StatusLine status{stderr};
  size_t checks = 0;
  double hangsAfter = std::numeric_limits<double>::infinity(); // wall seconds of a stage
};

} // namespace assay
