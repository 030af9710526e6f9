#include "tests/unit/amdgpu/Cases.h"
#include "tests/unit/amdgpu/Executed.h"
#include "tests/unit/amdgpu/Machine.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

/// An instruction as the ISA manual lists it; letters: f f32, x xf32, h f16, b bf16, i i8, d f64,
/// 8 fp8, 5 bf8.
struct Line {
  const char *name;
  char a, b;
  unsigned m, n, k, blocks;
  Chip chip = Chip::Gfx942;
};

constexpr Chip gfx90a = Chip::Gfx90a;
const std::vector<Line> dense = {
    {"v_mfma_f32_32x32x1_2b_f32", 'f', 'f', 32, 32, 1, 2},
    {"v_mfma_f32_16x16x1_4b_f32", 'f', 'f', 16, 16, 1, 4},
    {"v_mfma_f32_4x4x1_16b_f32", 'f', 'f', 4, 4, 1, 16},
    {"v_mfma_f32_32x32x2_f32", 'f', 'f', 32, 32, 2, 1},
    {"v_mfma_f32_16x16x4_f32", 'f', 'f', 16, 16, 4, 1},
    {"v_mfma_f32_32x32x4_xf32", 'x', 'x', 32, 32, 4, 1},
    {"v_mfma_f32_16x16x8_xf32", 'x', 'x', 16, 16, 8, 1},
    {"v_mfma_f32_32x32x4_2b_f16", 'h', 'h', 32, 32, 4, 2},
    {"v_mfma_f32_16x16x4_4b_f16", 'h', 'h', 16, 16, 4, 4},
    {"v_mfma_f32_4x4x4_16b_f16", 'h', 'h', 4, 4, 4, 16},
    {"v_mfma_f32_32x32x8_f16", 'h', 'h', 32, 32, 8, 1},
    {"v_mfma_f32_16x16x16_f16", 'h', 'h', 16, 16, 16, 1},
    {"v_mfma_f32_32x32x4_2b_bf16", 'b', 'b', 32, 32, 4, 2},
    {"v_mfma_f32_16x16x4_4b_bf16", 'b', 'b', 16, 16, 4, 4},
    {"v_mfma_f32_4x4x4_16b_bf16", 'b', 'b', 4, 4, 4, 16},
    {"v_mfma_f32_32x32x8_bf16", 'b', 'b', 32, 32, 8, 1},
    {"v_mfma_f32_16x16x16_bf16", 'b', 'b', 16, 16, 16, 1},
    {"v_mfma_i32_32x32x4_2b_i8", 'i', 'i', 32, 32, 4, 2},
    {"v_mfma_i32_16x16x4_4b_i8", 'i', 'i', 16, 16, 4, 4},
    {"v_mfma_i32_4x4x4_16b_i8", 'i', 'i', 4, 4, 4, 16},
    {"v_mfma_i32_32x32x16_i8", 'i', 'i', 32, 32, 16, 1},
    {"v_mfma_i32_16x16x32_i8", 'i', 'i', 16, 16, 32, 1},
    {"v_mfma_f32_32x32x16_fp8_fp8", '8', '8', 32, 32, 16, 1},
    {"v_mfma_f32_32x32x16_fp8_bf8", '8', '5', 32, 32, 16, 1},
    {"v_mfma_f32_32x32x16_bf8_fp8", '5', '8', 32, 32, 16, 1},
    {"v_mfma_f32_32x32x16_bf8_bf8", '5', '5', 32, 32, 16, 1},
    {"v_mfma_f32_16x16x32_fp8_fp8", '8', '8', 16, 16, 32, 1},
    {"v_mfma_f32_16x16x32_fp8_bf8", '8', '5', 16, 16, 32, 1},
    {"v_mfma_f32_16x16x32_bf8_fp8", '5', '8', 16, 16, 32, 1},
    {"v_mfma_f32_16x16x32_bf8_bf8", '5', '5', 16, 16, 32, 1},
    {"v_mfma_f64_16x16x4_f64", 'd', 'd', 16, 16, 4, 1},
    {"v_mfma_f64_4x4x4_4b_f64", 'd', 'd', 4, 4, 4, 4},
    {"v_mfma_f32_32x32x1f32", 'f', 'f', 32, 32, 1, 2, gfx90a},
    {"v_mfma_f32_16x16x1f32", 'f', 'f', 16, 16, 1, 4, gfx90a},
    {"v_mfma_f32_4x4x1f32", 'f', 'f', 4, 4, 1, 16, gfx90a},
    {"v_mfma_f32_32x32x2f32", 'f', 'f', 32, 32, 2, 1, gfx90a},
    {"v_mfma_f32_16x16x4f32", 'f', 'f', 16, 16, 4, 1, gfx90a},
    {"v_mfma_f32_32x32x4f16", 'h', 'h', 32, 32, 4, 2, gfx90a},
    {"v_mfma_f32_16x16x4f16", 'h', 'h', 16, 16, 4, 4, gfx90a},
    {"v_mfma_f32_4x4x4f16", 'h', 'h', 4, 4, 4, 16, gfx90a},
    {"v_mfma_f32_32x32x8f16", 'h', 'h', 32, 32, 8, 1, gfx90a},
    {"v_mfma_f32_16x16x16f16", 'h', 'h', 16, 16, 16, 1, gfx90a},
    {"v_mfma_f32_32x32x2bf16", 'b', 'b', 32, 32, 2, 2, gfx90a},
    {"v_mfma_f32_16x16x2bf16", 'b', 'b', 16, 16, 2, 4, gfx90a},
    {"v_mfma_f32_4x4x2bf16", 'b', 'b', 4, 4, 2, 16, gfx90a},
    {"v_mfma_f32_32x32x4bf16", 'b', 'b', 32, 32, 4, 1, gfx90a},
    {"v_mfma_f32_16x16x8bf16", 'b', 'b', 16, 16, 8, 1, gfx90a},
    {"v_mfma_f32_32x32x4bf16_1k", 'b', 'b', 32, 32, 4, 2, gfx90a},
    {"v_mfma_f32_16x16x4bf16_1k", 'b', 'b', 16, 16, 4, 4, gfx90a},
    {"v_mfma_f32_4x4x4bf16_1k", 'b', 'b', 4, 4, 4, 16, gfx90a},
    {"v_mfma_f32_32x32x8bf16_1k", 'b', 'b', 32, 32, 8, 1, gfx90a},
    {"v_mfma_f32_16x16x16bf16_1k", 'b', 'b', 16, 16, 16, 1, gfx90a},
    {"v_mfma_i32_32x32x4i8", 'i', 'i', 32, 32, 4, 2, gfx90a},
    {"v_mfma_i32_16x16x4i8", 'i', 'i', 16, 16, 4, 4, gfx90a},
    {"v_mfma_i32_4x4x4i8", 'i', 'i', 4, 4, 4, 16, gfx90a},
    {"v_mfma_i32_32x32x8i8", 'i', 'i', 32, 32, 8, 1, gfx90a},
    {"v_mfma_i32_16x16x16i8", 'i', 'i', 16, 16, 16, 1, gfx90a},
    {"v_mfma_f64_16x16x4f64", 'd', 'd', 16, 16, 4, 1, gfx90a},
    {"v_mfma_f64_4x4x4f64", 'd', 'd', 4, 4, 4, 4, gfx90a},
};
const std::vector<Line> sparse = {
    {"v_smfmac_f32_16x16x32_f16", 'h', 'h', 16, 16, 32, 1},
    {"v_smfmac_f32_32x32x16_f16", 'h', 'h', 32, 32, 16, 1},
    {"v_smfmac_f32_16x16x32_bf16", 'b', 'b', 16, 16, 32, 1},
    {"v_smfmac_f32_32x32x16_bf16", 'b', 'b', 32, 32, 16, 1},
    {"v_smfmac_i32_16x16x64_i8", 'i', 'i', 16, 16, 64, 1},
    {"v_smfmac_i32_32x32x32_i8", 'i', 'i', 32, 32, 32, 1},
    {"v_smfmac_f32_16x16x64_fp8_fp8", '8', '8', 16, 16, 64, 1},
    {"v_smfmac_f32_16x16x64_fp8_bf8", '8', '5', 16, 16, 64, 1},
    {"v_smfmac_f32_16x16x64_bf8_fp8", '5', '8', 16, 16, 64, 1},
    {"v_smfmac_f32_16x16x64_bf8_bf8", '5', '5', 16, 16, 64, 1},
    {"v_smfmac_f32_32x32x32_fp8_fp8", '8', '8', 32, 32, 32, 1},
    {"v_smfmac_f32_32x32x32_fp8_bf8", '8', '5', 32, 32, 32, 1},
    {"v_smfmac_f32_32x32x32_bf8_fp8", '5', '8', 32, 32, 32, 1},
    {"v_smfmac_f32_32x32x32_bf8_bf8", '5', '5', 32, 32, 32, 1},
};

