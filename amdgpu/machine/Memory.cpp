#include "amdgpu/machine/Memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace assay::amdgpu {

void Memory::Free::operator()(std::byte *storage) const { std::free(storage); }

Expected<uint64_t> Memory::allocate(uint64_t bytes, std::string name, uint64_t alignment) {
  std::lock_guard lock(mutex);
  if (bytes > maxLiveBytes || liveBytes + bytes > maxLiveBytes)
    return Error{fmt::format("no device memory: {} bytes are asked for, {} of {} are in use", bytes,
                             liveBytes, maxLiveBytes)};
  // The first zone ends where the alignment wants it to.
  const uint64_t before = std::max(zoneBytes, alignment);
  const uint64_t padded = (before + bytes + zoneBytes + alignment - 1) / alignment * alignment;
  auto *storage = static_cast<std::byte *>(std::aligned_alloc(alignment, padded));
  if (!storage)
    return Error{fmt::format("the host has no {} bytes of memory left", bytes)};
  const uint64_t begin = reinterpret_cast<uint64_t>(storage) + before;
  // NaN in f16, bf16, f32 and f64. Large buffers are mostly written at once by whoever allocates
  // them, and touching them here would cost as much again.
  std::memset(storage + before, 0xff, std::min<uint64_t>(bytes, uint64_t(1) << 20));
  // What the host's allocator hands out again is no quarantined block: those are not freed yet.
  Record record{{begin, begin + bytes, allocations, false,
                 name.empty() ? fmt::format("allocation {}", allocations) : std::move(name)},
                std::unique_ptr<std::byte, Free>(storage)};
  ++allocations;
  liveBytes += bytes;
  records.insert_or_assign(begin, std::move(record));
  return begin;
}

Expected<void> Memory::adopt(void *memory, uint64_t bytes, std::string name) {
  std::lock_guard lock(mutex);
  const auto begin = reinterpret_cast<uint64_t>(memory);
  auto next = records.lower_bound(begin);
  const bool overlapsNext = next != records.end() && next->first < begin + bytes;
  const bool overlapsLast =
      next != records.begin() && std::prev(next)->second.allocation.end > begin;
  if (!memory || overlapsNext || overlapsLast)
    return Error{fmt::format("{} bytes of host memory at {:#x} are null or registered already",
                             bytes, begin)};
  records.insert_or_assign(
      begin, Record{{begin, begin + bytes, allocations, false,
                     name.empty() ? fmt::format("host memory {}", allocations) : std::move(name)},
                    nullptr});
  ++allocations;
  return {};
}

Expected<void> Memory::release(uint64_t begin) {
  std::lock_guard lock(mutex);
  auto found = records.find(begin);
  if (found == records.end() || found->second.allocation.isFreed)
    return Error{fmt::format("{:#x} is {}", begin,
                             found == records.end() ? "no address that an allocation begins at"
                                                    : "freed already")};
  generationNow.fetch_add(1, std::memory_order_relaxed);
  if (!found->second.storage) {
    records.erase(found);
    return {};
  }
  Allocation &allocation = found->second.allocation;
  allocation.isFreed = true;
  const uint64_t bytes = allocation.end - allocation.begin;
  liveBytes -= bytes;
  quarantined += bytes;
  quarantine.emplace(releases++, begin);
  while (quarantined > quarantineBytes)
    forgetOldest();
  return {};
}

void Memory::forgetOldest() {
  auto oldest = quarantine.begin();
  auto record = records.find(oldest->second);
  quarantined -= record->second.allocation.end - record->second.allocation.begin;
  records.erase(record);
  quarantine.erase(oldest);
}

const Memory::Record *Memory::recordAt(uint64_t address) const {
  auto next = records.upper_bound(address);
  if (next == records.begin())
    return nullptr;
  const Record &record = std::prev(next)->second;
  return address < record.allocation.end ? &record : nullptr;
}

std::optional<Memory::Allocation> Memory::find(uint64_t address) const {
  std::lock_guard lock(mutex);
  const Record *record = recordAt(address);
  return record && !record->allocation.isFreed ? std::optional(record->allocation) : std::nullopt;
}

bool Memory::isFreed(uint64_t address) const {
  std::lock_guard lock(mutex);
  const Record *record = recordAt(address);
  return record && record->allocation.isFreed;
}

Memory::Range Memory::rangeOf(uint64_t address) const {
  std::lock_guard lock(mutex);
  const Record *record = recordAt(address);
  if (!record || record->allocation.isFreed)
    return {};
  return {record->allocation.begin, record->allocation.end, generation()};
}

Memory::Miss Memory::explain(uint64_t address, uint64_t bytes) const {
  std::lock_guard lock(mutex);
  if (records.empty())
    return {"nothing is allocated", false};
  auto size = [](const Allocation &of) { return of.end - of.begin; };
  auto next = records.upper_bound(address);
  const Allocation *before =
      next == records.begin() ? nullptr : &std::prev(next)->second.allocation;
  const Allocation *behind = next == records.end() ? nullptr : &next->second.allocation;
  if (before && address < before->end && before->isFreed)
    return {fmt::format("{} bytes into {} of {} bytes, which is freed", address - before->begin,
                        before->name, size(*before)),
            true};
  if (before && address < before->end)
    return {fmt::format("its last {} bytes lie past the end of {} of {} bytes",
                        address + bytes - before->end, before->name, size(*before)),
            false};
  if (before && (!behind || address - before->end <= behind->begin - address))
    return {fmt::format("{} bytes past the end of {} of {} bytes", address - before->end,
                        before->name, size(*before)),
            before->isFreed};
  return {fmt::format("{} bytes before {} of {} bytes", behind->begin - address, behind->name,
                      size(*behind)),
          false};
}

} // namespace assay::amdgpu
