#pragma once

#include "campaign/gate/GateResult.h"

namespace assay {

/// What a gate is to be judged by.
struct GateJudgement {
  std::vector<std::string> failOn; // of gateKinds()
  int exitCode = 0;

  /// "2 new failures", "nothing new", "the time was over first".
  std::string text(const GateResult &result) const;
};

/// All of these may hold what a compiler printed: nothing of it acts where it is shown.

/// For people and terminals.
std::string gateText(const GateResult &result, const GateJudgement &judgement);
/// docs/gate.schema.json describes it.
std::string gateJson(const GateResult &result, const GateJudgement &judgement);
/// What JUnit's XML says of failures that did not come back.
enum class FlakyInJunit : uint8_t {
  Skipped, // a case of the corpus is one that was skipped, and drawn programs are left out
  Passed,  // a test case that passed with a flakyFailure in it
};
/// As Jenkins' junit-10.xsd has it: a test case for each case of the corpus and target, for each
/// new or changed failure, and one for the gate as a whole.
std::string gateJunit(const GateResult &result, const GateJudgement &judgement, FlakyInJunit flaky);
/// SARIF 2.1.0: a result for each new or changed failure, within what GitHub shows.
std::string gateSarif(const GateResult &result, const GateJudgement &judgement);

/// What GitHub takes as the summary of a step, and as a comment.
inline constexpr size_t longestSummary = (size_t(1) << 20) - 1, longestComment = 65'000;
/// Markdown of at most so many bytes: the worst first, and how much was left out.
std::string gateMarkdown(const GateResult &result, const GateJudgement &judgement,
                         size_t longest = longestSummary);
/// Workflow commands of GitHub Actions, at most ten lines, as it shows no more of a step.
std::string gateAnnotations(const GateResult &result, const GateJudgement &judgement);

} // namespace assay
