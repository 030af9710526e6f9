#include "amdgpu/machine/isa/Lanes.h"
#include "amdgpu/machine/isa/Rounding.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

// Sums of absolute differences, and other work on bytes.

template <class Int> static uint32_t distance(uint32_t a, uint32_t b) {
  const auto x = static_cast<Int>(a), y = static_cast<Int>(b);
  return x > y ? uint32_t(x) - y : uint32_t(y) - x;
}

/// Of the four bytes. `masked`: those whose byte of S1 is 0 do not count.
static uint32_t byteDistances(uint32_t s0, uint32_t s1, bool masked) {
  uint32_t sum = 0;
  for (unsigned shift = 0; shift < 32; shift += 8)
    if (!masked || (s1 >> shift & 0xff) != 0)
      sum += distance<uint8_t>(s0 >> shift, s1 >> shift);
  return sum;
}

/// Four times, at byte offsets 0 to 3 of S0, into halves of S2.
template <bool masked>
static uint64_t fourDistances(uint64_t s0, uint32_t s1, uint64_t s2, Control control) {
  uint64_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const int64_t sum = byteDistances(static_cast<uint32_t>(s0 >> (8 * i)), s1, masked) +
                        int64_t(s2 >> (16 * i) & 0xffff);
    result |= uint64_t(wrapped<uint16_t>(sum, control)) << (16 * i);
  }
  return result;
}

/// v_mqsad_u32_u8: the four sums are registers of their own.
static void fourWideDistances(Wave &wave, const Instruction &instruction) {
  const LaneReader<uint64_t> s0{sourceRows(wave, instruction.source[0], 0)};
  const uint32_t *s1 = sourceRows(wave, instruction.source[1], 1);
  const uint32_t *s2 = sourceRows(wave, instruction.source[2], 2);
  const Control control{.ieee = false, .clamp = instruction.modifiers.clamp};
  alignas(64) uint32_t results[4 * lanesPerWave];
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      const uint32_t sum =
          byteDistances(static_cast<uint32_t>(s0[lane] >> (8 * i)), s1[lane], true);
      const unsigned at = i * lanesPerWave + lane;
      results[at] = wrapped<uint32_t>(int64_t(sum) + s2[at], control);
    }
  storeModified(wave, instruction, results, 4, exec(wave));
}
static constexpr Shape toFour = {
    .source = {{Role::Field, Type::B64}, {Role::Field, Type::B32}, {Role::Field, Type::B128}},
    .result = Type::B128,
    .canClamp = true};

static uint32_t addTo(uint32_t s2, uint64_t distances, Control control) {
  return wrapped<uint32_t>(static_cast<int64_t>(distances) + s2, control);
}

static constexpr Entry entries[] = {
    {"v_sad_u8", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2, Control control) {
       return addTo(s2, byteDistances(s0, s1, false), control);
     }>},
    {"v_sad_hi_u8", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2, Control control) {
       return addTo(s2, uint64_t(byteDistances(s0, s1, false)) << 16, control);
     }>},
    {"v_sad_u16", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2, Control control) {
       return addTo(s2, distance<uint16_t>(s0, s1) + distance<uint16_t>(s0 >> 16, s1 >> 16),
                    control);
     }>},
    {"v_sad_u32", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2, Control control) {
       return addTo(s2, distance<uint32_t>(s0, s1), control);
     }>},
    {"v_msad_u8", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2, Control control) {
       return addTo(s2, byteDistances(s0, s1, true), control);
     }>},
    {"v_qsad_pk_u16_u8", lanes<fourDistances<false>>},
    {"v_mqsad_pk_u16_u8", lanes<fourDistances<true>>},
    {"v_mqsad_u32_u8", {fourWideDistances, fourWideDistances, toFour}},
    // Averages of bytes; the lowest bit of S2's bytes says which way to round.
    {"v_lerp_u8", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) {
       uint32_t result = 0;
       for (unsigned shift = 0; shift < 32; shift += 8) {
         const uint32_t sum = (s0 >> shift & 0xff) + (s1 >> shift & 0xff) + (s2 >> shift & 1);
         result |= (sum >> 1) << shift;
       }
       return result;
     }>},
};
const Table vop3SadTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
