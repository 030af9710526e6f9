#include "tests/unit/amdgpu/Executed.h"
#include "tests/unit/amdgpu/Machine.h"
#include "tests/unit/amdgpu/MemoryCases.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

constexpr uint32_t slotBytes = 16;
enum class Place { Global, Lds, Scratch };

/// A machine whose lanes have a slot each in every kind of memory. v[0:1] is the slot's address,
/// v2 its offset from s[2:3], v3 zero, s[4:7] a buffer of all slots; v[12:13] and v[14:15] are flat
/// addresses of the slots in the LDS and in scratch.
class Slots {
public:
  Slots(const std::string &line, SimdLevel level, Chip chip = Chip::Gfx942)
      : machine(line, level, chip), base(*machine.memory.allocate(slotBytes * lanesPerWave)) {
    scalar64(2, base);
    scalar64(4, base);
    machine.set("s6", slotBytes * lanesPerWave, 0);
    machine.set("s7", 0x00027000, 0);
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      const uint32_t offset = slotBytes * lane;
      vector64(0, lane, base + offset);
      machine.set("v2", offset, lane);
      machine.set("v3", 0, lane);
      vector64(12, lane, sharedBase + offset);
      vector64(14, lane, privateBase);
    }
  }

  std::byte *slot(Place place, unsigned lane) {
    switch (place) {
    case Place::Global:
      return reinterpret_cast<std::byte *>(base) + slotBytes * lane;
    case Place::Lds:
      return machine.group.lds.data() + slotBytes * lane;
    case Place::Scratch:
      return machine.wave().scratch + machine.wave().scratchBytesPerLane * lane;
    }
    return nullptr;
  }

  void scalar64(unsigned index, uint64_t value) {
    machine.set(fmt::format("s{}", index), uint32_t(value), 0);
    machine.set(fmt::format("s{}", index + 1), uint32_t(value >> 32), 0);
  }
  void vector64(unsigned index, unsigned lane, uint64_t value) {
    machine.set(fmt::format("v{}", index), uint32_t(value), lane);
    machine.set(fmt::format("v{}", index + 1), uint32_t(value >> 32), lane);
  }

  Machine machine;
  uint64_t base;
};

uint32_t dword(const std::byte *from, size_t index) {
  uint32_t value;
  std::memcpy(&value, from + 4 * index, sizeof value);
  return value;
}

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

/// The VGPR of each lane after running some lines on slots that hold their lanes' numbers.
std::vector<uint32_t> after(const std::string &lines, const std::string &name,
                            uint64_t exec = ~uint64_t(0),
                            const std::vector<std::pair<std::string, uint32_t>> &given = {}) {
  Slots slots(lines, bestSimdLevel());
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    for (Place place : {Place::Global, Place::Lds, Place::Scratch})
      std::memcpy(slots.slot(place, lane), &lane, 4);
  for (const auto &[key, value] : given)
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      slots.machine.set(key, value, lane);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    slots.machine.set("v20", lane, lane);
    slots.machine.set("v21", 4 * ((lane + 5) % 64), lane);
  }
  slots.machine.setExec(exec);
  slots.machine.run();
  if (slots.machine.group.fault)
    FAIL(lines + ": " + slots.machine.group.fault->text);
  for (const Instruction &instruction : slots.machine.program.code)
    executed().insert(slots.machine.program.names[instruction.name]);
  std::vector<uint32_t> values;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    values.push_back(slots.machine.get(name, lane));
  return values;
}

