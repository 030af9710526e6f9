#include "amdgpu/machine/checks/Checks.h"
#include "amdgpu/tests/unit/Kernels.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstring>
#include <map>
#include <regex>
#include <set>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

// What several workgroups update by a load and a store, both volatile: a wave of each, all of
// whose accesses the machine would take for synchronisation.
namespace {

const char *const source = R"(
#define I __builtin_amdgcn_workitem_id_x()
#define G (int)__builtin_amdgcn_workgroup_id_x()
#define ARGS (volatile global int *c, volatile global int *flag, global int *data, int groups)
#define LEADER if (I == 0)
#define ADD(TO, BY) __scoped_atomic_fetch_add(TO, BY, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE)
#define SET(TO, VALUE) __scoped_atomic_exchange_n(TO, VALUE, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE)
#define LOAD(FROM) __scoped_atomic_load_n(FROM, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE)
#define STORE(TO, VALUE) __scoped_atomic_store_n(TO, VALUE, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE)
#define BARRIER \
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); \
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#define GRID ADD(flag, 1); while (LOAD(flag) < groups) __builtin_amdgcn_s_sleep(1)
#define LOCK while (SET(flag, 1) != 0)
#define UNLOCK SET(flag, 0)

kernel void bad_count ARGS { LEADER *c = *c + 1; }
kernel void bad_all_lanes ARGS { *c = *c + 1; }
kernel void bad_bounded ARGS { LEADER { int v = *c; if (v < 100) *c = v + 1; } }
kernel void bad_looked_at_before ARGS { LEADER { if (*c < 100) *c = *c + 1; } }
kernel void bad_loop ARGS { LEADER for (int k = 0; k < 3; ++k) *c = *c + k + 1; }
kernel void bad_maximum ARGS { LEADER { int v = *c; *c = v > G + 1 ? v : G + 1; } }
kernel void bad_bit ARGS { LEADER *c |= 1 << G; }
kernel void bad_atomics ARGS { LEADER STORE(c, LOAD(c) + 1); }
kernel void bad_long ARGS { LEADER { volatile global long *l = (volatile global long *)c; *l = *l + 1; } }
kernel void bad_byte ARGS { LEADER { volatile global char *b = (volatile global char *)c; b[3] = b[3] + 1; } }
kernel void bad_list ARGS { LEADER { int head = *c; *c = data[head] + G + 1; } }
kernel void bad_through_scratch ARGS { LEADER { volatile int v[4]; v[groups & 3] = *c; *c = v[groups & 3] + 1; } }
kernel void bad_through_lds ARGS {
  local int v[1]; LEADER v[0] = *c; BARRIER; if (I == 5) *c = v[0] + 1;
}
kernel void bad_through_scalar ARGS { int v = __builtin_amdgcn_readfirstlane(*c); if (I == 63) *c = v + 1; }
kernel void bad_through_lanes ARGS { int v = __builtin_amdgcn_ds_bpermute(4 * (I ^ 1), *c); if (I == 63) *c = v + 1; }
kernel void bad_generic ARGS { LEADER { volatile int *p = (volatile int *)c + (groups >> 20); *p = *p + 1; } }
kernel void bad_buffer ARGS {
  __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc((global void *)c, 0, 64, 0x20000);
  LEADER __builtin_amdgcn_raw_buffer_store_b32(__builtin_amdgcn_raw_buffer_load_b32(r, 0, 0, 17) + 1, r, 0, 0, 17);
}
kernel void bad_two ARGS { LEADER { int v = c[0], w = c[1]; c[0] = v + 1; c[1] = w + 1; } }
kernel void bad_signal ARGS { LEADER { *c = *c + 1; *flag = G + 1; } }
kernel void bad_stale_lock ARGS { LEADER { int v = *c; LOCK; *c = v + 1; UNLOCK; } }
__attribute__((noinline)) int next(int v) { __asm volatile(""); return v + 1; }
kernel void bad_called ARGS { LEADER *c = next(*c); }
__attribute__((noinline)) void count(volatile global int *c) { *c = *c + 1; }
kernel void bad_in_call ARGS { LEADER count(c); }
kernel void bad_together ARGS { LEADER { int v = *c; GRID; *c = v + 1; } }