unsigned width(char type) {
  return type == 'd' ? 64 : type == 'f' || type == 'x' ? 32 : type == 'h' || type == 'b' ? 16 : 8;
}

/// Of small whole numbers, so that every sum is exact in whatever order.
uint64_t encode(char type, int value) {
  switch (type) {
  case 'd':
    return __builtin_bit_cast(uint64_t, double(value));
  case 'f':
  case 'x':
    return __builtin_bit_cast(uint32_t, float(value));
  case 'h':
    return __builtin_bit_cast(uint16_t, _Float16(value));
  case 'b':
    return __builtin_bit_cast(uint32_t, float(value)) >> 16;
  case 'i':
    return uint8_t(value);
  default: {
    // -3 to 3 in E4M3FNUZ, bias 8, and E5M2FNUZ, bias 16.
    const uint64_t fp8[] = {0, 0x40, 0x48, 0x4c}, bf8[] = {0, 0x40, 0x44, 0x46};
    const uint64_t magnitude = (type == '8' ? fp8 : bf8)[std::abs(value)];
    return value < 0 ? magnitude | 0x80 : magnitude;
  }
  }
}

/// A register file by lanes, as the manual draws it: element e of a lane's operand.
struct Registers {
  Machine &machine;
  unsigned first;
  void set(unsigned lane, unsigned element, char type, int value) {
    const unsigned bits = width(type);
    const uint64_t field = encode(type, value);
    const unsigned at = first + element * bits / 32, shift = element * bits % 32;
    auto put = [&](unsigned reg, uint32_t mask, uint32_t part) {
      const std::string name = fmt::format("v{}", reg);
      machine.set(name, (machine.get(name, lane) & ~mask) | part, lane);
    };
    if (bits < 32)
      put(at, ((1U << bits) - 1) << shift, uint32_t(field) << shift);
    else
      put(at, ~0U, uint32_t(field));
    if (bits == 64)
      put(at + 1, ~0U, uint32_t(field >> 32));
  }
  double get(unsigned lane, unsigned element, char type) const {
    const unsigned at = first + element * (type == 'd' ? 2 : 1);
    const uint32_t low = machine.get(fmt::format("v{}", at), lane);
    if (type == 'i')
      return int32_t(low);
    if (type != 'd')
      return __builtin_bit_cast(float, low);
    const uint64_t high = machine.get(fmt::format("v{}", at + 1), lane);
    return __builtin_bit_cast(double, low | high << 32);
  }
};