Fault faultOf(const std::string &lines,
              const std::vector<std::pair<std::string, uint32_t>> &given = {}) {
  Slots slots(lines, bestSimdLevel());
  for (const auto &[key, value] : given)
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      slots.machine.set(key, value, lane);
  slots.machine.run();
  INFO(lines);
  REQUIRE(slots.machine.group.fault);
  return *slots.machine.group.fault;
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
  Slots slots("global_atomic_add_f32 v2, v4, s[2:3]", bestSimdLevel(), Chip::Gfx90a);
  const uint32_t denormal = 2;
  std::memcpy(slots.slot(Place::Global, 0), &denormal, 4);
  slots.machine.set("v4", 1, 0);
  slots.machine.setExec(1);
  slots.machine.run();
  CHECK(dword(slots.slot(Place::Global, 0), 0) == 0);
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

TEST_CASE("the strides of read2st64 and write2st64 are 64 elements") {
  CHECK(after("v_mov_b32 v9, 0\nds_read2st64_b32 v[8:9], v9 offset0:1 offset1:2", "v9")[3] == 32);
  CHECK(after("v_mov_b32 v9, 0\nds_read2st64_b64 v[8:11], v9 offset0:0 offset1:1", "v10")[3] == 32);
  CHECK(after("v_mov_b32 v9, 0\nv_mov_b32 v4, 7\nds_write2st64_b32 v9, v4, v4 offset0:0 "
              "offset1:3\nds_read_b32 v8, v9 offset:768",
              "v8")[3] == 7);
  CHECK(after("v_mov_b32 v9, 0\nv_mov_b32 v4, 7\nds_write2st64_b64 v9, v[4:5], v[4:5] offset0:0 "
              "offset1:1\nds_read_b32 v8, v9 offset:512",
              "v8")[3] == 7);
  CHECK(after("v_mov_b32 v9, 0\nds_wrxchg2st64_rtn_b32 v[10:11], v9, v20, v20 offset0:1 offset1:2",
              "v11", 1)[0] == 32);
  CHECK(after("v_mov_b32 v9, 0\nds_wrxchg2st64_rtn_b64 v[10:13], v9, v[20:21], v[20:21] offset0:0 "
              "offset1:1",
              "v12", 1)[0] == 32);
}

TEST_CASE("DS instructions move data between lanes") {
  const auto permuted = after("ds_permute_b32 v8, v21, v20", "v8");
  const auto backward = after("ds_bpermute_b32 v8, v21, v20", "v8");
  const auto offset = after("ds_bpermute_b32 v8, v21, v20 offset:8", "v8");
  const auto quad = after("ds_swizzle_b32 v8, v20 offset:swizzle(QUAD_PERM,3,2,1,0)", "v8");
  const auto swapped = after("ds_swizzle_b32 v8, v20 offset:swizzle(SWAP,16)", "v8");
  const auto broadcast = after("ds_swizzle_b32 v8, v20 offset:swizzle(BROADCAST,32,3)", "v8");
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    CHECK(permuted[(lane + 5) % 64] == lane);
    CHECK(backward[lane] == (lane + 5) % 64);
    CHECK(offset[lane] == (lane + 7) % 64);
    CHECK(quad[lane] == (lane ^ 3));
    CHECK(swapped[lane] == (lane ^ 16));
    CHECK(broadcast[lane] == (lane & 32) + 3);
  }
  // A lane that is not active has nothing to give, and to one to which nobody sends comes 0.
  CHECK(after("ds_bpermute_b32 v8, v21, v20", "v8", 1)[0] == 0);
  CHECK(after("ds_permute_b32 v8, v21, v20", "v8", 1)[0] == 0);
  CHECK(after("ds_swizzle_b32 v8, v20 offset:swizzle(SWAP,1)", "v8", 1)[0] == 0);
  // Rotation by 3 to the left.
  CHECK(after("ds_swizzle_b32 v8, v20 offset:0xc060", "v8")[31] == 2);
}

TEST_CASE("append and consume count active lanes once") {
  const auto appended = after("ds_append v8 offset:16\nds_read_b32 v9, v3 offset:16", "v9", 0xf);
  CHECK(appended[0] == 5);
  CHECK(after("ds_append v8 offset:16", "v8", 0xf)[2] == 1);
  CHECK(after("ds_consume v8 offset:64\nds_read_b32 v9, v3 offset:64", "v9", 7)[0] == 1);
  CHECK(after("ds_append v8", "v8", 1, {{"m0", 32 << 16}})[0] == 2);
  CHECK(after("ds_write_addtid_b32 v20\nds_read_addtid_b32 v8", "v8", ~uint64_t(0),
              {{"m0", 16}})[9] == 9);
}

