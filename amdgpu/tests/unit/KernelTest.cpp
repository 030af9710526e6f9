#include "amdgpu/machine/Launch.h"
#include "amdgpu/tests/unit/Kernels.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

/// A kernel, from OpenCL source or built, with its device memory.
struct Device {
  Memory memory;
  std::unique_ptr<Module> module;

  explicit Device(const std::string &source, SimdLevel level = bestSimdLevel(),
                  Chip chip = Chip::Gfx942)
      : Device(compileOpenCl(source, chip), level) {}
  explicit Device(const std::vector<std::byte> &code, SimdLevel level = bestSimdLevel()) {
    auto object = CodeObject::read(code);
    REQUIRE(object);
    auto loaded = Module::load(std::move(*object), memory, level);
    REQUIRE(loaded);
    module = std::move(*loaded);
  }

  uint64_t upload(const std::vector<float> &values) {
    auto address = memory.allocate(values.size() * sizeof(float));
    REQUIRE(address);
    std::memcpy(reinterpret_cast<void *>(*address), values.data(), values.size() * sizeof(float));
    return *address;
  }
  static std::vector<float> download(uint64_t address, size_t count) {
    std::vector<float> values(count);
    std::memcpy(values.data(), reinterpret_cast<void *>(address), count * sizeof(float));
    return values;
  }

  template <class... Arguments>
  Outcome run(const std::string &kernel, const Geometry &geometry, const Options &options,
              Arguments... arguments) {
    const void *pointers[] = {&arguments...};
    auto outcome =
        launch(*module, kernel, geometry,
               packKernarg(module->findKernel(kernel)->metadata, pointers, geometry), options);
    REQUIRE(outcome);
    return *outcome;
  }
};

std::vector<float> iota(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = float(i);
  return values;
}

const char *vectorAdd = R"(
kernel void add(global float *out, global const float *a, global const float *b, int n) {
  uint i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  if (i < n) out[i] = a[i] + b[i];
})";

const char *rowSums = R"(
#define BARRIER __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); \
  __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
kernel void sums(global float *out, global const float *in, int n) {
  local float part[256];
  uint l = __builtin_amdgcn_workitem_id_x(), row = __builtin_amdgcn_workgroup_id_x();
  float sum = 0;
  for (int i = l; i < n; i += 256) sum += in[row * n + i];
  part[l] = sum;
  BARRIER;
  for (int s = 128; s > 0; s >>= 1) {
    if (l < s) part[l] += part[l + s];
    BARRIER;
  }
  if (l == 0) out[row] = part[0];
})";

// The second argument, preloaded, is stored behind the first, which is loaded.
const char *preloading = R"(
.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
.text
.p2align 8
.globl f
.type f,@function
f:
  s_trap 2
  .fill 63, 4, 0xbf800000
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_mov_b32_e32 v0, 0
  v_mov_b32_e32 v2, s2
  v_mov_b32_e32 v3, s3
  s_waitcnt lgkmcnt(0)
  global_store_dwordx2 v0, v[2:3], s[4:5]
  s_endpgm
.rodata
.p2align 6
.amdhsa_kernel f
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 8
  .amdhsa_accum_offset 4
  .amdhsa_kernarg_size 12
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_kernarg_preload_length 1
  .amdhsa_user_sgpr_kernarg_preload_offset 2
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: f
    .symbol: f.kd
    .kernarg_segment_size: 12
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 4
    .max_flat_workgroup_size: 64
    .args:
      - {.size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global}
      - {.size: 4, .offset: 8, .value_kind: by_value}
...
.end_amdgpu_metadata
)";

} // namespace

TEST_CASE(
    "preloaded arguments are in SGPRs before the system's, and the code for firmware that does "
    "not preload is passed over") {
  Device device(compileAssembly(preloading, Chip::Gfx942));
  const uint64_t out = device.upload({-1, -1});
  auto outcome = device.run("f", {{1, 1, 1}, {1, 1, 1}}, {}, out, 5.0F);
  if (const auto *fault = std::get_if<Fault>(&outcome))
    FAIL(describe(*fault));
  // The workgroup's number along x comes behind them.
  CHECK(Device::download(out, 2) == std::vector<float>{5, 0});
}

TEST_CASE("a vector addition gives the sums, on either chip, and leaves the tail alone") {
  for (Chip chip : {Chip::Gfx942, Chip::Gfx90a})
    for (SimdLevel level : simdLevels()) {
      Device device(vectorAdd, level, chip);
      const uint64_t a = device.upload(iota(100)), b = device.upload(iota(100));
      const uint64_t out = device.upload(std::vector<float>(100, -1));
      auto outcome = device.run("add", {{2, 1, 1}, {64, 1, 1}}, {}, out, a, b, 99);
      if (const auto *fault = std::get_if<Fault>(&outcome))
        FAIL(describe(*fault));
      const std::vector<float> sums = Device::download(out, 100);
      for (size_t i = 0; i < 99; ++i)
        CHECK(sums[i] == float(2 * i));
      CHECK(sums[99] == -1);
    }
}

TEST_CASE("no workgroup finds in scratch what one before it left there") {
  for (Chip chip : {Chip::Gfx942, Chip::Gfx90a}) {
    Device device(R"(
      kernel void keeps(global int *out, global const int *place) {
        volatile int a[64];
        const size_t item = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
        const int at = place[__builtin_amdgcn_workitem_id_x()];
        out[item] = a[at];
        a[at] = item;
        out[item] += a[at] - item;
      })",
                  bestSimdLevel(), chip);
    constexpr size_t groups = 20, items = groups * 64;
    std::vector<float> places(64);
    for (int i = 0; i < 64; ++i)
      std::memcpy(&places[static_cast<size_t>(i)], &i, sizeof i);
    const uint64_t place = device.upload(places);
    const uint64_t out = device.upload(std::vector<float>(items, 0));
    for (unsigned threads : {1U, 3U}) {
      Options options;
      options.threads = threads;
      auto outcome = device.run("keeps", {{groups, 1, 1}, {64, 1, 1}}, options, out, place);
      if (const auto *fault = std::get_if<Fault>(&outcome))
        FAIL(describe(*fault));
      std::vector<int32_t> found(items);
      std::memcpy(found.data(), reinterpret_cast<void *>(out), items * sizeof(int32_t));
      CHECK(std::ranges::count(found, -1) == std::ssize(found));
    }
  }
}

