#include "amdgpu/hip/Work.h"

#include "amdgpu/hip/Event.h"
#include "amdgpu/hip/Report.h"
#include "amdgpu/hip/Runtime.h"
#include "amdgpu/machine/checks/Checks.h"
#include "support/Overloaded.h"

#include <fmt/format.h>

#include <cstring>
#include <thread>

namespace assay::amdhip {

void Mark::finish() {
  at = std::chrono::steady_clock::now();
  done.store(true, std::memory_order_release);
  done.notify_all();
}

namespace {

thread_local bool inHostCall = false;

/// From the first byte to behind the last; false if that is more than the address space has.
bool extent(const Copy::Side &side, uint64_t width, uint64_t height, uint64_t depth,
            uint64_t &bytes) {
  uint64_t rows = 0, layers = 0;
  if (__builtin_mul_overflow(side.pitch, height - 1, &rows) ||
      __builtin_mul_overflow(side.layer, depth - 1, &layers) ||
      __builtin_add_overflow(rows, layers, &bytes) || __builtin_add_overflow(bytes, width, &bytes))
    return false;
  return bytes <= UINT64_MAX - side.address;
}

/// Memory that kernels reach must be reached in full; other memory is the host's own affair.
Status checkSide(const char *what, const Copy::Side &side, uint64_t bytes, bool mustBeDevice) {
  if (side.address == 0)
    return {hipErrorInvalidValue, fmt::format("{} is null", what)};
  const amdgpu::Memory &memory = Runtime::get().memory;
  if (auto allocation = memory.find(side.address)) {
    if (bytes > allocation->end - side.address)
      return {hipErrorInvalidValue,
              fmt::format("{} has {} bytes from {:#x} to the end of {}, not {}", what,
                          allocation->end - side.address, side.address, allocation->name, bytes)};
    return {};
  }
  // A graph's nodes may be made before its memory is allocated.
  if (Reservation::holds(side.address, bytes))
    return {};
  if (mustBeDevice || memory.isFreed(side.address))
    return {hipErrorInvalidValue,
            fmt::format("{} is no memory of the device: {:#x} is {}", what, side.address,
                        memory.explain(side.address, bytes).text)};
  return {};
}

bool holds(const WaitValue &wait) {
  uint64_t now = 0;
  if (wait.bytes == 4)
    now = std::atomic_ref(*reinterpret_cast<uint32_t *>(wait.address)).load();
  else
    now = std::atomic_ref(*reinterpret_cast<uint64_t *>(wait.address)).load();
  now &= wait.mask;
  const uint64_t value = wait.value & wait.mask;
  switch (wait.condition) {
  case hipStreamWaitValueGte:
    // As the difference of numbers that wrap.
    return wait.bytes == 4 ? static_cast<int32_t>(now - value) >= 0
                           : static_cast<int64_t>(now - value) >= 0;
  case hipStreamWaitValueEq:
    return now == value;
  case hipStreamWaitValueAnd:
    return (now & value) != 0;
  default: // hipStreamWaitValueNor
    return (~(now | value) & wait.mask) != 0;
  }
}

Status run(const KernelLaunch &launch) {
  const Settings &settings = Runtime::get().settings;
  amdgpu::Options options;
  options.threads = settings.threads;
  options.schedule.seed = settings.schedule;
  options.instructionsPerWorkgroup = settings.budget;
  options.heap = &Runtime::get().heap;
  amdgpu::Counters counters;
  const bool isCounted = !settings.counters.empty() && !settings.checks.any();
  if (isCounted)
    amdgpu::addCounters(options, counters);
  else
    amdgpu::addChecks(options, settings.checks);
  auto outcome = amdgpu::launch(*launch.function->owner->code, launch.function->name(),
                                launch.geometry, launch.kernarg, options);
  if (!outcome)
    return {hipErrorInvalidConfiguration, outcome.error().message};
  if (const auto *fault = std::get_if<amdgpu::Fault>(&*outcome)) {
    report(*fault);
    return {codeOf(fault->kind), amdgpu::describe(*fault)};
  }
  if (isCounted)
    report(launch.function->name(), std::get<amdgpu::Finished>(*outcome), counters);
  return {};
}

Status run(const Copy &copy) {
  if (Status status = check(copy); !status)
    return status;
  auto at = [](const Copy::Side &side, uint64_t layer, uint64_t row) {
    return reinterpret_cast<void *>(side.address + layer * side.layer + row * side.pitch);
  };
  for (uint64_t layer = 0; layer < copy.depth; ++layer)
    for (uint64_t row = 0; row < copy.height; ++row)
      std::memmove(at(copy.to, layer, row), at(copy.from, layer, row), copy.width);
  return {};
}

Status run(const Fill &fill) {
  if (Status status = check(fill); !status)
    return status;
  for (uint64_t layer = 0; layer < fill.depth; ++layer)
    for (uint64_t row = 0; row < fill.height; ++row) {
      auto *to = reinterpret_cast<std::byte *>(fill.to.address + layer * fill.to.layer +
                                               row * fill.to.pitch);
      if (fill.elementBytes == 1)
        std::memset(to, static_cast<int>(fill.value), fill.width);
      else
        for (uint64_t i = 0; i < fill.width; ++i)
          std::memcpy(to + i * fill.elementBytes, &fill.value, fill.elementBytes);
    }
  return {};
}

} // namespace

Status check(const Copy &copy) {
  if (copy.kind < hipMemcpyHostToHost || copy.kind > hipMemcpyDefault)
    return {hipErrorInvalidMemcpyDirection, fmt::format("{} is no hipMemcpyKind", int(copy.kind))};
  if (copy.width == 0 || copy.height == 0 || copy.depth == 0)
    return {};
  if ((copy.height > 1 && std::min(copy.to.pitch, copy.from.pitch) < copy.width))
    return {hipErrorInvalidPitchValue,
            fmt::format("rows of {} bytes with pitches {} and {} overlap", copy.width,
                        copy.to.pitch, copy.from.pitch)};
  uint64_t to = 0, from = 0;
  if (!extent(copy.to, copy.width, copy.height, copy.depth, to) ||
      !extent(copy.from, copy.width, copy.height, copy.depth, from))
    return {hipErrorInvalidValue, "the copy goes past the end of the address space"};
  const bool toDevice = copy.kind == hipMemcpyHostToDevice || copy.kind == hipMemcpyDeviceToDevice;
  const bool fromDevice =
      copy.kind == hipMemcpyDeviceToHost || copy.kind == hipMemcpyDeviceToDevice;
  if (Status status = checkSide("the destination", copy.to, to, toDevice); !status)
    return status;
  return checkSide("the source", copy.from, from, fromDevice);
}

Status check(const Fill &fill) {
  if (fill.width == 0 || fill.height == 0 || fill.depth == 0)
    return {};
  uint64_t width = 0, bytes = 0;
  if (__builtin_mul_overflow(fill.width, fill.elementBytes, &width) ||
      (fill.height > 1 && fill.to.pitch < width) ||
      !extent(fill.to, width, fill.height, fill.depth, bytes))
    return {hipErrorInvalidValue, fmt::format("{} elements of {} bytes in rows of {} overlap or "
                                              "are more than memory has",
                                              fill.width, fill.elementBytes, fill.to.pitch)};
  return checkSide("the memory to set", fill.to, bytes, true);
}

Status check(const KernelLaunch &launch) {
  auto checked = amdgpu::checkGeometry(*launch.function->kernel, launch.geometry);
  return checked ? Status() : Status{hipErrorInvalidConfiguration, checked.error().message};
}

bool isImmediate(const Work &work) {
  if (std::holds_alternative<HostCall>(work) || std::holds_alternative<ChildGraph>(work))
    return false;
  if (const auto *wait = std::get_if<Wait>(&work)) {
    auto mark = wait->mark ? wait->mark : wait->event->mark();
    return !mark || mark->isDone();
  }
  const auto *wait = std::get_if<WaitValue>(&work);
  return !wait || holds(*wait);
}

Status execute(const Work &work) {
  return std::visit(
      Overloaded{
          [](const KernelLaunch &launch) { return run(launch); },
          [](const Copy &copy) { return run(copy); },
          [](const Fill &fill) { return run(fill); },
          [](const HostCall &call) {
            inHostCall = true;
            call.run();
            inHostCall = false;
            return Status();
          },
          [](const Wait &wait) {
            if (auto mark = wait.mark ? wait.mark : wait.event->mark())
              mark->wait();
            return Status();
          },
          [](const WaitValue &wait) {
            while (!holds(wait))
              std::this_thread::sleep_for(std::chrono::microseconds(50));
            return Status();
          },
          [](const WriteValue &write) {
            if (write.bytes == 4)
              std::atomic_ref(*reinterpret_cast<uint32_t *>(write.address))
                  .store(static_cast<uint32_t>(write.value));
            else
              std::atomic_ref(*reinterpret_cast<uint64_t *>(write.address)).store(write.value);
            return Status();
          },
          [](const AllocateMemory &memory) {
            void *pointer = memory.reservation->pointer;
            if (memory.isReplacing && Runtime::get().find(pointer))
              (void)Runtime::get().release(pointer, Block::Kind::Device, Block::Kind::Device);
            return Runtime::get().allocate(memory.reservation);
          },
          [](const FreeMemory &memory) {
            return Runtime::get().release(memory.pointer, Block::Kind::Device,
                                          Block::Kind::Managed);
          },
          // Streams finish the mark of a Record; graphs are taken apart before they are run.
          [](const Record &) { return Status(); },
          [](const ChildGraph &) { return Status(); },
          [](const Nothing &) { return Status(); },
      },
      work);
}

bool isInHostCall() { return inHostCall; }

} // namespace assay::amdhip
