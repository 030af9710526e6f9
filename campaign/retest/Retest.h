#pragma once

#include "campaign/workers/CheckQueue.h"
#include "campaign/workers/Services.h"
#include "triage/bugs/BugRecord.h"
#include "triage/known/KnownBugs.h"

#include <array>
#include <list>

namespace assay {

/// What a check of a bug's case, or all of its cases, say of the bug: it is there, everything is
/// right, something else goes wrong, or nothing can be said.
enum class RetestResult : uint8_t { Fails, Right, Otherwise, Untested };
constexpr std::array<std::string_view, 4> names(RetestResult) {
  return {"fails", "right", "otherwise", "untested"};
}

/// A case of a bug on its way through the checks.
struct CaseRetest {
  CaseRetest(TestCase testCase, TargetName target)
      : testCase(std::move(testCase)), target(std::move(target)) {}

  TestCase testCase;
  TargetName target;
  /// What the case was found with: a fault that was built into the target, and what was watched.
  std::string inject = {};
  std::vector<Metric> watch = {};
  int64_t times = 0;                  // checks without the bug after which it is gone
  std::array<int64_t, 4> counts = {}; // by RetestResult
  std::string detail;                 // of what is neither right nor the bug
  bool isError = false;               // the target could not be had
  bool isDone = false;

  int64_t &count(RetestResult result) { return counts[size_t(result)]; }
  int64_t count(RetestResult result) const { return counts[size_t(result)]; }
  int64_t checks() const;
  /// One failure says that it is there, however often it is not seen.
  RetestResult result() const;
};

/// A bug whose cases are checked on a release.
struct BugRetest {
  const BugRecord *bug = nullptr;
  KnownBugs forms; // of any release
  std::list<CaseRetest> cases;
  std::string whyNot; // there are no cases

  /// What all cases amount to, if all are done.
  RetestResult result() const;
  /// The state that follows from what the release shows; nothing if it tells nothing new.
  std::optional<BugState> nextState(const TargetName &on) const;
};

/// The cases of the bug that were found on a target which the compiler `on` has as well, each to be
/// checked so often, and more often if it does not fail each time. The bug must outlive it.
Expected<BugRetest> retestOf(const BugRecord &bug, const TargetName &on, int64_t times);

/// How far it is.
struct RetestProgress {
  size_t cases = 0, done = 0, checks = 0;
};

/// Checks all cases, several at once, until they are done or `stop` says so; it is asked several
/// times a second.
Expected<void> runRetests(std::list<BugRetest> &retests, const Services &services,
                          CheckQueue &queue,
                          const std::function<bool(const RetestProgress &)> &stop);

} // namespace assay
