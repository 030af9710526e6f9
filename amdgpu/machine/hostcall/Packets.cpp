#include "amdgpu/machine/hostcall/Packets.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace assay::amdgpu {
namespace {

/// What waves know of the buffer.
struct Top {
  uint64_t headers, payloads;
  uint64_t doorbell;
  uint64_t freeStack, readyStack;
  uint64_t indexMask;
};

/// The part of HSA's amd_signal_t that matters to waves: they add to the value, and where there is
/// a mailbox they write the event's number there and send it as an interrupt. The kind does not:
/// where it is 0, waves that speak the newer protocol without stacks, which takes the signal for
/// something else, go on to an address that is none, and do not wait for ever.
struct Signal {
  int64_t kind, value;
  uint64_t mailbox;
  uint32_t event;
};

struct Header {
  uint64_t next, lanes;
  uint32_t service, control;
};

constexpr uint32_t readyFlag = 1;
constexpr uint64_t lanes = 64, payloadBytes = lanes * sizeof(Payload);
/// All parts begin at lines of their own.
constexpr uint64_t lineBytes = 64;
constexpr uint64_t signalAt = 64, mailboxAt = 128, headersAt = 192;

constexpr uint64_t payloadsAt(uint64_t count) {
  return (headersAt + count * sizeof(Header) + lineBytes - 1) / lineBytes * lineBytes;
}

} // namespace

Expected<Packets> Packets::make(Memory &memory, uint64_t waves) {
  if (waves > Memory::maxLiveBytes / payloadBytes)
    return Error{"that many waves cannot call the host at once"};
  // Waves take it for granted that there is a free packet, and more than one index.
  const uint64_t count = std::bit_ceil(std::max<uint64_t>(waves, 2));
  Packets packets;
  packets.bytes = payloadsAt(count) + count * payloadBytes;
  // Most kernels that might call the host do not: what they do not touch is never there.
  packets.storage = {
      static_cast<std::byte *>(std::calloc(packets.bytes + 2 * Memory::zoneBytes + lineBytes, 1)),
      std::free};
  if (!packets.storage)
    return Error{"the host has no memory left for the buffer in which kernels call it"};
  const auto first = reinterpret_cast<uint64_t>(packets.storage.get()) + Memory::zoneBytes;
  packets.begin = (first + lineBytes - 1) / lineBytes * lineBytes;
  packets.mask = count - 1;
  packets.field<Signal>(signalAt) = {0, 0, packets.begin + mailboxAt, 1};
  // Tag and index of a packet are not both 0: that is the end of a stack.
  packets.field<Header>(headersAt) = {};
  for (uint64_t i = 1; i < count; ++i)
    packets.field<Header>(headersAt + i * sizeof(Header)).next = i == 1 ? count : i - 1;
  packets.field<Top>(0) = {packets.begin + headersAt,
                           packets.begin + payloadsAt(count),
                           packets.begin + signalAt,
                           count - 1,
                           0,
                           packets.mask};
  if (auto adopted = memory.adopt(reinterpret_cast<void *>(packets.begin), packets.bytes,
                                  "the buffer for calls of the host");
      !adopted)
    return adopted.error();
  packets.memory = &memory;
  return packets;
}

Packets::Packets(Packets &&other) noexcept
    : memory(std::exchange(other.memory, nullptr)), storage(std::move(other.storage)),
      begin(other.begin), bytes(other.bytes), mask(other.mask) {}

Packets::~Packets() {
  if (memory)
    (void)memory->release(begin);
}

std::vector<uint64_t> Packets::takeReady() {
  std::atomic_ref<uint64_t> top(field<Top>(0).readyStack);
  std::vector<uint64_t> indices;
  std::vector<bool> isTaken(count());
  for (uint64_t next = top.exchange(0); next != 0;) {
    const uint64_t index = next & mask;
    if (isTaken[index])
      break;
    isTaken[index] = true;
    indices.push_back(index);
    next = std::atomic_ref(field<Header>(headersAt + index * sizeof(Header)).next).load();
  }
  // The last one that was handed over is on top.
  std::ranges::reverse(indices);
  return indices;
}

Packets::Packet Packets::at(uint64_t index) {
  const auto &header = field<Header>(headersAt + index * sizeof(Header));
  return {header.service,
          header.lanes,
          {&field<Payload>(payloadsAt(count()) + index * payloadBytes), lanes}};
}

void Packets::giveBack(uint64_t index) {
  std::atomic_ref(field<Header>(headersAt + index * sizeof(Header)).control)
      .fetch_and(~readyFlag, std::memory_order_release);
}

} // namespace assay::amdgpu
