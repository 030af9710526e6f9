#include "amdgpu/tests/unit/Executed.h"
#include "amdgpu/tests/unit/MfmaSetup.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <bit>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

void run(Machine &machine) {
  machine.run();
  if (machine.group.fault)
    FAIL(machine.group.fault->text);
  executed().insert(machine.program.names[machine.program.code[0].name]);
}

/// Of a VGPR and the AGPR of that number.
void exchange(Machine &machine, unsigned number) {
  const std::string v = fmt::format("v{}", number), a = fmt::format("a{}", number);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const uint32_t kept = machine.get(v, lane);
    machine.set(v, machine.get(a, lane), lane);
    machine.set(a, kept, lane);
  }
}

/// The lane whose B lane `lane` is given by BLGP.
unsigned laneOfB(unsigned blgp, unsigned lane) {
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
}

} // namespace

TEST_CASE("every dense MFMA is a matmul of what its registers hold, whatever EXEC and MODE are") {
  for (SimdLevel level : simdLevels())
    for (const Draw &draw : {drawWhole, drawNumber, drawTiny, drawSpecial})
      for (const MatrixLine &line : denseLines) {
        Machine machine(lineOf(line, false), level, line.chip);
        const MatrixSetup setup(line, machine, draw);
        machine.setExec(level == SimdLevel::Scalar ? 0 : ~uint64_t(0));
        machine.wave().mode = level == SimdLevel::Scalar ? 0xf : kernelMode;
        INFO(line.name << " at level " << int(level));
        run(machine);
        setup.check(machine);
      }
}

TEST_CASE("every sparse MFMA multiplies the elements of B that the indices name, and no others") {
  for (const Draw &draw : {drawWhole, drawNumber, drawTiny, drawSpecial})
    for (const MatrixLine &line : sparseLines)
      for (const char *suffix : {"", " abid:1", " cbsz:1 abid:1"}) {
        INFO(line.name << suffix);
        Machine machine(lineOf(line, true) + suffix, bestSimdLevel(), line.chip);
        const MatrixSetup setup(line, machine, draw, true);
        // abid names a set of indices unless cbsz is there.
        const unsigned bits = 2 * line.m * line.k / 2 / 64;
        if (std::string(suffix) == " abid:1")
          for (unsigned lane = 0; lane < 64; ++lane) {
            const std::string name = fmt::format("v{}", registerOfIndex);
            machine.set(name, machine.get(name, lane) << bits, lane);
          }
        run(machine);
        setup.check(machine);
      }
}

TEST_CASE("A, B and D of an MFMA may each be in AGPRs") {
  for (const auto *lines : {&denseLines, &sparseLines})
    for (const MatrixLine &line : *lines)
      for (const char *files : {"avv", "vav", "vva", "aaa"}) {
        const bool isSparse = lines == &sparseLines;
        INFO(lineOf(line, isSparse, files));
        Machine machine(lineOf(line, isSparse, files), bestSimdLevel(), line.chip);
        const MatrixSetup setup(line, machine, drawWhole, isSparse);
        const unsigned end = registerOfC + line.m * line.n * line.blocks / 32;
        const auto fileOf = [&](unsigned number) {
          return number == registerOfIndex ? 'v' : files[(number >= 16) + (number >= registerOfC)];
        };
        for (unsigned number = 0; number < end; ++number)
          if (fileOf(number) == 'a')
            exchange(machine, number);
        run(machine);
        for (unsigned number = 0; number < end; ++number)
          if (fileOf(number) == 'a')
            exchange(machine, number);
        setup.check(machine);
      }
}

