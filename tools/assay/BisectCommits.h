#pragma once

#include "tools/assay/Cli.h"

namespace assay {

/// Between which commits of a compiler's repository a failure began.
struct CommitRange {
  std::string repository; // its folder
  std::string build;      // what makes the target of a commit that is checked out, for the shell
  std::string good, bad;  // as git names commits
};

/// Has git bisect between the two, which are built and checked first; what does not build, or fails
/// in another way, is skipped. Prints each commit and the first bad one, and leaves the repository
/// at the commit that it was at. Returns the exit code.
int bisectCommits(const Context &context, const CommitRange &range, const TargetName &target,
                  const std::string &file, const TestCase &testCase);

} // namespace assay
