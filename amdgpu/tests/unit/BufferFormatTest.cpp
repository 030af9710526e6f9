#include "amdgpu/tests/unit/Slots.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <llvm/ADT/APFloat.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>
#include <tuple>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

using Dwords = std::array<uint32_t, 4>;

struct DataFormat {
  const char *name;
  uint32_t code; // BUF_DATA_FORMAT
  unsigned components, bits;
};
constexpr DataFormat dataFormats[] = {
    {"8", 1, 1, 8},          {"16", 2, 1, 16},
    {"8_8", 3, 2, 8},        {"32", 4, 1, 32},
    {"16_16", 5, 2, 16},     {"8_8_8_8", 10, 4, 8},
    {"32_32", 11, 2, 32},    {"16_16_16_16", 12, 4, 16},
    {"32_32_32", 13, 3, 32}, {"32_32_32_32", 14, 4, 32},
};
constexpr const char *numFormats[] = {"UNORM", "SNORM", "USCALED", "SSCALED",
                                      "UINT",  "SINT",  nullptr,   "FLOAT"};
enum NumFormat : uint32_t { Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float = 7 };

/// Whether a component has that meaning: floats have 16 bits or more, 32 bits are no fraction.
bool exists(const DataFormat &data, uint32_t number) {
  if (!numFormats[number] || (number == Float && data.bits == 8))
    return false;
  return number == Uint || number == Sint || number == Float || data.bits < 32;
}

/// As an f32, or of `isHalf` instructions an f16.
uint32_t floatBits(double value, bool isHalf) {
  llvm::APFloat number(value);
  bool isInexact = false;
  number.convert(isHalf ? llvm::APFloat::IEEEhalf() : llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &isInexact);
  return uint32_t(number.bitcastToAPInt().getZExtValue());
}

double halfValue(uint32_t bits) {
  llvm::APFloat number(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits));
  return double(number.convertToFloat());
}

uint32_t expected(uint32_t bits, unsigned width, uint32_t number, bool isHalf) {
  const int64_t integer = int64_t(uint64_t(bits) << (64 - width)) >> (64 - width);
  const double units = std::exp2(double(width)) - 1, signedUnits = std::exp2(width - 1.0) - 1;
  switch (number) {
  case Unorm:
    return floatBits(float(bits / units), isHalf);
  case Snorm:
    return floatBits(float(std::max(double(integer) / signedUnits, -1.0)), isHalf);
  case Uscaled:
    return floatBits(bits, isHalf);
  case Sscaled:
    return floatBits(double(integer), isHalf);
  case Uint:
    return isHalf ? bits & 0xffff : bits;
  case Sint:
    return isHalf ? uint32_t(integer) & 0xffff : uint32_t(integer);
  default:
    if (width == (isHalf ? 16 : 32))
      return bits;
    return floatBits(width == 16 ? halfValue(bits) : double(std::bit_cast<float>(bits)), isHalf);
  }
}

uint32_t component(const Dwords &memory, const DataFormat &data, unsigned i) {
  const unsigned at = i * data.bits;
  return uint32_t(uint64_t(memory[at / 32]) >> at % 32 & ((uint64_t(1) << data.bits) - 1));
}

/// v8 to v11 of lane 0, which were all ones, after loading from `memory`.
Dwords load(const std::string &line, uint32_t word3, const Dwords &memory) {
  Slots slots(line);
  std::memcpy(slots.slot(Place::Global, 0), memory.data(), sizeof memory);
  slots.machine.set("s7", word3, 0);
  for (unsigned i = 0; i < 4; ++i)
    slots.machine.set(fmt::format("v{}", 8 + i), ~0U, 0);
  slots.machine.setExec(1);
  runToEnd(slots, line);
  Dwords result;
  for (unsigned i = 0; i < 4; ++i)
    result[i] = slots.machine.get(fmt::format("v{}", 8 + i), 0);
  return result;
}

constexpr uint32_t wordOf(uint32_t data, uint32_t number, uint32_t select = 0xfac) {
  return data << 15 | number << 12 | select; // x y z w
}

std::string registers(char kind, unsigned first, unsigned count) {
  return count == 1 ? fmt::format("{}{}", kind, first)
                    : fmt::format("{}[{}:{}]", kind, first, first + count - 1);
}

constexpr const char *suffixes[] = {"x", "xy", "xyz", "xyzw"};

/// Both instructions that do the same: with the format in the resource, and with their own.
template <class Check>
void inBothWays(const std::string &name, const std::string &data, const DataFormat &format,
                uint32_t number, Check check) {
  check(fmt::format("buffer_{} {}, v2, s[4:7], 0 offen", name, data), wordOf(format.code, number));
  check(fmt::format("tbuffer_{} {}, v2, s[4:7], 0 format:[BUF_DATA_FORMAT_{},BUF_NUM_FORMAT_{}] "
                    "offen",
                    name, data, format.name, numFormats[number]),
        0);
}

