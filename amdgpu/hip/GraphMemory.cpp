#include "amdgpu/hip/GraphMemory.h"

#include "amdgpu/machine/Memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>

namespace assay::amdhip {
namespace {

struct Registry {
  std::mutex mutex;
  struct Entry {
    uint64_t bytes = 0;
    bool isLeft = false;
  };
  std::map<uint64_t, Entry> all; // by begin
  uint64_t total = 0, most = 0;
};

Registry &registry() {
  static Registry &only = *new Registry;
  return only;
}

constexpr uint64_t zone = amdgpu::Memory::zoneBytes;

} // namespace

std::shared_ptr<Reservation> Reservation::make(size_t bytes, Status &status) {
  if (bytes == 0 || bytes > amdgpu::Memory::maxLiveBytes) {
    status = {bytes == 0 ? hipErrorInvalidValue : hipErrorOutOfMemory,
              fmt::format("a graph cannot allocate {} bytes", bytes)};
    return nullptr;
  }
  // With room on both sides that is nobody's, as all memory of the device has.
  void *storage = std::aligned_alloc(zone, (bytes + 3 * zone - 1) / zone * zone);
  if (!storage) {
    status = {hipErrorOutOfMemory, fmt::format("the host has no {} bytes of memory left", bytes)};
    return nullptr;
  }
  return std::shared_ptr<Reservation>(new Reservation(storage, bytes));
}

Reservation::Reservation(void *storage, size_t bytes)
    : pointer(static_cast<std::byte *>(storage) + zone), bytes(bytes), storage(storage) {
  Registry &known = registry();
  std::lock_guard lock(known.mutex);
  known.all[reinterpret_cast<uint64_t>(pointer)] = {bytes, false};
  known.total += bytes;
  known.most = std::max(known.most, known.total);
}

Reservation::~Reservation() {
  {
    Registry &known = registry();
    std::lock_guard lock(known.mutex);
    known.all.erase(reinterpret_cast<uint64_t>(pointer));
    known.total -= bytes;
  }
  std::free(storage);
}

bool Reservation::holds(uint64_t address, uint64_t bytes) {
  Registry &known = registry();
  std::lock_guard lock(known.mutex);
  auto next = known.all.upper_bound(address);
  if (next == known.all.begin())
    return false;
  const auto &[begin, entry] = *std::prev(next);
  return address - begin <= entry.bytes && bytes <= entry.bytes - (address - begin);
}

bool Reservation::isLeft(const void *pointer) {
  std::lock_guard lock(registry().mutex);
  auto found = registry().all.find(reinterpret_cast<uint64_t>(pointer));
  return found != registry().all.end() && found->second.isLeft;
}

void Reservation::setLeft(const void *pointer, bool isLeft) {
  std::lock_guard lock(registry().mutex);
  auto found = registry().all.find(reinterpret_cast<uint64_t>(pointer));
  if (found != registry().all.end())
    found->second.isLeft = isLeft;
}

uint64_t Reservation::total() {
  std::lock_guard lock(registry().mutex);
  return registry().total;
}

uint64_t Reservation::mostTotal() {
  std::lock_guard lock(registry().mutex);
  return registry().most;
}

void Reservation::forgetMost() {
  std::lock_guard lock(registry().mutex);
  registry().most = registry().total;
}

} // namespace assay::amdhip
