#pragma once

#include <cstdint>
#include <string>

namespace assay::amdgpu {

/// What a kernel did that ends its launch. Never an error of the host process.
struct Fault {
  enum class Kind {
    UnknownInstruction, // not decodable, or no handler is bound to it
    OutOfBounds,        // no allocation of global memory holds all bytes of an access
    UseAfterFree,
    LdsOutOfRange,
    ScratchOutOfRange,
    Misaligned,        // an atomic access; others need no alignment
    BadJump,           // to an address at which no instruction of the code object starts
    BarrierDivergence, // waves of a workgroup, or parts of one, are not at one barrier
    BudgetExceeded,    // more instructions than Options::instructionsPerWorkgroup
    Trap,              // s_trap
    HostCall,          // of the host, for what it does not do
    Reported,          // by an Observer
  };
  Kind kind = Kind::UnknownInstruction;
  /// One sentence without the place: "global load of 4 bytes at 0x10, 16 bytes past ...".
  std::string text;

  std::string kernel;
  /// Offset of the instruction from the start of the code object's image, as in a disassembly.
  uint64_t address = 0;
  std::string instruction;
  uint32_t workgroup[3] = {};
  uint32_t wave = 0;
  /// The first lane concerned, or -1.
  int32_t lane = -1;
};

const char *nameOf(Fault::Kind kind);

/// "KERNEL+ADDRESS `INSTRUCTION`, workgroup (x, y, z), wave w, lane l: TEXT".
std::string describe(const Fault &fault);

} // namespace assay::amdgpu
