#pragma once

#include "campaign/workers/LimitWatch.h"
#include "campaign/workers/Task.h"

#include <deque>

namespace assay {

/// Keeps workers busy: hands out checks, takes the answers, ends what hangs or grows, replaces what
/// died and goes on behind the check that killed it. One thread; everything happens inside poll().
class Pool {
public:
  struct Options {
    WorkerCommand command;
    Setup setup;
    int jobs = 1;
    Limits limits;
  };
  explicit Pool(Options options);

  /// Starts the first worker, so that a wrong target is an error here; unless `stop` says so before
  /// it is ready.
  Expected<void> start(const std::function<bool()> &stop = {});

  /// A range is answered check by check in order; so are several ranges only if there is one
  /// worker.
  void submit(RangeRequest request, OnCheck onCheck);
  void submit(CaseRequest request, OnCheck onCheck);
  /// Answered mutant by mutant in order.
  void submit(MutantsRequest request, OnCheck onCheck);
  void explain(ExplainRequest request, OnCheck onCheck);
  /// In a worker that has done nothing before, which may take `patience` times the limits of time.
  void submitFresh(RangeRequest request, OnCheck onCheck);
  void submitFresh(CaseRequest request, OnCheck onCheck, double patience = 1);

  /// Whether another range now would keep a worker from waiting.
  bool wantsMore() const;
  /// Whether anything submitted is not answered yet.
  bool busy() const;
  /// Workers that are in the middle of a range, and of what was submitted to a fresh one.
  int inRanges() const;
  int confirming() const;
  /// Forgets everything that is not answered; workers in the middle of it are ended.
  void abandon();
  /// The same, but that what is under way in fresh workers goes on.
  void abandonAllButFresh();

  /// Waits for events, at most so long, and handles them. An error means that no worker can be kept
  /// running.
  Expected<void> poll(int milliseconds);
  /// poll() until nothing is busy, or `stop` says so.
  Expected<void> drain(const std::function<bool()> &stop = {});

  /// Workers started so far.
  int started() const { return starts; }
  int jobs() const { return options.jobs; }
  const TargetName &target(int place) const {
    return options.setup.targets[static_cast<size_t>(place)];
  }
  /// Those of a pool that has one worker, for that target alone.
  Options optionsFor(const TargetName &target) const;
  /// Where each target's code runs, as Target::device() says; start() finds out.
  const std::vector<std::optional<Device>> &devices() const { return targetDevices; }

private:
  struct Slot {
    std::unique_ptr<WorkerProcess> worker;
    /// Sent and not fully answered, in order.
    std::deque<Task> sent;
    bool ready = false;
    bool used = false;
    int failedStarts = 0;
    Death::Limit limit = Death::Limit::None;
    /// When that was seen, as monotonicNanoseconds() gives it.
    int64_t limitSeen = 0;
    LimitWatch watch;
  };

  Expected<void> startWorker(Slot &slot);
  Expected<void> fill();
  Expected<void> fillSlot(Slot &slot, std::deque<Task> &queue, size_t depth);
  void wait(int milliseconds);
  /// Whether every worker has ranges, and more than it works on.
  bool mayRest() const;
  Expected<void> take(Slot &slot, std::span<const Reply> replies);
  bool accept(Slot &slot, CheckReply reply);
  int targets() const { return static_cast<int>(options.setup.targets.size()); }
  void watch(Slot &slot);
  Expected<void> bury(Slot &slot);
  void resend(std::deque<Task> tasks);
  Death deathOf(Slot &slot);

  Options options;
  std::vector<Slot> slots;
  std::deque<Task> queue;
  std::deque<Task> freshQueue;
  int starts = 0;
  int64_t lastWatch = 0;
  int rest = 1; // milliseconds between looks at the replies of ranges
  std::vector<std::optional<Device>> targetDevices;
};

} // namespace assay
