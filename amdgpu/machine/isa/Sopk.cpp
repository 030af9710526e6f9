#include "amdgpu/machine/isa/Modifiers.h"
#include "amdgpu/machine/isa/Scalars.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// D = the address behind; goes on at SIMM16 dwords from there.
static void call(Wave &wave, const Instruction &instruction) {
  writeScalar(wave, instruction.destination.index,
              wave.group->imageAddress + instruction.nextAddress);
  wave.pc = instruction.target;
}

/// SIMM16 of s_getreg and s_setreg: the number of a hardware register, and which bits of it.
struct HardwareField {
  uint32_t id, offset, mask;
  explicit HardwareField(int32_t simm16)
      : id(simm16 & 63), offset(simm16 >> 6 & 31),
        mask(static_cast<uint32_t>((uint64_t(1) << ((simm16 >> 11 & 31) + 1)) - 1)) {}
};

/// MODE is real. Of the others kernels only read where they run, which is the same for all here.
static void getRegister(Wave &wave, const Instruction &instruction) {
  enum Id { Mode = 1, Status = 2, TrapStatus = 3, HardwareId = 4, LdsAlloc = 6, XccId = 20 };
  const HardwareField field(instruction.offset);
  uint32_t value = 0;
  switch (field.id) {
  case Mode:
    value = wave.mode;
    break;
  case Status:
    value = wave.scc | uint32_t(exec(wave) == 0) << 9 | uint32_t(vcc(wave) == 0) << 10;
    break;
  case LdsAlloc: // LDS_SIZE, in units of 128 dwords
    value = static_cast<uint32_t>((wave.group->ldsBytes + 511) / 512) << 12;
    break;
  case TrapStatus:
  case HardwareId:
  case XccId:
    break;
  default:
    return raise(wave, instruction, Fault::Kind::UnknownInstruction,
                 "this hardware register is not implemented");
  }
  writeScalar(wave, instruction.destination.index, value >> field.offset & field.mask);
}

static void setRegister(Wave &wave, const Instruction &instruction) {
  const HardwareField field(instruction.offset);
  if (field.id != 1)
    return raise(wave, instruction, Fault::Kind::UnknownInstruction,
                 "of hardware registers only MODE can be written");
  const auto value = readUniform<uint32_t>(wave, instruction.source[0]);
  const uint32_t mask = field.mask << field.offset;
  const uint32_t written = (wave.mode & ~mask) | (value << field.offset & mask);
  // Exceptions, LOD_CLAMPED, GPR_IDX_EN and VSKIP have no meaning here.
  constexpr uint32_t writable = mode::floats | mode::dx10Clamp | mode::ieee | mode::fp16Overflow;
  if (((written ^ wave.mode) & ~writable) != 0)
    return raise(wave, instruction, Fault::Kind::UnknownInstruction,
                 "of MODE only rounding, denormals, DX10_CLAMP, IEEE and FP16_OVFL can be written");
  wave.mode = written;
}

static constexpr Entry entries[] = {
    {"s_movk_i32", scalars<[](Simm16 k) { return k.value; }>},
    {"s_cmovk_i32",
     scalars<[](Former<int32_t> d, Simm16 k, Scc scc) { return scc.value ? k.value : d.value; }>},
    {"s_cmpk_eq_i32", scalars<[](int32_t s0, Simm16 k) { return s0 == k.value; }>},
    {"s_cmpk_lg_i32", scalars<[](int32_t s0, Simm16 k) { return s0 != k.value; }>},
    {"s_cmpk_gt_i32", scalars<[](int32_t s0, Simm16 k) { return s0 > k.value; }>},
    {"s_cmpk_ge_i32", scalars<[](int32_t s0, Simm16 k) { return s0 >= k.value; }>},
    {"s_cmpk_lt_i32", scalars<[](int32_t s0, Simm16 k) { return s0 < k.value; }>},
    {"s_cmpk_le_i32", scalars<[](int32_t s0, Simm16 k) { return s0 <= k.value; }>},
    {"s_cmpk_eq_u32",
     scalars<[](uint32_t s0, Simm16 k) { return s0 == (uint32_t(k.value) & 0xffff); }>},
    {"s_cmpk_lg_u32",
     scalars<[](uint32_t s0, Simm16 k) { return s0 != (uint32_t(k.value) & 0xffff); }>},
    {"s_cmpk_gt_u32",
     scalars<[](uint32_t s0, Simm16 k) { return s0 > (uint32_t(k.value) & 0xffff); }>},
    {"s_cmpk_ge_u32",
     scalars<[](uint32_t s0, Simm16 k) { return s0 >= (uint32_t(k.value) & 0xffff); }>},
    {"s_cmpk_lt_u32",
     scalars<[](uint32_t s0, Simm16 k) { return s0 < (uint32_t(k.value) & 0xffff); }>},
    {"s_cmpk_le_u32",
     scalars<[](uint32_t s0, Simm16 k) { return s0 <= (uint32_t(k.value) & 0xffff); }>},
    {"s_addk_i32", scalars<[](Former<int32_t> d, Simm16 k) {
       const int64_t sum = int64_t(d.value) + k.value;
       return WithScc<int32_t>{int32_t(sum), sum != int32_t(sum)};
     }>},
    {"s_mulk_i32",
     scalars<[](Former<uint32_t> d, Simm16 k) { return d.value * uint32_t(k.value); }>},
    {"s_call_b64", {call, nullptr, shapeOf<[] { return uint64_t(); }>()}},
    {"s_getreg_b32", {getRegister, nullptr, shapeOf<[] { return uint32_t(); }>()}},
    {"s_setreg_b32", {setRegister, nullptr, shapeOf<[](uint32_t s0) {}>()}},
    {"s_setreg_imm32_b32", {setRegister, nullptr, shapeOf<[](Literal<uint32_t> k) {}>()}},
    {"s_cbranch_i_fork", refused("branches with a stack of masks are not in these chips' manuals")},
};
const Table sopkTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
