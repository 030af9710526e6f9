#include "amdgpu/machine/hostcall/Host.h"

#include "amdgpu/machine/Workgroup.h"
#include "amdgpu/machine/hostcall/Format.h"

#include <fmt/format.h>

#include <bit>

namespace assay::amdgpu {
namespace {

enum Service : uint32_t { CallFunction = 1, Printf = 2, DeviceMemory = 3 };

} // namespace

Expected<void> Host::answer() {
  std::lock_guard lock(mutex);
  Expected<void> result;
  for (uint64_t index : packets.takeReady()) {
    if (auto answered = answer(packets.at(index)); !answered)
      result = answered;
    packets.giveBack(index);
  }
  return result;
}

Expected<void> Host::answer(const Packets::Packet &packet) {
  for (uint64_t rest = packet.lanes; rest != 0; rest &= rest - 1) {
    Payload &slot = packet.payloads[static_cast<size_t>(std::countr_zero(rest))];
    // A copy: a kernel that writes there meanwhile changes nothing that was looked at.
    Payload payload = slot;
    Expected<void> answered =
        packet.service == Printf         ? answerMessage(payload)
        : packet.service == DeviceMemory ? answerMemory(payload)
        : packet.service == CallFunction
            ? Error{"the kernel calls a function of the host, which is not supported"}
            : Error{fmt::format("the kernel asks the host for service {}, which there is not",
                                packet.service)};
    if (!answered)
      return answered;
    slot = payload;
  }
  return {};
}

Expected<void> Host::answerMessage(Payload &payload) {
  auto message = messages.take(payload);
  if (!message)
    return message.error();
  if (*message)
    payload[0] = static_cast<uint64_t>(printMessage(**message));
  return {};
}

/// The first word says where to: 0 is stdout, 1 stderr. Returns what printf does.
int64_t Host::printMessage(const Messages::Words &words) {
  if (words.empty() || words[0] > 1)
    return -1;
  const std::string text = formatMessage(std::span(words).subspan(1));
  std::FILE *stream = words[0] == 0 ? stdout : stderr;
  if (print)
    print(stream, text);
  // As part of the program's own output, which is buffered there too.
  else if (std::fwrite(text.data(), 1, text.size(), stream) != text.size())
    return -1;
  return static_cast<int64_t>(text.size());
}

/// Either of both words is an address to free, or the size of what is wanted.
Expected<void> Host::answerMemory(Payload &payload) {
  if (payload[0] != 0)
    return heap ? heap->release(payload[0]) : Error{"there is no heap to free memory of"};
  payload[0] = heap ? heap->allocate(payload[1]) : 0;
  return {};
}

void ring(Wave &wave, const Instruction &instruction) {
  if (!wave.group->host)
    return;
  if (auto answered = wave.group->host->answer(); !answered)
    raise(wave, instruction, Fault::Kind::HostCall, answered.error().message);
}

} // namespace assay::amdgpu
