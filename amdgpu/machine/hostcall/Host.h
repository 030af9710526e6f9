#pragma once

#include "amdgpu/machine/hostcall/Heap.h"
#include "amdgpu/machine/hostcall/Messages.h"

#include <cstdio>
#include <functional>
#include <string_view>

namespace assay::amdgpu {

/// Who answers the calls of the host that the waves of a launch make: printf, the message of an
/// assert, and pieces of memory for malloc. It does so in the thread of the wave that rings, so
/// that what is printed comes in the order of the schedule. Thread-safe.
class Host {
public:
  /// Takes what is printed, one message at a time. `stream` is stdout or stderr.
  using Print = std::function<void(std::FILE *stream, std::string_view text)>;

  /// Without `print` the process's streams take it; without a heap malloc gives null.
  Host(Packets packets, Print print, Heap *heap)
      : packets(std::move(packets)), print(std::move(print)), heap(heap) {}

  const Packets &buffer() const { return packets; }

  /// Whether what waves do at an address is ordered by calls of the host, or by the books of
  /// malloc, in ways that no checker can see: packets and blocks go from wave to wave. Of what
  /// waves do elsewhere they order nothing, although both are changed by atomic operations.
  bool orders(uint64_t address) const {
    return packets.holds(address) || (heap && heap->isInSlab(address));
  }

  /// Answers all calls that are waiting. An Error is what a kernel asked for and cannot have.
  Expected<void> answer();

private:
  Expected<void> answer(const Packets::Packet &packet);
  Expected<void> answerMessage(Payload &payload);
  Expected<void> answerMemory(Payload &payload);
  int64_t printMessage(const Messages::Words &words);

  std::mutex mutex;
  Packets packets;
  Messages messages;
  Print print;
  Heap *heap;
};

} // namespace assay::amdgpu
