#include "amdgpu/machine/checks/Checks.h"
#include "amdgpu/tests/unit/Kernels.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

// Each defect beside its correct twin: NAME_bad and NAME_good. Two workgroups of 128 run them on
// 256 ints; in[i] is i % 64.
const char *const defects = R"(
#define I __builtin_amdgcn_workitem_id_x()
#define G __builtin_amdgcn_workgroup_id_x()
#define ARGS (global int *out, global int *in, int n)
#define BARRIER \
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); \
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#define SUM(STEP) local int t[128]; t[I] = in[I]; \
  for (int s = 64; s > 0; s >>= 1) { STEP; if (I < s) t[I] += t[I + s]; } \
  if (I == 0) out[G] = t[0]

kernel void bounds_bad ARGS { int i = G * 128 + I; if (i <= n) out[i] = in[i + 1]; }
kernel void bounds_good ARGS { int i = G * 128 + I; if (i + 1 < n) out[i] = in[i + 1]; }
kernel void before_bad ARGS { int i = G * 128 + I; out[i] = in[i - 1]; }
kernel void before_good ARGS { int i = G * 128 + I; out[i] = i > 0 ? in[i - 1] : 0; }
kernel void null_bad ARGS { global int *p = n == 256 ? 0 : in; out[G * 128 + I] = *(volatile global int *)p; }
kernel void null_good ARGS { global int *p = n != 256 ? 0 : in; out[G * 128 + I] = *(volatile global int *)p; }
kernel void lds_bad ARGS { local int t[128]; t[I] = I; BARRIER; out[G * 128 + I] = t[in[I] + n - 128]; }
kernel void lds_good ARGS { local int t[128]; t[I] = I; BARRIER; out[G * 128 + I] = t[in[I] + n - 256]; }
kernel void scratch_bad ARGS { volatile int a[16]; for (int k = 0; k < 16; ++k) a[k] = k; out[G * 128 + I] = a[in[I] * 4]; }
kernel void scratch_good ARGS { volatile int a[16]; for (int k = 0; k < 16; ++k) a[k] = k; out[G * 128 + I] = a[in[I] / 4]; }
kernel void barrier_bad ARGS { if (I < 64) { BARRIER; } out[G * 128 + I] = 1; }
kernel void barrier_good ARGS { BARRIER; out[G * 128 + I] = 1; }
kernel void sides_bad ARGS { if (in[I] < 40) { out[I] = 1; BARRIER; } else { out[I] = 2; BARRIER; } }
kernel void sides_good ARGS { if (I < 64) { out[I] = 1; BARRIER; } else { out[I] = 1; BARRIER; } }
kernel void missed_bad ARGS { if (in[I] < 40) { out[I] = 1; BARRIER; } out[I] = 2; BARRIER; out[G * 128 + I] = 3; }
kernel void missed_good ARGS { int i = G * 128 + I; if (in[I] < 40) { out[i] = 1; BARRIER; out[i] = 2; BARRIER; out[i] = 3; } }
kernel void turns_bad ARGS { for (int k = 0; k <= in[I] / 32; ++k) { BARRIER; } out[I] = 1; BARRIER; out[G * 128 + I] = 1; }
kernel void turns_good ARGS { for (int k = 0; k <= in[I] / 32; ++k) { BARRIER; } out[I] = 1; }
kernel void returns_bad ARGS { for (int k = 0; k < 2; ++k) if (k == in[I] % 2) { out[I] = 1; BARRIER; } }
kernel void returns_good ARGS { for (int k = 0; k < 2; ++k) if (in[I] % 2) { out[I] = 1; BARRIER; } }
#define FEW(LINE) __asm volatile("s_mov_b64 s[20:21], exec\ns_mov_b64 exec, " LINE \
  "\ns_barrier\ns_mov_b64 exec, s[20:21]" : : : "s20", "s21"); BARRIER; out[I] = 1
