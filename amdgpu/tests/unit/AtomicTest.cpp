#include "amdgpu/tests/unit/Slots.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

using U = uint64_t;

int64_t sign(U value, unsigned bits) { return int64_t(value << (64 - bits)) >> (64 - bits); }

/// Of what memory holds, what the instruction brings, and how many bits both have.
struct Operation {
  /// As FLAT, GLOBAL and MUBUF call it behind "_atomic_", and as DS does, if they have it: with
  /// "_rtn" in the place of @, and without.
  const char *memory, *ds;
  U (*apply)(U old, U data, unsigned bits);
};

// The manual's pseudo-code, of the instructions' low `bits` bits.
const Operation integers[] = {
    {"swap", nullptr, [](U, U data, unsigned) { return data; }},
    {nullptr, "wrxchg_rtn_b", [](U, U data, unsigned) { return data; }},
    {"add", "add@_u", [](U old, U data, unsigned) { return old + data; }},
    {"sub", "sub@_u", [](U old, U data, unsigned) { return old - data; }},
    {nullptr, "rsub@_u", [](U old, U data, unsigned) { return data - old; }},
    {"smin", "min@_i",
     [](U old, U data, unsigned bits) { return sign(data, bits) < sign(old, bits) ? data : old; }},
    {"umin", "min@_u", [](U old, U data, unsigned) { return data < old ? data : old; }},
    {"smax", "max@_i",
     [](U old, U data, unsigned bits) { return sign(data, bits) > sign(old, bits) ? data : old; }},
    {"umax", "max@_u", [](U old, U data, unsigned) { return data > old ? data : old; }},
    {"and", "and@_b", [](U old, U data, unsigned) { return old & data; }},
    {"or", "or@_b", [](U old, U data, unsigned) { return old | data; }},
    {"xor", "xor@_b", [](U old, U data, unsigned) { return old ^ data; }},
    {"inc", "inc@_u", [](U old, U data, unsigned) { return old >= data ? 0 : old + 1; }},
    {"dec", "dec@_u",
     [](U old, U data, unsigned) { return old == 0 || old > data ? data : old - 1; }},
};

/// Eight values, so that lanes hold all pairs of them.
U integer(unsigned i, unsigned bits) {
  constexpr uint32_t narrow[] = {0, 1, 5, 12, 0x7fffffff, 0x80000000, 0xfffffffa, 0xffffffff};
  constexpr U wide[] = {0,
                        1,
                        0xffffffff,
                        0x100000000,
                        0x7fffffffffffffff,
                        0x8000000000000000,
                        0xffffffff0000000a,
                        0xffffffffffffffff};
  return bits == 32 ? narrow[i] : wide[i];
}

double number(unsigned i) {
  constexpr double numbers[] = {-1e30, -1.5, -0.0, 0.0, 0.25, 1.0, 3.0, 1e30};
  return numbers[i];
}
U bitsOf(double value, unsigned bits) {
  return bits == 32 ? std::bit_cast<uint32_t>(float(value)) : std::bit_cast<U>(value);
}
double valueOf(U value, unsigned bits) {
  return bits == 32 ? double(std::bit_cast<float>(uint32_t(value))) : std::bit_cast<double>(value);
}
/// -0 is below 0.
bool isLess(U a, U b, unsigned bits) {
  const double x = valueOf(a, bits), y = valueOf(b, bits);
  return x < y || (x == y && std::signbit(x) && !std::signbit(y));
}

const Operation floats[] = {
    {"add", "add@_f",
     [](U old, U data, unsigned bits) {
       return bits == 32 ? bitsOf(float(valueOf(old, bits)) + float(valueOf(data, bits)), bits)
                         : bitsOf(valueOf(old, bits) + valueOf(data, bits), bits);
     }},
    {"min", "min@_f",
     [](U old, U data, unsigned bits) { return isLess(data, old, bits) ? data : old; }},
    {"max", "max@_f",
     [](U old, U data, unsigned bits) { return isLess(old, data, bits) ? data : old; }},
};

U pairOf(const Slots &slots, const char *low, const char *high, unsigned lane, unsigned bits) {
  return slots.machine.get(low, lane) | (bits == 64 ? U(slots.machine.get(high, lane)) << 32 : 0);
}

template <class Value>
void check(const std::string &line, Place place, const Operation &operation, unsigned bits,
           bool returns, Value value) {
  for (SimdLevel level : simdLevels()) {
    INFO(line << " at level " << int(level));
    Slots slots(line, level);
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      const U old = value(lane / 8), data = value(lane % 8);
      std::memcpy(slots.slot(place, lane), &old, bits / 8);
      slots.vector64(4, lane, data);
    }
    runToEnd(slots, line);
    size_t wrong = 0;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      const U old = value(lane / 8), data = value(lane % 8);
      U now = 0;
      std::memcpy(&now, slots.slot(place, lane), bits / 8);
      const U mask = ~U(0) >> (64 - bits);
      wrong += now != (operation.apply(old, data, bits) & mask);
      wrong += returns && pairOf(slots, "v8", "v9", lane, bits) != old;
    }
    CHECK(wrong == 0);
  }
}

template <class Value>
void checkMemory(const std::string &name, const Operation &operation, unsigned bits, Value value) {
  const char *data = bits == 32 ? "v4" : "v[4:5]", *to = bits == 32 ? "v8" : "v[8:9]";
  auto one = [&](const std::string &line, Place place, bool returns) {
    check(line, place, operation, bits, returns, value);
  };
  one(fmt::format("flat_atomic_{} {}, v[0:1], {} sc0", name, to, data), Place::Global, true);
  one(fmt::format("flat_atomic_{} v[12:13], {}", name, data), Place::Lds, false);
  one(fmt::format("global_atomic_{} {}, v[0:1], {}, off sc0", name, to, data), Place::Global, true);
  one(fmt::format("buffer_atomic_{} {}, v2, s[4:7], 0 offen", name, data), Place::Global, false);
}

template <class Value>
void checkDs(std::string name, const Operation &operation, unsigned bits, Value value) {
  const char *data = bits == 32 ? "v4" : "v[4:5]", *to = bits == 32 ? "v8" : "v[8:9]";
  const size_t at = name.find('@');
  const bool hasBoth = at != std::string::npos;
  if (hasBoth)
    check(fmt::format("ds_{}{} v2, {}", name.substr(0, at), name.substr(at + 1), data), Place::Lds,
          operation, bits, false, value);
  if (hasBoth)
    name.replace(at, 1, "_rtn");
  check(fmt::format("ds_{} {}, v2, {}", name, to, data), Place::Lds, operation, bits, true, value);
}

} // namespace

TEST_CASE("atomics of integers agree with the manual on all pairs of edge values") {
  for (const Operation &operation : integers)
    for (unsigned bits : {32, 64}) {
      const auto value = [&](unsigned i) { return integer(i, bits); };
      if (operation.memory)
        checkMemory(std::string(operation.memory) + (bits == 64 ? "_x2" : ""), operation, bits,
                    value);
      if (operation.ds)
        checkDs(operation.ds + std::to_string(bits), operation, bits, value);
    }
}

TEST_CASE("atomics of floats agree with the manual on all pairs of numbers") {
  for (const Operation &operation : floats)
    for (unsigned bits : {32, 64}) {
      const auto value = [&](unsigned i) { return bitsOf(number(i), bits); };
      if (bits == 64 || std::string(operation.memory) == "add")
        checkMemory(fmt::format("{}_f{}", operation.memory, bits), operation, bits, value);
      checkDs(operation.ds + std::to_string(bits), operation, bits, value);
    }
}
