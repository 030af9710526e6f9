#include "amdgpu/tests/unit/Cases.h"
#include "amdgpu/tests/unit/Executed.h"
#include "amdgpu/tests/unit/Machine.h"
#include "amdgpu/tests/unit/Reference.h"
#include "amdgpu/tests/unit/Sweep.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <random>
#include <span>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

// What LLVM makes of a division that is rounded correctly: v[0:1] by v[2:3] into v[16:17].
const char *divide32 = R"(
  v_div_scale_f32 v4, s[4:5], v2, v2, v0
  v_div_scale_f32 v5, vcc, v0, v2, v0
  v_rcp_f32 v6, v4
  v_fma_f32 v7, -v4, v6, 1.0
  v_fma_f32 v6, v7, v6, v6
  v_mul_f32 v8, v5, v6
  v_fma_f32 v9, -v4, v8, v5
  v_fma_f32 v8, v9, v6, v8
  v_fma_f32 v9, -v4, v8, v5
  v_div_fmas_f32 v8, v9, v6, v8
  v_div_fixup_f32 v16, v8, v2, v0)";
const char *divide64 = R"(
  v_div_scale_f64 v[4:5], s[4:5], v[2:3], v[2:3], v[0:1]
  v_rcp_f64 v[6:7], v[4:5]
  v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
  v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
  v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
  v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
  v_div_scale_f64 v[10:11], vcc, v[0:1], v[2:3], v[0:1]
  v_mul_f64 v[12:13], v[10:11], v[6:7]
  v_fma_f64 v[8:9], -v[4:5], v[12:13], v[10:11]
  v_div_fmas_f64 v[8:9], v[8:9], v[6:7], v[12:13]
  v_div_fixup_f64 v[16:17], v[8:9], v[2:3], v[0:1])";

/// The first of numerator and denominator that is a NaN, numerator first; or a / b.
uint64_t quotient(char type, uint64_t a, uint64_t b) {
  return withNaNs(type, {a, b}, number(type, a) / number(type, b));
}

std::vector<uint64_t> values(char type) {
  std::vector<uint64_t> result = edgeValues(type);
  std::mt19937_64 random(11);
  for (int i = 0; i < 40; ++i)
    result.push_back(type == 'f' ? random() >> 32 : random());
  return result;
}

} // namespace

TEST_CASE("LLVM's division sequence gives the quotient that is rounded correctly") {
  for (char type : {'f', 'd'})
    for (SimdLevel level : simdLevels()) {
      Machine machine(type == 'f' ? divide32 : divide64, level);
      for (const Instruction &instruction : machine.program.code)
        executed().insert(machine.program.names[instruction.name]);
      const std::vector<uint64_t> all = values(type);
      size_t wrong = 0;
      std::string first;
      for (uint64_t b : all) {
        for (size_t i = 0; i < lanesPerWave; ++i) {
          const uint64_t a = all[i % all.size()];
          for (auto [reg, value] : {std::pair(0, a), std::pair(2, b)}) {
            machine.set(fmt::format("v{}", reg), uint32_t(value), i);
            machine.set(fmt::format("v{}", reg + 1), uint32_t(value >> 32), i);
          }
        }
        machine.restart();
        machine.run();
        REQUIRE(!machine.group.fault);
        for (size_t i = 0; i < lanesPerWave; ++i) {
          const uint64_t a = all[i % all.size()];
          uint64_t result = machine.get("v16", i);
          if (type == 'd')
            result |= uint64_t(machine.get("v17", i)) << 32;
          if (result != quotient(type, a, b) && wrong++ == 0)
            first = fmt::format("{:#x} / {:#x} is {:#x}, wanted {:#x}", a, b, result,
                                quotient(type, a, b));
        }
      }
      INFO(first);
      CHECK(wrong == 0);
    }
}