kernel void nobody_bad ARGS { FEW("1"); }
kernel void nobody_good ARGS { FEW("0"); }
kernel void ldsrace_bad ARGS { SUM(); }
kernel void ldsrace_good ARGS { SUM(BARRIER); }
kernel void ldsreplica_bad ARGS { local int t[64]; t[I % 64] = I; BARRIER; out[G * 128 + I] = t[in[I]]; }
kernel void ldsreplica_good ARGS { local int t[64]; t[I % 64] = in[I]; int x = *(volatile local int *)(t + I % 64);
  BARRIER; out[G * 128 + I] = t[in[I] ^ 1] + x; }
kernel void ldsreplicaread_bad ARGS { local int t[64]; volatile local int *p = t + I % 64; int x = n; if (I >= 64) x = *p; *p = in[I]; out[G * 128 + I] = x; }
kernel void ldsreplicaread_good ARGS { local int t[64]; volatile local int *p = t + I % 64; *p = in[I]; int x = *p; *p = in[I]; out[G * 128 + I] = x; }
kernel void groupreplica_bad ARGS { out[I] = G; }
kernel void groupreplica_good ARGS { out[I] = in[I] + 1; }
kernel void waverace_bad ARGS { int i = G * 128 + I; out[i] = i; out[i ^ 64] += 1; }
kernel void waverace_good ARGS { int i = G * 128 + I; out[i] = i; BARRIER; out[i ^ 64] += 1; }
kernel void grouprace_bad ARGS { if (I == 0) out[0] += 1; }
kernel void grouprace_good ARGS { if (I == 0) __scoped_atomic_fetch_add(out, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
kernel void readrace_bad ARGS { local int t[128]; t[I] = in[I]; BARRIER; int v = t[I ^ 64]; t[I] = v + 1; BARRIER; out[G * 128 + I] = t[I]; }
kernel void readrace_good ARGS { local int t[128]; t[I] = in[I]; BARRIER; int v = t[I ^ 64]; BARRIER; t[I] = v + 1; BARRIER; out[G * 128 + I] = t[I]; }
kernel void wavereadrace_bad ARGS { int i = G * 128 + I; int v = out[i ^ 64]; out[i] = v + 1; }
kernel void wavereadrace_good ARGS { int i = G * 128 + I; int v = out[i ^ 64]; BARRIER; out[i] = v + 1; }
kernel void ldsbyterace_bad ARGS { local char t[128]; t[I % 64 * 2] = I; BARRIER; out[G * 128 + I] = t[I & 126]; }
kernel void ldsbyterace_good ARGS { local char t[128]; t[I % 64 * 2 + I / 64] = I; BARRIER; out[G * 128 + I] = t[I]; }
kernel void groupbyterace_bad ARGS { if (I == 0) ((global char *)out)[0] = G + 1; }
kernel void lanerace_bad ARGS { out[G * 128 + I % 64 * 2 / 3 + I / 64 * 64] = I; }
kernel void lanerace_good ARGS { out[G * 128 + I % 64 * 2 / 3 + I / 64 * 64] = G; }
kernel void groupbyterace_good ARGS { if (I == 0) ((global char *)out)[G] = I; }
kernel void ldsuninit_bad ARGS { local int t[128]; if (I < 100) t[I] = I; BARRIER; out[G * 128 + I] = t[I ^ 64]; }
kernel void ldsuninit_good ARGS { local int t[128]; t[I] = I; BARRIER; out[G * 128 + I] = t[I ^ 64]; }
kernel void vgpruninit_bad ARGS { int x; __asm volatile("; x" : "={v40}"(x)); out[G * 128 + I] = x + 1; }
kernel void vgpruninit_good ARGS { int x; __asm volatile("v_mov_b32 %0, 3" : "={v40}"(x)); out[G * 128 + I] = x + 1; }
#define PAIR(OPCODE) float2 x = in[I]; __asm volatile("v_mov_b32 v40, 2.0\n" OPCODE \
  : "+v"(x) : : "v40", "v41"); out[G * 128 + I] = x.x + x.y
kernel void pairuninit_bad ARGS { PAIR("v_pk_mul_f32 %0, %0, v[40:41]"); }
kernel void pairuninit_good ARGS { PAIR("v_pk_mul_f32 %0, %0, v[40:41] op_sel_hi:[1,0]"); }
kernel void moveuninit_bad ARGS { PAIR("v_pk_mov_b32 %0, v[40:41], v[40:41] op_sel:[0,1]"); }
kernel void moveuninit_good ARGS { PAIR("v_pk_mov_b32 %0, v[40:41], v[40:41] op_sel:[0,0]"); }
#define SUM(SHIFT) long s; __asm volatile("v_mov_b32 v40, 2\nv_mad_u64_u32 %0, vcc, %1, %1, v[40:41]" \
  : "=v"(s) : "v"(I) : "v40", "v41", "vcc"); out[G * 128 + I] = (int)(s >> SHIFT)
