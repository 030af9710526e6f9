#pragma once

#include "amdgpu/machine/Memory.h"

#include <array>
#include <span>
#include <vector>

namespace assay::amdgpu {

/// What a lane sends with a call of the host, and gets back in the first two words.
using Payload = std::array<uint64_t, 8>;

/// The buffer in which waves call the host, as the device libraries of ROCm 5 and 6 have it: a
/// packet for each wave, a stack of free ones and one of those that are handed over, both by tagged
/// indices. Waves signal at its doorbell and wait until their packet is marked as answered. They
/// may write anything there, by several threads: of what it holds, only the packets are read.
class Packets {
public:
  struct Packet {
    uint32_t service = 0;
    uint64_t lanes = 0;
    /// Of 64 lanes.
    std::span<Payload> payloads;
  };

  /// For so many waves that are there at once.
  static Expected<Packets> make(Memory &memory, uint64_t waves);
  Packets(Packets &&other) noexcept;
  Packets &operator=(Packets &&) = delete;
  ~Packets();

  /// For hidden_hostcall_buffer.
  uint64_t address() const { return begin; }
  bool holds(uint64_t address) const { return address - begin < bytes; }
  uint64_t count() const { return mask + 1; }

  /// Takes what is handed over: indices, in the order in which they were. An index comes once,
  /// whatever the stack looks like.
  std::vector<uint64_t> takeReady();
  Packet at(uint64_t index);
  /// The wave goes on with what is in the payloads.
  void giveBack(uint64_t index);

private:
  Packets() = default;
  template <class T> T &field(uint64_t offset) { return *reinterpret_cast<T *>(begin + offset); }

  Memory *memory = nullptr;
  std::unique_ptr<std::byte, void (*)(void *)> storage{nullptr, nullptr};
  uint64_t begin = 0, bytes = 0, mask = 0;
};

} // namespace assay::amdgpu