TEST_CASE("buffer accesses behind the end read 0 and change nothing") {
  const std::vector<std::pair<std::string, uint32_t>> small = {{"s6", 24}};
  const auto loaded = after("buffer_load_dword v8, v2, s[4:7], 0 offen", "v8", ~uint64_t(0), small);
  CHECK(loaded[1] == 1);
  CHECK(loaded[2] == 0);
  // Each dword by itself: the second lane's third one lies behind.
  const auto third =
      after("buffer_load_dwordx4 v[8:11], v2, s[4:7], 0 offen", "v10", ~uint64_t(0), small);
  CHECK(third[0] != 0);
  CHECK(third[1] == 0);
  CHECK(after("buffer_load_dwordx4 v[8:11], v2, s[4:7], 0 offen", "v8", ~uint64_t(0), small)[1] ==
        1);
  // SOFFSET takes its part of the bytes.
  CHECK(after("buffer_load_dword v8, v2, s[4:7], s8 offen", "v8", 3, {{"s6", 32}, {"s8", 16}})[0] ==
        1);
  CHECK(after("buffer_load_dword v8, v2, s[4:7], s8 offen", "v8", 3, {{"s6", 32}, {"s8", 16}})[1] ==
        0);
  CHECK(after("v_mov_b32 v4, 99\nbuffer_store_dword v4, v2, s[4:7], 0 offen\n"
              "global_load_dword v8, v2, s[2:3]",
              "v8", ~uint64_t(0), small)[2] == 2);
  const auto added = after("v_mov_b32 v4, 9\nbuffer_atomic_add v4, v2, s[4:7], 0 offen sc0", "v4",
                           ~uint64_t(0), small);
  CHECK(added[1] == 1);
  CHECK(added[2] == 0);
  CHECK(after("buffer_load_short_d16_hi v8, v2, s[4:7], 0 offen", "v8", ~uint64_t(0),
              {{"s6", 24}, {"v8", 0x12345678}})[3] == 0x5678);
}

TEST_CASE("the offset of a buffer access wraps when the instruction's is added") {
  const auto wanted = after("buffer_load_dword v8, v2, s[4:7], 0 offen offset:16", "v8");
  CHECK(wanted[2] == 3);
  CHECK(after("v_add_u32 v9, 0xffffff00, v2\nbuffer_load_dword v8, v9, s[4:7], 0 offen offset:272",
              "v8") == wanted);
  // SOFFSET is added to what has been checked.
  CHECK(after("v_add_u32 v9, 0xffffff00, v2\ns_movk_i32 s8, 0x100\n"
              "buffer_load_dword v8, v9, s[4:7], s8 offen offset:16",
              "v8")[2] == 0);
}

TEST_CASE("an index counts records where there is a stride") {
  // Stride 16 in word 1; two records.
  const auto loaded = after("s_or_b32 s5, s5, 0x100000\nbuffer_load_dword v8, v20, s[4:7], 0 idxen",
                            "v8", ~uint64_t(0), {{"s6", 2}});
  CHECK(loaded[1] == 1);
  CHECK(loaded[2] == 0);
  const auto both = after("s_or_b32 s5, s5, 0x100000\nv_mov_b32 v21, 16\n"
                          "buffer_load_dword v8, v[20:21], s[4:7], 0 idxen offen",
                          "v8", 3, {{"s6", 4}});
  CHECK(both[1] == 2);
}

TEST_CASE("a swizzled buffer interleaves the dwords of index-stride records") {
  // Stride 16, SWIZZLE_ENABLE, 8 records side by side: dword 1 of record 2 is dword 8 + 2.
  const std::string lines = "s_or_b32 s5, s5, 0x80100000\ns_mov_b32 s7, 0x27000\n"
                            "buffer_load_dword v8, v20, s[4:7], 0 idxen offset:4";
  CHECK(after(lines, "v8", 4, {{"s6", 64}})[2] == 0xffffffff);
  CHECK(after("s_or_b32 s5, s5, 0x80100000\ns_mov_b32 s7, 0x27000\n"
              "buffer_load_dword v8, v20, s[4:7], 0 idxen offset:12",
              "v8", 1, {{"s6", 64}})[0] == 6);
}