kernel void good_atomic ARGS { LEADER ADD(c, 1); }
kernel void good_own ARGS { LEADER c[G] = c[G] + 1; }
kernel void good_own_bytes ARGS { LEADER { volatile global char *b = (volatile global char *)c; b[G] = b[G] + 1; } }
kernel void good_one ARGS { LEADER if (G == 1) *c = *c + 1; }
kernel void good_same ARGS { LEADER *c |= 1; }
kernel void good_same_maximum ARGS { LEADER { int v = *c; BARRIER; *c = v > groups ? v : groups; } }
kernel void good_nothing_added ARGS { LEADER { int v = *c; BARRIER; *c = v + data[0]; } }
kernel void good_lock ARGS { LEADER { LOCK; *c = *c + 1; UNLOCK; } }
kernel void good_lock_twice ARGS { LEADER for (int k = 0; k < 2; ++k) { LOCK; *c = *c + 1; UNLOCK; } }
kernel void good_lock_looked_at ARGS { LEADER { int v = *c; LOCK; *c = *c + 1; UNLOCK; data[G] = v; } }
kernel void good_ticket ARGS { LEADER { int my = ADD(flag, 1); while (*c != my); data[0] += 1; *c = *c + 1; } }
kernel void good_version ARGS {
  LEADER { int v; do v = *c & ~1; while (SET(flag, 1) != 0); v = *c; ADD(c, 1); data[0] += 1; *c = v + 2; *flag = 0; }
}
kernel void good_exchanged ARGS { LEADER { int v = *c; if (SET(c, 77) == v) { data[0] += 1; *c = v + 1; } } }
kernel void good_turn ARGS { LEADER { while (*c != G); data[0] += 1; *c = G + 1; } }
kernel void good_turn_found ARGS { LEADER { int v; while ((v = *c) % groups != G); data[0] += 1; *c = v + 1; } }
kernel void good_turn_again ARGS { LEADER { while (*c != G) __builtin_amdgcn_s_sleep(1); data[0] += 1; *c = *c + 1; } }
kernel void good_turn_atomics ARGS { LEADER { while (LOAD(c) != G); data[0] += 1; STORE(c, LOAD(c) + 1); } }
kernel void good_turn_elsewhere ARGS { LEADER { while (*flag != G); *c = *c + 1; *flag = G + 1; } }
__attribute__((noinline)) int look(volatile global int *c) { return *c; }
kernel void good_turn_called ARGS { LEADER { while (look(c) != G); data[0] += 1; *c = next(G); } }
kernel void good_turn_called_found ARGS { LEADER { int v; while ((v = look(c)) != G); data[0] += 1; *c = next(v); } }
kernel void good_turn_lanes ARGS { if (I < 2) { while (c[I] != G * (int)(I + 1)); data[I] += 1; c[I] = c[I] + I + 1; } }
kernel void good_message ARGS { LEADER { if (G == 0) { data[0] = 5; *flag = 1; } else { while (*flag != 1); data[G] = data[0]; } } }
kernel void good_progress ARGS { LEADER { int v = *c; *c = G + 1; data[G] = v; } }
kernel void good_once ARGS { LEADER if (*c == 0) { *c = 1; } }
kernel void good_around_barrier ARGS { LEADER { if (G == 0) *c = *c + 1; GRID; if (G == 1) *c = *c + 1; } }
kernel void good_reload ARGS { LEADER { int v = *c; GRID; if (G == 1) *c = *c + 1; data[G] = v; } }
)";

struct Setting {
  bool isCooperative = false;
  uint64_t seed = 0;
  int groups = 3;
};

const CodeObject &compiled(Chip chip) {
  static std::map<Chip, CodeObject> objects;
  if (const auto found = objects.find(chip); found != objects.end())
    return found->second;
  auto read = CodeObject::read(compileOpenCl(source, chip));
  REQUIRE(read);
  return objects.emplace(chip, std::move(*read)).first->second;
}

