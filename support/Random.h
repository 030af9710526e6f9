#pragma once

#include "support/Assert.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace assay {

/// Deterministic random numbers, the same on every platform and standard library. SplitMix64
/// (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  /// A generator for item `index` of the stream `seed`, independent of its neighbours.
  static Random forIndex(uint64_t seed, uint64_t index) {
    Random mixed(seed);
    mixed.state ^= Random(index + 0x5851f42d4c957f2dULL).next();
    return Random(mixed.next());
  }

  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  /// Uniform in [low, high], both included.
  int64_t between(int64_t low, int64_t high) {
    ASSAY_ASSERT(low <= high, "an empty range has no random member");
    uint64_t width = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    if (width == 0)
      return static_cast<int64_t>(next());
    unsigned __int128 product = static_cast<unsigned __int128>(next()) * width;
    return static_cast<int64_t>(static_cast<uint64_t>(low) + static_cast<uint64_t>(product >> 64));
  }

  /// Uniform in [0, size).
  size_t below(size_t size) {
    return static_cast<size_t>(between(0, static_cast<int64_t>(size) - 1));
  }

  /// True with probability `percent` / 100.
  bool chance(double percent) { return unit() * 100.0 < percent; }

  /// Uniform in [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  template <class T> const T &pick(std::span<const T> items) { return items[below(items.size())]; }
  template <class Container> const auto &pick(const Container &items) {
    return items[below(items.size())];
  }

  /// Fisher-Yates, in place.
  template <class Container> void shuffle(Container &items) {
    for (size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[below(i)]);
  }

private:
  uint64_t state;
};

} // namespace assay