TEST_CASE("formatted buffers convert what they load") {
  auto first = [](const char *load, uint32_t format, uint32_t memory) {
    Slots slots(load, bestSimdLevel());
    std::memcpy(slots.slot(Place::Global, 0), &memory, 4);
    slots.machine.set("s7", 0xfac | format, 0); // x y z w
    slots.machine.setExec(1);
    slots.machine.run();
    if (slots.machine.group.fault)
      FAIL(slots.machine.group.fault->text);
    for (const Instruction &instruction : slots.machine.program.code)
      executed().insert(slots.machine.program.names[instruction.name]);
    return slots.machine.get("v8", 0);
  };
  auto format = [](uint32_t data, uint32_t number) { return data << 15 | number << 12; };
  const char *x = "buffer_load_format_x v8, v2, s[4:7], 0 offen";
  CHECK(first(x, format(4, 7), 0x3f800000) == 0x3f800000);
  CHECK(first(x, format(2, 7), 0x3c00) == 0x3f800000);
  CHECK(first(x, format(1, 0), 0xff) == 0x3f800000);
  CHECK(first(x, format(1, 1), 0x80) == 0xbf800000);
  CHECK(first(x, format(10, 4), 0x04030281) == 0x81);
  CHECK(first(x, format(10, 5), 0x04030281) == 0xffffff81);
  CHECK(first(x, format(2, 3), 0xffff) == 0xbf800000);
  CHECK(first("buffer_load_format_d16_x v8, v2, s[4:7], 0 offen", format(4, 7), 0x3f800000) ==
        0x3c00);
  CHECK(first("tbuffer_load_format_x v8, v2, s[4:7], 0 "
              "format:[BUF_DATA_FORMAT_16,BUF_NUM_FORMAT_UINT] offen",
              0, 0x12345678) == 0x5678);
}

TEST_CASE("scalar loads bring dwords, and zeros from behind the end of a buffer") {
  CHECK(after("s_load_dword s20, s[2:3], 0x10\nv_mov_b32 v8, s20", "v8")[0] == 1);
  CHECK(after("s_mov_b32 s21, 16\ns_load_dword s20, s[2:3], s21 offset:0x10\nv_mov_b32 v8, s20",
              "v8")[0] == 2);
  CHECK(after("s_buffer_load_dword s20, s[4:7], 0x20\nv_mov_b32 v8, s20", "v8")[0] == 2);
  CHECK(after("s_buffer_load_dword s20, s[4:7], 0x20\nv_mov_b32 v8, s20", "v8", ~uint64_t(0),
              {{"s6", 32}, {"s20", 77}})[0] == 0);
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
  CHECK(faultOf("s_set_gpr_idx_on s20, gpr_idx(SRC0)\nv_mov_b32 v8, v255\ns_set_gpr_idx_off",
                {{"s20", 1}})
            .kind == Fault::Kind::UnknownInstruction);
}

TEST_CASE("the address of a DS instruction wraps when its offset is added") {
  const auto wanted = after("ds_read_b32 v8, v3 offset:12", "v8");
  CHECK(wanted != after("ds_read_b32 v8, v3 offset:16", "v8"));
  CHECK(after("v_add_u32 v9, 0xffffff00, v3\nds_read_b32 v8, v9 offset:268", "v8") == wanted);
  CHECK(after("v_add_u32 v9, 0xffffff00, v3\nds_read2_b32 v[8:9], v9 offset0:67 offset1:64",
              "v8") == wanted);
  // All lanes write there, the last one last.
  CHECK(after("v_add_u32 v9, 0xffffff00, v3\nds_write_b32 v9, v20 offset:268\n"
              "ds_read_b32 v8, v3 offset:12",
              "v8")[0] == 63);
}

TEST_CASE("traps, messages and halts end the launch") {
  CHECK(faultOf("s_trap 2").kind == Fault::Kind::Trap);
  CHECK(faultOf("s_sethalt 1").kind == Fault::Kind::Trap);
  CHECK(faultOf("s_sendmsg sendmsg(MSG_GET_DOORBELL)").kind == Fault::Kind::UnknownInstruction);
  CHECK(faultOf("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1").kind ==
        Fault::Kind::UnknownInstruction);
  CHECK(faultOf("ds_gws_barrier v2 gds").kind == Fault::Kind::UnknownInstruction);
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
