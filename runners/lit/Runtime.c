// What the compiler's output calls and mlir-runner does not bring along.

#include <stdint.h>

// Rounds to nearest, ties to even; for machines that have no instruction for it.
__bf16 __truncsfbf2(float value) {
  union {
    float value;
    uint32_t bits;
  } from = {value};
  uint32_t rounded = from.bits + 0x7fff + ((from.bits >> 16) & 1);
  union {
    uint16_t bits;
    __bf16 value;
  } to = {(uint16_t)(value != value ? 0x7fc0 : rounded >> 16)};
  return to.value;
}
