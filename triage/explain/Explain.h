#pragma once

#include "check/Cause.h"
#include "target/Target.h"
#include "triage/explain/Trials.h"

#include <span>

namespace assay {

/// Where what explain() asks for is done as well.
class CauseTrials : public Trials {
public:
  /// As on(), of another case, and with other options.
  virtual Expected<Verdict> onCase(const TestCase &testCase, const TargetName &target,
                                   const TargetOptions &options, const std::string &doing) = 0;
  /// The verdicts on several cases, one after the other; nothing for those that there was no time
  /// for.
  virtual Expected<std::vector<std::optional<Verdict>>>
  onCases(std::span<const TestCase> cases, const TargetName &target, const std::string &doing) = 0;
  /// Told of a cause each time that more of it is known.
  virtual void learnt(const Cause &) {}
};

/// Looks for the cause of a failure, in the way that says most of its target: by cuts, by leaving
/// out passes, or by variations and phases. Trials are told of what is known of it, each time that
/// it is more. An error says what is wrong with the environment, or that nothing can be asked of
/// the compiler.
Expected<Cause> explain(const Failure &failure, CauseTrials &trials);

/// The same with what of the case hides the failure, as far as there is time.
Expected<Cause> withChanges(Cause cause, const Failure &failure, CauseTrials &trials);

/// The same with the IR before the pass, or after the phase before it, as small as there is time to
/// make it, where it fails alone.
Expected<Cause> withReducedIr(Cause cause, const Failure &failure, CauseTrials &trials);

/// "the same" if `made` is the failure that was `wanted`, else its signature or its name.
std::string comparedWith(const Verdict &wanted, const Verdict &made);

} // namespace assay
