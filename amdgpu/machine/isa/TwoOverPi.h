#pragma once

#include "amdgpu/machine/isa/Rounding.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// The first 1184 bits of 2/pi behind the point.
inline constexpr uint32_t twoOverPi[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046,
};

/// The manual's V_TRIG_PREOP: 53 bits of 2/pi for the range reduction of S0, S1 segments after
/// those that give a multiple of 4 with it.
inline double twoOverPiSegment(Raw<double> s0, uint32_t s1) {
  const auto exponent = static_cast<unsigned>(s0.bits >> 52 & 0x7ff);
  unsigned shift = (s1 & 31) * 53;
  if (exponent > 1077)
    shift += exponent - 1077;
  const unsigned word = shift / 32, bit = shift % 32;
  if (word + 2 >= std::size(twoOverPi))
    return 0;
  uint64_t bits = uint64_t(twoOverPi[word]) << 32 | twoOverPi[word + 1];
  if (bit != 0)
    bits = bits << bit | twoOverPi[word + 2] >> (32 - bit);
  // Large numbers are scaled so that the segment is no denormal.
  const int scale = -53 - static_cast<int>(shift) + (exponent >= 1968 ? 128 : 0);
  return std::ldexp(static_cast<double>(bits >> 11), scale);
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
