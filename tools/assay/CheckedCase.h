#pragma once

#include "check/Verdict.h"
#include "tools/assay/Cli.h"
#include "triage/litcase/CaseFile.h"

#include <nlohmann/json.hpp>

namespace assay {

/// A case's verdict on a target.
struct CheckedCase {
  std::string file;
  TargetName target;
  Verdict verdict;
  /// What is known of it, if it is a finding that campaigns would pass over: "iree-x, LINK".
  std::string known;
};

/// Called several times a second while a check goes on.
using OnWait = std::function<void()>;

/// Checks a case on each of the pool's targets, in workers of their own: what crashes, hangs or
/// mismatches is repeated in a fresh one.
Expected<std::vector<CheckedCase>> checkCase(Pool &pool, const std::vector<TargetName> &targets,
                                             const std::string &file, const TestCase &testCase,
                                             const OnWait &onWait = {});

/// The known bug that a finding is, on a target without a fault built in. Other targets are tried
/// where it takes those to tell, and do not tell if they cannot be had. It is none if the case
/// shows more than that bug.
std::optional<Verdict> knownAs(const Context &context, const CheckedCase &checked,
                               const TestCase &testCase);

/// Fills in what is known of what was found.
void lookUpKnown(const Context &context, const TestCase &testCase,
                 std::vector<CheckedCase> &checked);

/// The verdict on that target alone, in a worker of its own.
Expected<Verdict> verdictOn(const Context &context, const TargetName &target,
                            const std::string &file, const TestCase &testCase,
                            const OnWait &onWait = {}, const TargetOptions &options = {});

/// One line, and a few more about what was found.
void print(const CheckedCase &checked);
/// One line for each thing that a dispatch made.
void printDispatches(const CheckedCase &checked, const Program &program);
nlohmann::ordered_json toJson(const CheckedCase &checked);

/// 1 if anything was found, missed optimisations only if these are to count; else 0 if any results
/// were right and nothing was flaky, else 3.
ExitCode exitCodeOf(const std::vector<CheckedCase> &checked, bool failOnMissed = false);

/// Pool options for one-off checks.
Pool::Options onePool(const Context &context, std::vector<TargetName> targets,
                      TargetOptions targetOptions = {}, int jobs = 1);

} // namespace assay
