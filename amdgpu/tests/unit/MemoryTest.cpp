#include "amdgpu/tests/unit/Executed.h"
#include "amdgpu/tests/unit/MemoryCases.h"
#include "amdgpu/tests/unit/Slots.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <array>
#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

void run(const MemoryCase &one, const std::string &line, Place place, SimdLevel level,
         uint64_t exec) {
  Slots slots(line, level);
  Machine &machine = slots.machine;
  INFO(line << " at level " << int(level) << " with EXEC " << exec);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    for (size_t i = 0; i < one.slot.size(); ++i)
      std::memcpy(slots.slot(place, lane) + 4 * i, &one.slot[i].value, 4);
    for (size_t i = 0; i < one.data.size(); ++i)
      machine.set(fmt::format("v{}", 4 + i), one.data[i].value, lane);
    for (size_t i = 0; i < 4; ++i)
      machine.set(fmt::format("v{}", 8 + i), one.before.value, lane);
  }
  machine.setExec(exec);
  machine.run();
  if (machine.group.fault)
    FAIL(machine.group.fault->text);
  for (const Instruction &instruction : machine.program.code)
    executed().insert(machine.program.names[instruction.name]);
  const std::vector<Bits> &wanted = one.expectedSlot.empty() ? one.slot : one.expectedSlot;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const bool isActive = exec >> lane & 1;
    INFO("lane " << lane << ", active " << isActive);
    for (size_t i = 0; i < one.slot.size(); ++i)
      CHECK(dword(slots.slot(place, lane), i) == (isActive ? wanted : one.slot)[i].value);
    for (size_t i = 0; i < 4; ++i)
      CHECK(machine.get(fmt::format("v{}", 8 + i), lane) ==
            (isActive && i < one.result.size() ? one.result[i] : one.before).value);
  }
}