TEST_CASE("v_div_scale scales the denominator or the numerator where the manual says") {
  // Powers of two, and what becomes of them. The denominator of a quotient that is a denormal as
  // its own reciprocal is missing: scaled up as the manual has it, it would be infinite.
  struct Line {
    int denominator, numerator, denominatorBecomes, numeratorBecomes;
    bool isPostScaled;
  };
  const Line floats[] = {{0, 0, 0, 0, false},           {-36, 60, 28, 60, true},
                         {-36, 59, -36, 59, false},     {-127, -40, -63, 24, false},
                         {127, 100, 63, 36, false},     {126, 100, 126, 100, false},
                         {100, -27, 100, 37, true},     {100, -26, 100, -26, false},
                         {-120, -104, -56, -40, false}, {-120, -103, -120, -103, false}};
  const Line doubles[] = {{0, 0, 0, 0, false},
                          {-368, 400, -240, 400, true},
                          {-368, 399, -368, 399, false},
                          {-1023, -400, -895, -272, false},
                          {1023, 100, 895, -28, false},
                          {1022, 100, 1022, 100, false},
                          {900, -123, 900, 5, true},
                          {900, -122, 900, -122, false},
                          {-1000, -970, -872, -842, false},
                          {-1000, -969, -1000, -969, false}};
  const auto power = [](char type, int exponent) {
    return bitsOf(scalbn(Number(semantics(type), 1), exponent, Number::rmNearestTiesToEven));
  };
  const auto check = [](char type, uint64_t denominator, uint64_t numerator, bool ofNumerator,
                        uint64_t wanted, bool isPostScaled) {
    Machine machine(type == 'f'
                        ? fmt::format("v_div_scale_f32 v4, vcc, v{}, v0, v2", ofNumerator ? 2 : 0)
                        : fmt::format("v_div_scale_f64 v[4:5], vcc, v[{0}:{1}], v[0:1], "
                                      "v[2:3]",
                                      ofNumerator ? 2 : 0, ofNumerator ? 3 : 1));
    for (auto [reg, value] : {std::pair(0, denominator), std::pair(2, numerator)}) {
      machine.set(fmt::format("v{}", reg), uint32_t(value), 5);
      machine.set(fmt::format("v{}", reg + 1), uint32_t(value >> 32), 5);
    }
    machine.setExec(1 << 5);
    machine.run();
    REQUIRE(!machine.group.fault);
    INFO(type << ": " << numerator << " / " << denominator << ", numerator " << ofNumerator);
    uint64_t result = machine.get("v4", 5);
    if (type == 'd')
      result |= uint64_t(machine.get("v5", 5)) << 32;
    CHECK(result == wanted);
    CHECK(machine.get("vcc_lo", 0) == (isPostScaled ? 1U << 5 : 0));
  };
  const auto checkAll = [&](char type, std::span<const Line> lines) {
    for (const Line &line : lines) {
      const uint64_t denominator = power(type, line.denominator);
      const uint64_t numerator = power(type, line.numerator);
      check(type, denominator, numerator, false, power(type, line.denominatorBecomes),
            line.isPostScaled);
      check(type, denominator, numerator, true, power(type, line.numeratorBecomes),
            line.isPostScaled);
    }
    // One of them is 0.
    const uint64_t one = power(type, 0);
    check(type, 0, one, true, defaultNaN(type), false);
    check(type, one, 0, false, defaultNaN(type), false);
    // Both reciprocal and quotient are denormals: the numerator stays.
    const uint64_t large = power(type, type == 'f' ? 127 : 1023);
    check(type, large, one, true, one, true);
  };
  checkAll('f', floats);
  checkAll('d', doubles);
}

TEST_CASE("v_cmpx writes the mask of v_cmp, and EXEC") {
  for (Table table : tables(SimdLevel::Scalar))
    for (const Entry &entry : table) {
      const std::string name(entry.name);
      if (!name.starts_with("v_cmpx_"))
        continue;
      const bool isWide = name.ends_with("64"), isClass = name.find("class") != name.npos;
      const std::string operands =
          isWide ? (isClass ? " s[4:5], v[0:1], v2" : " s[4:5], v[0:1], v[2:3]")
                 : " s[4:5], v0, v2";
      const bool isFloat = isClass || name[name.size() - 3] == 'f';
      const std::vector<uint64_t> &pool =
          edgeValues(name.ends_with("16")   ? (isFloat ? 'h' : 'w')
                     : name.ends_with("32") ? (isFloat ? 'f' : 'i')
                                            : (isFloat ? 'd' : 'l'));
      for (SimdLevel level : simdLevels()) {
        INFO(name);
        const std::string compare = "v_cmp_" + name.substr(7);
        Machine expected(compare + "_e64" + operands, level),
            machine(name + "_e64" + operands, level);
        const uint64_t exec = 0xfffff0f3ffffff5f;
        std::mt19937 random(3);
        for (Machine *each : {&expected, &machine}) {
          random.seed(3);
          for (unsigned lane = 0; lane < lanesPerWave; ++lane)
            for (unsigned reg : {0, 2}) {
              const uint64_t value =
                  reg == 2 && isClass ? random() & 0x3ff : pool[random() % pool.size()];
              each->set(fmt::format("v{}", reg), uint32_t(value), lane);
              each->set(fmt::format("v{}", reg + 1), uint32_t(value >> 32), lane);
            }
          each->setExec(exec);
          each->run();
          REQUIRE(!each->group.fault);
        }
        executed().insert(name);
        CHECK(machine.get("s4", 0) == expected.get("s4", 0));
        CHECK(machine.get("s5", 0) == expected.get("s5", 0));
        CHECK(machine.get("exec_lo", 0) == expected.get("s4", 0));
        CHECK(machine.get("exec_hi", 0) == expected.get("s5", 0));
        CHECK(expected.get("exec_lo", 0) == uint32_t(exec));
      }
    }
}