std::string range(unsigned first, unsigned count) {
  return count == 1 ? fmt::format("v{}", first) : fmt::format("v[{}:{}]", first, first + count - 1);
}

constexpr unsigned registerOfA = 0, registerOfB = 16, registerOfC = 32, registerOfIndex = 30;

using Matrix = std::vector<std::vector<std::vector<int>>>; // [block][row][column]
Matrix zeros(unsigned blocks, unsigned rows, unsigned columns) {
  return Matrix(blocks, std::vector(rows, std::vector(columns, 0)));
}

/// What lane and element hold of D, from the calculator's table of registers to elements.
struct RowColumn {
  unsigned block, i, j;
};
RowColumn resultAt(const Line &line, unsigned lane, unsigned element) {
  if (line.a == 'd')
    return line.m == 16 ? RowColumn{0, 4 * element + lane / 16, lane % 16}
                        : RowColumn{lane / 4 % 4, lane / 16, lane % 4};
  if (line.m == 4)
    return {lane / 4, element, lane % 4};
  if (line.m == 16)
    return {element / 4, 4 * (lane / 16) + element % 4, lane % 16};
  return {element / 16, 8 * (element % 16 / 4) + 4 * (lane / 32) + element % 4, lane % 32};
}
/// And of A (rows are i) or B (rows are j).
struct RowK {
  unsigned block, row, k;
};
RowK inputAt(const Line &line, unsigned rows, unsigned perLane, unsigned lane, unsigned element) {
  if (line.a == 'd' && line.m == 4)
    return {lane / 4 % 4, lane % 4, lane / 16};
  if (line.blocks > 1)
    return {lane / rows, lane % rows, element};
  return {0, lane % rows, lane / rows * perLane + element};
}