void runEverywhere(const MemoryCase &one, const std::string &line, Place place) {
  for (SimdLevel level : simdLevels())
    for (uint64_t exec : {~uint64_t(0), uint64_t(0x8000'0001'f0f0'5555), uint64_t(0)})
      run(one, line, place, level, exec);
}

std::string registers(char kind, unsigned first, size_t count) {
  return count == 1 ? fmt::format("{}{}", kind, first)
                    : fmt::format("{}[{}:{}]", kind, first, first + count - 1);
}

/// Registers of data that an instruction names: as many as the case has, but for stores the name
/// says it.
size_t dataCount(const MemoryCase &one) {
  if (one.line.find("dwordx") != std::string::npos)
    return static_cast<size_t>(one.line.back() - '0');
  return one.line.starts_with("store") ? 1 : one.data.size();
}

void runLoad(const MemoryCase &one) {
  const std::string to = registers('v', 8, one.result.size());
  const auto &name = one.line;
  runEverywhere(one, fmt::format("flat_{} {}, v[0:1]", name, to), Place::Global);
  runEverywhere(one, fmt::format("flat_{} {}, v[12:13]", name, to), Place::Lds);
  runEverywhere(one, fmt::format("flat_{} {}, v[14:15]", name, to), Place::Scratch);
  runEverywhere(one, fmt::format("global_{} {}, v[0:1], off", name, to), Place::Global);
  runEverywhere(one, fmt::format("global_{} {}, v2, s[2:3]", name, to), Place::Global);
  runEverywhere(one, fmt::format("scratch_{} {}, v3, off", name, to), Place::Scratch);
  runEverywhere(one, fmt::format("scratch_{} {}, off, off", name, to), Place::Scratch);
  runEverywhere(one, fmt::format("buffer_{} {}, v2, s[4:7], 0 offen", name, to), Place::Global);
}

void runStore(const MemoryCase &one) {
  const std::string data = registers('v', 4, dataCount(one));
  const auto &name = one.line;
  runEverywhere(one, fmt::format("flat_{} v[0:1], {}", name, data), Place::Global);
  runEverywhere(one, fmt::format("flat_{} v[12:13], {}", name, data), Place::Lds);
  runEverywhere(one, fmt::format("flat_{} v[14:15], {}", name, data), Place::Scratch);
  runEverywhere(one, fmt::format("global_{} v[0:1], {}, off", name, data), Place::Global);
  runEverywhere(one, fmt::format("global_{} v2, {}, s[2:3]", name, data), Place::Global);
  runEverywhere(one, fmt::format("scratch_{} v3, {}, off", name, data), Place::Scratch);
  runEverywhere(one, fmt::format("scratch_{} off, {}, off", name, data), Place::Scratch);
  runEverywhere(one, fmt::format("buffer_{} {}, v2, s[4:7], 0 offen", name, data), Place::Global);
}

void runAtomic(const MemoryCase &one) {
  const std::string data = registers('v', 4, one.data.size());
  const std::string to = registers('v', 8, one.result.size());
  const auto &name = one.line;
  MemoryCase silent = one;
  silent.result.clear();
  runEverywhere(one, fmt::format("flat_{} {}, v[0:1], {} sc0", name, to, data), Place::Global);
  runEverywhere(silent, fmt::format("flat_{} v[0:1], {}", name, data), Place::Global);
  runEverywhere(silent, fmt::format("flat_{} v[12:13], {}", name, data), Place::Lds);
  runEverywhere(one, fmt::format("global_{} {}, v[0:1], {}, off sc0", name, to, data),
                Place::Global);
  runEverywhere(silent, fmt::format("global_{} v2, {}, s[2:3]", name, data), Place::Global);
  runEverywhere(silent, fmt::format("buffer_{} {}, v2, s[4:7], 0 offen", name, data),
                Place::Global);
  // The old value comes back where the data were.
  MemoryCase inPlace = one;
  Slots slots(fmt::format("buffer_{} {}, v2, s[4:7], 0 offen sc0", name, data), bestSimdLevel());
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    for (size_t i = 0; i < one.slot.size(); ++i)
      std::memcpy(slots.slot(Place::Global, lane) + 4 * i, &one.slot[i].value, 4);
    for (size_t i = 0; i < one.data.size(); ++i)
      slots.machine.set(fmt::format("v{}", 4 + i), one.data[i].value, lane);
  }
  slots.machine.run();
  CHECK(!slots.machine.group.fault);
  for (size_t i = 0; i < one.result.size(); ++i)
    CHECK(slots.machine.get(fmt::format("v{}", 4 + i), 63) == one.result[i].value);
  CHECK(dword(slots.slot(Place::Global, 63), 0) == one.expectedSlot[0].value);
}

} // namespace

TEST_CASE("loads bring what memory holds, in every address mode, to active lanes only") {
  for (const MemoryCase &one : loadCases)
    runLoad(one);
}

TEST_CASE("stores change their bytes, in every address mode, of active lanes only") {
  for (const MemoryCase &one : storeCases)
    runStore(one);
}

TEST_CASE("atomics change memory and return what was there if they are asked to") {
  for (const MemoryCase &one : atomicCases)
    runAtomic(one);
  const MemoryCase brain = {"atomic_pk_add_bf16", {0x3f804000}, {0x3f803f80}, {0x40004040}, {}};
  runEverywhere(brain, "flat_atomic_pk_add_bf16 v[0:1], v4", Place::Global);
  runEverywhere(brain, "global_atomic_pk_add_bf16 v2, v4, s[2:3]", Place::Global);
}

TEST_CASE("DS instructions do what the manual says") {
  for (const MemoryCase &one : dsCases)
    runEverywhere(one, one.line, Place::Lds);
}

TEST_CASE("offsets of FLAT are unsigned, those of GLOBAL and SCRATCH signed") {
  CHECK(after("global_load_dword v8, v2, s[2:3] offset:-16", "v8", ~uint64_t(1))[5] == 4);
  CHECK(after("flat_load_dword v8, v[0:1] offset:16", "v8", 1)[0] == 1);
  CHECK(after("v_mov_b32 v9, 16\nscratch_load_dword v8, v9, off offset:-16", "v8")[5] == 5);
  CHECK(after("s_mov_b32 s9, 16\nscratch_load_dword v8, off, s9 offset:-16", "v8")[5] == 5);
  CHECK(after("v_mov_b32 v9, 8\ns_mov_b32 s9, 8\nscratch_load_dword v8, v9, s9 offset:-16",
              "v8")[5] == 5);
}

TEST_CASE("AGPRs are loaded and stored in every address mode") {
  const std::string read = "\nv_accvgpr_read_b32 v8, a8";
  for (const char *load : {"global_load_dword a8, v2, s[2:3]", "global_load_dword a8, v[0:1], off",
                           "flat_load_dword a8, v[0:1]", "scratch_load_dword a8, v3, off",
                           "scratch_load_dword a8, off, s9", "ds_read_b32 a8, v2",
                           "buffer_load_dword a8, v2, s[4:7], 0 offen"}) {
    INFO(load);
    CHECK(after(load + read, "v8", ~uint64_t(0), {{"s9", 0}})[5] == 5);
  }
  const std::string write = "v_add_u32 v9, 100, v20\nv_accvgpr_write_b32 a8, v9\n";
  for (const char *store : {"global_store_dword v2, a8, s[2:3]\nglobal_load_dword v8, v2, s[2:3]",
                            "scratch_store_dword off, a8, s9\nscratch_load_dword v8, off, s9",
                            "ds_write_b32 v2, a8\nds_read_b32 v8, v2"}) {
    INFO(store);
    CHECK(after(write + store, "v8", ~uint64_t(0), {{"s9", 0}})[5] == 105);
  }
}

TEST_CASE("offsets have as many bits as their fields") {
  const auto offsetOf = [](const std::string &line) {
    return Machine(line).program.code[0].offset;
  };
  CHECK(offsetOf("flat_load_dword v8, v[0:1] offset:4095") == 4095);
  CHECK(offsetOf("flat_load_dword v8, v[0:1] offset:2048") == 2048);
  for (int offset : {4095, 2048, 1, -1, -2048, -4096})
    for (const char *line : {"global_load_dword v8, v[0:1], off offset:{}",
                             "global_store_dword v2, v4, s[2:3] offset:{}",
                             "scratch_load_dword v8, off, s9 offset:{}"})
      CHECK(offsetOf(fmt::format(fmt::runtime(line), offset)) == offset);
  for (int offset : {4095, 2048, 1})
    for (const char *line : {"buffer_load_dword v8, v2, s[4:7], 0 offen offset:{}",
                             "buffer_store_format_x v8, v2, s[4:7], 0 idxen offset:{}",
                             "tbuffer_load_format_x v8, off, s[4:7], 0 format:[BUF_DATA_FORMAT_32,"
                             "BUF_NUM_FORMAT_FLOAT] offset:{}"})
      CHECK(offsetOf(fmt::format(fmt::runtime(line), offset)) == offset);
  const Machine ds(
      "ds_read_b32 v8, v2 offset:65279\nds_read2_b32 v[8:9], v2 offset0:254 offset1:1");
  CHECK((ds.program.code[0].offset | ds.program.code[0].offset1 << 8) == 65279);
  CHECK(ds.program.code[1].offset == 254);
  CHECK(ds.program.code[1].offset1 == 1);
}

TEST_CASE("what caches are told is read from where each format has it") {
  for (const char *line :
       {"global_load_dword v8, v[0:1], off{}", "buffer_load_dword v8, v2, s[4:7], 0 offen{}",
        "tbuffer_load_format_x v8, v2, s[4:7], 0 format:[BUF_DATA_FORMAT_32,"
        "BUF_NUM_FORMAT_FLOAT] offen{}"})
    for (unsigned bits = 0; bits < 8; ++bits) {
      const std::string text = fmt::format(
          fmt::runtime(line), fmt::format("{}{}{}", bits & 1 ? " sc0" : "", bits & 2 ? " nt" : "",
                                          bits & 4 ? " sc1" : ""));
      INFO(text);
      const Machine machine(text);
      const Modifiers &modifiers = machine.program.code[0].modifiers;
      CHECK(modifiers.sc0 == ((bits & 1) != 0));
      CHECK(modifiers.nt == ((bits & 2) != 0));
      CHECK(modifiers.sc1 == ((bits & 4) != 0));
    }
}

TEST_CASE("gfx90a chooses between a VGPR and an SGPR address of scratch") {
  for (const char *line : {"scratch_load_dword v8, v9, off", "scratch_load_dword v8, off, s9"}) {
    Slots slots(line, bestSimdLevel(), Chip::Gfx90a);
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      slots.machine.set("v9", 4, lane);
      std::memcpy(slots.slot(Place::Scratch, lane) + 4, &lane, 4);
    }
    slots.machine.set("s9", 4, 0);
    slots.machine.run();
    REQUIRE(!slots.machine.group.fault);
    CHECK(slots.machine.get("v8", 7) == 7);
  }
}

