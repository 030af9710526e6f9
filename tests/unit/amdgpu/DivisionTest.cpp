#include "tests/unit/amdgpu/Cases.h"
#include "tests/unit/amdgpu/Executed.h"
#include "tests/unit/amdgpu/Machine.h"
#include "tests/unit/amdgpu/Reference.h"
#include "tests/unit/amdgpu/Sweep.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <random>

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
      for (SimdLevel level : simdLevels()) {
        INFO(name);
        const std::string compare = "v_cmp_" + name.substr(7);
        Machine expected(compare + "_e64" + operands, level),
            machine(name + "_e64" + operands, level);
        const uint64_t exec = 0xfffff0f3ffffff5f;
        std::mt19937 random(3);
        for (Machine *each : {&expected, &machine}) {
          random.seed(3);
          for (const char *reg : {"v0", "v1", "v2", "v3"})
            for (unsigned lane = 0; lane < lanesPerWave; ++lane)
              each->set(reg, random() % 3 | (isClass ? 0x140 : 0), lane);
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