struct Setup {
  Line line;
  Matrix a, b, c;
  Setup(const Line &line, Machine &machine, unsigned seed, bool isSparse)
      : line(line), a(zeros(line.blocks, line.m, line.k)), b(zeros(line.blocks, line.k, line.n)),
        c(zeros(line.blocks, line.m, line.n)), random(seed) {
    for (unsigned lane = 0; lane < 64; ++lane) {
      if (isSparse)
        giveSparse(machine, lane);
      else
        for (unsigned e = 0; e < line.m * line.k * line.blocks / 64; ++e) {
          auto [block, i, k] = inputAt(line, line.m, line.m * line.k / 64, lane, e);
          a[block][i][k] = draw();
          Registers{machine, registerOfA}.set(lane, e, line.a, a[block][i][k]);
        }
      for (unsigned e = 0; e < line.n * line.k * line.blocks / 64; ++e) {
        auto [block, j, k] = inputAt(line, line.n, line.n * line.k / 64, lane, e);
        b[block][k][j] = draw();
        Registers{machine, registerOfB}.set(lane, e, line.b, b[block][k][j]);
      }
      for (unsigned e = 0; e < results(); ++e) {
        auto [block, i, j] = resultAt(line, lane, e);
        c[block][i][j] = draw();
        const char type = line.a == 'd' ? 'd' : 'f';
        if (line.a == 'i')
          machine.set(fmt::format("v{}", registerOfC + e), uint32_t(c[block][i][j]), lane);
        else
          Registers{machine, registerOfC}.set(lane, e, type, c[block][i][j]);
      }
    }
  }

  unsigned results() const { return line.m * line.n * line.blocks / 64; }

  /// Two of four elements, the first before the second, for each four of a lane's.
  void giveSparse(Machine &machine, unsigned lane) {
    const unsigned perLane = line.m * line.k / 2 / 64;
    uint32_t index = 0;
    for (unsigned e = 0; e < perLane; e += 2) {
      const unsigned first = random() % 3, second = first + 1 + random() % (3 - first);
      for (unsigned part : {0U, 1U}) {
        const unsigned offset = part == 0 ? first : second;
        const unsigned k = lane / line.m * 2 * perLane + e / 2 * 4 + offset;
        a[0][lane % line.m][k] = draw();
        Registers{machine, registerOfA}.set(lane, e + part, line.a, a[0][lane % line.m][k]);
        index |= offset << (2 * (e + part));
      }
    }
    machine.set(fmt::format("v{}", registerOfIndex), index << indexShift, lane);
  }

  void check(const Machine &machine, unsigned from = registerOfC) {
    for (unsigned lane = 0; lane < 64; ++lane)
      for (unsigned e = 0; e < results(); ++e) {
        auto [block, i, j] = resultAt(line, lane, e);
        int sum = c[block][i][j];
        for (unsigned k = 0; k < line.k; ++k)
          sum += a[block][i][k] * b[block][k][j];
        const char type = line.a == 'd' || line.a == 'i' ? line.a : 'f';
        const Registers registers{const_cast<Machine &>(machine), from};
        if (registers.get(lane, e, type) != sum) {
          INFO(line.name << " lane " << lane << " element " << e << " is D[" << i << "][" << j
                         << "] of block " << block);
          CHECK(registers.get(lane, e, type) == sum);
          return;
        }
      }
    CHECK(true);
  }

  unsigned indexShift = 0;

private:
  int draw() { return int(random() % 7) - 3; }
  std::mt19937 random;
};

std::string operands(const Line &line, bool isSparse) {
  auto registers = [](unsigned elements, unsigned bits) { return elements * bits / 32 / 64; };
  const unsigned bits = line.a == 'd' ? 64 : 32;
  const unsigned ofA = registers(line.m * line.k * line.blocks, width(line.a)) / (isSparse ? 2 : 1);
  const unsigned ofB = registers(line.n * line.k * line.blocks, width(line.b));
  const unsigned ofC = registers(line.m * line.n * line.blocks, bits);
  const std::string c = range(registerOfC, ofC);
  return fmt::format("{} {}, {}, {}, {}", line.name, c, range(registerOfA, ofA),
                     range(registerOfB, ofB), isSparse ? range(registerOfIndex, 1) : c);
}