TEST_CASE("gfx90a adds f32 in memory without denormals") {
  const auto sum = [](uint32_t old, uint32_t addend) {
    Slots slots("global_atomic_add_f32 v2, v4, s[2:3]", bestSimdLevel(), Chip::Gfx90a);
    std::memcpy(slots.slot(Place::Global, 0), &old, 4);
    slots.machine.set("v4", addend, 0);
    slots.machine.setExec(1);
    slots.machine.run();
    return dword(slots.slot(Place::Global, 0), 0);
  };
  CHECK(sum(2, 1) == 0);
  // Neither in memory nor in the data; with them these sums would be 1.5 times the least number.
  CHECK(sum(0x00800000, 0x00400000) == 0x00800000);
  CHECK(sum(0x00400000, 0x00800000) == 0x00800000);
  // Nor as a sum.
  CHECK(sum(0x00c00000, 0x80800000) == 0);
}

TEST_CASE("loads to the LDS put lane l's dword at M0 + offset + 4 l") {
  for (const char *load : {"global_load_lds_dword v2, s[2:3]", "scratch_load_lds_dword v3, off",
                           "buffer_load_dword v2, s[4:7], 0 offen lds"}) {
    const auto values =
        after(std::string(load) + "\nv_lshlrev_b32 v22, 2, v20\nds_read_b32 v8, v22 offset:64",
              "v8", ~uint64_t(0), {{"m0", 64}});
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      CHECK(values[lane] == lane);
  }
  for (const char *name : {"ubyte", "sbyte", "ushort", "sshort"})
    for (const char *form : {"global_load_lds_{} v2, s[2:3]", "scratch_load_lds_{} v3, off"})
      CHECK(after(fmt::format(fmt::runtime(form), name) + "\nds_read_b32 v8, v3 offset:12",
                  "v8")[0] == 3);
}

