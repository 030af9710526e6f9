#include "amdgpu/machine/checks/Checks.h"
#include "amdgpu/tests/unit/Kernels.h"

#include <catch2/catch.hpp>

#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

const char *const source = R"(
#define I __builtin_amdgcn_workitem_id_x()
#define G __builtin_amdgcn_workgroup_id_x()
#define GRID_BARRIER(WAVES) \
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); __builtin_amdgcn_s_barrier(); \
  if (I == 0) __builtin_amdgcn_ds_gws_barrier((WAVES) - 1, 0); \
  __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent")

// Each workgroup adds what its neighbour has, four times.
kernel void turns(global int *values, global int *next, int groups) {
  int at = G * 128 + I, from = (G + 1) % groups * 128 + I;
  for (int turn = 0; turn < 4; ++turn) {
    next[at] = values[at] + values[from];
    GRID_BARRIER(groups);
    values[at] = next[at];
    GRID_BARRIER(groups);
  }
}
// The last workgroup stays away.
kernel void lonely(global int *values, global int *next, int groups) {
  if (G + 1 < groups) { GRID_BARRIER(groups); }
  values[G * 128 + I] = 1;
}
// Without a barrier between, what the neighbour has is anybody's guess.
kernel void hasty(global int *values, global int *next, int groups) {
  int at = G * 128 + I, from = (G + 1) % groups * 128 + I;
  next[at] = values[from];
  if (groups < 0) { GRID_BARRIER(groups); }
  values[at] = next[at] + 1;
}
)";

constexpr int groups = 5, count = groups * 128;

struct Run {
  std::vector<int> values;
  Outcome outcome;
};

Run run(const char *kernel, bool isCooperative, const Options &options = {}) {
  Memory memory;
  auto object = CodeObject::read(compileOpenCl(source, Chip::Gfx90a));
  REQUIRE(object);
  auto module = Module::load(std::move(*object), memory);
  REQUIRE(module);
  uint64_t values = *memory.allocate(count * sizeof(int));
  uint64_t next = *memory.allocate(count * sizeof(int));
  for (int i = 0; i < count; ++i)
    reinterpret_cast<int *>(values)[i] = i / 128;
  std::memset(reinterpret_cast<void *>(next), 0, count * sizeof(int));
  const int number = groups;
  const void *arguments[] = {&values, &next, &number};
  const Geometry geometry{{groups}, {128}, 0, isCooperative};
  const auto kernarg = packKernarg((*module)->findKernel(kernel)->metadata, arguments, geometry);
  auto outcome = launch(**module, kernel, geometry, kernarg, options);
  REQUIRE(outcome);
  const int *from = reinterpret_cast<int *>(values);
  return {std::vector<int>(from, from + count), *outcome};
}

std::vector<int> wanted() {
  std::vector<int> values = {0, 1, 2, 3, 4};
  for (int turn = 0; turn < 4; ++turn) {
    std::vector<int> next = values;
    for (int g = 0; g < groups; ++g)
      next[g] += values[(g + 1) % groups];
    values = next;
  }
  std::vector<int> all;
  for (int i = 0; i < count; ++i)
    all.push_back(values[i / 128]);
  return all;
}

Fault::Kind faultOf(const Run &ended) {
  REQUIRE(std::holds_alternative<Fault>(ended.outcome));
  return std::get<Fault>(ended.outcome).kind;
}

Options raceChecks(uint64_t seed) {
  Options options;
  options.schedule.seed = seed;
  addChecks(options, *Checks::parse("races"));
  return options;
}

} // namespace

TEST_CASE("workgroups of a cooperative launch wait for each other") {
  for (uint64_t seed : {0, 7}) {
    const Run ended = run("turns", true, raceChecks(seed));
    if (const auto *fault = std::get_if<Fault>(&ended.outcome))
      FAIL(fault->text);
    CHECK(ended.values == wanted());
  }
}

TEST_CASE("a barrier of the grid is waited for in vain if a workgroup stays away") {
  CHECK(faultOf(run("lonely", true)) == Fault::Kind::BarrierDivergence);
}

TEST_CASE("a barrier of the grid has no meaning in other launches") {
  CHECK(faultOf(run("turns", false)) == Fault::Kind::UnknownInstruction);
}

TEST_CASE("without a barrier of the grid between them its workgroups race") {
  CHECK(faultOf(run("hasty", true, raceChecks(0))) == Fault::Kind::Reported);
}
