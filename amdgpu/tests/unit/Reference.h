#pragma once

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

#include <initializer_list>

/// LLVM's floats, as an account of IEEE arithmetic that shares nothing with the machine.
namespace assay::amdgpu::test {

using Number = llvm::APFloat;

inline const llvm::fltSemantics &semantics(char letter) {
  return letter == 'h'   ? Number::IEEEhalf()
         : letter == 'f' ? Number::IEEEsingle()
                         : Number::IEEEdouble();
}
inline unsigned bitsOf(char letter) { return letter == 'h' ? 16 : letter == 'f' ? 32 : 64; }

inline Number number(char letter, uint64_t bits) {
  return {semantics(letter), llvm::APInt(bitsOf(letter), bits, false, true)};
}
inline uint64_t bitsOf(const Number &number) { return number.bitcastToAPInt().getZExtValue(); }

inline uint64_t quietBit(char letter) {
  return letter == 'h' ? 0x200 : letter == 'f' ? 0x400000 : 0x8000000000000;
}
inline uint64_t defaultNaN(char letter) {
  return letter == 'h' ? 0xfe00 : letter == 'f' ? 0xffc00000 : 0xfff8000000000000;
}
/// The first source that is a NaN, quieted; else `result`, or the default NaN if it is one.
inline uint64_t withNaNs(char letter, std::initializer_list<uint64_t> sources,
                         const Number &result) {
  for (uint64_t source : sources)
    if (number(letter, source).isNaN())
      return source | quietBit(letter);
  return result.isNaN() ? defaultNaN(letter) : bitsOf(result);
}

} // namespace assay::amdgpu::test
