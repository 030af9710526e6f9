#include "amdgpu/machine/isa/Modifiers.h"
#include "amdgpu/machine/isa/Floats.h"

#include <cfenv>
#include <cmath>

namespace assay::amdgpu::AMDGPU_LEVEL {

/// The lane that DPP reads for `lane`, or -1 if there is none. The manual's table of DPP_CTRL.
static int dppLane(unsigned ctrl, int lane) {
  const int row = lane & ~15, inRow = lane & 15;
  const int count = static_cast<int>(ctrl & 15);
  if (ctrl <= 0xff) // quad_perm
    return (lane & ~3) | static_cast<int>(ctrl >> (2 * (lane & 3)) & 3);
  if (ctrl >= 0x101 && ctrl <= 0x10f) // row_shl
    return inRow + count < 16 ? lane + count : -1;
  if (ctrl >= 0x111 && ctrl <= 0x11f) // row_shr
    return inRow >= count ? lane - count : -1;
  if (ctrl >= 0x121 && ctrl <= 0x12f) // row_ror
    return row | ((inRow - count) & 15);
  if (ctrl >= 0x150 && ctrl <= 0x15f) // row_newbcast, from gfx90a on
    return row | count;
  switch (ctrl) {
  case 0x130: // wave_shl
    return lane < 63 ? lane + 1 : -1;
  case 0x134: // wave_rol
    return (lane + 1) & 63;
  case 0x138: // wave_shr
    return lane - 1;
  case 0x13c: // wave_ror
    return (lane - 1) & 63;
  case 0x140: // row_mirror
    return row | (15 - inRow);
  case 0x141: // row_half_mirror
    return (lane & ~7) | (7 - (lane & 7));
  case 0x142: // row_bcast15: the first row has none before it
    return row == 0 ? -1 : row - 1;
  case 0x143: // row_bcast31
    return lane < 32 ? -1 : 31;
  default:
    return -1;
  }
}

/// A lane that EXEC holds inactive cannot be read either.
static int readableDppLane(uint64_t exec, unsigned ctrl, unsigned lane) {
  const int from = dppLane(ctrl, static_cast<int>(lane));
  return from >= 0 && (exec >> from & 1) != 0 ? from : -1;
}

uint64_t writtenLanes(const Wave &wave, const Instruction &instruction) {
  const Dpp &dpp = instruction.modifiers.dpp;
  uint64_t mask = exec(wave);
  if (!dpp.isUsed)
    return mask;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const bool isRow = dpp.rowMask >> (lane / 16) & 1, isBank = dpp.bankMask >> (lane / 4 % 4) & 1;
    const bool hasSource = dpp.boundCtrl || readableDppLane(exec(wave), dpp.ctrl, lane) >= 0;
    if (!isRow || !isBank || !hasSource)
      mask &= ~(uint64_t(1) << lane);
  }
  return mask;
}

static void permute(const Wave &wave, const Dpp &dpp, const uint32_t *from, uint32_t *to) {
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const int source = readableDppLane(exec(wave), dpp.ctrl, lane);
    to[lane] = source < 0 ? 0 : from[source];
  }
}

/// A part of a register: `bits` bits from `shift` on, and a mask of so many bits.
struct Field {
  unsigned bits, shift;
  uint32_t mask;
};
static Field fieldOf(Part part) {
  if (part == Part::Dword)
    return {32, 0, ~uint32_t(0)};
  const auto number = static_cast<unsigned>(part);
  return part <= Part::Byte3 ? Field{8, 8 * number, 0xff} : Field{16, 16 * (number - 4), 0xffff};
}

/// The field's bits of `value`, which holds them at its low end.
static uint32_t lowBits(uint32_t value, const Field &field, bool signExtend) {
  const unsigned rest = 32 - field.bits;
  const auto extended = static_cast<uint32_t>(static_cast<int32_t>(value << rest) >> rest);
  return signExtend ? extended : value & field.mask;
}

/// Where a float of that type has its sign, and the bits of its exponent, in its last dword.
struct FloatBits {
  uint32_t sign, exponent;
};
static FloatBits floatBits(Type type) {
  switch (type) {
  case Type::F16:
    return {0x8000, 0x7c00};
  case Type::F64:
    return {0x80000000, 0x7ff00000};
  default:
    return {0x80000000, 0x7f800000};
  }
}

/// Whether MODE takes denormal inputs (bit 0) or results (bit 1) of that type to zero.
static bool flushes(const Wave &wave, Type type, unsigned bit) {
  const unsigned place = type == Type::F32 ? 4 : 6;
  return isFloatType(type) && (wave.mode >> (place + bit) & 1) == 0;
}

static void flushDenormals(Type type, uint32_t *rows) {
  const FloatBits bits = floatBits(type);
  uint32_t *last = rows + (dwordsOf(type) - 1) * lanesPerWave;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    if ((last[lane] & bits.exponent) == 0) {
      last[lane] &= bits.sign;
      if (type == Type::F64)
        rows[lane] = 0;
    }
}

