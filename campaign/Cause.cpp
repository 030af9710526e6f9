#include "campaign/Cause.h"

#include "check/Signature.h"

#include <fmt/format.h>

namespace assay {
namespace {

constexpr std::string_view jointPrefix = "joint:";

/// The first two parts of "mismatch:topk.indices:f32->i64:named".
std::string_view opOf(std::string_view signature) {
  size_t colon = signature.find(':');
  return colon == std::string_view::npos ? signature
                                         : signature.substr(0, signature.find(':', colon + 1));
}

} // namespace

bool sameCause(const Verdict &a, const Verdict &b) {
  if (!a.isFinding() || a.outcome.index() != b.outcome.index())
    return false;
  if (std::holds_alternative<Mismatch>(a.outcome))
    return opOf(a.signature.text) == opOf(b.signature.text);
  return withoutElementTypes(a.signature.text) == withoutElementTypes(b.signature.text);
}

Verdict confirmedVerdict(const Verdict &first, const Verdict &again) {
  if (again.isFinding() && again.signature == first.signature)
    return first;
  if (const auto *timeout = std::get_if<Timeout>(&first.outcome)) {
    // What is slow all over is not in the same pass each time, and what grows as it goes on is out
    // of time or of memory.
    const auto *another = std::get_if<Timeout>(&again.outcome);
    if (another && another->stage == timeout->stage)
      return first;
    if (!again.isFinding())
      return again;
  }
  Verdict flaky = first;
  flaky.outcome = Flaky{first.describe()};
  flaky.signature.text = fmt::format("flaky:{}", first.signature.text);
  return flaky;
}

int confirmationTries(const Verdict &first) {
  return std::holds_alternative<Crash>(first.outcome) ? 4 : 1;
}

Verdict jointVerdict(Verdict verdict) {
  verdict.signature.text.insert(0, jointPrefix);
  return verdict;
}

bool isJoint(std::string_view signature) { return signature.starts_with(jointPrefix); }

bool isOurBug(std::string_view signature) { return signature.starts_with("assay-bug:"); }

} // namespace assay
