#pragma once

#include "amdgpu/machine/isa/Access.h"
#include "amdgpu/machine/isa/Signature.h"

/// What may be done to the operands of any VALU instruction: SDWA, DPP, op_sel, neg, abs, omod,
/// clamp, and what MODE says of floats. These are forms of operands, so they work on rows whatever
/// the instruction is.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// A lane's value of a source. The second row of 64 bits is `stride` dwords behind the first.
template <class T, unsigned stride = lanesPerWave> struct LaneReader {
  const uint32_t *rows;
  T operator[](unsigned lane) const {
    if constexpr (std::is_same_v<T, bool>) {
      return rows[lane] != 0;
    } else if constexpr (sizeof(T) == 8) {
      return std::bit_cast<T>(rows[lane] | uint64_t(rows[stride + lane]) << 32);
    } else {
      return std::bit_cast<T>(static_cast<BitsOf<T>>(rows[lane]));
    }
  }
};

/// Gives a lane its result. Those of 16 bits clear the upper half.
template <class T, unsigned stride = lanesPerWave> struct LaneWriter {
  uint32_t *rows;
  void set(unsigned lane, T value) const {
    const auto bits = std::bit_cast<BitsOf<T>>(value);
    rows[lane] = static_cast<uint32_t>(bits);
    if constexpr (sizeof(T) == 8)
      rows[stride + lane] = static_cast<uint32_t>(bits >> 32);
  }
};

/// MODE's bits by their places in the manual.
namespace mode {
constexpr uint32_t round32 = 0x3, round64 = 0xc; // round64 holds for f16 too
constexpr uint32_t denormal32 = 0x30, denormal64 = 0xc0;
constexpr uint32_t dx10Clamp = 0x100, ieee = 0x200, fp16Overflow = 1U << 23;
constexpr uint32_t floats = 0xff;
/// To nearest, and denormals are kept: what the plain handlers compute.
constexpr uint32_t plainFloats = denormal32 | denormal64;
} // namespace mode

inline bool isPlainMode(const Wave &wave) {
  return (wave.mode & mode::floats) == mode::plainFloats;
}

inline Control controlOf(const Wave &wave, bool clamp) {
  return {.ieee = (wave.mode & mode::ieee) != 0,
          .clamp = clamp,
          .saturates = (wave.mode & mode::fp16Overflow) != 0};
}

/// The rows of a source as its modifiers say, in place or in wave.spread[slot]. `computes` is
/// whether the instruction does arithmetic, so that MODE may flush denormals.
const uint32_t *modifiedRows(Wave &wave, const Instruction &instruction, unsigned slot,
                             bool computes);

/// One half of each dword, for packed math, with its sign flipped if `negate`.
const uint32_t *halfRows(const Wave &wave, const uint32_t *rows, bool isHigh, bool negate,
                         Type type, uint32_t *to);

/// A row of floats, with the signs flipped if `negate`: in place if there is nothing to do.
const uint32_t *floatRows(const Wave &wave, const uint32_t *row, bool negate, uint32_t *to);

/// Applies omod, clamp and MODE to rows of results of that type.
void modifyResult(const Wave &wave, const Modifiers &modifiers, Type type, uint32_t *rows);

/// Writes rows of results to the destination, or to the part of it that the instruction names, in
/// the lanes of `mask`.
void storeModified(Wave &wave, const Instruction &instruction, const uint32_t *rows,
                   unsigned dwords, uint64_t mask);

/// The lanes that an instruction writes: EXEC without what DPP leaves out.
uint64_t writtenLanes(const Wave &wave, const Instruction &instruction);

/// Calls `compute` with the host's rounding as MODE says for results of that type.
void computeRounded(const Wave &wave, Type type, void (*compute)(void *), void *argument);

} // namespace assay::amdgpu::AMDGPU_LEVEL