TEST_CASE("cbsz and abid give blocks of A to others") {
  for (const MatrixLine &line : denseLines)
    for (unsigned cbsz = 1; 1U << cbsz <= line.blocks; ++cbsz)
      for (unsigned abid = 0; abid < 1U << cbsz; ++abid) {
        const std::string suffix = fmt::format(" cbsz:{} abid:{}", cbsz, abid);
        INFO(line.name << suffix);
        Machine machine(lineOf(line, false) + suffix, bestSimdLevel(), line.chip);
        MatrixSetup setup(line, machine, drawWhole);
        const Matrix a = setup.a;
        for (unsigned block = 0; block < line.blocks; ++block)
          setup.a[block] = a[block >> cbsz << cbsz | abid];
        run(machine);
        setup.check(machine);
      }
  Machine machine("v_mfma_f32_32x32x2_f32 v[32:47], v0, v16, v[32:47] cbsz:1 abid:1");
  machine.run();
  REQUIRE(machine.group.fault);
  CHECK(machine.group.fault->kind == Fault::Kind::UnknownInstruction);
}

TEST_CASE("blgp gives lanes of B to others") {
  for (const MatrixLine &line : denseLines)
    for (unsigned blgp = 1; blgp < 8 && line.a != 'd'; ++blgp) {
      const std::string suffix = fmt::format(" blgp:{}", blgp);
      INFO(line.name << suffix);
      Machine machine(lineOf(line, false) + suffix, bestSimdLevel(), line.chip);
      MatrixSetup setup(line, machine, drawWhole);
      const Matrix b = setup.b;
      const unsigned perLane = line.n * line.k * line.blocks / 64;
      for (unsigned lane = 0; lane < 64; ++lane)
        for (unsigned e = 0; e < perLane; ++e) {
          const RowK to = inputAt(line, line.n, perLane, lane, e);
          const RowK from = inputAt(line, line.n, perLane, laneOfB(blgp, lane), e);
          setup.b[to.block][to.k][to.row] = b[from.block][from.k][from.row];
        }
      run(machine);
      setup.check(machine);
    }
}

TEST_CASE("neg of f64's MFMA negates whole matrices") {
  constexpr uint64_t sign = uint64_t(1) << 63;
  for (const MatrixLine &line : denseLines)
    // Assemblers know it of gfx942 only.
    for (unsigned neg = 1; neg < 8 && line.a == 'd' && line.chip == Chip::Gfx942; ++neg) {
      const std::string suffix =
          fmt::format(" neg:[{},{},{}]", neg & 1, neg >> 1 & 1, neg >> 2 & 1);
      INFO(line.name << suffix);
      Machine machine(lineOf(line, false) + suffix, bestSimdLevel(), line.chip);
      MatrixSetup setup(line, machine, drawNumber);
      Matrix *matrices[] = {&setup.a, &setup.b, &setup.c};
      for (unsigned i = 0; i < 3; ++i)
        if (neg >> i & 1)
          for (auto &block : *matrices[i])
            for (auto &row : block)
              for (uint64_t &element : row)
                element ^= sign;
      run(machine);
      setup.check(machine);
    }
}

TEST_CASE("a constant C is every element, and D may lie over A and B") {
  Machine machine("v_mfma_f32_32x32x2_f32 v[0:15], v0, v16, 2.0");
  MatrixSetup setup(matrixLine("v_mfma_f32_32x32x2_f32"), machine, drawWhole);
  for (auto &row : setup.c[0])
    std::fill(row.begin(), row.end(), std::bit_cast<uint32_t>(2.0f));
  run(machine);
  setup.check(machine, 0);

  Machine doubles("v_mfma_f64_16x16x4_f64 v[32:39], v[0:1], v[16:17], 1.0");
  MatrixSetup ofDoubles(matrixLine("v_mfma_f64_16x16x4_f64"), doubles, drawWhole);
  for (auto &row : ofDoubles.c[0])
    std::fill(row.begin(), row.end(), std::bit_cast<uint64_t>(1.0));
  run(doubles);
  ofDoubles.check(doubles);

  Machine whole("v_mfma_i32_16x16x32_i8 v[32:35], v[0:1], v[16:17], -5");
  MatrixSetup ofIntegers(matrixLine("v_mfma_i32_16x16x32_i8"), whole, drawNumber);
  for (auto &row : ofIntegers.c[0])
    std::fill(row.begin(), row.end(), uint32_t(-5));
  run(whole);
  ofIntegers.check(whole);
}
