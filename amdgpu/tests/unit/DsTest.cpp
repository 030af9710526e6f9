#include "amdgpu/tests/unit/Slots.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstring>
#include <tuple>
#include <utility>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

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
  // Rotation by 3 to the left, and to the right; of all bits but the lowest.
  CHECK(after("ds_swizzle_b32 v8, v20 offset:0xc060", "v8")[31] == 2);
  CHECK(after("ds_swizzle_b32 v8, v20 offset:0xc460", "v8")[31] == 28);
  CHECK(after("ds_swizzle_b32 v8, v20 offset:0xc460", "v8")[33] == 32 + 30);
  CHECK(after("ds_swizzle_b32 v8, v20 offset:0xc061", "v8")[4] == 6);
  // The bits of a lane's number in reverse, of 32 lanes and of 16; and as they are.
  const auto all = after("ds_swizzle_b32 v8, v20 offset:swizzle(FFT,0)", "v8");
  const auto half = after("ds_swizzle_b32 v8, v20 offset:swizzle(FFT,16)", "v8");
  const auto same = after("ds_swizzle_b32 v8, v20 offset:swizzle(FFT,31)", "v8");
  for (auto [lane, reversed] : {std::pair(1, 16), {2, 8}, {3, 24}, {31, 31}, {33, 48}})
    CHECK(all[lane] == uint32_t(reversed));
  for (auto [lane, reversed] : {std::pair(1, 8), {2, 4}, {17, 24}, {33, 40}})
    CHECK(half[lane] == uint32_t(reversed));
  CHECK(same[11] == 11);
}

TEST_CASE("lanes that permute are counted modulo 64, and only active ones send") {
  const uint64_t exec = 0x8000'0001'f0f0'5555;
  const auto forward = after("ds_permute_b32 v8, v21, v20 offset:8", "v8");
  const auto far = after("v_add_u32 v9, 0x10003, v21\nds_permute_b32 v8, v9, v20", "v8");
  const auto farBack = after("v_add_u32 v9, 0x10003, v21\nds_bpermute_b32 v8, v9, v20", "v8");
  const auto some = after("ds_permute_b32 v8, v21, v20", "v8", exec, {{"v8", 99}});
  const auto someBack = after("ds_bpermute_b32 v8, v21, v20", "v8", exec, {{"v8", 99}});
  const auto isActive = [&](unsigned lane) { return (exec >> lane & 1) != 0; };
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    INFO("lane " << lane);
    const unsigned behind = (lane + 5) % 64, before = (lane + 59) % 64;
    CHECK(forward[(lane + 7) % 64] == lane);
    CHECK(far[lane] == before);
    CHECK(farBack[lane] == behind);
    CHECK(some[lane] == (!isActive(lane) ? 99 : isActive(before) ? before : 0));
    CHECK(someBack[lane] == (!isActive(lane) ? 99 : isActive(behind) ? behind : 0));
  }
  // All send to lane 0: the last one's stays.
  const auto first = after("ds_permute_b32 v8, v3, v20", "v8");
  CHECK(first[0] == 63);
  CHECK(first[1] == 0);
}

TEST_CASE("ds_swizzle takes each lane's number through AND, OR and XOR, or a permutation of four") {
  for (auto [andMask, orMask, xorMask] :
       {std::tuple(0x1fU, 0U, 1U), {0x1fU, 0U, 0x1fU}, {0x18U, 3U, 0U}, {0x15U, 2U, 0x0cU}}) {
    const auto values = after(
        fmt::format("ds_swizzle_b32 v8, v20 offset:{}", andMask | orMask << 5 | xorMask << 10),
        "v8");
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      CHECK(values[lane] == (lane / 32 * 32 | (((lane & andMask) | orMask) ^ xorMask)));
  }
  const auto quad = after("ds_swizzle_b32 v8, v20 offset:swizzle(QUAD_PERM,2,0,3,3)", "v8");
  const unsigned order[] = {2, 0, 3, 3};
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    CHECK(quad[lane] == lane / 4 * 4 + order[lane % 4]);
}

TEST_CASE("a barrier of the grid waits for one more wave than its first active lane says") {
  Slots slots("ds_gws_barrier v2 gds");
  slots.machine.group.isCooperative = true;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    slots.machine.set("v2", 10 + lane, lane);
  slots.machine.setExec(0xf0);
  runToEnd(slots, "a barrier of the grid");
  CHECK(slots.machine.wave().state == Wave::State::AtGridBarrier);
  CHECK(slots.machine.wave().awaited == 15);
}

TEST_CASE("append and consume count active lanes once") {
  const auto appended = after("ds_append v8 offset:16\nds_read_b32 v9, v3 offset:16", "v9", 0xf);
  CHECK(appended[0] == 5);
  CHECK(after("ds_append v8 offset:16", "v8", 0xf)[2] == 1);
  CHECK(after("ds_consume v8 offset:64\nds_read_b32 v9, v3 offset:64", "v9", 7)[0] == 1);
  CHECK(after("ds_append v8", "v8", 1, {{"m0", 32 << 16}})[0] == 2);
  // Whatever lane is the first that is active.
  const auto some = after("ds_append v8 offset:32", "v8", 0xf0, {{"v8", 99}});
  CHECK(some[3] == 99);
  CHECK(some[4] == 2);
  CHECK(some[7] == 2);
  CHECK(after("ds_consume v8 offset:16", "v8", 0xf0, {{"m0", 48 << 16 | 0xffff}})[6] == 4);
  // No lane, no access.
  CHECK(after("ds_append v8 offset:0xfff0", "v8", 0, {{"v8", 99}})[0] == 99);
  // Of M0 the lower half counts.
  for (uint32_t m0 : {16U, 0x50010U})
    CHECK(after("ds_write_addtid_b32 v20\nds_read_addtid_b32 v8", "v8", ~uint64_t(0),
                {{"m0", m0}})[9] == 9);
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

TEST_CASE("MODE says whether sums of f32 in the LDS have denormals") {
  const auto sum = [](uint32_t old, uint32_t addend, uint32_t mode) {
    Slots slots("ds_add_f32 v2, v4");
    std::memcpy(slots.slot(Place::Lds, 0), &old, 4);
    slots.machine.set("v4", addend, 0);
    slots.machine.wave().mode = mode;
    slots.machine.setExec(1);
    runToEnd(slots, "ds_add_f32");
    return dword(slots.slot(Place::Lds, 0), 0);
  };
  constexpr uint32_t in = 1 << 4, out = 1 << 5;
  CHECK(sum(2, 1, kernelMode) == 3);
  CHECK(sum(2, 1, kernelMode & ~out) == 0);
  CHECK(sum(0x00800000, 0x00400000, kernelMode & ~in) == 0x00800000);
  CHECK(sum(0x00400000, 0x00800000, kernelMode & ~in) == 0x00800000);
  CHECK(sum(0x00800000, 0x00400000, kernelMode & ~out) == 0x00c00000);
}
