#pragma once

#include "amdgpu/hip/Error.h"
#include "amdgpu/hip/GraphMemory.h"
#include "amdgpu/hip/Handles.h"
#include "amdgpu/hip/Settings.h"
#include "amdgpu/machine/hostcall/Heap.h"

#include <optional>

namespace assay::amdhip {

class Event;
struct Executable;
struct Function;
class Graph;
struct Node;
struct Pool;
class Stream;
struct LoadedModule;
class UserObject;

/// Who asked for a piece of memory, and how.
struct Block {
  enum class Kind { Device, Host, Managed, Registered };
  Kind kind = Kind::Device;
  unsigned flags = 0;
  uint64_t begin = 0, bytes = 0;
  /// Of a graph's memory, which is nobody's when the graph is gone and the block freed.
  std::shared_ptr<const Reservation> reservation;
};

/// The state behind HIP's functions, of which a process has one. It is never destroyed: programs
/// call HIP from destructors of their own globals.
class Runtime {
public:
  static Runtime &get();

  /// As they were when the library was loaded, or at the last hipDeviceReset().
  Settings settings = readSettings();
  amdgpu::Memory memory;
  /// Of malloc in kernels.
  amdgpu::Heap heap{memory};

  Handles<Stream, hipStream_t> streams;
  Handles<Event, hipEvent_t> events;
  Handles<LoadedModule, hipModule_t> modules;
  Handles<Function, hipFunction_t> functions;
  Handles<Graph, hipGraph_t> graphs;
  Handles<Node, hipGraphNode_t> nodes;
  Handles<Executable, hipGraphExec_t> executables;
  Handles<Pool, hipMemPool_t> pools;
  Handles<UserObject, UserObject *> userObjects;

  /// What the environment says now. A line on stderr for each value that is not used.
  static Settings readSettings();

  /// Memory for a program; `bytes` > 0.
  Status allocate(void **pointer, uint64_t bytes, Block::Kind kind, unsigned flags);
  /// Memory of a graph, at the addresses that it has.
  Status allocate(const std::shared_ptr<Reservation> &reservation);
  Status registerHost(void *pointer, uint64_t bytes, unsigned flags);
  /// Gives back what begins at the pointer and is of one of the two kinds. Waits for nothing.
  Status release(void *pointer, Block::Kind kind, Block::Kind orKind);
  /// The block around an address.
  std::optional<Block> find(const void *address) const;
  uint64_t bytesInUse() const;
  /// Of these, in memory of graphs; and the most that there were since the last
  /// forgetMostOfGraphs().
  uint64_t bytesOfGraphs() const;
  uint64_t mostBytesOfGraphs() const;
  void forgetMostOfGraphs();

  /// Whether HIP of version 6 or later is played: constants of hipMemoryType differ. It follows the
  /// name that the library was loaded by, as programs ask for the soname they were linked with.
  bool isHip6() const { return hip6; }

private:
  Runtime();
  mutable std::mutex mutex;
  std::map<uint64_t, Block> blocks; // by begin
  uint64_t inUse = 0, ofGraphs = 0, mostOfGraphs = 0;
  bool hip6 = true;
};

} // namespace assay::amdhip