TEST_CASE("loads to the LDS of less than a dword extend it") {
  const std::string memory = "v_mov_b32 v4, 0xdead8e81\nglobal_store_dword v2, v4, s[2:3]\n"
                             "scratch_store_dword off, v4, off\n";
  for (const auto &[name, wanted] : {std::pair("ubyte", 0x81U),
                                     {"sbyte", 0xffffff81},
                                     {"ushort", 0x8e81},
                                     {"sshort", 0xffff8e81},
                                     {"dword", 0xdead8e81}})
    for (const char *form : {"global_load_lds_{} v2, s[2:3]", "scratch_load_lds_{} v3, off",
                             "buffer_load_{} v2, s[4:7], 0 offen lds"}) {
      INFO(name << ": " << form);
      CHECK(after(memory + fmt::format(fmt::runtime(form), name) + "\nds_read_b32 v8, v3 offset:12",
                  "v8")[0] == wanted);
    }
}

TEST_CASE("each lane of an atomic has data of its own, and lanes take turns") {
  // Slots hold their lane's number, as v20 does.
  for (const std::string name :
       {"global_atomic_add v8, v2, v20, s[2:3] sc0\n"
        "global_load_dword v9, v2, s[2:3]",
        "ds_add_rtn_u32 v8, v2, v20\nds_read_b32 v9, v2",
        "v_mov_b32 v8, v20\nbuffer_atomic_add v8, v2, s[4:7], 0 offen sc0\n"
        "global_load_dword v9, v2, s[2:3]"}) {
    INFO(name);
    const auto old = after(name, "v8"), sum = after(name, "v9");
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      CHECK(old[lane] == lane);
      CHECK(sum[lane] == 2 * lane);
    }
  }
  for (const std::string name :
       {"global_atomic_add v8, v3, v20, s[2:3] sc0", "ds_add_rtn_u32 v8, v3, v20",
        "v_mov_b32 v8, v20\nbuffer_atomic_add v8, v3, s[4:7], 0 offen sc0"}) {
    INFO(name);
    const auto old = after(name, "v8");
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      CHECK(old[lane] == lane * (lane - 1) / 2);
  }
}

