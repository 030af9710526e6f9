#include "amdgpu/machine/isa/Table.h"
#include "amdgpu/tests/unit/Cases.h"
#include "amdgpu/tests/unit/Executed.h"
#include "amdgpu/tests/unit/Machine.h"
#include "amdgpu/tests/unit/Sweep.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

bool isVector(const std::string &name) {
  return name[0] == 'a' || (name[0] == 'v' && name[1] != 'c');
}

uint32_t at(const Holds &holds, unsigned lane) {
  return holds.values[lane % holds.values.size()].value;
}

std::string low(const std::string &mask) { return mask == "mask:vcc" ? "vcc_lo" : mask.substr(5); }
std::string high(const std::string &mask) {
  return mask == "mask:vcc" ? "vcc_hi" : fmt::format("s{}", std::stoi(mask.substr(6)) + 1);
}

uint64_t maskOf(const Holds &holds) {
  uint64_t mask = 0;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    mask |= uint64_t(at(holds, lane) & 1) << lane;
  return mask;
}

void give(Machine &machine, const Holds &holds) {
  if (holds.name == "scc") {
    machine.wave().scc = at(holds, 0) != 0;
  } else if (holds.name == "mode") {
    machine.wave().mode = at(holds, 0);
  } else if (holds.name.starts_with("mask:")) {
    const uint64_t mask = maskOf(holds);
    machine.set(low(holds.name), uint32_t(mask), 0);
    machine.set(high(holds.name), uint32_t(mask >> 32), 0);
  } else {
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      machine.set(holds.name, at(holds, lane), lane);
  }
}

constexpr uint32_t untouched = 0x5a5a5a5a;

uint32_t before(const Case &one, const std::string &name, unsigned lane) {
  for (const Holds &holds : one.given)
    if (holds.name == name)
      return at(holds, lane);
  return untouched;
}

void expect(const Machine &machine, const Wave &wave, const Case &one, const Holds &holds,
            uint64_t exec) {
  if (holds.name == "scc") {
    CHECK(wave.scc == (at(holds, 0) != 0));
  } else if (holds.name.starts_with("mask:")) {
    const uint64_t mask =
        machine.get(low(holds.name), 0) | uint64_t(machine.get(high(holds.name), 0)) << 32;
    CHECK(mask == (one.ignoresExec ? maskOf(holds) : maskOf(holds) & exec));
  } else if (!isVector(holds.name)) {
    CHECK(machine.get(holds.name, 0) == at(holds, 0));
  } else {
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      const bool isActive = exec >> lane & 1 || one.ignoresExec;
      INFO(holds.name << " in lane " << lane << ", active " << isActive);
      CHECK(machine.get(holds.name, lane) ==
            (isActive ? at(holds, lane) : before(one, holds.name, lane)));
    }
  }
}

void run(const Case &one, SimdLevel level, uint64_t exec) {
  Machine machine(one.line, level, one.chip);
  INFO(one.line << " at level " << int(level) << " with EXEC " << exec);
  for (const Holds &holds : one.expected)
    if (isVector(holds.name))
      give(machine, {holds.name, {untouched}});
  for (const Holds &holds : one.given)
    give(machine, holds);
  machine.setExec(exec);
  machine.run();
  if (machine.group.fault)
    FAIL(machine.group.fault->text);
  for (const Instruction &instruction : machine.program.code)
    executed().insert(machine.program.names[instruction.name]);
  for (const Holds &holds : one.expected)
    expect(machine, machine.wave(), one, holds, exec);
}

