#include "amdgpu/machine/Dispatch.h"
#include "amdgpu/machine/WaveScheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <thread>

namespace assay::amdgpu {
namespace {

std::unique_ptr<Observer> observe(Workgroup &group, const Dispatch &dispatch, uint64_t number) {
  std::unique_ptr<Observer> observer;
  if (dispatch.options.observe)
    observer = dispatch.options.observe(number);
  group.observer = observer.get();
  return observer;
}

Schedule scheduleOf(const Dispatch &dispatch, uint64_t number) {
  Schedule schedule = dispatch.options.schedule;
  if (schedule.seed != 0)
    schedule.seed += number;
  return schedule;
}

/// What only the launch knows of a fault.
Fault completed(Fault fault, const Dispatch &dispatch) {
  fault.kernel = dispatch.kernel.metadata.name;
  if (std::string text = dispatch.module.disassemble(static_cast<uint32_t>(fault.address));
      text != "?")
    fault.instruction = text;
  return fault;
}

/// Workgroups are taken in the order of their numbers. After a fault, those before it still run to
/// their end, so that the first one's fault is what is reported.
class Grid {
public:
  explicit Grid(const Dispatch &dispatch) : dispatch(dispatch) {}

  Outcome run() {
    const uint64_t count = dispatch.geometry.grid.product();
    const auto threads = std::min<uint64_t>(std::max(1U, dispatch.options.threads), count);
    std::vector<std::jthread> others;
    for (uint64_t i = 1; i < threads; ++i)
      others.emplace_back([this] { work(); });
    work();
    others.clear();
    if (fault)
      return *fault;
    return Finished{instructions};
  }

private:
  void work() {
    Workgroup group;
    uint64_t done = 0;
    for (uint64_t number;
         (number = next++) < std::min(dispatch.geometry.grid.product(), limit.load());) {
      prepare(group, dispatch, number);
      const auto observer = observe(group, dispatch, number);
      done +=
          runWaves(group, scheduleOf(dispatch, number), dispatch.options.instructionsPerWorkgroup);
      if (group.fault)
        report(number, *group.fault);
    }
    instructions += done;
  }

  void report(uint64_t number, Fault &found) {
    std::lock_guard lock(mutex);
    if (number >= limit)
      return;
    limit = number;
    fault = completed(std::move(found), dispatch);
  }

  const Dispatch &dispatch;
  std::atomic<uint64_t> next = 0, limit = UINT64_MAX, instructions = 0;
  std::mutex mutex;
  std::optional<Fault> fault;
};

/// All workgroups are there at once and take turns, in the order of their numbers and in one
/// thread.
class CooperativeGrid {
public:
  explicit CooperativeGrid(const Dispatch &dispatch) : dispatch(dispatch) {
    for (uint64_t number = 0; number < dispatch.geometry.grid.product(); ++number)
      members.emplace_back(dispatch, number);
  }

  Outcome run() {
    bool someRan = true;
    while (someRan) {
      someRan = false;
      for (Member &member : members) {
        someRan |= member.scheduler.round();
        if (member.group.fault)
          return completed(*member.group.fault, dispatch);
      }
      someRan |= passBarrier();
    }
    if (const std::vector<Wave *> waves = waiting(); !waves.empty()) {
      raiseDeadlock(waves);
      return completed(*waves.front()->group->fault, dispatch);
    }
    uint64_t instructions = 0;
    for (const Member &member : members)
      instructions += member.scheduler.instructions();
    return Finished{instructions};
  }

private:
  struct Member {
    Member(const Dispatch &dispatch, uint64_t number)
        : observer((prepare(group, dispatch, number), observe(group, dispatch, number))),
          scheduler(group, scheduleOf(dispatch, number),
                    dispatch.options.instructionsPerWorkgroup) {}
    Workgroup group;
    std::unique_ptr<Observer> observer;
    WaveScheduler scheduler;
  };

  std::vector<Wave *> waiting() {
    std::vector<Wave *> waves;
    for (Member &member : members)
      for (Wave &wave : member.group.waves)
        if (wave.state == Wave::State::AtGridBarrier)
          waves.push_back(&wave);
    return waves;
  }

  /// True if as many waves as they wait for have come to the barrier of the grid, and go on.
  bool passBarrier() {
    const std::vector<Wave *> waves = waiting();
    if (waves.empty() || waves.size() < waves.front()->awaited)
      return false;
    // What each has done until then is known to all afterwards, as with atomic operations of each
    // and, once more, of each.
    for (unsigned time = 0; time < 2; ++time)
      for (const Wave *wave : waves)
        touchTogether(*wave);
    for (Wave *wave : waves)
      wave->state = Wave::State::Running;
    return true;
  }

  void touchTogether(const Wave &wave) {
    uint64_t addresses[lanesPerWave] = {dispatch.gridSync};
    const MemoryAccess access{MemoryAccess::Space::Global, MemoryAccess::Mode::Atomic, 4, 1,
                              addresses};
    if (wave.group->observer)
      wave.group->observer->access(wave, instructionOf(wave), access);
  }

  /// Nobody runs any more, but some wait: in vain.
  void raiseDeadlock(const std::vector<Wave *> &waves) {
    Wave &first = *waves.front();
    raise(first, instructionOf(first), Fault::Kind::BarrierDivergence,
          fmt::format("{} of {} waves have come to this barrier of the grid, and no other runs",
                      waves.size(), first.awaited));
  }

  static const Instruction &instructionOf(const Wave &wave) {
    return wave.group->program->code[wave.pc - 1];
  }

  const Dispatch &dispatch;
  /// In place: waves point to their workgroups.
  std::deque<Member> members;
};

} // namespace

Outcome runGrid(const Dispatch &dispatch) {
  if (dispatch.geometry.isCooperative)
    return CooperativeGrid(dispatch).run();
  return Grid(dispatch).run();
}

} // namespace assay::amdgpu
