#include "campaign/workers/Confirmation.h"

#include "check/MismatchSignature.h"
#include "check/SameFailure.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace assay {
namespace {

/// Checks of a case in all. Nobody waits for a time-out more often than need be; of the others nine
/// tell what comes half of the time from what came once.
int mostChecks(const Verdict &first, bool joint) {
  return joint || std::holds_alternative<Timeout>(first.outcome) ? 2 : 9;
}

/// Whether both verdicts say that the same happened, wherever and in which words.
bool sameEvent(const Verdict &a, const Verdict &b) {
  if (a.outcome.index() != b.outcome.index())
    return false;
  if (const auto *crash = std::get_if<Crash>(&a.outcome))
    return crash->stage == std::get<Crash>(b.outcome).stage;
  // What is slow all over is not in the same pass each time, and what grows as it goes on is out of
  // time or of memory.
  if (const auto *timeout = std::get_if<Timeout>(&a.outcome))
    return timeout->stage == std::get<Timeout>(b.outcome).stage;
  return a.isFinding();
}

/// Whether the results are wrong in the same way. Where that begins was looked for with other
/// programs, which a compiler that fails now and then may not have taken.
bool sameWrong(const Mismatch &a, const Mismatch &b) {
  return a.run == b.run && a.difference == b.difference;
}

/// How well it is known where a wrong value begins, less for better.
std::pair<bool, ValueId> blame(const Verdict &verdict) {
  return {verdict.signature.together, std::get<Mismatch>(verdict.outcome).firstWrong};
}

} // namespace

Confirmation::Confirmation(Verdict first, bool joint, int leastChecks)
    : stands(std::move(first)), joint(joint), leastChecks(leastChecks) {
  stands.frequency = {};
}

bool Confirmation::isSettled() const {
  const Frequency &frequency = stands.frequency;
  const int most = mostChecks(stands, joint);
  return frequency.checks == most ||
         (frequency.isAlways() && frequency.checks >= std::min(leastChecks, most));
}

void Confirmation::add(const Verdict &again) {
  last = again;
  if (std::holds_alternative<Timeout>(stands.outcome) && again.isFinding() &&
      !std::holds_alternative<Timeout>(again.outcome)) {
    // The time-out hid it.
    *this = Confirmation(again, joint, leastChecks);
    return;
  }
  fails += again.isFinding();
  ++stands.frequency.checks;
  if (!sameEvent(stands, again))
    return;
  ++stands.frequency.found;
  if (auto *wrong = std::get_if<Mismatch>(&stands.outcome)) {
    const auto &other = std::get<Mismatch>(again.outcome);
    wrong->nondeterministic |= other.nondeterministic || !sameWrong(*wrong, other);
    if (blame(again) < blame(stands)) {
      wrong->firstWrong = other.firstWrong;
      stands.signature = again.signature;
    }
  } else if (!std::holds_alternative<Timeout>(stands.outcome)) {
    stands.signature = commonSignature(stands.signature, again.signature);
  }
}

bool Confirmation::isBack() const {
  return stands.frequency.found > 1 ||
         (fails == stands.frequency.checks && !std::holds_alternative<Timeout>(stands.outcome));
}

Verdict Confirmation::verdict(const Program &program) const {
  Verdict settled = stands;
  if (isBack()) {
    if (auto *wrong = std::get_if<Mismatch>(&settled.outcome)) {
      // Which values are wrong alone, and of what types, was looked at while it may have been away.
      wrong->nondeterministic |= !settled.frequency.isAlways();
      if (wrong->nondeterministic)
        settled.signature = nondeterministicSignature(program, *wrong);
    }
    return settled;
  }
  if (std::holds_alternative<Timeout>(settled.outcome) && !last.isFinding())
    return last;
  settled.frequency = {};
  const std::string first = settled.describe();
  settled.outcome = Flaky{first};
  settled.signature = {};
  settled.signature.kind = Signature::Kind::Flaky;
  settled.signature.what = stands.signature.text();
  settled.frequency = stands.frequency;
  return settled;
}

} // namespace assay
