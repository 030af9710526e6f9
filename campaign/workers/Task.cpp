#include "campaign/workers/Task.h"

#include "mutation/Examination.h"

#include <fmt/format.h>

namespace assay {
namespace {

/// Moves past the check that is answered; whether that was the last one.
bool advance(RangeRequest &range, int targets) {
  if (++range.firstTarget == targets) {
    range.firstTarget = 0;
    ++range.first;
  }
  return range.first >= range.end;
}
bool advance(CaseRequest &, int) { return true; }
bool advance(ExplainRequest &, int) { return true; }
bool advance(MutantsRequest &mutants, int) { return ++mutants.first >= mutants.end; }

bool isNext(const RangeRequest &range, const CheckReply &reply) {
  return reply.index == range.first && reply.target == range.firstTarget;
}
bool isNext(const CaseRequest &request, const CheckReply &reply) {
  return reply.index == -1 && reply.target == request.target;
}
bool isNext(const ExplainRequest &, const CheckReply &reply) { return reply.cause.has_value(); }
bool isNext(const MutantsRequest &mutants, const CheckReply &reply) {
  return reply.index == mutants.index && reply.mutant && reply.mutant->number == mutants.first;
}

} // namespace

bool Task::expects(const CheckReply &reply) const {
  return std::visit([&](const auto &one) { return isNext(one, reply); }, request);
}

bool Task::take(CheckReply &reply, int targets) {
  interruptions = 0;
  accuses |= reply.verdict.isFinding();
  const bool isLast = std::visit([&](auto &one) { return advance(one, targets); }, request);
  // No program died of its own: it takes several.
  if (isLast && jointDeath && !accuses) {
    reply.verdict = *jointDeath;
    reply.joint = true;
  }
  return isLast;
}

CheckReply Task::replyOfDead(const Death &death) const {
  CheckReply reply;
  if (const auto *range = std::get_if<RangeRequest>(&request)) {
    reply.index = range->first;
    reply.target = range->firstTarget;
  } else if (const auto *mutants = std::get_if<MutantsRequest>(&request)) {
    reply.index = mutants->index;
    reply.mutant = {mutants->first,
                    resultOfDeath(death.mutantStep, verdictOf(death), !mutants->bugs.empty())};
    reply.mutant->result.change = death.change;
    return reply;
  } else if (std::holds_alternative<ExplainRequest>(request)) {
    reply.cause.emplace().noPass =
        fmt::format("looking for it ended in {}", verdictOf(death).signature.text());
    return reply;
  } else {
    reply.target = std::get<CaseRequest>(request).target;
  }
  reply.verdict = verdictOf(death);
  return reply;
}

} // namespace assay
