#pragma once

#include "amdgpu/machine/Memory.h"

namespace assay::amdgpu {

/// What malloc and free in kernels work on. The device library keeps the books, in a table that
/// begins as zeros, and asks the host for slabs that it cuts up and for what does not fit in them.
/// All of it outlives launches: what one kernel allocates another may free. Thread-safe.
class Heap {
public:
  explicit Heap(Memory &memory) : memory(memory) {}
  Heap(const Heap &) = delete;
  ~Heap() { reset(); }

  /// For hidden_heap_v1: of the table, which the first call makes. 0 if there is no memory.
  uint64_t table();
  /// Null, as malloc's, if there is no memory.
  uint64_t allocate(uint64_t bytes);
  /// Of what allocate() gave. An Error is the kernel's.
  Expected<void> release(uint64_t address);
  /// Whether it lies in a slab, of which blocks go from one wave to the other.
  bool isInSlab(uint64_t address) const;
  /// Takes everything back.
  void reset();

private:
  Memory &memory;
  mutable std::mutex mutex;
  uint64_t begin = 0;
  std::map<uint64_t, uint64_t> pieces; // their sizes, by address
  std::atomic<bool> hasSlabs = false;
};

} // namespace assay::amdgpu