kernel void sumuninit_bad ARGS { SUM(32); }
kernel void sumuninit_good ARGS { SUM(0); }
kernel void scratchuninit_bad ARGS { volatile int a[16]; a[in[I] / 4] = 1; out[G * 128 + I] = a[3]; }
kernel void scratchuninit_good ARGS { volatile int a[16]; for (int k = 0; k < 16; ++k) a[k] = k; out[G * 128 + I] = a[3]; }
#define SPILL int x; __asm volatile("; x" : "={v40}"(x)); volatile int a[16]; a[in[I] / 4] = x
kernel void spilluninit_bad ARGS { SPILL; out[G * 128 + I] = a[in[I] / 4]; }
kernel void spilluninit_good ARGS { SPILL; a[in[I] / 4] = 1; out[G * 128 + I] = a[in[I] / 4]; }
#define TWICE(SECOND) int x; __asm volatile("global_load_dword %0, %1, off\n" SECOND "\ns_waitcnt 0" \
  : "=&v"(x) : "v"(in + I)); out[G * 128 + I] = x
kernel void twice_bad ARGS { TWICE("v_mov_b32 %0, 1"); }
kernel void twice_good ARGS { TWICE("global_load_dword %0, %1, off offset:4"); }
#define FIRST(BITS) (uint)__builtin_amdgcn_readfirstlane((int)(BITS))
#define EARLY(SECOND) int x; ulong p = (ulong)FIRST((ulong)in >> 32) << 32 | FIRST((ulong)in); \
  __asm volatile("s_load_dwordx4 s[0:3], %1, 0x0\n" SECOND "\ns_waitcnt 0\ns_mov_b32 %0, s1" \
  : "=s"(x) : "s"(p) : "s0", "s1", "s2", "s3", "s8", "s9"); out[G * 128 + I] = x
kernel void early_bad ARGS { EARLY("s_add_u32 s8, s0, 1"); }
kernel void early_good ARGS { EARLY("buffer_inv sc1\ns_dcache_inv\ns_memtime s[8:9]"); }
#define VECTOR(LINES) int x; __asm volatile(LINES "\ns_waitcnt 0" : "=&v"(x) : "v"(in + I) : "v40", "v41"); out[G * 128 + I] = x
#define TWO "global_load_dword v40, %1, off\nglobal_load_dword v41, %1, off\ns_waitcnt vmcnt(1)\n"
kernel void inorder_bad ARGS { VECTOR(TWO "v_mov_b32 %0, v41"); }
kernel void inorder_good ARGS { VECTOR(TWO "v_mov_b32 %0, v40"); }
#define MANY "global_load_dword v40, %1, off\n.rept 17\nglobal_load_dword v41, %1, off\n.endr\n"
kernel void many_bad ARGS { VECTOR(MANY "s_waitcnt vmcnt(18)\nv_mov_b32 %0, v40"); }
kernel void many_good ARGS { VECTOR(MANY "s_waitcnt vmcnt(17)\nv_mov_b32 %0, v40"); }
kernel void bothcounters_bad ARGS { VECTOR("flat_load_dword v40, %1\ns_waitcnt vmcnt(0)\nv_mov_b32 %0, v40"); }
kernel void bothcounters_good ARGS { VECTOR("flat_load_dword v40, %1\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32 %0, v40"); }
#define LOCAL(LINES) local int t[128]; int x; t[I] = in[I]; BARRIER; __asm volatile(LINES "\ns_waitcnt 0" \
  : "=&v"(x) : "v"(t + I) : "v40", "v41"); out[G * 128 + I] = x
