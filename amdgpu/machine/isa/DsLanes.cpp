#include "amdgpu/machine/isa/Atomics.h"

/// DS instructions that move data between lanes without touching the LDS, and those that work on
/// one counter for the wave.
namespace assay::amdgpu::AMDGPU_LEVEL {

static uint32_t offsetOf(const Instruction &instruction) {
  return static_cast<uint32_t>(instruction.offset | instruction.offset1 << 8);
}

/// Lane (ADDR + offset) / 4 gets this lane's data; of several the highest lane's. Lanes to which
/// nobody sends get 0.
static void permute(Wave &wave, const Instruction &instruction) {
  const uint32_t *address = rowOf(wave, instruction.source[0]);
  const uint32_t *data = rowOf(wave, instruction.source[1]);
  uint32_t sent[lanesPerWave] = {};
  forActive(exec(wave), [&](unsigned lane) {
    sent[(address[lane] + offsetOf(instruction)) / 4 % lanesPerWave] = data[lane];
  });
  uint32_t *result = rowOf(wave, instruction.destination);
  forActive(exec(wave), [&](unsigned lane) { result[lane] = sent[lane]; });
}

/// What an inactive lane has reads as 0.
static uint32_t activeData(const uint32_t *data, uint64_t active, unsigned lane) {
  return (active >> lane & 1) ? data[lane] : 0;
}

/// This lane gets the data of lane (ADDR + offset) / 4.
static void backwardPermute(Wave &wave, const Instruction &instruction) {
  const uint32_t *address = rowOf(wave, instruction.source[0]);
  alignas(64) uint32_t data[lanesPerWave];
  std::memcpy(data, rowOf(wave, instruction.source[1]), sizeof data);
  const uint64_t active = exec(wave);
  uint32_t *result = rowOf(wave, instruction.destination);
  forActive(active, [&](unsigned lane) {
    const unsigned from = (address[lane] + offsetOf(instruction)) / 4 % lanesPerWave;
    result[lane] = activeData(data, active, from);
  });
}

/// The manual's modes by the bits of the offset: within four lanes if bit 15 is set, FFT and rotate
/// modes above, otherwise AND, OR and XOR masks on the lane's number within 32.
static unsigned swizzledLane(uint32_t offset, unsigned lane) {
  const unsigned group = lane & ~31U;
  const unsigned in = lane & 31;
  if (offset >= 0xe000) { // FFT: the 5 bits reversed, below the mask
    const uint32_t mask = offset & 31;
    unsigned reversed = 0;
    for (unsigned bit = 0; bit < 5; ++bit)
      reversed |= (in >> bit & 1) << (4 - bit);
    unsigned shift = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
      ++shift;
    return group | (reversed >> shift) | (in & mask);
  }
  if (offset >= 0xc000) { // rotate by bits 9:5, to the left or, with bit 10, to the right
    const uint32_t mask = offset & 31, amount = offset >> 5 & 31;
    const unsigned from = (offset >> 10 & 1) ? in - amount : in + amount;
    return group | (in & mask) | (from & ~mask & 31);
  }
  if (offset & 0x8000)
    return (lane & ~3U) | (offset >> 2 * (lane & 3) & 3);
  const uint32_t andMask = offset & 31, orMask = offset >> 5 & 31, xorMask = offset >> 10 & 31;
  return group | (((in & andMask) | orMask) ^ xorMask);
}

static void swizzle(Wave &wave, const Instruction &instruction) {
  // ADDR is the data here.
  alignas(64) uint32_t data[lanesPerWave];
  std::memcpy(data, rowOf(wave, instruction.source[0]), sizeof data);
  const uint64_t active = exec(wave);
  uint32_t *result = rowOf(wave, instruction.destination);
  forActive(active, [&](unsigned lane) {
    result[lane] = activeData(data, active, swizzledLane(offsetOf(instruction), lane));
  });
}

/// Adds the number of active lanes to the counter at M0[31:16] + offset, or takes it away; every
/// lane gets what the counter was.
template <bool isAppend> static void count(Wave &wave, const Instruction &instruction) {
  const uint64_t active = exec(wave);
  if (active == 0)
    return;
  Addresses at;
  const unsigned first = static_cast<unsigned>(std::countr_zero(active));
  at.active = uint64_t(1) << first;
  at.lane[first] = (readScalar<uint32_t>(wave, scalar::m0) >> 16) + offsetOf(instruction);
  if (!mayAccess(wave, instruction, Space::Lds, Mode::Atomic, at, 4))
    return;
  const auto lanes = static_cast<uint32_t>(std::popcount(active));
  const auto former =
      exchange<uint32_t>(hostAddress(wave, Space::Lds, at, first), false,
                         [&](uint32_t old) { return isAppend ? old + lanes : old - lanes; });
  uint32_t *result = rowOf(wave, instruction.destination);
  forActive(active, [&](unsigned lane) { result[lane] = former; });
}

/// Waits until one more wave than the data's first active lane says have come here; the launch lets
/// them go on. Cooperative kernels come with one wave of each workgroup.
static void barrierOfGrid(Wave &wave, const Instruction &instruction) {
  if (!wave.group->isCooperative)
    return raise(wave, instruction, Fault::Kind::UnknownInstruction,
                 "a barrier of the grid in a launch that is not cooperative");
  const uint64_t active = exec(wave);
  const unsigned lane = active == 0 ? 0 : static_cast<unsigned>(std::countr_zero(active));
  wave.awaited = rowOf(wave, instruction.source[0])[lane] + 1;
  wave.state = Wave::State::AtGridBarrier;
}

static void nothing(Wave &, const Instruction &) {}

constexpr Shape permuteShape(Type data) {
  Shape shape;
  shape.source[0] = {Role::Field, Type::B32};
  shape.source[1] = {Role::Field, data};
  shape.result = Type::B32;
  return shape;
}
static constexpr Shape countShape = {.source = {}, .result = Type::B32};

constexpr const char *noGws = "of global wave sync there is the barrier only";

static constexpr Entry entries[] = {
    {"ds_permute_b32", {permute, nullptr, permuteShape(Type::B32)}},
    {"ds_bpermute_b32", {backwardPermute, nullptr, permuteShape(Type::B32)}},
    {"ds_swizzle_b32", {swizzle, nullptr, permuteShape(Type::None)}},
    {"ds_append", {count<true>, nullptr, countShape}},
    {"ds_consume", {count<false>, nullptr, countShape}},
    {"ds_nop", {nothing, nullptr, {}}},
    {"ds_gws_init", refused(noGws)},
    {"ds_gws_barrier", {barrierOfGrid, nullptr, addressShape(Type::B32)}},
    {"ds_gws_sema_v", refused(noGws)},
    {"ds_gws_sema_br", refused(noGws)},
    {"ds_gws_sema_p", refused(noGws)},
    {"ds_gws_sema_release_all", refused(noGws)},
};
const Table dsLaneTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