const uint32_t *modifiedRows(Wave &wave, const Instruction &instruction, unsigned slot,
                             bool computes) {
  const Operand &source = instruction.source[slot];
  const uint32_t *rows = sourceRows(wave, source, slot);
  if (source.type == Type::Mask || source.kind == Operand::Kind::None)
    return rows;
  const bool isPermuted = slot == 0 && instruction.modifiers.dpp.isUsed;
  const bool isFlushed = computes && flushes(wave, source.type, 0);
  if (!isPermuted && !isFlushed && !source.negate && !source.absolute && source.part == Part::Dword)
    return rows;
  uint32_t *to = wave.spread[slot][0];
  const unsigned dwords = source.dwords();
  for (unsigned dword = 0; dword < dwords; ++dword) {
    uint32_t *row = to + dword * lanesPerWave;
    const uint32_t *from = rows + dword * lanesPerWave;
    if (isPermuted)
      permute(wave, instruction.modifiers.dpp, from, row);
    else
      std::memmove(row, from, lanesPerWave * sizeof *row);
  }
  if (source.part != Part::Dword) {
    const Field field = fieldOf(source.part);
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      to[lane] = lowBits(to[lane] >> field.shift, field, source.signExtend);
  }
  if (isFloatType(source.type)) {
    const uint32_t sign = floatBits(source.type).sign;
    const uint32_t kept = source.absolute ? ~sign : ~uint32_t(0);
    const uint32_t flipped = source.negate ? sign : 0;
    uint32_t *last = to + (dwords - 1) * lanesPerWave;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      last[lane] = (last[lane] & kept) ^ flipped;
  }
  if (isFlushed)
    flushDenormals(source.type, to);
  return to;
}

const uint32_t *halfRows(const Wave &wave, const uint32_t *rows, bool isHigh, bool negate,
                         Type type, uint32_t *to) {
  const uint32_t sign = negate ? 0x8000 : 0;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    to[lane] = (rows[lane] >> (isHigh ? 16 : 0) & 0xffff) ^ sign;
  if (flushes(wave, type, 0))
    flushDenormals(type, to);
  return to;
}

const uint32_t *floatRows(const Wave &wave, const uint32_t *row, bool negate, uint32_t *to) {
  const bool isFlushed = flushes(wave, Type::F32, 0);
  if (!negate && !isFlushed)
    return row;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    to[lane] = row[lane] ^ (negate ? 0x80000000 : 0);
  if (isFlushed)
    flushDenormals(Type::F32, to);
  return to;
}

template <class T> static T clamped(T value, bool nanToZero) {
  if (value != value)
    return nanToZero ? T(0) : value;
  return value > T(0) ? (value < T(1) ? value : T(1)) : T(0);
}

void modifyResult(const Wave &wave, const Modifiers &modifiers, Type type, uint32_t *rows) {
  if (!isFloatType(type))
    return;
  // The hardware ignores omod in IEEE mode and where results may be denormal.
  const bool isFlushed = flushes(wave, type, 1);
  const bool isScaled = modifiers.omod != 0 && isFlushed && (wave.mode & mode::ieee) == 0;
  const bool nanToZero = (wave.mode & mode::dx10Clamp) != 0;
  if (isScaled) {
    const int exponent = modifiers.omod == 3 ? -1 : modifiers.omod;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      if (type == Type::F32) {
        rows[lane] =
            std::bit_cast<uint32_t>(std::bit_cast<float>(rows[lane]) * std::ldexp(1.0f, exponent));
      } else if (type == Type::F16) {
        rows[lane] = half(widen(Half{uint16_t(rows[lane])}) * std::ldexp(1.0f, exponent)).bits;
      } else {
        LaneWriter<double> to{rows};
        to.set(lane, LaneReader<double>{rows}[lane] * std::ldexp(1.0, exponent));
      }
    }
  }
  if (isFlushed)
    flushDenormals(type, rows);
  if (!modifiers.clamp)
    return;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    if (type == Type::F32) {
      rows[lane] = std::bit_cast<uint32_t>(clamped(std::bit_cast<float>(rows[lane]), nanToZero));
    } else if (type == Type::F16) {
      const Half value{uint16_t(rows[lane])};
      rows[lane] = widen(value) == widen(value) || nanToZero
                       ? half(clamped(widen(value), nanToZero)).bits
                       : value.bits;
    } else {
      LaneWriter<double> to{rows};
      to.set(lane, clamped(LaneReader<double>{rows}[lane], nanToZero));
    }
  }
}

void storeModified(Wave &wave, const Instruction &instruction, const uint32_t *rows,
                   unsigned dwords, uint64_t mask) {
  const Operand &destination = instruction.destination;
  uint32_t *to = rowOf(wave, destination);
  if (destination.part == Part::Dword && mask == ~uint64_t(0)) {
    std::memcpy(to, rows, dwords * lanesPerWave * sizeof *to);
    return;
  }
  const Field field = fieldOf(destination.part);
  const bool isSigned = destination.unused == Unused::SignExtend;
  const bool isPreserving = destination.unused == Unused::Preserve;
  const uint32_t written = isPreserving ? field.mask << field.shift : ~uint32_t(0);
  alignas(64) uint32_t active[lanesPerWave];
  expandMask(mask, active);
  for (unsigned dword = 0; dword < dwords; ++dword)
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      const uint32_t value = rows[dword * lanesPerWave + lane];
      const uint32_t placed = lowBits(value, field, isSigned) << field.shift;
      writeLane(to + dword * lanesPerWave, lane, placed, active[lane] & written);
    }
}

void computeRounded(const Wave &wave, Type type, void (*compute)(void *), void *argument) {
  // In the order of MODE's FP_ROUND.
  constexpr int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  const unsigned wanted = wave.mode >> (type == Type::F16 || type == Type::F64 ? 2 : 0) & 3;
  if (wanted == 0)
    return compute(argument);
  std::fesetround(roundings[wanted]);
  compute(argument);
  std::fesetround(FE_TONEAREST);
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