#define READS "ds_read_b32 v40, %1\nds_read_b32 v41, %1\ns_waitcnt lgkmcnt(1)\n"
kernel void ldsinorder_bad ARGS { LOCAL(READS "v_mov_b32 %0, v41"); }
kernel void ldsinorder_good ARGS { LOCAL(READS "v_mov_b32 %0, v40"); }
#define SCALARS(COUNT) int x; ulong p = (ulong)FIRST((ulong)in >> 32) << 32 | FIRST((ulong)in); \
  __asm volatile("s_load_dword s0, %1, 0x0\ns_load_dword s1, %1, 0x4\ns_waitcnt lgkmcnt(" COUNT ")\n" \
  "s_mov_b32 %0, s0\ns_waitcnt 0" : "=&s"(x) : "s"(p) : "s0", "s1"); out[G * 128 + I] = x
kernel void outoforder_bad ARGS { SCALARS("1"); }
kernel void outoforder_good ARGS { SCALARS("0"); }
kernel void align_bad ARGS { out[G * 128 + I] = *(volatile global int *)((global char *)in + 2); }
kernel void align_good ARGS { out[G * 128 + I] = *(volatile global int *)((global char *)in + 4); }
kernel void forever_bad ARGS { while (*(volatile global int *)in == 0); }
kernel void forever_good ARGS { while (*(volatile global int *)in != 0); }
)";

const CodeObject &compiled() {
  static const CodeObject object = [] {
    auto read = CodeObject::read(compileOpenCl(defects, Chip::Gfx942));
    if (!read)
      throw std::runtime_error(read.error().message);
    return *read;
  }();
  return object;
}

