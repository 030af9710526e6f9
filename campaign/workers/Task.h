#pragma once

#include "campaign/workers/Death.h"
#include "campaign/workers/Protocol.h"

#include <functional>
#include <optional>
#include <variant>

namespace assay {

/// Told of each check that is done, by a worker's reply or by its death.
using OnCheck = std::function<void(const CheckReply &)>;

/// What a pool has been asked for and has not fully answered yet. A range shrinks as its answers
/// come.
struct Task {
  std::variant<RangeRequest, CaseRequest, MutantsRequest, ExplainRequest> request;
  OnCheck onCheck;
  /// For a worker that has done nothing before.
  bool fresh = false;
  /// Workers that ended at its first check for reasons that do not accuse it.
  int interruptions = 0;
  /// How a worker died of all programs of a range at once. Each is then compiled alone.
  std::optional<Verdict> jointDeath = std::nullopt;
  bool accuses = false; // one of its checks did, so far
  double patience = 1;  // how often the limits of time it may take

  /// Whether that answers the check that is next.
  bool expects(const CheckReply &reply) const;
  /// Counts the reply to the check that is next, of so many targets; whether that was the last one
  /// of the task.
  bool take(CheckReply &reply, int targets);
  /// What it means for the check that is next that its worker died so.
  CheckReply replyOfDead(const Death &death) const;
};

} // namespace assay