std::optional<Fault> run(const std::string &kernel, const Setting &setting,
                         Chip chip = Chip::Gfx942) {
  Memory memory;
  auto module = Module::load(compiled(chip), memory);
  REQUIRE(module);
  constexpr size_t bytes = 1024;
  std::array<uint64_t, 3> buffers;
  for (uint64_t &buffer : buffers) {
    buffer = *memory.allocate(bytes);
    std::memset(reinterpret_cast<void *>(buffer), 0, bytes);
  }
  const Geometry geometry{{static_cast<uint32_t>(setting.groups)}, {64}, 0, setting.isCooperative};
  const void *arguments[] = {&buffers[0], &buffers[1], &buffers[2], &setting.groups};
  Options options;
  options.instructionsPerWorkgroup = 1000000;
  options.schedule.seed = setting.seed;
  addChecks(options, *Checks::parse("all"));
  const Kernel *found = (*module)->findKernel(kernel);
  REQUIRE(found);
  auto outcome = launch(**module, kernel, geometry,
                        packKernarg(found->metadata, arguments, geometry), options);
  if (!outcome)
    FAIL(outcome.error().message);
  if (const auto *fault = std::get_if<Fault>(&*outcome))
    return *fault;
  return std::nullopt;
}

/// Those of the source whose names begin so.
std::vector<std::string> kernels(const std::string &prefix) {
  std::vector<std::string> names;
  for (const auto &[name, kernel] : compiled(Chip::Gfx942).kernels)
    if (name.starts_with(prefix))
      names.push_back(name);
  REQUIRE(names.size() > 5);
  return names;
}

/// What waits for another workgroup has to run beside it.
bool waitsForLater(const std::string &kernel) {
  static const std::set<std::string> names = {"bad_together", "good_around_barrier", "good_reload"};
  return names.contains(kernel);
}

} // namespace

TEST_CASE("an update by a load and a store that several workgroups do is a race") {
  for (const std::string &kernel : kernels("bad_"))
    for (bool isCooperative : {false, true})
      for (uint64_t seed : {0, 1}) {
        if (!isCooperative && waitsForLater(kernel))
          continue;
        INFO(kernel << ", schedule " << seed << (isCooperative ? ", together" : ""));
        const auto fault = run(kernel, {isCooperative, seed});
        REQUIRE(fault);
        INFO(describe(*fault));
        CHECK(fault->kind == Fault::Kind::Reported);
        CHECK(fault->kernel == kernel);
        CHECK(std::regex_search(fault->text,
                                std::regex("race: workgroup [012] updates 0x[0-9a-f]+ by "
                                           "the load at 0x[0-9a-f]+ and this store, as "
                                           "workgroup [012] does")));
        CHECK(fault->instruction.find("_store_") != std::string::npos);
      }
}

TEST_CASE("updates that something orders are none") {
  for (const std::string &kernel : kernels("good_"))
    for (bool isCooperative : {false, true})
      for (uint64_t seed : {0, 1}) {
        if (!isCooperative && waitsForLater(kernel))
          continue;
        INFO(kernel << ", schedule " << seed << (isCooperative ? ", together" : ""));
        if (const auto fault = run(kernel, {isCooperative, seed}))
          FAIL_CHECK(describe(*fault));
      }
}

TEST_CASE("on gfx90a, where a volatile store looks like any other, the same are races") {
  // But what a lock orders is no race of plain stores, be it too late or not; and what a call lies
  // between is not told from a load that another function repeats.
  for (const std::string &kernel : kernels("bad_"))
    if (!waitsForLater(kernel) && kernel != "bad_stale_lock" && kernel != "bad_called") {
      INFO(kernel);
      const auto fault = run(kernel, {}, Chip::Gfx90a);
      REQUIRE(fault);
      CHECK(fault->text.find("race: workgroup 1 ") == 0);
    }
  // And what atomic stores put there in any order looks like a race of plain ones.
  for (const std::string &kernel : kernels("good_"))
    for (bool isCooperative : {false, true})
      if ((isCooperative || !waitsForLater(kernel)) && kernel != "good_progress") {
        INFO(kernel << (isCooperative ? ", together" : ""));
        if (const auto fault = run(kernel, {isCooperative}, Chip::Gfx90a))
          FAIL_CHECK(describe(*fault));
      }
}

TEST_CASE("one workgroup by itself loses no update") {
  for (const std::string &kernel : kernels("bad_")) {
    INFO(kernel);
    if (const auto fault = run(kernel, {.groups = 1}))
      FAIL_CHECK(describe(*fault));
  }
}