std::optional<Fault> run(const CodeObject &object, const std::string &kernel, uint64_t seed = 0,
                         const char *checks = "all", unsigned threads = 1,
                         bool strictBarriers = true) {
  Memory memory;
  auto module = Module::load(object, memory);
  REQUIRE(module);
  constexpr int n = 256;
  const uint64_t out = *memory.allocate(n * 4, "out"), in = *memory.allocate(n * 4, "in");
  std::memset(reinterpret_cast<void *>(out), 0, n * 4);
  for (int i = 0; i < n; ++i)
    reinterpret_cast<int *>(in)[i] = i % 64;
  const Geometry geometry{{2, 1, 1}, {128, 1, 1}};
  const void *arguments[] = {&out, &in, &n};
  Options options;
  options.instructionsPerWorkgroup = 100000;
  options.schedule.seed = seed;
  options.threads = threads;
  options.strictBarriers = strictBarriers;
  auto parsed = Checks::parse(checks);
  REQUIRE(parsed);
  addChecks(options, *parsed);
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

struct Defect {
  const char *name;
  Fault::Kind kind;
  const char *text;
};
constexpr Defect list[] = {
    {"bounds", Fault::Kind::OutOfBounds, "past the end of in of 1024 bytes"},
    {"before", Fault::Kind::OutOfBounds, "4 bytes before in"},
    {"null", Fault::Kind::OutOfBounds, "at 0x0"},
    {"lds", Fault::Kind::LdsOutOfRange, "LDS, which has 512 bytes"},
    {"scratch", Fault::Kind::ScratchOutOfRange, "lane's scratch"},
    {"barrier", Fault::Kind::BarrierDivergence, "1 of 2 waves"},
    {"sides", Fault::Kind::BarrierDivergence, "lanes 0-39 come to this barrier"},
    {"missed", Fault::Kind::BarrierDivergence, "lanes 40-63 come to this barrier"},
    {"turns", Fault::Kind::BarrierDivergence, "lanes 0-31 come to this barrier"},
    {"returns", Fault::Kind::BarrierDivergence, "1, 3, 5, 7, 9, 11, 13, 15 and 24 more"},
    {"nobody", Fault::Kind::BarrierDivergence, "lanes 1-63 come to this barrier"},
    {"ldsrace", Fault::Kind::Reported, "of LDS that wave"},
    {"ldsreplica", Fault::Kind::Reported, "of LDS that wave"},
    {"ldsreplicaread", Fault::Kind::Reported, "of LDS that wave"},
    {"groupreplica", Fault::Kind::Reported, "writes in the same launch"},
    {"waverace", Fault::Kind::Reported, "of global memory that wave"},
    {"grouprace", Fault::Kind::Reported, "workgroup 1"},
    {"readrace", Fault::Kind::Reported, "of LDS that wave"},
    {"wavereadrace", Fault::Kind::Reported, "of global memory that wave"},
    {"ldsbyterace", Fault::Kind::Reported, "of LDS that wave"},
    {"groupbyterace", Fault::Kind::Reported, "workgroup 1"},
    {"lanerace", Fault::Kind::Reported, "lanes 0 and 1 write different values to"},
    {"ldsuninit", Fault::Kind::Reported, "never written"},
    {"vgpruninit", Fault::Kind::Reported, "never written"},
    {"pairuninit", Fault::Kind::Reported, "never written"},
    {"moveuninit", Fault::Kind::Reported, "never written"},
    {"sumuninit", Fault::Kind::Reported, "never written"},
    {"scratchuninit", Fault::Kind::Reported, "never written"},
    {"spilluninit", Fault::Kind::Reported, "never written"},
    {"twice", Fault::Kind::Reported, "is written before"},
    {"early", Fault::Kind::Reported, "is read before"},
    {"inorder", Fault::Kind::Reported, "v41 is read before the s_waitcnt vmcnt"},
    {"many", Fault::Kind::Reported, "v40 is read before the s_waitcnt vmcnt"},
    {"bothcounters", Fault::Kind::Reported, "v40 is read before the s_waitcnt lgkmcnt"},
    {"ldsinorder", Fault::Kind::Reported, "v41 is read before the s_waitcnt lgkmcnt"},
    {"outoforder", Fault::Kind::Reported, "s0 is read before the s_waitcnt lgkmcnt"},
    {"align", Fault::Kind::Reported, "no multiple of 4"},
    {"forever", Fault::Kind::BudgetExceeded, "still runs"},
};

} // namespace

TEST_CASE("every planted defect is found, with its place") {
  for (const Defect &defect : list)
    for (uint64_t seed : {0, 1}) {
      const std::string kernel = std::string(defect.name) + "_bad";
      INFO(kernel << ", schedule " << seed);
      // Where waves race, what one of them reads was perhaps never written either.
      const bool isRace =
          kernel.find("race") != std::string::npos || kernel.find("replica") != std::string::npos;
      const auto fault = run(compiled(), kernel, seed, isRace ? "races" : "all,alignment");
      REQUIRE(fault);
      INFO(describe(*fault));
      CHECK(fault->kind == defect.kind);
      CHECK(fault->text.find(defect.text) != std::string::npos);
      CHECK(fault->kernel == kernel);
      CHECK(fault->address != 0);
    }
}

TEST_CASE("what a check finds is of the first lane that has it") {
  for (auto [kernel, lane] : {std::pair("ldsuninit_bad", 36),
                              {"scratchuninit_bad", 0},
                              {"vgpruninit_bad", 0},
                              {"bounds_bad", 63},
                              {"before_bad", 0},
                              {"lds_bad", 0},
                              {"missed_bad", 40},
                              {"lanerace_bad", 1}}) {
    INFO(kernel);
    const auto fault = run(compiled(), kernel);
    REQUIRE(fault);
    CHECK(fault->lane == lane);
  }
}

