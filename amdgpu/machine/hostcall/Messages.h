#pragma once

#include "amdgpu/machine/hostcall/Packets.h"

#include <unordered_map>

namespace assay::amdgpu {

/// Messages that lanes send to the host in parts of up to seven words. A payload begins with a
/// descriptor: bit 0 begins a message, bit 1 ends it, bits 5 to 7 are the number of words, bits 8
/// and above name the message.
class Messages {
public:
  using Words = std::vector<uint64_t>;

  /// Of all that are not ended yet: more than any kernel sends that means well.
  explicit Messages(uint64_t maxOpenBytes = uint64_t(1) << 30) : maxOpenBytes(maxOpenBytes) {}

  /// Adds a part to its message. Gives the words of the message if that was the last part. Else the
  /// descriptor for the next part is in the payload's first word. An Error is the kernel's.
  Expected<std::optional<Words>> take(Payload &payload);

private:
  uint64_t maxOpenBytes;
  std::unordered_map<uint64_t, Words> open; // by name
  uint64_t nextName = 0, openBytes = 0;
};

} // namespace assay::amdgpu
