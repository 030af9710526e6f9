#include "check/FailureVerdict.h"

#include "check/Diagnostic.h"
#include "support/Assert.h"
#include "support/FirstLine.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay {
namespace {

using Kind = Signature::Kind;

constexpr std::string_view frameIndent = "  ";

Verdict verdict(Outcomes outcome, Kind kind, std::optional<Stage> stage, std::string what) {
  Verdict made;
  made.outcome = std::move(outcome);
  made.signature.kind = kind;
  made.signature.stage = stage;
  made.signature.what = std::move(what);
  return made;
}

Verdict rejection(const TargetFailure &failure) {
  std::string cause = normaliseDiagnostic(failure.detail);
  if (failure.stage == Stage::Run)
    return verdict(RunFailure{failure.detail}, Kind::RunFailure, std::nullopt, std::move(cause));
  return verdict(CompileFailure{failure.detail}, Kind::CompileFailure, failure.stage,
                 std::move(cause));
}

} // namespace

Verdict failureVerdict(const TargetFailure &failure) {
  const Stage stage = failure.stage;
  switch (failure.kind) {
  case TargetFailure::Kind::Rejected:
    return rejection(failure);
  case TargetFailure::Kind::Crashed:
    return verdict(Crash{stage, failure.detail}, Kind::Crash, stage,
                   normaliseDiagnostic(failure.detail));
  case TargetFailure::Kind::TimedOut:
    return verdict(Timeout{stage, false}, Kind::Timeout, stage, "");
  case TargetFailure::Kind::OutOfMemory:
    return verdict(Timeout{stage, true}, Kind::Timeout, stage, "memory");
  case TargetFailure::Kind::Sanitizer: {
    // How far and how much follows a colon, and depends on extents.
    const std::string cause = normaliseDiagnostic(failure.detail);
    return verdict(Sanitizer{failure.detail}, Kind::Sanitizer, stage,
                   cause.substr(0, cause.find(": ")));
  }
  case TargetFailure::Kind::Unsupported:
    return verdict(Unsupported{failure.detail}, Kind::Unsupported, std::nullopt,
                   normaliseDiagnostic(failure.detail));
  }
  ASSAY_ASSERT(false, "failure kind out of range");
}

std::string crashCause(std::string_view detail) {
  const std::string ended = firstLine(detail);
  std::string_view below = detail.substr(std::min(ended.size() + 1, detail.size()));
  if (!below.starts_with(frameIndent)) {
    const std::string words = normaliseDiagnostic(below);
    return words.empty() ? ended : fmt::format("{}:{}", ended, words);
  }
  std::string cause = ended;
  for (char before = ':'; below.starts_with(frameIndent); before = '<') {
    const std::string frame = firstLine(below);
    cause.append(1, before).append(frame, frameIndent.size());
    below.remove_prefix(std::min(frame.size() + 1, below.size()));
  }
  return cause;
}

Verdict inconclusiveVerdict(std::string reason) {
  std::string what = normaliseDiagnostic(reason);
  return verdict(Inconclusive{std::move(reason)}, Kind::Inconclusive, std::nullopt,
                 std::move(what));
}

Verdict knownVerdict(const std::string &id, std::string link) {
  return verdict(Known{id, std::move(link), {}}, Kind::Known, std::nullopt, id);
}

} // namespace assay