TEST_CASE("a load past the end of its buffer ends the launch and says by how much") {
  Device device(vectorAdd);
  const uint64_t a = device.upload(iota(100)), b = device.upload(iota(64));
  auto outcome = device.run("add", {{2, 1, 1}, {64, 1, 1}}, {}, a, a, b, 100);
  const auto *fault = std::get_if<Fault>(&outcome);
  REQUIRE(fault);
  CHECK(fault->kind == Fault::Kind::OutOfBounds);
  CHECK(fault->kernel == "add");
  CHECK(fault->workgroup[0] == 1);
  CHECK(fault->lane == 0);
  CHECK(fault->instruction.starts_with("global_load_dword"));
  CHECK(fault->text.find("0 bytes past the end of") != std::string::npos);
}

TEST_CASE("memory that is freed is not read") {
  Device device(vectorAdd);
  const uint64_t a = device.upload(iota(64)), b = device.upload(iota(64));
  REQUIRE(device.memory.release(b));
  auto outcome = device.run("add", {{1, 1, 1}, {64, 1, 1}}, {}, a, a, b, 64);
  REQUIRE(std::holds_alternative<Fault>(outcome));
  CHECK(std::get<Fault>(outcome).kind == Fault::Kind::UseAfterFree);
}

TEST_CASE("a reduction over the LDS is the same under every schedule and number of threads") {
  Device device(rowSums);
  const size_t rows = 5, columns = 700;
  const uint64_t in = device.upload(iota(rows * columns));
  for (uint64_t seed : {0, 1, 2})
    for (unsigned threads : {1, 3}) {
      const uint64_t out = device.upload(std::vector<float>(rows, 0));
      Options options;
      options.schedule = {.slice = 7, .seed = seed};
      options.threads = threads;
      auto outcome =
          device.run("sums", {{rows, 1, 1}, {256, 1, 1}}, options, out, in, int(columns));
      if (const auto *fault = std::get_if<Fault>(&outcome))
        FAIL(describe(*fault));
      const std::vector<float> sums = Device::download(out, rows);
      for (size_t row = 0; row < rows; ++row) {
        double expected = 0;
        for (size_t i = 0; i < columns; ++i)
          expected += double(row * columns + i);
        CHECK(sums[row] == Approx(expected));
      }
    }
}

TEST_CASE("a kernel that never ends runs out of its budget") {
  Device device("kernel void spin(global int *p) { while (*(volatile global int *)p == 0); }");
  const uint64_t flag = device.upload({0});
  Options options;
  options.instructionsPerWorkgroup = 10000;
  auto outcome = device.run("spin", {{1, 1, 1}, {64, 1, 1}}, options, flag);
  REQUIRE(std::holds_alternative<Fault>(outcome));
  CHECK(std::get<Fault>(outcome).kind == Fault::Kind::BudgetExceeded);
}

TEST_CASE("an instruction without a handler ends the launch with its name, encoding and address") {
  Device device(
      "kernel void k(global float *p) {"
      "  float x = *p; __asm__(\"v_screen_partition_4se_b32 %0, %0\" : \"+v\"(x)); *p = x; }");
  auto outcome = device.run("k", {{1, 1, 1}, {1, 1, 1}}, {}, device.upload({1}));
  REQUIRE(std::holds_alternative<Fault>(outcome));
  const Fault &fault = std::get<Fault>(outcome);
  CHECK(fault.kind == Fault::Kind::UnknownInstruction);
  CHECK(fault.address != 0);
  CHECK(fault.text.find("encoding 0x") != std::string::npos);
}

TEST_CASE("v_fma_mix takes no upper half of a constant") {
  for (const char *line : {"v_fma_mix_f32 %0, %0, 1.0, %0 op_sel:[0,1,0] op_sel_hi:[0,1,0]",
                           "v_fma_mix_f32 %0, %0, 1.0, %0 op_sel:[1,0,1] op_sel_hi:[1,1,1]"}) {
    INFO(line);
    Device device(std::string("kernel void k(global float *p) { float x = *p; __asm__(\"") + line +
                  "\" : \"+v\"(x)); *p = x; }");
    auto outcome = device.run("k", {{1, 1, 1}, {1, 1, 1}}, {}, device.upload({1}));
    const bool isRefused = std::string_view(line).ends_with("op_sel_hi:[0,1,0]");
    REQUIRE(std::holds_alternative<Fault>(outcome) == isRefused);
    if (isRefused)
      CHECK(std::get<Fault>(outcome).kind == Fault::Kind::UnknownInstruction);
  }
}

TEST_CASE("a code object that is cut off or altered anywhere is refused or read, never worse") {
  std::vector<std::byte> object = compileOpenCl(vectorAdd, Chip::Gfx942);
  for (size_t size = 0; size < object.size(); size += 37)
    (void)CodeObject::read(std::span(object).first(size));
  for (size_t i = 0; i < object.size(); ++i) {
    const std::byte former = object[i];
    object[i] = ~former;
    (void)CodeObject::read(object);
    object[i] = former;
  }
  CHECK(CodeObject::read(object));
}
