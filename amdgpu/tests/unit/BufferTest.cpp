#include "amdgpu/tests/unit/Slots.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

/// The dwords of the slots, one slot after the other, after some lines on memory in which dword i
/// holds i.
std::vector<uint32_t> memoryAfter(const std::string &lines, const Given &given,
                                  uint64_t exec = ~uint64_t(0)) {
  Slots slots(lines);
  for (uint32_t i = 0; i < 4 * lanesPerWave; ++i)
    std::memcpy(slots.slot(Place::Global, 0) + 4 * i, &i, 4);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    slots.machine.set("v20", lane, lane);
    for (unsigned i = 0; i < 4; ++i)
      slots.machine.set(fmt::format("v{}", 4 + i), 1000 * (i + 1) + lane, lane);
    for (const auto &[key, value] : given)
      slots.machine.set(key, value, lane);
  }
  slots.machine.setExec(exec);
  runToEnd(slots, lines);
  std::vector<uint32_t> memory(4 * lanesPerWave);
  std::memcpy(memory.data(), slots.slot(Place::Global, 0), 4 * memory.size());
  return memory;
}

/// What a buffer load gives each lane of memory in which dword i holds i.
std::vector<uint32_t> loaded(const std::string &lines, const Given &given) {
  Slots slots(lines);
  for (uint32_t i = 0; i < 4 * lanesPerWave; ++i)
    std::memcpy(slots.slot(Place::Global, 0) + 4 * i, &i, 4);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    slots.machine.set("v20", lane, lane);
    for (const auto &[key, value] : given)
      slots.machine.set(key, value, lane);
  }
  runToEnd(slots, lines);
  std::vector<uint32_t> values;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    values.push_back(slots.machine.get("v8", lane));
  return values;
}

std::string withStride(uint32_t stride, bool isSwizzled) {
  return fmt::format("s_or_b32 s5, s5, {:#x}\n", stride << 16 | (isSwizzled ? 1U << 31 : 0));
}

} // namespace

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

