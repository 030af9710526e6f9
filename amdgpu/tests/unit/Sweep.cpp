#include "amdgpu/tests/unit/Sweep.h"
#include "amdgpu/tests/unit/Cases.h"
#include "amdgpu/tests/unit/Executed.h"
#include "amdgpu/tests/unit/Machine.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <array>

namespace assay::amdgpu::test {
namespace {

// Registers of the sources and of the result.
constexpr std::array<unsigned, 4> registers = {6, 0, 2, 4};

bool isWide(char letter) { return letter == 'd' || letter == 'l'; }

std::string operand(char letter, unsigned number) {
  if (letter == 'm')
    return "s[4:5]";
  return isWide(letter) ? fmt::format("v[{}:{}]", number, number + 1) : fmt::format("v{}", number);
}

std::string lineOf(const Sweep &sweep) {
  std::string line = sweep.name;
  for (size_t i = 0; i < sweep.operands.size(); ++i)
    line += (i == 0 ? " " : ", ") + operand(sweep.operands[i], registers[i]);
  return line + sweep.suffix;
}

bool isHalf(char letter) { return letter == 'h' || letter == 'w'; }

/// A source of 16 bits is the lower half of a register; the upper half holds something else.
void give(Machine &machine, char letter, unsigned number, unsigned lane, uint64_t value) {
  if (isHalf(letter))
    value |= uint64_t(0xa5c3 + number) << 16;
  machine.set(fmt::format("v{}", number), static_cast<uint32_t>(value), lane);
  if (isWide(letter))
    machine.set(fmt::format("v{}", number + 1), static_cast<uint32_t>(value >> 32), lane);
}

uint64_t take(const Machine &machine, char letter, unsigned lane) {
  if (letter == 'm')
    return (machine.get("s4", 0) | uint64_t(machine.get("s5", 0)) << 32) >> lane & 1;
  const unsigned number = registers[0];
  uint64_t value = machine.get(fmt::format("v{}", number), lane);
  if (isWide(letter))
    value |= uint64_t(machine.get(fmt::format("v{}", number + 1), lane)) << 32;
  return value;
}

using Row = std::array<uint64_t, 3>;

/// Calls check(sources, result) for each row, 64 at a time.
void runRows(const Sweep &sweep, const std::vector<Row> &rows,
             const std::function<void(const Row &, uint64_t)> &check) {
  const std::string line = lineOf(sweep);
  for (SimdLevel level : simdLevels()) {
    Machine machine(line, level);
    machine.wave().mode = sweep.mode;
    executed().insert(machine.program.names[machine.program.code[0].name]);
    INFO(line << " at level " << int(level) << " in mode " << sweep.mode);
    for (size_t first = 0; first < rows.size(); first += lanesPerWave) {
      const size_t count = std::min<size_t>(lanesPerWave, rows.size() - first);
      for (unsigned lane = 0; lane < count; ++lane) {
        give(machine, 'l', registers[0], lane, 0x5a5a5a5a5a5a5a5a);
        for (size_t i = 1; i < sweep.operands.size(); ++i)
          give(machine, sweep.operands[i], registers[i], lane, rows[first + lane][i - 1]);
      }
      machine.restart();
      machine.run();
      if (machine.group.fault)
        FAIL(machine.group.fault->text);
      for (unsigned lane = 0; lane < count; ++lane)
        check(rows[first + lane], take(machine, sweep.operands[0], lane));
    }
  }
}

} // namespace

const std::vector<uint64_t> &edgeValues(char letter) {
  static const std::vector<uint64_t> halves = {
      0x0000, 0x8000, 0x3c00, 0xbc00, 0x0001, 0x8001, 0x03ff, 0x0400, 0x7bff, 0xfbff, 0x7c00,
      0xfc00, 0x7e12, 0xfd23, 0x4248, 0x3801, 0x6401, 0xd7b3, 0x1000, 0x3c20, 0x5bff};
  static const std::vector<uint64_t> floats = {
      0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x80000001, 0x007fffff,
      0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc12345, 0xff812345,
      0x40490fdb, 0x3f000001, 0x4b000001, 0xc2f6e979, 0x33800000, 0x3f800800, 0x5f000000};
  static const std::vector<uint64_t> doubles = {0,
                                                0x8000000000000000,
                                                0x3ff0000000000000,
                                                0xbff0000000000000,
                                                1,
                                                0x8000000000000001,
                                                0x000fffffffffffff,
                                                0x0010000000000000,
                                                0x7fefffffffffffff,
                                                0xffefffffffffffff,
                                                0x7ff0000000000000,
                                                0xfff0000000000000,
                                                0x7ff8123456789abc,
                                                0xfff4123456789abc,
                                                0x400921fb54442d18,
                                                0x3fe0000000000001,
                                                0x4330000000000001,
                                                0xc05edd3c07ee0b0b,
                                                0x3ca0000000000000,
                                                0x3ff0000004000000};
  static const std::vector<uint64_t> words = {0,      1,      2,      0x7fff, 0x8000, 0xffff,
                                              0x00ff, 0x1234, 0xfedc, 0x0010, 0x001f};
  static const std::vector<uint64_t> dwords = {
      0,          1,          2,          0x7fffffff, 0x80000000, 0xffffffff, 0x00ffffff,
      0x00800000, 0x12345678, 0xfedcba98, 0x0000ffff, 0xffff8000, 0x00ff00ff, 0x80407f01};
  static const std::vector<uint64_t> quads = {0,
                                              1,
                                              0x7fffffffffffffff,
                                              0x8000000000000000,
                                              0xffffffffffffffff,
                                              0x00000000ffffffff,
                                              0xffffffff00000000,
                                              0x123456789abcdef0,
                                              0x8000000180000001};
  static const std::vector<uint64_t> shifts = {0,  1,  4,  7,  8,  15,         16,        17,
                                               31, 32, 33, 63, 64, 0xffffffff, 0x80000005};
  static const std::vector<uint64_t> packed = {0x00000000, 0x3c00bc00, 0x7bff0001, 0xfc007c00,
                                               0x7e123801, 0x8000fbff, 0xffff8000, 0x7fff1234,
                                               0x00108003, 0x4248d7b3};
  switch (letter) {
  case 'h':
    return halves;
  case 'f':
    return floats;
  case 'd':
    return doubles;
  case 'w':
    return words;
  case 'l':
    return quads;
  case 's':
    return shifts;
  case 'p':
    return packed;
  default:
    return dwords;
  }
}

void run(const Sweep &sweep) {
  std::vector<Row> rows = {{}};
  for (size_t i = 1; i < sweep.operands.size(); ++i) {
    std::vector<Row> longer;
    for (const Row &row : rows)
      for (uint64_t value : edgeValues(sweep.operands[i])) {
        longer.push_back(row);
        longer.back()[i - 1] = value;
      }
    rows = std::move(longer);
  }
  size_t wrong = 0;
  std::string first;
  runRows(sweep, rows, [&](const Row &row, uint64_t result) {
    const uint64_t wanted = sweep.expected(row[0], row[1], row[2]);
    if (result != wanted && wrong++ == 0)
      first = fmt::format("{}({:#x}, {:#x}, {:#x}) is {:#x}, wanted {:#x}", lineOf(sweep), row[0],
                          row[1], row[2], result, wanted);
  });
  INFO(first);
  CHECK(wrong == 0);
}

void runUnary(const std::string &name, const std::string &operands,
              const std::vector<uint64_t> &values,
              const std::function<bool(uint64_t, uint64_t)> &isRight) {
  std::vector<Row> rows;
  for (uint64_t value : values)
    rows.push_back({value, 0, 0});
  size_t wrong = 0;
  std::string first;
  runRows({name, operands, nullptr, "", 0x3f0}, rows, [&](const Row &row, uint64_t result) {
    if (!isRight(row[0], result) && wrong++ == 0)
      first = fmt::format("{}({:#x}) is {:#x}", name, row[0], result);
  });
  INFO(first);
  CHECK(wrong == 0);
}

} // namespace assay::amdgpu::test
