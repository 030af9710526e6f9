#include "amdgpu/machine/hostcall/Heap.h"

#include <fmt/format.h>

#include <cstring>

namespace assay::amdgpu {
namespace {

/// What ROCm's runtime gives the table; the device library uses less.
constexpr uint64_t tableBytes = 128 * 1024;

/// The device library finds the slab of a block by its address, and takes what begins at a page for
/// no block.
constexpr uint64_t slabBytes = uint64_t(2) << 20, pageBytes = 4096;

} // namespace

uint64_t Heap::table() {
  std::lock_guard lock(mutex);
  if (begin != 0)
    return begin;
  auto address = memory.allocate(tableBytes, "the table of the kernels' malloc");
  if (!address)
    return 0;
  begin = *address;
  std::memset(reinterpret_cast<void *>(begin), 0, tableBytes);
  return begin;
}

uint64_t Heap::allocate(uint64_t bytes) {
  std::lock_guard lock(mutex);
  const bool isSlab = bytes == slabBytes;
  auto address = memory.allocate(
      bytes, isSlab ? "a slab of the kernels' malloc" : "memory of a kernel's malloc",
      isSlab ? slabBytes : pageBytes);
  if (!address)
    return 0;
  pieces.emplace(*address, bytes);
  hasSlabs = hasSlabs || isSlab;
  return *address;
}

Expected<void> Heap::release(uint64_t address) {
  std::lock_guard lock(mutex);
  if (pieces.erase(address) == 0)
    return Error{fmt::format("a kernel frees {:#x}, which malloc did not give or is freed already",
                             address)};
  return memory.release(address);
}

bool Heap::isInSlab(uint64_t address) const {
  if (!hasSlabs)
    return false;
  std::lock_guard lock(mutex);
  auto found = pieces.find(address / slabBytes * slabBytes);
  return found != pieces.end() && found->second == slabBytes;
}

void Heap::reset() {
  std::lock_guard lock(mutex);
  for (const auto &[piece, bytes] : pieces)
    (void)memory.release(piece);
  pieces.clear();
  hasSlabs = false;
  if (begin != 0)
    (void)memory.release(std::exchange(begin, 0));
}

} // namespace assay::amdgpu
