#include "campaign/PendingChecks.h"

#include "campaign/Cause.h"
#include "program/Json.h"
#include "support/Assert.h"

namespace assay {

void PendingChecks::add(const CheckReply &reply, const RangeRequest &range) {
  Check &check = checks[{reply.index, reply.target}];
  check.reply = reply;
  check.range = range;
  if (reply.verdict.isFinding())
    lookUp(check);
  if (check.reply.verdict.isFinding())
    confirm(check);
}

std::optional<PendingChecks::Check> PendingChecks::take(Position place) {
  auto found = checks.find(place);
  if (found == checks.end() || !found->second.settled)
    return std::nullopt;
  Check check = std::move(found->second);
  checks.erase(found);
  return check;
}

/// What is known is no finding.
void PendingChecks::lookUp(Check &check) {
  if (!options.known || !services.known)
    return;
  const auto &targets = options.parameters.targets;
  const TestCase testCase = generateCase(services, options.parameters, check.reply.index);
  auto known = services.known(testCase, targets[static_cast<size_t>(check.reply.target)],
                              &check.reply.verdict);
  if (!known)
    return;
  check.reply.ops = opMask(testCase.program());
  standsFor(check, std::move(*known));
}

/// A verdict in the place of the one that the check gave.
void PendingChecks::standsFor(Check &check, Verdict known) {
  known.seconds = check.reply.verdict.seconds;
  check.reply.verdict = std::move(known);
}

void PendingChecks::confirm(Check &check) {
  check.settled = false;
  TestCase testCase = generateCase(services, options.parameters, check.reply.index);
  // A worker that died did not say what the program is made of.
  check.reply.ops = opMask(testCase.program());
  Position place{check.reply.index, check.reply.target};
  pool.submitFresh({writeJson(testCase), check.reply.target},
                   [this, place](const CheckReply &again) {
                     session.account(again.verdict.seconds);
                     Check &check = checks[place];
                     Verdict settled = confirmedVerdict(check.reply.verdict, again.verdict);
                     if (std::holds_alternative<Flaky>(settled.outcome) &&
                         ++check.tries < confirmationTries(check.reply.verdict)) {
                       confirm(check);
                       return;
                     }
                     if (std::holds_alternative<Flaky>(settled.outcome) && check.reply.joint) {
                       confirmJointly(check, again.verdict);
                       return;
                     }
                     check.reply.verdict = std::move(settled);
                     suspect(check);
                   });
}

/// What did not come back alone may do so in the company that it had; `alone` is what stands if it
/// was blamed for others.
void PendingChecks::confirmJointly(Check &check, const Verdict &alone) {
  struct Seen {
    bool cameBack = false;
    bool othersFail = false; // to compile
  };
  const Position place{check.reply.index, check.reply.target};
  const Position last{check.range.end - 1, static_cast<int>(options.parameters.targets.size()) - 1};
  auto seen = std::make_shared<Seen>();
  auto onReply = [this, place, last, seen, alone](const CheckReply &again) {
    session.account(again.verdict.seconds);
    const Position at{again.index, again.target};
    Check &check = checks[place];
    Verdict &verdict = check.reply.verdict;
    if (at == place)
      seen->cameBack = again.verdict.isFinding() && again.verdict.signature == verdict.signature;
    else if (again.target == place.target)
      seen->othersFail |= again.verdict.failsToCompile();
    if (at != last)
      return;
    if (seen->othersFail && verdict.failsToCompile())
      verdict = alone;
    else
      verdict = seen->cameBack ? jointVerdict(verdict) : confirmedVerdict(verdict, alone);
    compare(check);
  };
  pool.submitFresh(check.range, onReply);
}

/// What goes away with what hides a known bug is that bug.
void PendingChecks::suspect(Check &check) {
  const Verdict &verdict = check.reply.verdict;
  if (!verdict.isFinding() || isOurBug(verdict.signature.text) || isJoint(verdict.signature.text))
    return compare(check);
  const Position place{check.reply.index, check.reply.target};
  suspects.ask(generateCase(services, options.parameters, place.index), place.target, verdict,
               [this, place](std::optional<Verdict> known) {
                 Check &check = checks[place];
                 if (known)
                   standsFor(check, std::move(*known));
                 compare(check);
               });
}

/// What the baseline does as well is no news; but for our own bugs, which it has no part in.
void PendingChecks::compare(Check &check) {
  const Verdict &verdict = check.reply.verdict;
  if (!baseline || !verdict.isFinding() || isOurBug(verdict.signature.text)) {
    check.settled = true;
    return;
  }
  const Position place{check.reply.index, check.reply.target};
  auto onAnswer = [this, place](bool fails) {
    Check &check = checks[place];
    if (fails)
      standsFor(check, baseline.verdict(place.target));
    check.settled = true;
  };
  if (isJoint(verdict.signature.text))
    baseline.askJointly(check.range, place, verdict, onAnswer);
  else
    baseline.ask(generateCase(services, options.parameters, place.index), place.target, verdict,
                 onAnswer);
}

TestCase generateCase(const Services &services, const CampaignParameters &parameters,
                      int64_t index) {
  auto made = services.generate(parameters.seed, static_cast<uint64_t>(index), parameters.profile);
  ASSAY_ASSERT(bool(made), "the profile was there before");
  return std::move(*made);
}

} // namespace assay