void note(const Machine &machine) {
  executed().insert(machine.program.names[machine.program.code[0].name]);
}

} // namespace

TEST_CASE("every dense MFMA is a matmul of what its registers hold, whatever EXEC is") {
  for (SimdLevel level : simdLevels())
    for (const Line &line : dense) {
      INFO(line.name);
      Machine machine(operands(line, false), level, line.chip);
      Setup setup(line, machine, 1, false);
      machine.setExec(level == SimdLevel::Scalar ? 0 : ~uint64_t(0));
      machine.run();
      REQUIRE(!machine.group.fault);
      note(machine);
      setup.check(machine);
    }
}

TEST_CASE("every sparse MFMA puts A's elements where the indices say") {
  for (const Line &line : sparse)
    for (const char *suffix : {"", " abid:1", " cbsz:1 abid:1"}) {
      INFO(line.name << suffix);
      Machine machine(operands(line, true) + suffix, bestSimdLevel(), line.chip);
      // abid names a set of indices unless cbsz is there.
      const unsigned bits = 2 * line.m * line.k / 2 / 64;
      Setup setup(line, machine, 2, true);
      if (std::string(suffix) == " abid:1")
        for (unsigned lane = 0; lane < 64; ++lane) {
          const std::string name = fmt::format("v{}", registerOfIndex);
          machine.set(name, machine.get(name, lane) << bits, lane);
        }
      machine.run();
      REQUIRE(!machine.group.fault);
      note(machine);
      setup.check(machine);
    }
}

TEST_CASE("cbsz and abid give blocks of A to others") {
  const Line &line = dense[9]; // 16 blocks of 4x4x4
  Machine machine(operands(line, false) + " cbsz:2 abid:3");
  Setup setup(line, machine, 3, false);
  machine.run();
  REQUIRE(!machine.group.fault);
  for (unsigned block = 0; block < 16; ++block)
    if (block % 4 != 3)
      setup.a[block] = setup.a[block / 4 * 4 + 3];
  setup.check(machine);
}

TEST_CASE("blgp gives lanes of B to others") {
  const Line &line = dense[0];                // 2 blocks of 32x32x1: block b is lanes 32b to 32b+31
  for (unsigned blgp = 1; blgp < 8; ++blgp) { // from which lane each lane's B comes
    auto from = [=](unsigned lane) {
      switch (blgp) {
      case 1:
        return lane & 31;
      case 2:
        return (lane & 31) | 32;
      case 3:
        return (lane + 16) & 63;
      default:
        return (lane & 15) | (blgp & 3) << 4;
      }
    };
    Machine machine(operands(line, false) + fmt::format(" blgp:{}", blgp));
    Setup setup(line, machine, 4, false);
    machine.run();
    REQUIRE(!machine.group.fault);
    const Matrix b = setup.b;
    for (unsigned lane = 0; lane < 64; ++lane)
      setup.b[lane / 32][0][lane % 32] = b[from(lane) / 32][0][from(lane) % 32];
    INFO("blgp " << blgp);
    setup.check(machine);
  }
}

TEST_CASE("a constant C is every element, and D may lie over A and B") {
  const Line &line = dense[3]; // 32x32x2
  Machine machine("v_mfma_f32_32x32x2_f32 v[0:15], v0, v16, 2.0");
  Setup setup(line, machine, 5, false);
  for (auto &row : setup.c[0])
    std::fill(row.begin(), row.end(), 2);
  machine.run();
  REQUIRE(!machine.group.fault);
  setup.check(machine, 0);

  const Line &wide = dense[30]; // f64 16x16x4
  Machine doubles("v_mfma_f64_16x16x4_f64 v[32:39], v[0:1], v[16:17], 1.0 neg:[1,0,0]");
  Setup ofDoubles(wide, doubles, 6, false);
  for (auto &row : ofDoubles.c[0])
    std::fill(row.begin(), row.end(), 1);
  for (auto &row : ofDoubles.a[0])
    for (int &element : row)
      element = -element;
  doubles.run();
  REQUIRE(!doubles.group.fault);
  ofDoubles.check(doubles);
}
