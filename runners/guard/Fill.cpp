#include "runners/guard/Fill.h"

#include <cstring>

namespace assay::guard {

static constexpr uint64_t words[2] = {0xfff5fff5fff5fff5, 0x7a7a7a7a7a7a7a7a};
/// More is not written: a program may ask for much that it never touches.
static constexpr size_t longestFill = size_t(16) << 20;
static constexpr size_t period = 4096;

void fillUnwritten(void *begin, size_t bytes, unsigned phase) {
  auto *at = static_cast<unsigned char *>(begin);
  bytes = bytes < longestFill ? bytes : longestFill;
  const size_t head = bytes < period ? bytes : period;
  size_t i = 0;
  for (; i + 8 <= head; i += 8)
    memcpy(at + i, &words[(i / 8 + phase) % 2], 8);
  memcpy(at + i, &words[(i / 8 + phase) % 2], head - i);
  for (size_t done = head; done < bytes; done += period)
    memcpy(at + done, at, bytes - done < period ? bytes - done : period);
}

/// Of the 8 bytes that begin there. Fibonacci hashing: neighbours differ, and so do the same places
/// of two pages.
uint64_t Canary::word(uintptr_t address) const {
  const uint64_t pattern = ((address - origin) / 8 + 1) * 0x9e3779b97f4a7c15;
  return fill ? ~pattern : pattern;
}

unsigned char Canary::byte(uintptr_t address) const {
  return static_cast<unsigned char>(word(address) >> (8 * (address % 8)));
}

static unsigned char *bytesAt(uintptr_t address) {
  return reinterpret_cast<unsigned char *>(address);
}

void Canary::write(uintptr_t begin, uintptr_t end) const {
  for (; begin < end && begin % 8 != 0; ++begin)
    *bytesAt(begin) = byte(begin);
  for (; begin + 8 <= end; begin += 8) {
    const uint64_t pattern = word(begin);
    memcpy(bytesAt(begin), &pattern, 8);
  }
  for (; begin < end; ++begin)
    *bytesAt(begin) = byte(begin);
}

Canary::Damage Canary::damage(uintptr_t begin, uintptr_t end) const {
  Damage found;
  for (uintptr_t at = begin; at < end;) {
    if (at % 8 == 0 && at + 8 <= end) {
      const uint64_t pattern = word(at);
      if (memcmp(bytesAt(at), &pattern, 8) == 0) {
        at += 8;
        continue;
      }
    }
    // Byte by byte to the end of the word.
    do {
      if (*bytesAt(at) != byte(at)) {
        if (found.changed++ == 0)
          found.first = at - begin;
        found.last = at - begin;
      }
    } while (++at < end && at % 8 != 0);
  }
  return found;
}

} // namespace assay::guard