TEST_CASE("scalar loads bring dwords, and zeros from behind the end of a buffer") {
  CHECK(after("s_load_dword s20, s[2:3], 0x10\nv_mov_b32 v8, s20", "v8")[0] == 1);
  CHECK(after("s_mov_b32 s21, 16\ns_load_dword s20, s[2:3], s21 offset:0x10\nv_mov_b32 v8, s20",
              "v8")[0] == 2);
  CHECK(after("s_buffer_load_dword s20, s[4:7], 0x20\nv_mov_b32 v8, s20", "v8")[0] == 2);
  CHECK(after("s_buffer_load_dword s20, s[4:7], 0x20\nv_mov_b32 v8, s20", "v8", ~uint64_t(0),
              {{"s6", 32}, {"s20", 77}})[0] == 0);
  // A dword that lies partly behind the end; and the last two bits of an offset do not count.
  CHECK(after("s_buffer_load_dword s20, s[4:7], 0x20\nv_mov_b32 v8, s20", "v8", ~uint64_t(0),
              {{"s6", 34}, {"s20", 77}})[0] == 0);
  CHECK(after("s_mov_b32 s21, 18\ns_buffer_load_dword s20, s[4:7], s21\nv_mov_b32 v8, s20",
              "v8")[0] == 1);
  CHECK(after("s_buffer_load_dwordx2 s[20:21], s[4:7], 0x10\nv_mov_b32 v8, s21", "v8", ~uint64_t(0),
              {{"s6", 20}, {"s21", 77}})[0] == 0);
  CHECK(after("s_load_dwordx2 s[20:21], s[2:3], 0xc\nv_mov_b32 v8, s21", "v8")[0] == 1);
  CHECK(after("s_load_dwordx4 s[20:23], s[2:3], 0x4\nv_mov_b32 v8, s23", "v8")[0] == 1);
  CHECK(after("s_load_dwordx8 s[20:27], s[2:3], 0x4\nv_mov_b32 v8, s27", "v8")[0] == 2);
  CHECK(after("s_load_dwordx16 s[20:35], s[2:3], 0x4\nv_mov_b32 v8, s35", "v8")[0] == 4);
  CHECK(after("s_buffer_load_dwordx4 s[20:23], s[4:7], 0x4\nv_mov_b32 v8, s23", "v8")[0] == 1);
  CHECK(after("s_buffer_load_dwordx8 s[20:27], s[4:7], 0x4\nv_mov_b32 v8, s27", "v8")[0] == 2);
  CHECK(after("s_buffer_load_dwordx16 s[20:35], s[4:7], 0x4\nv_mov_b32 v8, s35", "v8")[0] == 4);
  CHECK(after("s_mov_b32 s20, 9\ns_store_dword s20, s[2:3], 0x10\nglobal_load_dword v8, v2, s[2:3]",
              "v8")[1] == 9);
  CHECK(after("s_mov_b32 s20, 8\ns_mov_b32 s21, 9\ns_store_dwordx2 s[20:21], s[2:3], 0xc\n"
              "global_load_dword v8, v2, s[2:3]",
              "v8")[1] == 9);
  CHECK(after("s_mov_b32 s20, 8\ns_mov_b32 s23, 7\ns_store_dwordx4 s[20:23], s[2:3], 0x4\n"
              "global_load_dword v8, v2, s[2:3]",
              "v8")[1] == 7);
  CHECK(after("s_memrealtime s[20:21]\ns_memtime s[22:23]\ns_sub_u32 s24, s22, s20\n"
              "v_mov_b32 v8, s24",
              "v8")[0] > 0);
  CHECK(after("s_memtime s[20:21]\ns_memtime s[22:23]\ns_sub_u32 s24, s22, s20\nv_mov_b32 v8, s24",
              "v8")[0] > 0);
}

