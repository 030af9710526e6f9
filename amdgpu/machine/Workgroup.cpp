#include "amdgpu/machine/Workgroup.h"
#include "amdgpu/machine/WaveScheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace assay::amdgpu {
void runObserved(Wave &wave, const Instruction &instruction) {
  Observer &observer = *wave.group->observer;
  observer.before(wave, instruction);
  instruction.run(wave, instruction);
  observer.after(wave, instruction);
}

namespace {

template <bool observed> uint64_t runSlice(Wave &wave, uint64_t limit) {
  const Instruction *code = wave.group->program->code.data();
  uint64_t done = 0;
  while (done < limit && wave.state == Wave::State::Running) {
    const Instruction &instruction = code[wave.pc++];
    if (observed && wave.interest.holds(instruction))
      runObserved(wave, instruction);
    else
      instruction.run(wave, instruction);
    ++done;
  }
  return done;
}

bool every(const Workgroup &group, Wave::State state) {
  return std::all_of(group.waves.begin(), group.waves.end(),
                     [&](const Wave &wave) { return wave.state == state; });
}

/// "0-31, 40": a run of lanes by its ends, and of many runs the first.
std::string describeLanes(uint64_t lanes) {
  constexpr unsigned most = 8;
  std::string text;
  for (unsigned runs = 0; lanes != 0; ++runs) {
    if (runs == most)
      return fmt::format("{} and {} more", text, std::popcount(lanes));
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    const auto count = static_cast<unsigned>(std::countr_one(lanes >> first));
    lanes &= ~(~uint64_t(0) >> (lanesPerWave - count) << first);
    text += text.empty() ? "" : ", ";
    text += count == 1 ? std::to_string(first) : fmt::format("{}-{}", first, first + count - 1);
  }
  return text;
}

/// Hardware counts a wave at each s_barrier that it runs, whichever lanes are active. Where some
/// lanes come to one barrier and others to the next, the wave has come twice where its work-items
/// have come once. Lanes that stay away from one barrier have to stay away from all later ones, as
/// those do that have ended.
void requireSameLanes(Wave &wave) {
  const Program &program = *wave.group->program;
  const Instruction &barrier = program.code[wave.pc - 1];
  const uint64_t lanes = execOf(wave);
  if (lanes == 0)
    return;
  if (const uint64_t late = lanes & ~wave.barrierLanes; late != 0)
    return raise(wave, barrier, Fault::Kind::BarrierDivergence,
                 fmt::format("lanes {} come to this barrier and were not at the one before, at "
                             "{:#x}, to which lanes {} of the same wave came",
                             describeLanes(late), program.code[wave.barrierAt].address,
                             describeLanes(wave.barrierLanes)),
                 std::countr_zero(late));
  wave.barrierLanes = lanes;
  wave.barrierAt = wave.pc - 1;
}

/// Once no wave runs any more: all wait, and go on, or some have ended and the others wait for them
/// in vain.
void passBarrier(Workgroup &group) {
  if (group.strictBarriers)
    for (Wave &wave : group.waves)
      if (wave.state == Wave::State::AtBarrier)
        requireSameLanes(wave);
  if (group.fault)
    return;
  if (group.strictBarriers && !every(group, Wave::State::AtBarrier)) {
    auto waiting = std::find_if(group.waves.begin(), group.waves.end(), [](const Wave &wave) {
      return wave.state == Wave::State::AtBarrier;
    });
    const auto ended = std::count_if(group.waves.begin(), group.waves.end(), [](const Wave &wave) {
      return wave.state == Wave::State::Ended;
    });
    raise(*waiting, group.program->code[waiting->pc - 1], Fault::Kind::BarrierDivergence,
          fmt::format("{} of {} waves ended without coming to this barrier", ended,
                      group.waves.size()));
    return;
  }
  if (group.observer)
    group.observer->barrier(group);
  for (Wave &wave : group.waves)
    if (wave.state == Wave::State::AtBarrier)
      wave.state = Wave::State::Running;
}

} // namespace

WaveScheduler::WaveScheduler(Workgroup &group, const Schedule &schedule, uint64_t budget)
    : group(group), schedule(schedule), budget(budget), random(schedule.seed),
      order(group.waves.size()) {
  std::iota(order.begin(), order.end(), 0);
  if (group.observer)
    for (Wave &wave : group.waves) {
      wave.interest = {};
      group.observer->begin(wave);
    }
}

bool WaveScheduler::round() {
  if (schedule.seed != 0)
    random.shuffle(order);
  bool someRan = false;
  for (uint32_t number : order) {
    Wave &wave = group.waves[number];
    if (wave.state != Wave::State::Running)
      continue;
    someRan = true;
    const uint64_t limit = std::min<uint64_t>(schedule.slice, budget - done);
    done += group.observer ? runSlice<true>(wave, limit) : runSlice<false>(wave, limit);
    if (done >= budget && wave.state == Wave::State::Running)
      raise(wave, group.program->code[wave.pc], Fault::Kind::BudgetExceeded,
            fmt::format("the workgroup still runs after {} instructions", done));
    if (group.fault)
      return false;
  }
  if (someRan)
    return true;
  const auto some = [&](Wave::State state) {
    return std::ranges::any_of(group.waves, [&](const Wave &wave) { return wave.state == state; });
  };
  if (!some(Wave::State::AtBarrier) || some(Wave::State::AtGridBarrier))
    return false;
  passBarrier(group);
  return !group.fault;
}

uint64_t runWaves(Workgroup &group, const Schedule &schedule, uint64_t budget) {
  WaveScheduler scheduler(group, schedule, budget);
  while (scheduler.round())
    ;
  return scheduler.instructions();
}

void raise(Wave &wave, const Instruction &instruction, Fault::Kind kind, std::string text,
           int32_t lane) {
  wave.state = Wave::State::Faulted;
  Workgroup &group = *wave.group;
  if (group.fault)
    return;
  Fault fault;
  fault.kind = kind;
  fault.text = std::move(text);
  fault.address = instruction.address;
  fault.instruction = group.program->names[instruction.name];
  std::copy(std::begin(group.id), std::end(group.id), std::begin(fault.workgroup));
  fault.wave = wave.number;
  fault.lane = lane;
  group.fault = std::move(fault);
}

bool lookUp(Workgroup &group, uint64_t address, uint64_t bytes) {
  const Memory::Range range = group.memory->rangeOf(address);
  if (bytes > range.end - range.begin || address > range.end - bytes)
    return false;
  group.ranges[group.nextRange] = range;
  group.nextRange = (group.nextRange + 1) % Workgroup::rangeCount;
  return true;
}

} // namespace assay::amdgpu