void checkLoads(const DataFormat &data, uint32_t number, unsigned count, bool isHalf) {
  // Floats in each width; as integers they have all kinds of bits.
  const Dwords memory = {0xbc80ff81, 0x3f8042c8, 0xc1480000, 0x7f7fc000};
  const uint32_t one = number == Uint || number == Sint ? 1 : floatBits(1, isHalf);
  uint32_t wanted[4];
  for (unsigned i = 0; i < count; ++i)
    wanted[i] = i < data.components
                    ? expected(component(memory, data, i), data.bits, number, isHalf)
                : i == 3 ? one
                         : 0;
  Dwords all;
  all.fill(~0U);
  for (unsigned i = 0; i < count; ++i)
    if (!isHalf)
      all[i] = wanted[i];
    else
      all[i / 2] =
          i % 2 == 0 ? (count == 1 ? 0xffff0000 : 0) | wanted[i] : all[i / 2] | wanted[i] << 16;
  const std::string name =
      fmt::format("load_format_{}{}", isHalf ? "d16_" : "", suffixes[count - 1]);
  inBothWays(name, registers('v', 8, isHalf ? (count + 1) / 2 : count), data, number,
             [&](const std::string &line, uint32_t word3) {
               INFO(line << " of " << data.name << " " << numFormats[number]);
               CHECK(load(line, word3, memory) == all);
             });
}

} // namespace

TEST_CASE("formatted buffers convert what they load") {
  for (const DataFormat &data : dataFormats)
    for (uint32_t number = 0; number < 8; ++number)
      for (unsigned count = 1; exists(data, number) && count <= 4; ++count)
        for (bool isHalf : {false, true})
          checkLoads(data, number, count, isHalf);
}

TEST_CASE("the ends of the ranges of formatted buffers are 1, -1 and 0") {
  const char *x = "buffer_load_format_x v8, v2, s[4:7], 0 offen";
  const auto first = [&](uint32_t data, uint32_t number, uint32_t memory) {
    return std::bit_cast<float>(load(x, wordOf(data, number), {memory})[0]);
  };
  CHECK(first(1, Unorm, 0xff) == 1);
  CHECK(first(1, Snorm, 0x7f) == 1);
  CHECK(first(1, Snorm, 0x81) == -1);
  CHECK(first(1, Snorm, 0x80) == -1);
  CHECK(first(2, Unorm, 0xffff) == 1);
  CHECK(first(2, Snorm, 0x8001) == -1);
  CHECK(first(2, Sscaled, 0xffff) == -1);
  CHECK(first(2, Uscaled, 0xffff) == 65535);
  CHECK(first(2, Float, 0x3c00) == 1);
}

TEST_CASE("a buffer's selectors place its components, 0 and 1") {
  const char *all = "buffer_load_format_xyzw v[8:11], v2, s[4:7], 0 offen";
  const Dwords memory = {10, 11, 12, 13};
  // w, 1, 0, x; then y, y, z, 1.
  CHECK(load(all, wordOf(14, Uint, 7 | 1 << 3 | 0 << 6 | 4 << 9), memory) == Dwords{13, 1, 0, 10});
  CHECK(load(all, wordOf(14, Uint, 5 | 5 << 3 | 6 << 6 | 1 << 9), memory) == Dwords{11, 11, 12, 1});
  CHECK(load(all, wordOf(14, Float, 1 | 5 << 3 | 6 << 6 | 0 << 9), memory) ==
        Dwords{0x3f800000, 11, 12, 0});
}

TEST_CASE("the high half of a register takes one component") {
  CHECK(load("buffer_load_format_d16_hi_x v8, v2, s[4:7], 0 offen", wordOf(4, Float),
             {0x3f800000})[0] == 0x3c00ffff);
}

TEST_CASE("a formatted element that lies partly behind the end is 0") {
  const char *all = "buffer_load_format_xyzw v[8:11], v2, s[4:7], 0 offen";
  Slots slots(all);
  slots.machine.set("s6", 15, 0);
  slots.machine.set("s7", wordOf(14, Float), 0);
  slots.machine.setExec(1);
  runToEnd(slots, all);
  for (unsigned i = 0; i < 4; ++i)
    CHECK(slots.machine.get(fmt::format("v{}", 8 + i), 0) == 0);
}

