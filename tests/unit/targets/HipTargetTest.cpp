#include "compiler/codeobject/CodeObject.h"
#include "runners/hip/HipRunner.h"
#include "support/ReadFile.h"
#include "targets/Registry.h"
#include "tests/examples/Agreement.h"
#include "tests/examples/Examples.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>

#include <array>
#include <filesystem>

using namespace assay;
using Catch::Matchers::Contains;

static TestCase read(const std::string &text) {
  auto testCase = readText(text, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  return *testCase;
}

/// Nothing, with a word about it, where HIP's headers or device libraries are missing.
static std::unique_ptr<Target> hipTarget(const TargetName &name) {
  auto target = makeTarget(name);
  if (!target)
    WARN("skipped: " << target.error().message);
  return target ? std::move(*target) : nullptr;
}

static void expectAgreement(const std::vector<TestCase> &cases, const TargetName &name) {
  if (auto target = hipTarget(name))
    expectAgreement(cases, *target);
}

/// Each example under one specialization, which `turn` varies.
static std::vector<TestCase> examples(size_t turn) {
  std::vector<TestCase> all = structureCases();
  for (const TestCase &example : exampleCases()) {
    std::vector<TestCase> variants = respecialized(example);
    all.push_back(variants[(all.size() + turn) % variants.size()]);
  }
  return all;
}

TEST_CASE("every example gives the oracle's values as kernels") {
  std::array<std::vector<TestCase>, 2> atLevel;
  const std::vector<TestCase> all = examples(0);
  for (size_t i = 0; i < all.size(); ++i)
    atLevel[i % 2].push_back(all[i]);
  expectAgreement(atLevel[0], "hip:O0"_target);
  expectAgreement(atLevel[1], "hip:O1"_target);
}

TEST_CASE("kernels for gfx90a give the oracle's values") {
  std::vector<TestCase> all = examples(2), some;
  for (size_t i = 0; i < all.size(); i += 4)
    some.push_back(all[i]);
  expectAgreement(some, "hip:O1,gfx90a"_target);
}

/// Sizes below, at and behind those of tiles, workgroups and vectors, none and one among them.
TEST_CASE("one binary serves all sizes") {
  const char *const text = R"(assay 1
d0 dynamic
d1 dynamic
d2 dynamic
%0 = argument f16[d0,d2]
%1 = argument f16[d2,d1]
%2 = argument f32[d0,d1]
%3 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[0,1], result=f32}
%4 = binary(%3, %2) {function=add}
%5 = reduce(%4) {function=sum, dims=[1], result=f32}
return %3, %4, %5
)";
  std::string runs;
  for (const char *extents : {"d0=0 d1=3 d2=2", "d0=1 d1=1 d2=1", "d0=16 d1=16 d2=16",
                              "d0=17 d1=33 d2=15", "d0=2 d1=300 d2=0", "d0=5 d1=129 d2=40"})
    runs += std::string("run ") + extents +
            "\n  %0 = integers {seed=1, low=-4, high=4}\n  %1 = integers {seed=2, low=-4, high=4}\n"
            "  %2 = integers {seed=3, low=-4, high=4}\n";
  const TestCase testCase = read(text + runs);
  for (const TargetName &name : {"hip:O0"_target, "hip:O1"_target, "hip:O1,gfx90a"_target})
    expectAgreement({testCase}, name);
}

