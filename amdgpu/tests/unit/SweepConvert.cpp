#include "amdgpu/tests/unit/Reference.h"
#include "amdgpu/tests/unit/Sweep.h"

#include <cmath>

namespace assay::amdgpu::test {
namespace {

using Rounding = llvm::RoundingMode;
constexpr Rounding nearest = Rounding::NearestTiesToEven;

uint64_t converted(char from, char to, uint64_t bits, Rounding rounding) {
  Number x = number(from, bits);
  bool loses = false;
  x.convert(semantics(to), rounding, &loses);
  return bitsOf(x);
}

/// Toward zero, saturating, NaN to 0.
uint64_t integer(char from, uint64_t bits, unsigned width, bool isSigned,
                 Rounding rounding = Rounding::TowardZero) {
  const Number x = number(from, bits);
  if (x.isNaN())
    return 0;
  llvm::APSInt result(width, !isSigned);
  bool isExact = false;
  x.convertToInteger(result, rounding, &isExact); // saturates
  return result.getZExtValue() & (width == 64 ? ~0ULL : (1ULL << width) - 1);
}

uint64_t fromInteger(char to, uint64_t bits, unsigned width, bool isSigned, Rounding rounding) {
  Number x(semantics(to));
  x.convertFromAPInt(llvm::APInt(width, bits, false, true), isSigned, rounding);
  return bitsOf(x);
}

/// FNUZ: no infinities, no -0, one NaN. LLVM has these formats by name.
const llvm::fltSemantics &fnuz(bool isFp8) {
  return isFp8 ? Number::Float8E4M3FNUZ() : Number::Float8E5M2FNUZ();
}
uint64_t from8(bool isFp8, uint64_t byte) {
  Number x(fnuz(isFp8), llvm::APInt(8, byte & 0xff));
  bool loses = false;
  x.convert(Number::IEEEsingle(), nearest, &loses);
  return x.isNaN() ? 0x7fc00000 : bitsOf(x);
}
uint64_t to8(bool isFp8, uint64_t bits) {
  Number x = number('f', bits);
  bool loses = false;
  x.convert(fnuz(isFp8), nearest, &loses);
  return bitsOf(x) & 0xff;
}

double normalised(char type, uint64_t bits, double low, double scale) {
  const double value = number(type, bits).isNaN()
                           ? 0
                           : (type == 'h' ? double(number(type, bits).convertToFloat())
                                          : double(number(type, bits).convertToFloat()));
  return std::nearbyint(double(float(std::fmin(1, std::fmax(low, value)) * scale)));
}

void sweepPackedConversions() {
  using U = uint64_t;
  run({"v_cvt_pkrtz_f16_f32", "iff", [](U a, U b, U) {
         return converted('f', 'h', a, Rounding::TowardZero) |
                converted('f', 'h', b, Rounding::TowardZero) << 16;
       }});
  auto norm = [](char type, double low, double scale) {
    return [=](U a, U b, U) {
      return (U(int64_t(normalised(type, a, low, scale))) & 0xffff) |
             (U(int64_t(normalised(type, b, low, scale))) & 0xffff) << 16;
    };
  };
  run({"v_cvt_pknorm_i16_f32", "iff", norm('f', -1, 32767)});
  run({"v_cvt_pknorm_u16_f32", "iff", norm('f', 0, 65535)});
  run({"v_cvt_pknorm_i16_f16", "ihh", norm('h', -1, 32767)});
  run({"v_cvt_pknorm_u16_f16", "ihh", norm('h', 0, 65535)});
  run({"v_cvt_norm_i16_f16", "wh",
       [](U a, U, U) { return U(int64_t(normalised('h', a, -1, 32767))) & 0xffff; }});
  run({"v_cvt_norm_u16_f16", "wh",
       [](U a, U, U) { return U(int64_t(normalised('h', a, 0, 65535))) & 0xffff; }});
  run({"v_cvt_pk_u16_u32", "iii",
       [](U a, U b, U) { return std::min<U>(a, 65535) | std::min<U>(b, 65535) << 16; }});
  run({"v_cvt_pk_i16_i32", "iii", [](U a, U b, U) {
         auto fit = [](U x) { return U(uint16_t(std::min(32767, std::max(-32768, int32_t(x))))); };
         return fit(a) | fit(b) << 16;
       }});
  run({"v_cvt_pk_u8_f32", "ifsi", [](U a, U b, U c) {
         const U byte = integer('f', a, 8, false, nearest), at = 8 * (b % 4);
         return (c & ~(U(0xff) << at)) | byte << at;
       }});
  run({"v_cvt_pkaccum_u8_f32", "ifs", [](U a, U b, U) {
         const U byte = integer('f', a, 8, false, nearest), at = 8 * (b % 4);
         return (U(0x5a5a5a5a) & ~(U(0xff) << at)) | byte << at;
       }});
}

void sweepFp8() {
  using U = uint64_t;
  std::vector<U> bytes;
  for (U byte = 0; byte < 256; ++byte)
    bytes.push_back(byte | 0xabcdef00);
  for (bool isFp8 : {true, false}) {
    const std::string type = isFp8 ? "fp8" : "bf8";
    runUnary("v_cvt_f32_" + type, "fi", bytes,
             [=](U value, U result) { return result == from8(isFp8, value); });
    runUnary("v_cvt_pk_f32_" + type, "li", bytes, [=](U value, U result) {
      return result == (from8(isFp8, value) | from8(isFp8, value >> 8) << 32);
    });
    run({"v_cvt_pk_" + type + "_f32", "iff",
         [=](U a, U b, U) { return to8(isFp8, a) | to8(isFp8, b) << 8 | 0x5a5a0000; }});
    // All that is halfway between two, and its neighbours.
    std::vector<U> values;
    for (U byte = 0; byte < 127; ++byte) {
      const auto low = __builtin_bit_cast(float, uint32_t(from8(isFp8, byte)));
      const auto high = __builtin_bit_cast(float, uint32_t(from8(isFp8, byte + 1)));
      const U middle = __builtin_bit_cast(uint32_t, (low + high) / 2);
      for (U value : {middle - 1, middle, middle + 1})
        values.insert(values.end(), {value, value | 0x80000000});
    }
    // Twice the same source: the sweep's second one is fixed.
    runUnary("v_cvt_pk_" + type + "_f32 v6, v0, v0 ;", "if", values, [=](U value, U result) {
      return (result & 0xffff) == (to8(isFp8, value) | to8(isFp8, value) << 8);
    });
  }
}

} // namespace

void sweepConversions() {
  using U = uint64_t;
  const Rounding roundings[] = {nearest, Rounding::TowardPositive, Rounding::TowardNegative,
                                Rounding::TowardZero};
  for (uint32_t round = 0; round < 4; ++round) {
    const Rounding rounding = roundings[round];
    const uint32_t mode = 0x3f0 | round | round << 2;
    run({"v_cvt_f16_f32", "hf", [=](U a, U, U) { return converted('f', 'h', a, rounding); }, "",
         mode});
    run({"v_cvt_f32_f64", "fd", [=](U a, U, U) { return converted('d', 'f', a, rounding); }, "",
         mode});
    run({"v_cvt_f32_i32", "fi", [=](U a, U, U) { return fromInteger('f', a, 32, true, rounding); },
         "", mode});
    run({"v_cvt_f32_u32", "fi", [=](U a, U, U) { return fromInteger('f', a, 32, false, rounding); },
         "", mode});
    run({"v_cvt_f16_i16", "hw", [=](U a, U, U) { return fromInteger('h', a, 16, true, rounding); },
         "", mode});
    run({"v_cvt_f16_u16", "hw", [=](U a, U, U) { return fromInteger('h', a, 16, false, rounding); },
         "", mode});
  }
  run({"v_cvt_f32_f16", "fh", [](U a, U, U) { return converted('h', 'f', a, nearest); }});
  run({"v_cvt_f64_f32", "df", [](U a, U, U) { return converted('f', 'd', a, nearest); }});
  run({"v_cvt_f64_i32", "di", [](U a, U, U) { return fromInteger('d', a, 32, true, nearest); }});
  run({"v_cvt_f64_u32", "di", [](U a, U, U) { return fromInteger('d', a, 32, false, nearest); }});
  run({"v_cvt_i32_f32", "if", [](U a, U, U) { return integer('f', a, 32, true); }});
  run({"v_cvt_u32_f32", "if", [](U a, U, U) { return integer('f', a, 32, false); }});
  run({"v_cvt_i32_f64", "id", [](U a, U, U) { return integer('d', a, 32, true); }});
  run({"v_cvt_u32_f64", "id", [](U a, U, U) { return integer('d', a, 32, false); }});
  run({"v_cvt_i16_f16", "wh", [](U a, U, U) { return integer('h', a, 16, true); }});
  run({"v_cvt_u16_f16", "wh", [](U a, U, U) { return integer('h', a, 16, false); }});
  run({"v_cvt_flr_i32_f32", "if",
       [](U a, U, U) { return integer('f', a, 32, true, Rounding::TowardNegative); }});
  run({"v_cvt_rpi_i32_f32", "if", [](U a, U, U) {
         const U wide = converted('f', 'd', a, nearest);
         Number x = number('d', wide);
         x.add(Number(0.5), nearest);
         return integer('d', bitsOf(x), 32, true, Rounding::TowardNegative);
       }});
  run({"v_cvt_off_f32_i4", "fi", [](U a, U, U) {
         const int value = int(a & 15) - (a & 8 ? 16 : 0);
         return U(__builtin_bit_cast(uint32_t, float(value) / 16));
       }});
  for (unsigned byte = 0; byte < 4; ++byte)
    run({"v_cvt_f32_ubyte" + std::to_string(byte), "fi",
         [=](U a, U, U) { return fromInteger('f', a >> (8 * byte) & 0xff, 32, false, nearest); }});
  // Every f16 there is.
  std::vector<U> all(65536);
  for (U i = 0; i < all.size(); ++i)
    all[i] = i;
  runUnary("v_cvt_f32_f16", "fh", all,
           [](U value, U result) { return result == converted('h', 'f', value, nearest); });
  // What lies halfway between two f16, and beside it.
  std::vector<U> halfway;
  for (U i = 0; i < 0x7c00; i += 7) {
    const U middle = (converted('h', 'f', i, nearest) + converted('h', 'f', i + 1, nearest)) / 2;
    for (U value : {middle - 1, middle, middle + 1})
      halfway.insert(halfway.end(), {value, value | 0x80000000});
  }
  runUnary("v_cvt_f16_f32", "hf", halfway,
           [](U value, U result) { return result == converted('f', 'h', value, nearest); });
  sweepPackedConversions();
  sweepFp8();
}

} // namespace assay::amdgpu::test
