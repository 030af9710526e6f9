#include "amdgpu/hip/Runtime.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace assay::amdhip {

Runtime &Runtime::get() {
  static Runtime &runtime = *new Runtime;
  return runtime;
}

Runtime::Runtime() {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void *>(&Runtime::get), &info) != 0 && info.dli_fname)
    hip6 = !std::string_view(info.dli_fname).ends_with(".so.5");
}

Settings Runtime::readSettings() {
  return Settings::fromEnvironment([](const std::string &complaint) {
    fmt::print(stderr, "hip: {}; the variable is not used\n", complaint);
  });
}

Status Runtime::allocate(void **pointer, uint64_t bytes, Block::Kind kind, unsigned flags) {
  auto address = memory.allocate(bytes);
  if (!address)
    return {hipErrorOutOfMemory, address.error().message};
  std::lock_guard lock(mutex);
  blocks[*address] = {kind, flags, *address, bytes, nullptr};
  inUse += bytes;
  *pointer = reinterpret_cast<void *>(*address);
  return {};
}

Status Runtime::allocate(const std::shared_ptr<Reservation> &reservation) {
  void *pointer = reservation->pointer;
  const size_t bytes = reservation->bytes;
  if (auto adopted = memory.adopt(pointer, bytes, "memory of a graph"); !adopted)
    return {hipErrorInvalidValue, adopted.error().message};
  // What was there in the launch before is no result of this one.
  std::memset(pointer, 0xff, std::min<size_t>(bytes, size_t(1) << 20));
  std::lock_guard lock(mutex);
  const auto begin = reinterpret_cast<uint64_t>(pointer);
  blocks[begin] = {Block::Kind::Device, 0, begin, bytes, reservation};
  inUse += bytes;
  ofGraphs += bytes;
  mostOfGraphs = std::max(mostOfGraphs, ofGraphs);
  return {};
}

Status Runtime::registerHost(void *pointer, uint64_t bytes, unsigned flags) {
  if (auto adopted = memory.adopt(pointer, bytes); !adopted)
    return {hipErrorHostMemoryAlreadyRegistered, adopted.error().message};
  std::lock_guard lock(mutex);
  const auto begin = reinterpret_cast<uint64_t>(pointer);
  blocks[begin] = {Block::Kind::Registered, flags, begin, bytes, nullptr};
  return {};
}

Status Runtime::release(void *pointer, Block::Kind kind, Block::Kind orKind) {
  const auto begin = reinterpret_cast<uint64_t>(pointer);
  const bool isRegistered = kind == Block::Kind::Registered;
  const hipError_t code = isRegistered ? hipErrorHostMemoryNotRegistered : hipErrorInvalidValue;
  std::lock_guard lock(mutex);
  auto found = blocks.find(begin);
  if (found == blocks.end())
    return {code, fmt::format("{} was not allocated or registered, or is freed already", pointer)};
  if (found->second.kind != kind && found->second.kind != orKind)
    return {code, fmt::format("{} is memory of another kind than this call frees", pointer)};
  // It goes at the end: until then kernels may be told that the address is valid.
  const Block block = std::move(found->second);
  if (!isRegistered)
    inUse -= block.bytes;
  if (block.reservation)
    ofGraphs -= block.bytes;
  blocks.erase(found);
  if (auto released = memory.release(begin); !released)
    return {code, released.error().message};
  return {};
}

std::optional<Block> Runtime::find(const void *address) const {
  std::lock_guard lock(mutex);
  const auto at = reinterpret_cast<uint64_t>(address);
  auto next = blocks.upper_bound(at);
  if (next == blocks.begin())
    return std::nullopt;
  const Block &block = std::prev(next)->second;
  return at < block.begin + block.bytes ? std::optional(block) : std::nullopt;
}

uint64_t Runtime::bytesInUse() const {
  std::lock_guard lock(mutex);
  return inUse;
}

uint64_t Runtime::bytesOfGraphs() const {
  std::lock_guard lock(mutex);
  return ofGraphs;
}

uint64_t Runtime::mostBytesOfGraphs() const {
  std::lock_guard lock(mutex);
  return mostOfGraphs;
}

void Runtime::forgetMostOfGraphs() {
  std::lock_guard lock(mutex);
  mostOfGraphs = ofGraphs;
}

} // namespace assay::amdhip