TEST_CASE(
    "each dword of a buffer access that lies partly behind the end comes from its own place") {
  // 24 bytes: the second lane's third dword lies behind.
  const Given small = {{"s6", 24}};
  const std::string load = "buffer_load_dwordx4 v[8:11], v2, s[4:7], 0 offen";
  for (unsigned i = 0; i < 4; ++i) {
    const auto values = loaded(load + fmt::format("\nv_mov_b32 v8, v{}", 8 + i), small);
    CHECK(values[0] == i);
    CHECK(values[1] == (i < 2 ? 4 + i : 0));
    CHECK(values[2] == 0);
  }
  // Both dwords that an atomic returns from there are 0.
  for (const char *name : {"v4", "v5"}) {
    const auto old = after("v_mov_b32 v4, 7\nv_mov_b32 v5, 9\n"
                           "buffer_atomic_swap_x2 v[4:5], v2, s[4:7], 0 offen sc0",
                           name, ~uint64_t(0), small);
    CHECK((name[1] == '5' || old[1] == 1));
    CHECK(old[2] == 0);
  }
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

TEST_CASE("an element that lies partly behind the end of a raw buffer is outside") {
  // 22 bytes: the last dword has two of its bytes inside.
  const Given small = {{"s6", 22}};
  CHECK(loaded("buffer_load_ushort v8, v3, s[4:7], 0 offen offset:21", small)[0] == 0);
  CHECK(loaded("buffer_load_ushort v8, v3, s[4:7], 0 offen offset:20", small)[0] == 5);
  CHECK(loaded("buffer_load_dword v8, v3, s[4:7], 0 offen offset:20", small)[0] == 0);
  CHECK(loaded("buffer_load_dword v8, off, s[4:7], 0 offset:16", small)[0] == 4);
  CHECK(memoryAfter("buffer_store_dword v4, off, s[4:7], 0 offset:20", small)[5] == 5);
  CHECK(memoryAfter("buffer_store_short v4, off, s[4:7], 0 offset:20", small, 1)[5] == 1000);
  CHECK(memoryAfter("buffer_store_byte v4, off, s[4:7], 0 offset:22", small)[5] == 5);
  const auto wide = memoryAfter("buffer_store_dwordx4 v[4:7], off, s[4:7], 0 offset:8", small, 1);
  CHECK(wide[2] == 1000);
  CHECK(wide[4] == 3000);
  CHECK(wide[5] == 5);
  // An atomic of 8 bytes is done as a whole or not at all.
  CHECK(memoryAfter("buffer_atomic_swap_x2 v[4:5], off, s[4:7], 0 offset:16", small, 1)[4] == 4);
  CHECK(memoryAfter("buffer_atomic_swap_x2 v[4:5], off, s[4:7], 0 offset:8", small, 1)[3] == 2000);
}

TEST_CASE("without swizzle a record may be left behind, with it not") {
  const Given records = {{"s6", 3}};
  const auto index = [&](bool isSwizzled, unsigned offset) {
    return loaded(withStride(8, isSwizzled) + "s_mov_b32 s7, 0x27000\n" +
                      fmt::format("buffer_load_dword v8, v20, s[4:7], 0 idxen offset:{}", offset),
                  records);
  };
  const auto plain = index(false, 12);
  CHECK(plain[1] == 5);
  CHECK(plain[2] == 7);
  CHECK(plain[3] == 0); // there are three records
  CHECK(index(true, 4)[2] == 10);
  CHECK(index(true, 8)[0] == 0);
  // Two dwords are asked for, of which the record has one.
  const std::string both = withStride(8, true) + "buffer_load_dwordx2 v[8:9], v20, s[4:7], 0 idxen "
                                                 "offset:4";
  CHECK(loaded(both, records)[2] == 10);
  CHECK(loaded(both + "\nv_mov_b32 v8, v9", records)[2] == 0);
}

TEST_CASE("without a stride an index has no say, and NUM_RECORDS counts bytes") {
  CHECK(loaded("buffer_load_dword v8, v20, s[4:7], 0 idxen offset:8", {{"s6", 12}})[9] == 2);
  CHECK(loaded("buffer_load_dword v8, v20, s[4:7], 0 idxen offset:12", {{"s6", 12}})[0] == 0);
  // Nor has the stride where there is no index.
  CHECK(loaded(withStride(64, false) + "buffer_load_dword v8, v2, s[4:7], 0 offen",
               {{"s6", 1024}})[3] == 12);
}

TEST_CASE("SOFFSET moves records, and takes no part in counting them") {
  const auto moved =
      loaded(withStride(16, false) + "s_mov_b32 s8, 8\nbuffer_load_dword v8, v20, s[4:7], s8 idxen",
             {{"s6", 3}});
  CHECK(moved[2] == 10);
  CHECK(moved[3] == 0);
}

TEST_CASE("ADD_TID_ENABLE adds the lane to the index, and has a stride of 18 bits") {
  // Stride 8; with an index beside it.
  CHECK(loaded(withStride(8, false) + "s_mov_b32 s7, 0x800000\n"
                                      "buffer_load_dword v8, off, s[4:7], 0",
               {})[9] == 18);
  CHECK(loaded(withStride(8, false) + "s_mov_b32 s7, 0x800000\nv_mov_b32 v9, 3\n"
                                      "buffer_load_dword v8, v9, s[4:7], 0 idxen",
               {{"s6", 64}})[9] == 24);
  // Bit 14 of the stride is the lowest of DATA_FORMAT.
  CHECK(loaded(withStride(4, false) + "s_mov_b32 s7, 0x808000\n"
                                      "buffer_load_dword v8, off, s[4:7], 0",
               {})[0] == 0);
  CHECK(faultOf(withStride(4, false) + "s_mov_b32 s7, 0x808000\n"
                                       "buffer_load_dword v8, off, s[4:7], 0",
                {{"s6", 0xffffffff}})
            .kind == Fault::Kind::OutOfBounds);
}

TEST_CASE("INDEX_STRIDE says how many swizzled records lie side by side") {
  for (uint32_t code : {0U, 1U, 2U, 3U}) {
    const uint32_t beside = 8U << code;
    const auto values =
        loaded(withStride(8, true) + fmt::format("s_mov_b32 s7, {:#x}\n", code << 21) +
                   "buffer_load_dword v8, v20, s[4:7], 0 idxen offset:4",
               {{"s6", 64}});
    for (uint32_t index = 0; index < lanesPerWave; ++index) {
      INFO("index " << index << " of groups of " << beside);
      CHECK(values[index] == (index / beside * 2 + 1) * beside + index % beside);
    }
  }
  // Bytes of a dword stay together.
  CHECK(loaded(withStride(8, true) + "buffer_load_ubyte v8, v20, s[4:7], 0 idxen offset:5",
               {{"s6", 64}})[0] == 0);
}

TEST_CASE("a load to the LDS behind the end of a buffer puts 0 there") {
  const std::string read = "\nv_lshlrev_b32 v22, 2, v20\nds_read_b32 v8, v22";
  for (const char *load : {"buffer_load_dword", "buffer_load_ushort", "buffer_load_sbyte"}) {
    const auto values = after(fmt::format("{} v2, s[4:7], 0 offen lds", load) + read, "v8",
                              ~uint64_t(0), {{"s6", 40 * slotBytes}, {"m0", 0}});
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      CHECK(values[lane] == (lane < 40 ? lane : 0));
  }
  // All behind the end; and only for active lanes.
  CHECK(after("buffer_load_dword v2, s[4:7], 0 offen lds" + read, "v8", ~uint64_t(0),
              {{"s6", 0}, {"m0", 0}})[4] == 0);
  CHECK(after("v_mov_b32 v4, 77\nds_write_b32 v3, v4 offset:16\ns_mov_b64 exec, 1\n"
              "buffer_load_dword v2, s[4:7], 0 offen lds\ns_mov_b64 exec, -1" +
                  read,
              "v8", ~uint64_t(0), {{"s6", 0}, {"m0", 0}})[4] == 77);
}

TEST_CASE("SOFFSET of gfx90a's scratch counts the bytes of all lanes") {
  Slots slots("buffer_store_dword v4, off, s[4:7], s8 offset:4", bestSimdLevel(), Chip::Gfx90a);
  const uint32_t resource[] = {0, uint32_t(scratchResourceBase >> 32) | 1U << 31, ~0U,
                               3U << 21 | 1U << 23};
  for (unsigned i = 0; i < 4; ++i)
    slots.machine.set(fmt::format("s{}", 4 + i), resource[i], 0);
  slots.machine.set("s8", 8 * lanesPerWave, 0);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    slots.machine.set("v4", 100 + lane, lane);
  runToEnd(slots, "a store to scratch");
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    CHECK(dword(slots.slot(Place::Scratch, lane), 3) == 100 + lane);
}