TEST_CASE("formatted stores write components of the register's own width") {
  for (const DataFormat &data : dataFormats)
    for (uint32_t number : {Uint, Sint, Float}) {
      const bool isHalf = data.bits == 16;
      if (data.bits == 8 || data.components > 4)
        continue;
      const std::string name =
          fmt::format("store_format_{}{}", isHalf ? "d16_" : "", suffixes[data.components - 1]);
      const unsigned count = isHalf ? (data.components + 1) / 2 : data.components;
      inBothWays(name, registers('v', 4, count), data, number,
                 [&](const std::string &line, uint32_t word3) {
                   Slots slots(line);
                   slots.machine.set("s7", word3, 0);
                   std::memset(slots.slot(Place::Global, 0), 0x5a, 16);
                   for (uint32_t i = 0; i < 4; ++i)
                     slots.machine.set(fmt::format("v{}", 4 + i), 0x01020304 * (i + 1), 0);
                   slots.machine.setExec(1);
                   runToEnd(slots, line);
                   Dwords wanted;
                   wanted.fill(0x5a5a5a5a);
                   for (uint32_t i = 0; i < 4; ++i)
                     if (i < count)
                       wanted[i] = 0x01020304 * (i + 1);
                   if (isHalf && data.components == 1)
                     wanted[0] = 0x5a5a0304;
                   INFO(line << " of " << data.name);
                   for (uint32_t i = 0; i < 4; ++i)
                     CHECK(dword(slots.slot(Place::Global, 0), i) == wanted[i]);
                 });
    }
  const char *high = "buffer_store_format_d16_hi_x v4, v2, s[4:7], 0 offen";
  Slots slots(high);
  slots.machine.set("s7", wordOf(2, Uint), 0);
  std::memset(slots.slot(Place::Global, 0), 0x5a, 16);
  slots.machine.set("v4", 0x12345678, 0);
  slots.machine.setExec(1);
  runToEnd(slots, high);
  CHECK(dword(slots.slot(Place::Global, 0), 0) == 0x5a5a1234);
}

TEST_CASE("each active lane of a formatted access has an element of its own") {
  const uint64_t exec = 0x8000'0001'f0f0'5555;
  const auto element = [](unsigned lane, uint32_t i) { return lane << 16 | (1000 * i + lane); };
  const std::tuple<const char *, const char *, uint32_t, unsigned> lines[] = {
      {"format_xyzw", "[8:11]", wordOf(14, Uint), 4},
      {"format_xyz", "[8:10]", wordOf(13, Uint), 3},
      {"format_x", "8", wordOf(4, Uint), 1},
      {"format_d16_xyzw", "[8:9]", wordOf(12, Uint), 2},
      {"format_d16_xyz", "[8:9]", wordOf(12, Uint), 2}};
  for (const auto &[name, registers, word3, count] : lines)
    for (bool isLoad : {true, false}) {
      const bool isPart = std::string_view(name) == "format_d16_xyz";
      if (isPart && !isLoad)
        continue;
      const std::string line = fmt::format("buffer_{}_{} v{}, v2, s[4:7], 0 offen",
                                           isLoad ? "load" : "store", name, registers);
      INFO(line);
      Slots slots(line);
      slots.machine.set("s7", word3, 0);
      constexpr uint32_t kept = 0x5a5a5a5a;
      for (unsigned lane = 0; lane < lanesPerWave; ++lane)
        for (uint32_t i = 0; i < 4; ++i) {
          const uint32_t memory = isLoad ? element(lane, i) : kept;
          std::memcpy(slots.slot(Place::Global, lane) + 4 * i, &memory, sizeof memory);
          slots.machine.set(fmt::format("v{}", 8 + i), isLoad ? kept : element(lane, i), lane);
        }
      slots.machine.setExec(exec);
      runToEnd(slots, line);
      for (unsigned lane = 0; lane < lanesPerWave; ++lane)
        for (uint32_t i = 0; i < 4; ++i) {
          const uint32_t result = isLoad ? slots.machine.get(fmt::format("v{}", 8 + i), lane)
                                         : dword(slots.slot(Place::Global, lane), i);
          const uint32_t mask = isPart && i == 1 ? 0xffff : ~0U;
          const bool isWritten = (exec >> lane & 1) != 0 && i < count;
          CHECK((result & mask) == ((isWritten ? element(lane, i) : kept) & mask));
        }
    }
}

TEST_CASE("formats that are not implemented end the launch") {
  for (uint32_t data : {0U, 6U, 7U, 8U, 9U, 15U})
    CHECK(faultOf("buffer_load_format_x v8, v2, s[4:7], 0 offen", {{"s7", wordOf(data, Uint)}})
              .kind == Fault::Kind::UnknownInstruction);
  CHECK(faultOf("buffer_load_format_x v8, v2, s[4:7], 0 offen", {{"s7", wordOf(1, Float)}}).kind ==
        Fault::Kind::UnknownInstruction);
  // A store that would have to convert.
  CHECK(faultOf("buffer_store_format_x v4, v2, s[4:7], 0 offen", {{"s7", wordOf(1, Uint)}}).kind ==
        Fault::Kind::UnknownInstruction);
  CHECK(faultOf("buffer_store_format_xy v[4:5], v2, s[4:7], 0 offen", {{"s7", wordOf(4, Uint)}})
            .kind == Fault::Kind::UnknownInstruction);
}