TEST_CASE("parts of a wave at two barriers are named with both, whatever is checked") {
  const CodeObject &object = compiled();
  const Program program = decode(object.sections(), Disassembler(object.chip), bestSimdLevel());
  std::vector<uint64_t> barriers;
  for (uint32_t at = program.indexAt.at(object.kernels.at("sides_bad").descriptor.entry);
       program.names[program.code[at].name] != "s_endpgm"; ++at)
    if (program.names[program.code[at].name] == "s_barrier")
      barriers.push_back(program.code[at].address);
  REQUIRE(barriers.size() == 2);
  for (uint64_t seed : {0, 1, 2}) {
    const auto fault = run(object, "sides_bad", seed, "alignment");
    REQUIRE(fault);
    CHECK(fault->address == barriers[1]);
    CHECK(fault->instruction == "s_barrier");
    CHECK(fault->wave == 0);
    CHECK(fault->text == fmt::format("lanes 0-39 come to this barrier and were not at the one "
                                     "before, at {:#x}, to which lanes 40-63 of the same wave came",
                                     barriers[0]));
  }
}

TEST_CASE("hardware counts a wave at each barrier that a part of it comes to") {
  CHECK_FALSE(run(compiled(), "sides_bad", 0, "alignment", 1, false));
  CHECK(run(compiled(), "barrier_bad", 0, "alignment").has_value());
  CHECK_FALSE(run(compiled(), "barrier_bad", 0, "alignment", 1, false));
}

TEST_CASE("no check complains of a correct twin") {
  for (const Defect &defect : list)
    for (uint64_t seed : {0, 1, 2}) {
      const std::string kernel = std::string(defect.name) + "_good";
      INFO(kernel << ", schedule " << seed);
      const auto fault = run(compiled(), kernel, seed, "all,alignment", 1 + seed % 2);
      if (fault)
        FAIL(describe(*fault));
    }
}

TEST_CASE("what functions keep of registers that their callers have not written is no finding") {
  // On gfx90a through a buffer. And unoptimised code takes the upper half of a pair whose lower
  // half it has not loaded.
  constexpr const char *source = R"(
kernel void keep(global int *out, global const int *in, int n) {
  int i = __builtin_amdgcn_workgroup_id_x() * 128 + __builtin_amdgcn_workitem_id_x();
  int x, y;
  __asm volatile("; x" : "={v40}"(x));
  volatile int a[16]; a[in[i] % 16] = x; a[in[i] % 16] = 1;
  __asm volatile("v_mov_b32 v21, %1\ns_mov_b32 s20, 32\nv_lshrrev_b64 v[20:21], s20, v[20:21]\n"
                 "v_add_u32 %0, v20, v21" : "=v"(y) : "v"(i) : "v20", "v21", "s20");
  out[i] = a[in[i] % 16] + y;
}
kernel void lose(global int *out, global const int *in, int n) {
  int i = __builtin_amdgcn_workgroup_id_x() * 128 + __builtin_amdgcn_workitem_id_x(), y;
  __asm volatile("v_mov_b32 v21, %1\ns_mov_b32 s20, 31\nv_lshrrev_b64 v[20:21], s20, v[20:21]\n"
                 "v_mov_b32 %0, v20" : "=v"(y) : "v"(i) : "v20", "v21", "s20");
  out[i] = y;
})";
  for (Chip chip : {Chip::Gfx942, Chip::Gfx90a}) {
    auto object = CodeObject::read(compileOpenCl(source, chip));
    REQUIRE(object);
    const auto fault = run(*object, "keep");
    if (fault)
      FAIL(describe(*fault));
    CHECK(run(*object, "lose"));
  }
}

