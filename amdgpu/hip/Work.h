#pragma once

#include "amdgpu/hip/Modules.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <variant>

namespace assay::amdhip {

class Event;
struct Executable;
class Graph;
class Reservation;

/// A place in a stream's order, which others can wait for.
class Mark {
public:
  void finish();
  void wait() const { done.wait(false, std::memory_order_acquire); }
  bool isDone() const { return done.load(std::memory_order_acquire); }
  /// When it was passed; after isDone().
  std::chrono::steady_clock::time_point time() const { return at; }

private:
  std::atomic<bool> done = false;
  std::chrono::steady_clock::time_point at;
};

// What streams and graph nodes do.

struct KernelLaunch {
  std::shared_ptr<Function> function;
  amdgpu::Geometry geometry;
  std::vector<std::byte> kernarg;
};

/// A box of width (bytes) x height x depth; rows are `pitch` bytes apart, layers `layer` bytes.
struct Copy {
  struct Side {
    uint64_t address = 0, pitch = 0, layer = 0;
  };
  Side to, from;
  uint64_t width = 0, height = 1, depth = 1;
  hipMemcpyKind kind = hipMemcpyDefault;
};

/// The same with `width` elements of 1, 2 or 4 bytes in a row.
struct Fill {
  Copy::Side to;
  uint64_t width = 0, height = 1, depth = 1;
  uint32_t value = 0;
  unsigned elementBytes = 1;
};

/// A function of the program, run by a thread of ours.
struct HostCall {
  std::function<void()> run;
  hipHostNodeParams parameters = {};
};

struct Record {
  std::shared_ptr<Event> event;
  /// In captures: a node that records the event for whoever is outside.
  bool isExternal = false;
};
/// Waits for where the event was last recorded when the wait was asked for, or, without `mark`,
/// when it is begun (in graphs).
struct Wait {
  std::shared_ptr<Event> event;
  std::shared_ptr<Mark> mark;
  /// In captures: a node that waits for what is outside.
  bool isExternal = false;
};
struct WaitValue {
  uint64_t address = 0, value = 0, mask = 0;
  unsigned condition = 0, bytes = 4; // hipStreamWaitValueGte, ...
};
struct WriteValue {
  uint64_t address = 0, value = 0;
  unsigned bytes = 4;
};
struct AllocateMemory {
  std::shared_ptr<Reservation> reservation;
  /// What a launch before left there is freed first.
  bool isReplacing = false;
};
struct FreeMemory {
  void *pointer = nullptr;
};
struct ChildGraph {
  std::shared_ptr<Graph> graph;
};
struct Nothing {
  /// Lives until this is reached.
  std::shared_ptr<const Executable> kept;
};

using Work = std::variant<Nothing, KernelLaunch, Copy, Fill, HostCall, Record, Wait, WaitValue,
                          WriteValue, AllocateMemory, FreeMemory, ChildGraph>;

/// Whether the work may be done now without waiting for anything, by the thread that asks for it.
bool isImmediate(const Work &work);

/// Does it. Never throws; a fault of a kernel is reported and becomes a Status.
Status execute(const Work &work);

/// Whether memory may be used so: device memory must be of live allocations, and of `kind` the side
/// of the device must be memory that it reaches.
Status check(const Copy &copy);
Status check(const Fill &fill);
Status check(const KernelLaunch &launch);

/// Whether this thread runs a HostCall, which may not call HIP in ways that wait.
bool isInHostCall();

} // namespace assay::amdhip
