#include "amdgpu/machine/hostcall/Messages.h"

#include <fmt/format.h>

namespace assay::amdgpu {
namespace {

struct Descriptor {
  uint64_t bits;
  bool begins() const { return bits & 1; }
  bool ends() const { return bits & 2; }
  uint64_t reserved() const { return bits & 0x1c; }
  uint64_t words() const { return bits >> 5 & 7; }
  uint64_t name() const { return bits >> 8; }
};

/// What a message takes beside its words, so that empty ones count too.
constexpr uint64_t bytesOfMessage = 64;

} // namespace

Expected<std::optional<Messages::Words>> Messages::take(Payload &payload) {
  const Descriptor descriptor{payload[0]};
  if (descriptor.reserved() != 0)
    return Error{fmt::format("{:#x} describes no part of a message to the host", payload[0])};
  const uint64_t name = descriptor.begins() ? nextName++ : descriptor.name();
  if (descriptor.begins()) {
    open.try_emplace(name);
    openBytes += bytesOfMessage;
    payload[0] = name << 8 | (descriptor.bits & 0xfe);
  }
  auto found = open.find(name);
  if (found == open.end())
    return Error{fmt::format("message {} to the host is continued, but was never begun or is "
                             "ended already",
                             name)};
  Words &words = found->second;
  words.insert(words.end(), payload.begin() + 1,
               payload.begin() + 1 + static_cast<ptrdiff_t>(descriptor.words()));
  openBytes += descriptor.words() * sizeof(uint64_t);
  if (openBytes > maxOpenBytes)
    return Error{
        fmt::format("messages to the host of more than {} bytes are not ended", maxOpenBytes)};
  if (!descriptor.ends())
    return std::optional<Words>();
  Words whole = std::move(words);
  open.erase(found);
  openBytes -= bytesOfMessage + whole.size() * sizeof(uint64_t);
  return std::optional(std::move(whole));
}

} // namespace assay::amdgpu
