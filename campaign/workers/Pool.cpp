#include "campaign/workers/Pool.h"

#include "support/process/MachineShare.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

namespace assay {
namespace {

/// Tasks in a worker's pipe: one that it works on, and one so that it need not wait.
constexpr size_t depth = 2;
constexpr int64_t watchInterval = 50'000'000;
constexpr int longestRest = 40; // milliseconds
/// More than the handler of a fatal signal gives itself; in nanoseconds.
constexpr int64_t graceToAbort = 7'000'000'000;
constexpr int maxFailedStarts = 3;
/// Somebody who kills workers says nothing about the target.
constexpr int maxKilledStarts = 30;
constexpr int maxInterruptions = 3;

std::string lastLine(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

} // namespace

Pool::Pool(Options given) : options(std::move(given)), slots(static_cast<size_t>(options.jobs)) {
  // A worker that is gone shows as a failed write.
  std::signal(SIGPIPE, SIG_IGN);
  // One that who started this program told not to wait for would tell no status.
  std::signal(SIGCHLD, SIG_DFL);
  options.limits.memoryBytes =
      std::min(options.limits.memoryBytes, int64_t(machineShare().mebibytes) << 20);
}

Expected<void> Pool::start(const std::function<bool()> &stop) {
  while (!slots[0].ready && !(stop && stop())) {
    // Also in place of one that was killed before it was ready.
    if (!slots[0].worker)
      ASSAY_TRY(startWorker(slots[0]));
    ASSAY_TRY(poll(100));
  }
  return {};
}

Pool::Options Pool::optionsFor(const TargetName &target) const {
  Options other = options;
  other.setup.targets = {target};
  other.jobs = 1;
  return other;
}

void Pool::submit(RangeRequest request, OnCheck onCheck) {
  if (request.first < request.end)
    queue.push_back({request, std::move(onCheck)});
}
void Pool::submit(CaseRequest request, OnCheck onCheck) {
  queue.push_back({std::move(request), std::move(onCheck)});
}
void Pool::submit(MutantsRequest request, OnCheck onCheck) {
  if (request.first < request.end)
    queue.push_back({request, std::move(onCheck)});
}
void Pool::explain(ExplainRequest request, OnCheck onCheck) {
  queue.push_back({std::move(request), std::move(onCheck)});
}
void Pool::submitFresh(RangeRequest request, OnCheck onCheck) {
  if (request.first < request.end)
    freshQueue.push_back({request, std::move(onCheck), true});
}
void Pool::submitFresh(CaseRequest request, OnCheck onCheck, double patience) {
  freshQueue.push_back({std::move(request), std::move(onCheck), true});
  freshQueue.back().patience = patience;
}

bool Pool::wantsMore() const {
  size_t room = 0;
  for (const Slot &slot : slots)
    room += depth - std::min(depth, slot.sent.size());
  return queue.size() < room;
}

bool Pool::busy() const {
  bool sent = std::ranges::any_of(slots, [](const Slot &slot) { return !slot.sent.empty(); });
  return sent || !queue.empty() || !freshQueue.empty();
}

int Pool::inRanges() const {
  return static_cast<int>(std::ranges::count_if(slots, [](const Slot &slot) {
    return !slot.sent.empty() && std::holds_alternative<RangeRequest>(slot.sent.front().request);
  }));
}

int Pool::confirming() const {
  return static_cast<int>(std::ranges::count_if(slots, [](const Slot &slot) {
    return !slot.sent.empty() && slot.sent.front().fresh &&
           std::holds_alternative<CaseRequest>(slot.sent.front().request);
  }));
}

void Pool::abandon() {
  queue.clear();
  freshQueue.clear();
  for (Slot &slot : slots)
    if (!slot.sent.empty())
      slot = Slot();
}

void Pool::abandonAllButFresh() {
  queue.clear();
  for (Slot &slot : slots)
    if (!slot.sent.empty() && !slot.sent.front().fresh)
      slot = Slot();
}

Expected<void> Pool::poll(int milliseconds) {
  ASSAY_TRY(fill());
  wait(milliseconds);
  bool watching = monotonicNanoseconds() - lastWatch > watchInterval;
  size_t mostReplies = 0; // of one worker
  for (Slot &slot : slots) {
    if (!slot.worker)
      continue;
    slot.worker->flush();
    const std::vector<Reply> replies = slot.worker->receive();
    mostReplies = std::max(mostReplies, replies.size());
    ASSAY_TRY(take(slot, replies));
    if (watching && slot.worker)
      watch(slot);
  }
  if (watching)
    lastWatch = monotonicNanoseconds();
  // Whoever answers a range meanwhile may have nothing to do soon.
  rest =
      mostReplies >= programsPerRequest ? std::max(1, rest / 2) : std::min(2 * rest, longestRest);
  return fill();
}

Expected<void> Pool::drain(const std::function<bool()> &stop) {
  while (busy() && !(stop && stop()))
    ASSAY_TRY(poll(100));
  return {};
}

Expected<void> Pool::startWorker(Slot &slot) {
  auto worker = WorkerProcess::spawn(options.command);
  if (!worker)
    return worker.error();
  slot.worker = std::move(*worker);
  slot.worker->send(options.setup);
  slot.ready = slot.used = false;
  slot.limit = Death::Limit::None;
  ++starts;
  return {};
}

Expected<void> Pool::fill() {
  // Fresh tasks have half of the slots to themselves while there are any, one at least, and those
  // that have nothing else to do: so what was found is confirmed soon, and the others need not
  // wait. The slot that is done first takes the next one, for another may be in the middle of what
  // hangs.
  const auto holdsFresh = [](const Slot &slot) {
    return !slot.sent.empty() && slot.sent.front().fresh;
  };
  const size_t half = std::max<size_t>(1, slots.size() / 2);
  auto fresh = static_cast<size_t>(std::ranges::count_if(slots, holdsFresh));
  for (Slot &slot : slots) {
    if (holdsFresh(slot))
      continue;
    if (freshQueue.empty() || (fresh >= half && !queue.empty())) {
      ASSAY_TRY(fillSlot(slot, queue, depth));
      continue;
    }
    if (!slot.sent.empty())
      continue;
    if (slot.used)
      slot.worker.reset();
    ASSAY_TRY(fillSlot(slot, freshQueue, 1));
    ++fresh;
  }
  return {};
}

Expected<void> Pool::fillSlot(Slot &slot, std::deque<Task> &from, size_t wanted) {
  while (slot.sent.size() < wanted && !from.empty()) {
    if (!slot.worker)
      ASSAY_TRY(startWorker(slot));
    Task task = std::move(from.front());
    from.pop_front();
    std::visit([&](const auto &request) { slot.worker->send(request); }, task.request);
    slot.used = true;
    slot.sent.push_back(std::move(task));
  }
  return {};
}

bool Pool::mayRest() const {
  const auto isRange = [](const Task &task) {
    return std::holds_alternative<RangeRequest>(task.request);
  };
  return freshQueue.empty() && std::ranges::all_of(slots, [&](const Slot &slot) {
           return !slot.worker ||
                  (slot.sent.size() == depth && std::ranges::all_of(slot.sent, isRange));
         });
}

void Pool::wait(int milliseconds) {
  // A reply that wakes this process takes a processor from who works, so several are taken at once
  // where nobody waits for one. That a worker has ended is told in any case.
  const bool rests = mayRest();
  const short wakes = rests ? 0 : POLLIN;
  std::vector<pollfd> files;
  for (const Slot &slot : slots) {
    if (!slot.worker)
      continue;
    files.push_back({slot.worker->replyFile(), wakes, 0});
    if (slot.worker->blockedRequestFile() >= 0)
      files.push_back({slot.worker->blockedRequestFile(), POLLOUT, 0});
  }
  const int longest = rests ? rest : static_cast<int>(watchInterval / 1'000'000);
  ::poll(files.data(), files.size(), std::min(milliseconds, longest));
}

Expected<void> Pool::take(Slot &slot, std::span<const Reply> replies) {
  for (const Reply &reply : replies) {
    if (const auto *ready = std::get_if<Ready>(&reply)) {
      if (!ready->error.empty())
        return Error{ready->error};
      slot.ready = true;
      targetDevices = ready->devices;
      slot.failedStarts = 0;
    } else if (!accept(slot, std::get<CheckReply>(reply))) {
      slot.limit = Death::Limit::Garbage;
      slot.worker->kill();
      return bury(slot);
    }
  }
  if (slot.worker->closed())
    return bury(slot);
  return {};
}

bool Pool::accept(Slot &slot, CheckReply reply) {
  if (slot.sent.empty())
    return false;
  Task &task = slot.sent.front();
  if (!task.expects(reply))
    return false;
  OnCheck onCheck = task.onCheck;
  if (task.take(reply, targets()))
    slot.sent.pop_front();
  onCheck(reply);
  return true;
}

void Pool::watch(Slot &slot) {
  slot.worker->boundOutput();
  const bool isEnding = slot.limit != Death::Limit::None;
  if (!isEnding) {
    Limits limits = options.limits;
    const double patience = slot.sent.empty() ? 1 : slot.sent.front().patience;
    limits.cpuSeconds *= patience;
    limits.wallSeconds *= patience;
    slot.limit = slot.watch.look(*slot.worker, limits);
    slot.limitSeen = monotonicNanoseconds();
  }
  if (slot.limit == Death::Limit::None)
    return;
  // It has some time to write its stack, unless it goes on to take memory.
  if (monotonicNanoseconds() - slot.limitSeen > graceToAbort ||
      slot.worker->residentBytes() / 2 > options.limits.memoryBytes)
    slot.worker->kill();
  else if (!isEnding)
    slot.worker->abort();
}

Death Pool::deathOf(Slot &slot) {
  WorkerProcess &worker = *slot.worker;
  Death death;
  death.limit = worker.sentGarbage() ? Death::Limit::Garbage : slot.limit;
  // It is ending, or has closed its files and goes on, which nobody waits for.
  worker.kill();
  death.status = worker.wait();
  if (death.limit == Death::Limit::Garbage) {
    // It went on until the kill: nothing else that it left behind belongs to the check.
    death.stage = Stage::Run;
    return death;
  }
  const WorkerProgress &progress = worker.progress();
  death.stage = progress.stage;
  death.joint = progress.joint > 0;
  death.mutantStep = progress.mutantStep;
  death.change = Change::parse(
      {progress.change, std::min<size_t>(progress.changeLength, sizeof(progress.change))});
  death.signal = progress.signal;
  const std::string_view frames(progress.frames,
                                std::min<size_t>(progress.framesLength, sizeof(progress.frames)));
  death.frames = withFunctionNames(frames, options.command.functionAt);
  death.output = worker.output();
  return death;
}

/// The worker is gone. If it was in the middle of a check, the check is answered with what that
/// means; what else was sent to it is sent again.
Expected<void> Pool::bury(Slot &slot) {
  Death death = deathOf(slot);
  bool busy = slot.worker->progress().busy || death.limit == Death::Limit::Garbage;
  bool wasReady = slot.ready;
  int failedStarts = slot.failedStarts;
  std::deque<Task> left = std::move(slot.sent);
  slot = Slot();
  // A SIGKILL that is not ours is the kernel's, short of memory, or somebody's.
  const bool killed = death.limit == Death::Limit::None && death.signal == 0 &&
                      WIFSIGNALED(death.status) && WTERMSIG(death.status) == SIGKILL;
  if (!wasReady &&
      (slot.failedStarts = failedStarts + 1) >= (killed ? maxKilledStarts : maxFailedStarts))
    return Error{
        fmt::format("a worker ended before it could begin ({}); run `assay targets` to see "
                    "whether the target is there",
                    lastLine(death.output))};
  if (!wasReady || left.empty()) {
    resend(std::move(left));
    return {};
  }

  // One kill is no evidence; neither is an end between two checks.
  Task &task = left.front();
  bool accused = (busy && !killed) || ++task.interruptions >= maxInterruptions;
  if (accused && busy && death.joint) {
    // A time limit says little of many programs.
    const Verdict verdict = verdictOf(death);
    if (std::holds_alternative<Crash>(verdict.outcome))
      task.jointDeath = verdict;
    std::get<RangeRequest>(task.request).joint = false;
    accused = false;
  }
  if (!accused) {
    resend(std::move(left));
    return {};
  }
  CheckReply reply = task.replyOfDead(death);
  OnCheck onCheck = task.onCheck;
  task.accuses = true;
  if (task.take(reply, targets()))
    left.pop_front();
  resend(std::move(left));
  onCheck(reply);
  return {};
}

void Pool::resend(std::deque<Task> tasks) {
  for (auto task = tasks.rbegin(); task != tasks.rend(); ++task)
    (task->fresh ? freshQueue : queue).push_front(std::move(*task));
}

} // namespace assay