TEST_CASE("an s_waitcnt that is missing is noticed, whichever it is") {
  constexpr uint32_t nop = 0xbf800000;
  size_t deleted = 0;
  for (const char *kernel : {"bounds_good", "ldsrace_good", "lds_good", "waverace_good"}) {
    const CodeObject &object = compiled();
    const Program program = decode(object.sections(), Disassembler(object.chip), bestSimdLevel());
    uint32_t at = program.indexAt.at(object.kernels.at(kernel).descriptor.entry);
    for (; program.names[program.code[at].name] != "s_endpgm"; ++at) {
      if (program.names[program.code[at].name] != "s_waitcnt")
        continue;
      CodeObject mutated = object;
      std::memcpy(mutated.image.data() + program.code[at].address, &nop, sizeof nop);
      INFO(kernel << " without the s_waitcnt at " << program.code[at].address);
      ++deleted;
      CHECK(run(mutated, kernel, 0, "waits"));
    }
    CHECK(!run(object, kernel, 0, "waits"));
  }
  CHECK(deleted >= 8);
}

TEST_CASE("no bytes are no code object") { CHECK(!CodeObject::read({})); }

TEST_CASE("instructions on which LLVM's disassembler crashes are none") {
  // An operand asks for a literal where there is no room for one: source 0 of v_cmp_class_f32_e64,
  // its result, SOFFSET of a buffer load; and a literal behind the end. An SDWA selects part 7.
  const std::vector<std::vector<uint32_t>> crashing = {{0xd0100000, 0x000000ff, 0, 0},
                                                       {0xd01000ff, 0, 0, 0},
                                                       {0xe0500000, 0xff000000, 0, 0},
                                                       {0xbe8000ff},
                                                       {0x262300f9, 0x4f432300}};
  for (const auto &words : crashing) {
    const Section section{0, std::as_bytes(std::span(words))};
    for (Chip chip : {Chip::Gfx942, Chip::Gfx90a}) {
      CHECK(decode({&section, 1}, Disassembler(chip), SimdLevel::Scalar).holes.contains(0));
      CHECK(!Disassembler(chip).text(section.bytes, 0));
    }
  }
}

TEST_CASE("the last register may be what an instruction writes of a part") {
  const std::vector<uint32_t> words = {0x7ffe16f9, 0x0005063e};
  const Section section{0, std::as_bytes(std::span(words))};
  for (Chip chip : {Chip::Gfx942, Chip::Gfx90a}) {
    CHECK_FALSE(decode({&section, 1}, Disassembler(chip), SimdLevel::Scalar).holes.contains(0));
    const auto text = Disassembler(chip).text(section.bytes, 0);
    REQUIRE(text);
    CHECK(text->starts_with("v_cvt_f32_f16_sdwa v255, v62"));
  }
  // Nor do any others of their kind crash it.
  for (uint32_t opcode = 0; opcode < 256; ++opcode) {
    const std::vector<uint32_t> any = {0x7ffe00f9 | opcode << 9, 0x00060600};
    (void)Disassembler(Chip::Gfx942).text(std::as_bytes(std::span(any)), 0);
  }
}

TEST_CASE("a constant on which LLVM's disassembler crashes is read and shown") {
  const std::vector<uint32_t> words = {0x48000500, 0x000000ff, 0x4a000500, 0x000000ff};
  const Section section{0, std::as_bytes(std::span(words))};
  for (Chip chip : {Chip::Gfx942, Chip::Gfx90a}) {
    const Disassembler disassembler(chip);
    const Program program = decode({&section, 1}, disassembler, SimdLevel::Scalar);
    CHECK_FALSE(program.holes.contains(0));
    CHECK_FALSE(program.holes.contains(1));
    CHECK(disassembler.text(section.bytes, 0) == "v_madmk_f16 v0, v0, 0xff, v2");
    CHECK(disassembler.text(section.bytes.subspan(8), 8) == "v_madak_f16 v0, v0, v2, 0xff");
  }
}

TEST_CASE("a list of checks is read, and an unknown one named") {
  CHECK(Checks::parse("races,waits")->races);
  CHECK(!Checks::parse("races,waits")->uninitialised);
  CHECK(Checks::parse("all")->uninitialised);
  // LLVM merges accesses to halves into a dword that may begin at either.
  CHECK(!Checks::parse("all")->alignment);
  CHECK(Checks::parse("all,alignment")->alignment);
  CHECK(Checks::parse("speed").error().message.find("'speed' is no check") != std::string::npos);
}
