#pragma once

#include "amdgpu/machine/isa/Access.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// Goes on at an address that was computed.
inline void jump(Wave &wave, const Instruction &instruction, uint64_t address) {
  const uint64_t offset = address - wave.group->imageAddress;
  const auto &indexAt = wave.group->program->indexAt;
  auto found = offset > UINT32_MAX ? indexAt.end() : indexAt.find(static_cast<uint32_t>(offset));
  if (found == indexAt.end())
    return raise(wave, instruction, Fault::Kind::BadJump,
                 "no instruction starts at the address that it jumps to");
  wave.pc = found->second;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