TEST_CASE("one work-item sorts long rows within its budget of instructions") {
  expectAgreement({read(R"(assay 1
d0 dynamic
%0 = argument f32[8,d0]
%1, %2 = sort(%0, %0) {dim=1}
%3, %4 = topk(%0) {dim=1, k=d0-1}
return %1, %2, %3, %4
run d0=2049
  %0 = integers {seed=1, low=-900, high=900}
)")},
                  "hip:O0"_target);
}

/// Lines that are shorter and longer than a wave, one among them that fits it, and what is taken of
/// them; with ties, since few numbers are drawn.
TEST_CASE("a wave finds the best of a line, of every type") {
  std::vector<TestCase> cases;
  for (const char *type : {"f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64"})
    for (const char *largest : {"true", "false"})
      cases.push_back(read(std::string("assay 1\nd0 dynamic\nd1 dynamic\n%0 = argument ") + type +
                           "[d0,d1]\n%1, %2 = topk(%0) {dim=1, k=5, largest=" + largest +
                           "}\nreturn %1, %2\n"
                           "run d0=3 d1=5\n  %0 = integers {seed=1, low=-9, high=9}\n"
                           "run d0=1 d1=64\n  %0 = integers {seed=2, low=-9, high=9}\n"
                           "run d0=2 d1=200\n  %0 = integers {seed=3, low=-9, high=9}\n"));
  for (const char *taken : {"1", "64"})
    cases.push_back(read(std::string("assay 1\n%0 = argument f32[2,3,130]\n"
                                     "%1, %2 = topk(%0) {dim=2, k=") +
                         taken + "}\nreturn %1\nrun\n  %0 = integers {seed=1, low=-9, high=9}\n"));
  expectAgreement(cases, "hip:O3"_target);
}

TEST_CASE("a wave does attention to any number of keys, of every type and mask") {
  const std::string inputs = "  %0 = uniform {seed=1, low=-2, high=2}\n"
                             "  %1 = uniform {seed=2, low=-2, high=2}\n"
                             "  %2 = uniform {seed=3, low=-2, high=2}\n";
  std::vector<TestCase> cases;
  // Two heads read one of the key's; depth and columns fill no tiles.
  for (const char *type : {"f16", "bf16", "f32"})
    for (const std::string mask : {"boolean", "additive"})
      for (const std::string causal : {"false", "true"}) {
        const std::string all = inputs + "  %3 = mask_rows {seed=4, low=0, high=1}\n";
        cases.push_back(read("assay 1\nd0 dynamic\nd1 dynamic\n" +
                             fmt::format("%0 = argument {0}[2,d0,19]\n%1 = argument {0}[1,d1,19]\n"
                                         "%2 = argument {0}[1,d1,18]\n%3 = argument {1}[2,d0,d1]\n",
                                         type, mask == "boolean" ? "i1" : type) +
                             "%4 = attention(%0, %1, %2, %3) {scale=0.5, group=2, mask=" + mask +
                             ", causal=" + causal + "}\nreturn %4\nrun d0=1 d1=1\n" + all +
                             "run d0=37 d1=32\n" + all + "run d0=3 d1=70\n" + all));
      }
  // All are known: tiles that are whole, and so many columns that a wave has fewer rows.
  for (const auto &[rows, keys, depth, columns] :
       {std::array{32, 64, 16, 32}, std::array{65, 130, 4, 7}, std::array{40, 20, 256, 130}})
    cases.push_back(read(fmt::format("assay 1\n%0 = argument f32[{0},{2}]\n%1 = argument "
                                     "f32[{1},{2}]\n%2 = argument f32[{1},{3}]\n"
                                     "%3 = attention(%0, %1, %2)\nreturn %3\nrun\n",
                                     rows, keys, depth, columns) +
                         inputs));
  expectAgreement(cases, "hip:O3"_target);
}

TEST_CASE("programs of the corpus give the oracle's values as kernels") {
  std::vector<TestCase> cases;
  for (const auto &entry : std::filesystem::directory_iterator("corpus"))
    if (entry.path().extension() == ".txt")
      cases.push_back(read(*readFile(entry.path())));
  REQUIRE(cases.size() > 40);
  expectAgreement(cases, "hip:O0"_target);
  expectAgreement(cases, "hip:O1"_target);
}

/// One-shot bufferization casts the slice that is returned to the dense layout, which it has not.
TEST_CASE("a slice that is updated in place and returned is copied") {
  const TestCase testCase = read(R"(assay 1
d0 dynamic
%0 = argument f32[3,2]
%1 = argument i64[1,d0]
%2, %3 = topk(%0) as primitives {dim=1, k=d0}
%4 = scatter(%3, %1, %1) {dim=0, combine=add}
return %4
run d0=1
  %0 = f32[3,2] [0,1,0,0,0,1]
  %1 = i64[1,1] [0]
)");
  expectAgreement({testCase}, "hip:O0"_target);
  expectAgreement({testCase}, "hip:O1"_target);
}

/// On the CPU, attention takes some keys at a time, in a loop over buffers, which no host has.
TEST_CASE("attention to any number of keys has no loop on the host") {
  const TestCase testCase = read(R"(assay 1
d0 dynamic
d1 dynamic
%0 = argument f32[d0,2]
%1 = argument f32[d1,2]
%2 = attention(%0, %1, %1)
return %2
run d0=3 d1=70
  %0 = uniform {seed=1, low=-1, high=1}
  %1 = uniform {seed=2, low=-1, high=1}
)");
  expectAgreement({testCase}, "hip:O2"_target);
  expectAgreement({testCase}, "hip:O3"_target);
}

TEST_CASE("the host knows the extents of a reshape that is gone") {
  const TestCase testCase = read(R"(assay 1
d0 dynamic
%0 = argument f32[0,d0,d0]
%1 = collapse(%0) as primitives {groups=[[0],[1,2]]}
%2 = unary(%1) as primitives {function=neg}
return %2
run d0=1
  %0 = f32[0,1,1] []
)");
  expectAgreement({testCase}, "hip:O0"_target);
}

TEST_CASE("names of hip targets are checked") {
  for (const TargetName &name : {"hip:O4"_target, "hip:gfx90a"_target, "hip:O0,gfx1100"_target,
                                 "hip:O1,gfx90a,--x"_target}) {
    auto target = makeTarget(name);
    REQUIRE_FALSE(target);
    CHECK_THAT(target.error().message, Contains("write hip:O0, O1, O2 or O3"));
  }
}

/// A code object of one kernel that stores a number to its only argument, that many bytes on.
static std::optional<std::string> storeBehind(int64_t bytes,
                                              const GpuChip &chip = gpuChips.front()) {
  auto writer = CodeObjectWriter::create(OptLevel::O0, chip);
  if (!writer) {
    WARN("skipped: " << writer.error().message);
    return std::nullopt;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(
      "define amdgpu_kernel void @store(ptr addrspace(1) %p) {\n"
      "  %q = getelementptr i8, ptr addrspace(1) %p, i64 " +
          std::to_string(bytes) + "\n  store i32 7, ptr addrspace(1) %q\n  ret void\n}\n",
      diagnostic, context);
  REQUIRE(module);
  Outcome<std::string> written = writer->write(*module);
  REQUIRE(written);
  return *written;
}

/// A plan that launches @store on four bytes and returns them.
static Plan storePlan() {
  Plan plan;
  plan.scalars = {{Scalar::Constant{4}}, {Scalar::Constant{1}}, {Scalar::Constant{0}}};
  plan.buffers = {{Buffer::Scratch{0}}};
  plan.steps = {Launch{"store", {1, 1, 1}, {1, 1, 1}, {{Parameter::Address{0}}}}};
  plan.results = {{{0, 2, 0}, {}}};
  return plan;
}

TEST_CASE("a kernel that leaves its memory is told of, and the next one runs on the same chip") {
  const GpuChip &chip = GENERATE(from_range(gpuChips));
  auto library = HipLibrary::load();
  if (!library) {
    WARN("skipped: " << library.error().message);
    return;
  }
  for (int64_t bytes : {4, 0, -8, 0}) {
    auto codeObject = storeBehind(bytes, chip);
    if (!codeObject)
      return;
    (*library)->set((*library)->settingsFor(chip.name));
    auto loaded = HipExecutable::load(*library, *codeObject, storePlan());
    REQUIRE(loaded);
    const ElementType element = ElementType::I32;
    auto results = (*loaded)->run({}, {}, {&element, 1});
    if (bytes == 0) {
      REQUIRE(results);
      CHECK((*results)[0].integer(0) == 7);
    } else {
      REQUIRE(!results);
      const auto &failure = *results.failure();
      CHECK(failure.kind == TargetFailure::Kind::Sanitizer);
      CHECK_THAT(failure.detail, Contains("out of bounds") && Contains("store at 0x"));
    }
  }
}

static void expectUnsupported(const Outcome<std::vector<Tensor>> &results,
                              const std::string &sentence) {
  REQUIRE(!results);
  const auto &failure = *results.failure();
  CHECK(failure.kind == TargetFailure::Kind::Unsupported);
  CHECK(failure.stage == Stage::Run);
  CHECK_THAT(failure.detail, Contains(sentence));
}

TEST_CASE("a launch of more workgroups than 32 bits hold is not one of those that they do hold") {
  auto library = HipLibrary::load();
  auto codeObject = storeBehind(0);
  if (!library || !codeObject) {
    WARN("skipped: there is no HIP library, or nothing to compile kernels with");
    return;
  }
  Plan plan = storePlan();
  plan.scalars.push_back({Scalar::Constant{(int64_t(1) << 32) + 1}});
  std::get<Launch>(plan.steps[0]).workgroups[1] = 3;
  (*library)->set({});
  auto loaded = HipExecutable::load(*library, *codeObject, plan);
  REQUIRE(loaded);
  const ElementType element = ElementType::I32;
  expectUnsupported((*loaded)->run({}, {}, {&element, 1}), "4294967297 workgroups");
}

TEST_CASE("a reduction of more elements than a workgroup can count is refused") {
  const TestCase testCase = read(R"(assay 1
d0 dynamic
%0 = iota() {shape=[d0,3], dim=0, element=i32}
%1 = reduce(%0) {function=max, dims=[0,1], result=i32}
return %1
run d0=2
)");
  auto target = hipTarget("hip:O1"_target);
  if (!target)
    return;
  auto executable = target->compile(testCase);
  REQUIRE(executable);
  // More than cases may have.
  expectUnsupported((*executable)->run(Run{{2'000'000'000}, {}}, {}),
                    "more than 2147483648 elements of a reduction");
}

TEST_CASE("what is no code object is refused when it is loaded") {
  auto library = HipLibrary::load();
  if (!library) {
    WARN("skipped: " << library.error().message);
    return;
  }
  const std::string nonsense(256, 'x');
  auto loaded = HipExecutable::load(*library, nonsense, storePlan());
  REQUIRE(!loaded);
  CHECK(loaded.failure()->stage == Stage::Load);
}
