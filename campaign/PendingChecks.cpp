#include "campaign/PendingChecks.h"

#include "check/SameFailure.h"
#include "program/Json.h"
#include "support/Assert.h"

#include <algorithm>

namespace assay {

void PendingChecks::add(const CheckReply &reply, const RangeRequest &range) {
  begin({reply, range});
}

void PendingChecks::restore(const PendingRow &row) {
  auto reply = decodeReply(row.reply);
  const auto *done = reply ? std::get_if<CheckReply>(&*reply) : nullptr;
  if (!done)
    return; // of another version: checked again
  Check check{*done, {row.first, row.firstTarget, row.end}};
  if (!row.settled)
    return begin(check);
  check.known = row.known;
  check.others = row.others;
  checks.try_emplace(check.place(), std::move(check));
}

void PendingChecks::begin(const Check &given) {
  const Position place = given.place();
  auto [found, isNew] = checks.try_emplace(place, given);
  Check &check = found->second;
  const Verdict &verdict = check.reply.verdict;
  if (isNew && (verdict.isFinding() || std::holds_alternative<Known>(verdict.outcome)))
    enter(check, services.known ? State::LookingUp : State::Confirming);
}

void PendingChecks::enter(Check &check, State state) {
  check.state = state;
  switch (state) {
  case State::LookingUp:
    return lookUp(check);
  case State::Confirming:
    return confirm(check);
  case State::Rejoining:
    return rejoin(check);
  case State::Suspecting:
    return suspect(check);
  case State::Operating:
    return operate(check);
  case State::Settled:
    check.confirmation.reset();
    return;
  }
}

const TestCase &PendingChecks::caseOf(Check &check) const {
  if (!check.testCase)
    check.testCase = generateCase(services, options.parameters, check.reply.index);
  return *check.testCase;
}

bool PendingChecks::hasAll(const RangeRequest &range, Position from) const {
  for (int64_t index = range.first; index < range.end; ++index)
    for (int target = 0; target < static_cast<int>(options.parameters.targets.size()); ++target)
      if (const Position place{index, target}; place >= from && !checks.contains(place))
        return false;
  return true;
}

size_t PendingChecks::countOpen() const {
  return static_cast<size_t>(
      std::ranges::count_if(checks, [](const auto &entry) { return !entry.second.isSettled(); }));
}

std::vector<PendingRow> PendingChecks::rows() const {
  std::vector<PendingRow> out;
  for (const auto &[place, check] : checks)
    // A part is cut out once more.
    out.push_back({place.index, place.target, encode(Reply(check.whole.value_or(check.reply))),
                   check.isSettled() && !check.whole, check.range.first, check.range.firstTarget,
                   check.range.end, check.known, check.others});
  return out;
}

std::optional<PendingChecks::Check> PendingChecks::take(Position place) {
  auto found = checks.find(place);
  if (found == checks.end() || !found->second.isSettled())
    return std::nullopt;
  Check check = std::move(found->second);
  checks.erase(found);
  return check;
}

/// What is known is no finding, unless those are asked for as well.
void PendingChecks::lookUp(Check &check) {
  Verdict &verdict = check.reply.verdict;
  check.bug = verdict.isFinding() ? services.known(caseOf(check), nameOf(check), &verdict)
                                  : std::optional(verdict);
  if (!check.bug)
    return enter(check, State::Confirming);
  check.reply.ops = opMask(caseOf(check).program());
  if (verdict.isFinding())
    note(check, *check.bug);
  enter(check, options.known ? State::Operating : State::Confirming);
}

void PendingChecks::note(Check &check, const Verdict &known) {
  const Verdict &verdict = check.reply.verdict;
  check.known = KnownRow{check.reply.index, check.reply.target, std::get<Known>(known.outcome).id,
                         std::string(verdict.name()), verdict.signature.text()};
}

void PendingChecks::confirm(Check &check) {
  const TestCase &testCase = caseOf(check);
  // A worker that died did not say what the program is made of.
  check.reply.ops = opMask(testCase.program());
  if (!check.confirmation)
    check.confirmation.emplace(check.reply.verdict, check.reply.joint);
  pool.submitFresh(
      {writeJson(testCase), check.reply.target},
      [this, place = check.place()](const CheckReply &again) {
        session.account(again.verdict.seconds);
        Check &check = checks.at(place);
        check.confirmation->add(again.verdict);
        if (check.confirmation->isSettled())
          onConfirmed(check);
        else
          enter(check, State::Confirming);
      },
      check.confirmation->patience());
}

void PendingChecks::onConfirmed(Check &check) {
  Verdict confirmed = check.confirmation->verdict(caseOf(check).program());
  if (std::holds_alternative<Flaky>(confirmed.outcome) && check.reply.joint)
    return enter(check, State::Rejoining);
  check.reply.verdict = std::move(confirmed);
  enter(check, check.reply.verdict.isFinding() ? State::Suspecting : State::Settled);
}

/// What did not come back alone may do so in the company that it had. If it was blamed for others,
/// what it does alone stands.
void PendingChecks::rejoin(Check &check) {
  struct Seen {
    bool cameBack = false;
    bool othersFail = false; // to compile
  };
  const Position place = check.place();
  const Position last{check.range.end - 1, static_cast<int>(options.parameters.targets.size()) - 1};
  auto seen = std::make_shared<Seen>();
  auto onReply = [this, place, last, seen](const CheckReply &again) {
    session.account(again.verdict.seconds);
    const Position at{again.index, again.target};
    Check &check = checks.at(place);
    Verdict &verdict = check.reply.verdict;
    if (at == place)
      seen->cameBack = again.verdict.isFinding() && again.verdict.signature == verdict.signature;
    else if (again.target == place.target)
      seen->othersFail |= again.verdict.failsToCompile();
    if (at != last)
      return;
    if (seen->othersFail && verdict.failsToCompile())
      verdict = check.confirmation->latest();
    else if (seen->cameBack)
      verdict.signature.joint = true;
    else
      verdict = check.confirmation->verdict(caseOf(check).program());
    enter(check, State::Settled);
  };
  pool.submitFresh(check.range, onReply);
}

/// What goes away with what hides a known bug is that bug.
void PendingChecks::suspect(Check &check) {
  const Verdict &verdict = check.reply.verdict;
  if (check.known || verdict.signature.isOurBug())
    return enter(check, State::Settled);
  suspects.ask(caseOf(check), options.parameters.targets[static_cast<size_t>(check.reply.target)],
               verdict, [this, place = check.place()](std::optional<Verdict> known) {
                 Check &check = checks.at(place);
                 if (!known)
                   return enter(check, State::Settled);
                 note(check, *known);
                 check.bug = std::move(known);
                 enter(check, options.known ? State::Operating : State::Settled);
               });
}

/// Looks for what else is wrong with a program that shows a known bug.
void PendingChecks::operate(Check &check) {
  if (!services.accused || check.cuts >= Surgery::fewCuts)
    return onRest(check, {});
  auto onAnswer = [this, place = check.place()](const Surgery::Answer &answer) {
    Check &check = checks.at(place);
    check.cuts += std::max(1, answer.cuts);
    onRest(check, answer);
  };
  const int left = Surgery::fewCuts - check.cuts;
  const Verdict &verdict = check.reply.verdict;
  if (verdict.isFinding())
    surgery.ask(caseOf(check), check.reply.target, verdict, std::get<Known>(check.bug->outcome).id,
                left, onAnswer);
  else
    surgery.askUnchecked(caseOf(check), check.reply.target, left, onAnswer);
}

/// What is news is judged in place of the whole program; else that is the known bug.
void PendingChecks::onRest(Check &check, const Surgery::Answer &answer) {
  check.others.insert(answer.met.begin(), answer.met.end());
  if (answer.news) {
    if (!check.whole)
      check.whole = check.reply;
    check.known.reset();
    check.bug.reset();
    check.confirmation.reset();
    check.testCase = answer.news;
    check.reply.joint = false;
    check.reply.verdict = answer.verdict;
    return enter(check, State::Confirming);
  }
  if (answer.known) {
    note(check, *answer.known);
    check.bug = answer.known;
  }
  Verdict known = std::move(*check.bug);
  check.others.erase(std::get<Known>(known.outcome).id);
  std::get<Known>(known.outcome).rest = answer.rest;
  known.exact = answer.verdict.exact;
  known.bounded = answer.verdict.bounded;
  known.inconclusive = answer.verdict.inconclusive;
  known.seconds = check.reply.verdict.seconds;
  check.reply.verdict = std::move(known);
  enter(check, State::Settled);
}

TestCase generateCase(const Services &services, const CampaignParameters &parameters,
                      int64_t index) {
  auto made = services.generate(parameters.seed, static_cast<uint64_t>(index), parameters.profile);
  ASSAY_ASSERT(bool(made), "the profile was there before");
  return std::move(*made);
}

} // namespace assay
