#include "amdgpu/machine/Fault.h"

#include <fmt/format.h>

namespace assay::amdgpu {

const char *nameOf(Fault::Kind kind) {
  switch (kind) {
  case Fault::Kind::UnknownInstruction:
    return "unknown instruction";
  case Fault::Kind::OutOfBounds:
    return "out of bounds";
  case Fault::Kind::UseAfterFree:
    return "use after free";
  case Fault::Kind::LdsOutOfRange:
    return "LDS out of range";
  case Fault::Kind::ScratchOutOfRange:
    return "scratch out of range";
  case Fault::Kind::Misaligned:
    return "misaligned";
  case Fault::Kind::BadJump:
    return "bad jump";
  case Fault::Kind::BarrierDivergence:
    return "barrier divergence";
  case Fault::Kind::BudgetExceeded:
    return "instruction budget exceeded";
  case Fault::Kind::Trap:
    return "trap";
  case Fault::Kind::HostCall:
    return "call of the host";
  case Fault::Kind::Reported:
    return "reported";
  }
  return "";
}

std::string describe(const Fault &fault) {
  std::string lane = fault.lane < 0 ? "" : fmt::format(", lane {}", fault.lane);
  return fmt::format("{}: {} at {:#x} `{}`, workgroup ({}, {}, {}), wave {}{}: {}",
                     nameOf(fault.kind), fault.kernel, fault.address, fault.instruction,
                     fault.workgroup[0], fault.workgroup[1], fault.workgroup[2], fault.wave, lane,
                     fault.text);
}

} // namespace assay::amdgpu
