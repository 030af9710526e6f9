#pragma once

#include "amdgpu/machine/Instruction.h"

#include <string_view>

namespace assay::amdgpu {

/// Bits of Instruction::traits: what checkers go by beside an instruction's operands.
namespace trait {
constexpr uint16_t memory = 1 << 0;      // is of a format that loads or stores
constexpr uint16_t waits = 1 << 1;       // s_waitcnt
constexpr uint16_t barrier = 1 << 2;     // s_barrier
constexpr uint16_t writesLds = 1 << 3;   // a barrier must not come before it is done
constexpr uint16_t permutes = 1 << 4;    // memory format, but its data goes on to other lanes
constexpr uint16_t flat = 1 << 5;        // counts on VM_CNT and on LGKM_CNT
constexpr uint16_t selects = 1 << 6;     // its result may be defined though a source is not
constexpr uint16_t ignoresExec = 1 << 7; // writes lanes that EXEC holds inactive
constexpr uint16_t movesTwo = 1 << 8;    // v_pk_mov_b32: each register from one of its sources
constexpr uint16_t spills = 1 << 9;      // to scratch, registers of which not all may be in use
constexpr uint16_t carriesUp = 1 << 10;  // its low 32 bits follow from the sources' low 32 bits
constexpr uint16_t shiftsDown = 1 << 11; // v_lshrrev_b64: by 32 or more, upper bits alone count
constexpr uint16_t idempotent = 1 << 12; // done twice, it gives what it gives once
} // namespace trait

uint16_t traitsOf(std::string_view name, Format format);

} // namespace assay::amdgpu