TEST_CASE("registers are indexed between s_set_gpr_idx_on and off") {
  CHECK(after("s_mov_b32 s20, 2\ns_set_gpr_idx_on s20, gpr_idx(SRC0)\nv_mov_b32 v8, v18\n"
              "s_set_gpr_idx_off",
              "v8")[9] == 9);
  CHECK(after("s_mov_b32 s20, 2\ns_set_gpr_idx_on s20, gpr_idx(DST)\nv_mov_b32 v8, v20\n"
              "s_set_gpr_idx_off\nv_mov_b32 v9, v20",
              "v10")[9] == 9);
  // What has no VGPRs may stand between, but not what changes the index.
  CHECK(after("s_mov_b32 s20, 2\ns_set_gpr_idx_on s20, gpr_idx(SRC0)\ns_add_u32 s20, s20, 5\n"
              "v_mov_b32 v8, v18\ns_set_gpr_idx_off\nv_add_u32 v8, s20, v8",
              "v8")[9] == 16);
  CHECK(faultOf("s_set_gpr_idx_on s20, gpr_idx(SRC0)\ns_add_u32 m0, s20, 5\ns_set_gpr_idx_off", {})
            .kind == Fault::Kind::UnknownInstruction);
  CHECK(faultOf("s_set_gpr_idx_on s20, gpr_idx(SRC0)\nv_mov_b32 v8, v255\ns_set_gpr_idx_off",
                {{"s20", 1}})
            .kind == Fault::Kind::UnknownInstruction);
}

TEST_CASE("traps, messages and halts end the launch") {
  CHECK(faultOf("s_trap 2").kind == Fault::Kind::Trap);
  CHECK(faultOf("s_sethalt 1").kind == Fault::Kind::Trap);
  CHECK(faultOf("s_sendmsg sendmsg(MSG_GET_DOORBELL)").kind == Fault::Kind::UnknownInstruction);
  CHECK(faultOf("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1").kind ==
        Fault::Kind::UnknownInstruction);
  CHECK(faultOf("ds_gws_barrier v2 gds").kind == Fault::Kind::UnknownInstruction);
}

TEST_CASE("an aligned load may go on behind the end of the LDS, and nothing else may") {
  // Lane 63 has the last 16 of 1024 bytes, of which the kernel has all but one.
  auto fault = [](const std::string &line) {
    Slots slots(line);
    --slots.machine.group.ldsBytes;
    slots.machine.run();
    return slots.machine.group.fault;
  };
  for (const char *line : {"ds_read_b32 v8, v2 offset:12", "ds_read_b64 v[8:9], v2 offset:8",
                           "ds_read_b128 v[8:11], v2", "ds_read_u16 v8, v2 offset:14",
                           "flat_load_dword v8, v[12:13] offset:12"})
    CHECK_FALSE(fault(line));
  for (const char *line : {"ds_write_b32 v2, v4 offset:12", "ds_read_u8 v8, v2 offset:15",
                           "ds_add_u32 v2, v4 offset:12", "ds_read_b32 v8, v2 offset:16",
                           "ds_read_b64 v[8:9], v2 offset:12"}) {
    REQUIRE(fault(line));
    CHECK(fault(line)->kind == Fault::Kind::LdsOutOfRange);
  }
}