void runAll(const std::vector<Case> &cases) {
  for (const Case &one : cases)
    for (SimdLevel level : simdLevels())
      for (uint64_t exec : {~uint64_t(0), uint64_t(0x8000'0001'f0f0'5555), uint64_t(0)})
        if (exec == ~uint64_t(0) || one.line[0] == 'v')
          run(one, level, exec);
}

} // namespace

TEST_CASE("SOP instructions do what the manual says") { runAll(sopCases); }
TEST_CASE("VOP1 instructions do what the manual says") { runAll(vop1Cases); }
TEST_CASE("VOP2 instructions do what the manual says") { runAll(vop2Cases); }
TEST_CASE("VOP3 instructions do what the manual says") { runAll(vop3Cases); }
TEST_CASE("VOP3P instructions do what the manual says") { runAll(vop3pCases); }
TEST_CASE("VOPC instructions do what the manual says") { runAll(vopcCases); }
TEST_CASE("constants have the values of their codes, in each width") {
  struct Line {
    const char *text;
    uint32_t half, single, high, low = 0;
  };
  for (const auto &[text, half, single, high, low] :
       {Line{"0.5", 0x3800, 0x3f000000, 0x3fe00000}, Line{"-0.5", 0xb800, 0xbf000000, 0xbfe00000},
        Line{"1.0", 0x3c00, 0x3f800000, 0x3ff00000}, Line{"-1.0", 0xbc00, 0xbf800000, 0xbff00000},
        Line{"2.0", 0x4000, 0x40000000, 0x40000000}, Line{"-2.0", 0xc000, 0xc0000000, 0xc0000000},
        Line{"4.0", 0x4400, 0x40800000, 0x40100000}, Line{"-4.0", 0xc400, 0xc0800000, 0xc0100000},
        Line{"0.15915494309189532", 0x3118, 0x3e22f983, 0x3fc45f30, 0x6dc9c882}}) {
    const std::string of = text;
    runAll({{"v_mov_b32_e32 v2, " + of, {}, {{"v2", {single}}}},
            {"s_mov_b32 s2, " + of, {}, {{"s2", {single}}}},
            {"v_add_f16_e32 v2, " + of + ", v0", {{"v0", {0}}}, {{"v2", {half}}}},
            {"v_add_f64 v[4:5], v[0:1], " + of,
             {{"v0", {0}}, {"v1", {0}}},
             {{"v4", {low}}, {"v5", {high}}}}});
  }
  for (int number : {-16, -1, 0, 1, 63, 64}) {
    const std::string of = std::to_string(number);
    runAll({{"v_mov_b32_e32 v2, " + of, {}, {{"v2", {number}}}},
            {"s_mov_b64 s[2:3], " + of, {}, {{"s2", {number}}, {"s3", {number < 0 ? -1 : 0}}}},
            {"v_add_u16_e32 v2, " + of + ", v0", {{"v0", {0}}}, {{"v2", {number & 0xffff}}}}});
  }
}
TEST_CASE("SCC, and whether VCC and EXEC are 0, are sources") {
  for (int scc : {0, 1})
    runAll({{"s_mov_b32 s2, src_scc", {{"scc", {scc}}}, {{"s2", {scc}}}},
            {"v_mov_b32_e32 v2, src_scc", {{"scc", {scc}}}, {{"v2", {scc}}}},
            {"v_add_u32_e32 v2, src_scc, v0", {{"scc", {scc}}, {"v0", {7}}}, {{"v2", {7 + scc}}}}});
  runAll({{"s_mov_b32 s2, src_vccz", {{"mask:vcc", {0}}}, {{"s2", {1}}}},
          {"s_mov_b32 s2, src_vccz", {{"mask:vcc", {0, 0, 1}}}, {{"s2", {0}}}},
          {"s_mov_b32 s2, src_execz", {{"mask:vcc", {0}}}, {{"s2", {0}}}},
          {"v_mov_b32_e32 v2, src_vccz", {{"mask:vcc", {0}}}, {{"v2", {1}}}}});
}
TEST_CASE("apertures are sources of 4 GiB each") {
  for (auto [name, base] : {std::pair("shared", sharedBase), {"private", privateBase}}) {
    const std::string of = std::string("s_mov_b64 s[2:3], src_") + name;
    const auto high = uint32_t(base >> 32);
    runAll({{of + "_base", {}, {{"s2", {0}}, {"s3", {high}}}},
            {of + "_limit", {}, {{"s2", {-1}}, {"s3", {high}}}}});
  }
}
TEST_CASE("DPP moves lanes and leaves out rows and banks") { runAll(dppCases); }
TEST_CASE("each DPP control reads the lane that the manual says, if that is active") {
  for (const auto &[control, source] : dppForms)
    for (bool bounds : {false, true})
      for (uint64_t exec : {~uint64_t(0), uint64_t(0x8000'0001'f0f0'5555)}) {
        Machine machine("v_mov_b32_dpp v2, v0 " + control + " row_mask:0xf bank_mask:0xf" +
                        (bounds ? " bound_ctrl:0" : ""));
        for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
          machine.set("v0", lane + 100, lane);
          machine.set("v2", untouched, lane);
        }
        machine.setExec(exec);
        machine.run();
        REQUIRE(!machine.group.fault);
        for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
          const int from = source(int(lane));
          const bool isRead = from >= 0 && (exec >> from & 1);
          const bool isWritten = (exec >> lane & 1) && (isRead || bounds);
          INFO(control << " in lane " << lane << ", bound_ctrl " << bounds);
          CHECK(machine.get("v2", lane) == (!isWritten ? untouched
                                            : isRead   ? uint32_t(from) + 100
                                                       : 0));
        }
      }
}
TEST_CASE("SDWA selects parts of registers") { runAll(sdwaCases); }
TEST_CASE("MODE, clamp and omod change what float instructions give") { runAll(modeCases); }
TEST_CASE("VALU arithmetic agrees with LLVM's floats and plain integers on edge values") {
  sweepFloats();
  sweepDivision();
  sweepIntegers();
  sweepPacked();
}
TEST_CASE("VALU conversions agree with LLVM's floats on edge values") { sweepConversions(); }
TEST_CASE("transcendentals are within the hardware's bounds") { sweepTranscendentals(); }
TEST_CASE("comparisons agree with the order of their types on edge values") { sweepComparisons(); }
