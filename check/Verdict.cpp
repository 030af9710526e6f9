#include "check/Verdict.h"

#include "support/NameOf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<OutcomeVariant>> outcomeNames = {
    "agree",   "mismatch",  "compile_failure",     "run_failure",  "crash",
    "timeout", "sanitizer", "unsupported",         "inconclusive", "flaky",
    "known",   "accuracy",  missedOptimisationName};

std::string_view name(Stage stage) { return nameOf(stage); }

std::string describe(const Agree &) { return "agrees"; }
std::string describe(const Mismatch &mismatch) {
  return fmt::format("run {}: {}\nfirst wrong value: %{}{}", mismatch.run,
                     describeDifference(mismatch.difference), mismatch.firstWrong,
                     mismatch.nondeterministic ? "\nnot the same each time" : "");
}
std::string describe(const CompileFailure &failure) { return failure.diagnostic; }
std::string describe(const RunFailure &failure) { return failure.diagnostic; }
std::string describe(const Crash &crash) {
  return fmt::format("crash in stage {}: {}", name(crash.stage), crash.detail);
}
std::string describe(const Timeout &timeout) {
  return fmt::format("{} limit exceeded in stage {}", timeout.memory ? "memory" : "time",
                     name(timeout.stage));
}
std::string describe(const Sanitizer &sanitizer) { return sanitizer.detail; }
std::string describe(const Unsupported &unsupported) { return unsupported.reason; }
std::string describe(const Inconclusive &inconclusive) { return inconclusive.reason; }
std::string describe(const Flaky &flaky) {
  return fmt::format("seen once, and not again in fresh processes: {}", flaky.first);
}

std::string describe(const Known &known) {
  return known.link.empty() ? known.id : fmt::format("{}, {}", known.id, known.link);
}

std::string describe(const Inaccurate &inaccurate) {
  return fmt::format("{}\nright only for a target that is granted {}",
                     describe(static_cast<const Mismatch &>(inaccurate)), inaccurate.allowances);
}

std::string describe(const MissedOptimisation &missed) {
  return fmt::format("{}; spelled otherwise: {}\n{}", textOf(missed.given), textOf(missed.better),
                     missed.program());
}

bool accuses(const Agree &) { return false; }
bool accuses(const Mismatch &) { return true; }
bool accuses(const CompileFailure &) { return true; }
bool accuses(const RunFailure &) { return true; }
bool accuses(const Crash &) { return true; }
bool accuses(const Timeout &) { return true; }
bool accuses(const Sanitizer &) { return true; }
bool accuses(const Unsupported &) { return false; }
bool accuses(const Inconclusive &) { return false; }
bool accuses(const Flaky &) { return false; }
bool accuses(const Known &) { return false; }
bool accuses(const Inaccurate &) { return true; }
bool accuses(const MissedOptimisation &) { return true; }

} // namespace

Outcomes::Outcomes() noexcept = default;
Outcomes::Outcomes(const Outcomes &other) = default;
Outcomes::Outcomes(Outcomes &&other) noexcept = default;
Outcomes &Outcomes::operator=(const Outcomes &other) = default;
Outcomes &Outcomes::operator=(Outcomes &&other) noexcept = default;
Outcomes::~Outcomes() = default;

std::string_view MissedOptimisation::program() const {
  const std::string_view text = spelling;
  return text.substr(0, text.find("\nrun"));
}

std::span<const std::string_view> verdictNames() { return outcomeNames; }

std::string_view Verdict::name() const { return outcomeNames[outcome.index()]; }

bool Verdict::passes() const {
  return std::holds_alternative<Agree>(outcome) || std::holds_alternative<Inconclusive>(outcome);
}

bool Verdict::isFinding() const {
  return std::visit([](const auto &one) { return accuses(one); }, outcome);
}

bool Verdict::isMissedOptimisation() const {
  return std::holds_alternative<MissedOptimisation>(outcome);
}

const Mismatch *Verdict::difference() const {
  if (const auto *inaccurate = std::get_if<Inaccurate>(&outcome))
    return inaccurate;
  return std::get_if<Mismatch>(&outcome);
}

bool Verdict::failsToCompile() const {
  if (const auto *crash = std::get_if<Crash>(&outcome))
    return crash->stage <= Stage::Compile;
  if (const auto *timeout = std::get_if<Timeout>(&outcome))
    return timeout->stage <= Stage::Compile;
  return std::holds_alternative<CompileFailure>(outcome);
}

std::string describeDifference(const Difference &difference) {
  return fmt::format("result {} [{}] is {}, expected {}; {} of {} elements are wrong",
                     difference.returned, fmt::join(difference.index, ", "), difference.actual,
                     difference.expected, difference.wrong, difference.elements);
}

std::string Verdict::describe() const {
  std::string text = std::visit([](const auto &one) { return assay::describe(one); }, outcome);
  if (signature.unwritten)
    text += "\nreads memory that nobody has written: results depend on what is in it";
  if (!frequency.isAlways())
    text += fmt::format("\nfound in {} of {} checks", frequency.found, frequency.checks);
  return text;
}

} // namespace assay
