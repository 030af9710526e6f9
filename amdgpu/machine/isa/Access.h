#pragma once

#include "amdgpu/machine/Workgroup.h"
#include "amdgpu/machine/isa/Level.h"

#include <bit>
#include <cstring>

/// Every read and write of a wave's registers goes through here.
namespace assay::amdgpu::AMDGPU_LEVEL {

template <class T> inline T readScalar(const Wave &wave, unsigned index) {
  T value;
  std::memcpy(&value, wave.scalars + index, sizeof value);
  return value;
}
template <class T> inline void writeScalar(Wave &wave, unsigned index, T value) {
  std::memcpy(wave.scalars + index, &value, sizeof value);
}

inline uint64_t exec(const Wave &wave) { return readScalar<uint64_t>(wave, scalar::exec); }
inline uint64_t vcc(const Wave &wave) { return readScalar<uint64_t>(wave, scalar::vcc); }

/// A source that is the same for all lanes, as T.
template <class T> inline T readUniform(const Wave &wave, const Operand &source) {
  static_assert(sizeof(T) <= 8);
  uint64_t bits = 0;
  switch (source.kind) {
  case Operand::Kind::None:
    break;
  case Operand::Kind::Scalar:
    return readScalar<T>(wave, source.index);
  case Operand::Kind::Vector:
    bits = wave.rows[source.index * lanesPerWave];
    break;
  case Operand::Kind::Constant:
    bits = source.value();
    break;
  case Operand::Kind::VccZ:
    bits = vcc(wave) == 0;
    break;
  case Operand::Kind::ExecZ:
    bits = exec(wave) == 0;
    break;
  case Operand::Kind::Scc:
    bits = wave.scc;
    break;
  }
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline uint32_t *rowOf(Wave &wave, const Operand &operand) {
  return wave.rows + operand.index * lanesPerWave;
}

/// Writes a lane's result; `active` is 0 or ~0.
template <class T> inline void writeLane(uint32_t *rows, unsigned lane, T value, uint32_t active) {
  static_assert(sizeof(T) == 4);
  rows[lane] = (std::bit_cast<uint32_t>(value) & active) | (rows[lane] & ~active);
}

/// Bit l becomes 0 or ~0 in lane l.
inline void expandMask(uint64_t mask, uint32_t *row) {
  for (unsigned half = 0; half < 2; ++half) {
    const auto bits = static_cast<uint32_t>(mask >> (32 * half));
    for (unsigned lane = 0; lane < 32; ++lane)
      row[32 * half + lane] = 0 - ((bits >> lane) & 1);
  }
}

/// The lowest bit of each lane.
template <unsigned lanes = lanesPerWave> inline uint64_t compressMask(const uint32_t *row) {
  constexpr unsigned width = 32;
  using Row [[gnu::vector_size(width * sizeof *row)]] = uint32_t;
  using Bits [[clang::ext_vector_type(width)]] = bool;
  uint64_t mask = 0;
  for (unsigned first = 0; first < lanes; first += width) {
    Row part;
    std::memcpy(&part, row + first, sizeof part);
    const Bits bits = __builtin_convertvector((part & 1) != 0, Bits);
    mask |= uint64_t(std::bit_cast<uint32_t>(bits)) << first;
  }
  return mask;
}

/// EXEC as 0 or ~0 in each lane.
inline const uint32_t *activeRow(Wave &wave) {
  const uint64_t now = exec(wave);
  if (wave.activeRowOf != now) {
    expandMask(now, wave.activeRow);
    wave.activeRowOf = now;
  }
  return wave.activeRow;
}

/// A mask or a scalar for all lanes, in wave.spread[slot].
[[gnu::noinline]] inline const uint32_t *spreadSource(Wave &wave, const Operand &source,
                                                      unsigned slot) {
  uint32_t (*rows)[lanesPerWave] = wave.spread[slot];
  if (source.type == Type::Mask) {
    expandMask(readUniform<uint64_t>(wave, source), rows[0]);
    return rows[0];
  }
  const auto value = source.dwords() > 1 ? readUniform<uint64_t>(wave, source)
                                         : readUniform<uint32_t>(wave, source);
  for (unsigned dword = 0; dword < 2; ++dword) {
    const auto part = static_cast<uint32_t>(value >> (32 * dword));
    for (uint32_t &lane : rows[dword])
      lane = part;
    if (source.dwords() == 1)
      break;
  }
  return rows[0];
}

/// A vector source as rows of 64 lanes, one behind the other: VGPRs in place, anything else spread
/// out into wave.spread[slot].
inline const uint32_t *sourceRows(Wave &wave, const Operand &source, unsigned slot) {
  if (source.kind == Operand::Kind::Vector)
    return rowOf(wave, source);
  if (source.kind == Operand::Kind::Constant && source.type != Type::Mask)
    return source.row;
  return spreadSource(wave, source, slot);
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
