#include "amdgpu/machine/Bounds.h"
#include "amdgpu/machine/Kernarg.h"

#include <fmt/format.h>

#include <bit>

namespace assay::amdgpu {
namespace {

const char *verb(const MemoryAccess &access) {
  switch (access.mode) {
  case MemoryAccess::Mode::Load:
    return "load";
  case MemoryAccess::Mode::Store:
    return "store";
  case MemoryAccess::Mode::Atomic:
    return "atomic access";
  }
  return "";
}

bool checkGlobal(Wave &wave, const Instruction &instruction, const MemoryAccess &access,
                 unsigned lane) {
  const uint64_t address = access.addresses[lane];
  if (mappedRange(*wave.group, address, access.bytes) || lookUp(*wave.group, address, access.bytes))
    return true;
  if (address >> 32 == heapBase >> 32) {
    raise(wave, instruction, Fault::Kind::HostCall,
          "the launch has no heap for malloc and free in kernels", static_cast<int32_t>(lane));
    return false;
  }
  const Memory::Miss miss = wave.group->memory->explain(address, access.bytes);
  raise(wave, instruction, miss.isFreed ? Fault::Kind::UseAfterFree : Fault::Kind::OutOfBounds,
        fmt::format("{} of {} bytes at {:#x}, {}", verb(access), access.bytes, address, miss.text),
        static_cast<int32_t>(lane));
  return false;
}

bool checkOffset(Wave &wave, const Instruction &instruction, const MemoryAccess &access,
                 unsigned lane, uint64_t size, Fault::Kind kind, const char *what) {
  const uint64_t offset = access.addresses[lane];
  if (offset <= size && access.bytes <= size - offset)
    return true;
  raise(wave, instruction, kind,
        fmt::format("{} of {} bytes at offset {} of the {}, which has {} bytes", verb(access),
                    access.bytes, offset, what, size),
        static_cast<int32_t>(lane));
  return false;
}

/// Whether it is an aligned load that goes on behind the end of the LDS: LLVM makes one of 4 bytes
/// of the last 3, since what they share a dword with is there on every chip.
bool isWidenedLoad(const Wave &wave, const MemoryAccess &access, unsigned lane) {
  const uint64_t offset = access.addresses[lane];
  return access.mode == MemoryAccess::Mode::Load && offset < wave.group->ldsBytes &&
         offset % access.bytes == 0 && offset + access.bytes <= wave.group->lds.size();
}

} // namespace

bool checkLanes(Wave &wave, const Instruction &instruction, const MemoryAccess &access) {
  for (uint64_t rest = access.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    bool isGood = false;
    switch (access.space) {
    case MemoryAccess::Space::Global:
    case MemoryAccess::Space::Constant:
      isGood = checkGlobal(wave, instruction, access, lane);
      break;
    case MemoryAccess::Space::Lds:
      isGood = isWidenedLoad(wave, access, lane) ||
               checkOffset(wave, instruction, access, lane, wave.group->ldsBytes,
                           Fault::Kind::LdsOutOfRange, "LDS");
      break;
    case MemoryAccess::Space::Scratch:
      isGood = checkOffset(wave, instruction, access, lane, wave.scratchBytesPerLane,
                           Fault::Kind::ScratchOutOfRange, "lane's scratch");
      break;
    }
    if (!isGood)
      return false;
  }
  return true;
}

} // namespace assay::amdgpu
