#pragma once

#include "amdgpu/machine/isa/Fp8.h"
#include "amdgpu/machine/isa/Lanes.h"
#include "amdgpu/machine/isa/Matrix.h"

#include <cmath>

/// The element types of matrix arithmetic, and what is computed with one of each.
namespace assay::amdgpu::AMDGPU_LEVEL {

// Elements: how many bits they have, and what a product is computed in. The order in which the
// hardware adds and rounds is not documented; here each product is added with one rounding, in the
// order of k, and NaNs become the default one.
struct F64 {
  static constexpr unsigned bits = 64;
  using Sum = double;
};
struct F32 {
  static constexpr unsigned bits = 32;
  using Sum = float;
  static float widen(uint32_t field) { return std::bit_cast<float>(field); }
};
/// f32 with 10 bits of fraction.
struct Xf32 {
  static constexpr unsigned bits = 32;
  using Sum = float;
  static float widen(uint32_t field) {
    const uint32_t rounded = field + 0xfff + (field >> 13 & 1);
    const bool isFinite = (field & 0x7f800000) != 0x7f800000;
    return std::bit_cast<float>(isFinite ? rounded & ~0x1fffU : field);
  }
};
struct F16 {
  static constexpr unsigned bits = 16;
  using Sum = float;
  static float widen(uint32_t field) {
    return AMDGPU_LEVEL::widen(Half{static_cast<uint16_t>(field)});
  }
};
struct Bf16 {
  static constexpr unsigned bits = 16;
  using Sum = float;
  static float widen(uint32_t field) { return widenBf16(static_cast<uint16_t>(field)); }
};
/// gfx90a has no denormals here, in or out.
template <class Element> struct NoDenormals : Element {
  static float widen(uint32_t field) {
    const bool isDenormal = (field & (std::is_same_v<Element, F16> ? 0x7c00 : 0x7f80)) == 0;
    return isDenormal ? std::copysign(0.0f, Element::widen(field)) : Element::widen(field);
  }
};
template <class Element> constexpr bool hasDenormals = true;
template <class Element> constexpr bool hasDenormals<NoDenormals<Element>> = false;
template <class Format> struct Eight {
  static constexpr unsigned bits = 8;
  using Sum = float;
  static float widen(uint32_t field) { return widen8<Format>(field); }
};
using Fp = Eight<Fp8>;
using Bf = Eight<Bf8>;
struct I8 {
  static constexpr unsigned bits = 8;
  using Sum = int32_t;
  static int32_t widen(uint32_t field) { return static_cast<int8_t>(field); }
};

template <class Element>
inline typename Element::Sum elementAt(const uint32_t *rows, const Place &at) {
  const uint32_t *row = rows + at.reg * lanesPerWave + at.lane;
  if constexpr (Element::bits == 64)
    return std::bit_cast<double>(row[0] | uint64_t(row[lanesPerWave]) << 32);
  else if constexpr (Element::bits == 32)
    return Element::widen(*row);
  else
    return Element::widen(*row >> (Element::bits * at.subElement) & ((1U << Element::bits) - 1));
}

template <class Sum> inline Sum multiplyAdd(Sum a, Sum b, Sum c) {
  if constexpr (std::is_same_v<Sum, int32_t>)
    return static_cast<int32_t>(uint32_t(a) * uint32_t(b) + uint32_t(c));
  else
    return std::fma(a, b, c);
}

template <class Sum> inline Sum settled(Sum value) {
  if constexpr (std::is_floating_point_v<Sum>)
    return value != value ? nan<Sum>() : value;
  else
    return value;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