TEST_CASE("a scalar load of three elements is one of four, of which the last need not be there") {
  auto fault = [](const std::string &line, uint64_t bytes) {
    Slots slots(line);
    slots.scalar64(2, *slots.machine.memory.allocate(bytes));
    slots.machine.run();
    return slots.machine.group.fault.has_value();
  };
  CHECK_FALSE(fault("s_load_dwordx4 s[20:23], s[2:3], 0x0", 12));
  CHECK_FALSE(fault("s_load_dwordx4 s[20:23], s[2:3], 0x8", 20));
  CHECK_FALSE(fault("s_load_dwordx8 s[20:27], s[2:3], 0x0", 24));
  CHECK(fault("s_load_dwordx4 s[20:23], s[2:3], 0x0", 8));
  CHECK(fault("s_load_dwordx4 s[20:23], s[2:3], 0x4", 16));
  CHECK(fault("s_load_dwordx8 s[20:27], s[2:3], 0x0", 20));
  CHECK(fault("s_load_dwordx2 s[20:21], s[2:3], 0x0", 4));
}

TEST_CASE("of what is there behind a scalar load's beginning all is loaded") {
  alignas(8) std::array<uint32_t, 8> values = {11, 12, 13, 14, 15, 16, 17, 18};
  auto loaded = [&](const std::string &line, uint64_t bytes, unsigned dword) {
    Slots slots(line);
    REQUIRE(slots.machine.memory.adopt(values.data(), bytes));
    slots.scalar64(2, reinterpret_cast<uint64_t>(values.data()));
    slots.machine.run();
    REQUIRE_FALSE(slots.machine.group.fault);
    return slots.machine.get(fmt::format("s{}", 20 + dword), 0);
  };
  // Four and three dwords are one load of eight.
  CHECK(loaded("s_load_dwordx8 s[20:27], s[2:3], 0x0", 28, 6) == 17);
  CHECK(loaded("s_load_dwordx8 s[20:27], s[2:3], 0x0", 28, 7) == 0xffffffff);
  // The last element is half of a dword, or a byte of it.
  CHECK(loaded("s_load_dwordx4 s[20:23], s[2:3], 0x0", 14, 3) == 0xffff000e);
  CHECK(loaded("s_load_dword s20, s[2:3], 0x0", 2, 0) == 0xffff000b);
  CHECK(loaded("s_load_dword s20, s[2:3], 0x4", 5, 0) == 0xffffff0c);
}

TEST_CASE("what must not be accessed ends the launch, with the lane") {
  const Fault past = faultOf("global_load_dword v8, v2, s[2:3] offset:1024");
  CHECK(past.kind == Fault::Kind::OutOfBounds);
  CHECK(past.lane == 0);
  CHECK(faultOf("ds_read_b32 v8, v2 offset:16").lane == 63);
  CHECK(faultOf("ds_read_b32 v8, v2 offset:16").kind == Fault::Kind::LdsOutOfRange);
  CHECK(faultOf("scratch_load_dword v8, off, off offset:64").kind ==
        Fault::Kind::ScratchOutOfRange);
  CHECK(faultOf("scratch_store_dword off, v4, off offset:-4").kind ==
        Fault::Kind::ScratchOutOfRange);
  CHECK(faultOf("global_atomic_add v2, v4, s[2:3] offset:2").kind == Fault::Kind::Misaligned);
  CHECK(faultOf("flat_load_dword v8, v[12:13] offset:1024").kind == Fault::Kind::LdsOutOfRange);
  CHECK(faultOf("s_load_dword s20, s[2:3], 0x400").kind == Fault::Kind::OutOfBounds);
  // Of a buffer that claims more than there is.
  CHECK(
      faultOf("buffer_load_dword v8, v2, s[4:7], 0 offen offset:1024", {{"s6", 0xffffffff}}).kind ==
      Fault::Kind::OutOfBounds);
}
