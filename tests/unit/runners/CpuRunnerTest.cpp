#include "tests/unit/runners/Lower.h"

#include <catch2/catch.hpp>

#include <llvm/Transforms/Utils/Cloning.h>

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

using namespace assay;
using namespace assay::test;

// Doubles every element; one dim is dynamic.
static constexpr const char *twice = R"(
func.func @main(%x: memref<?x3xf32>) -> memref<?x3xf32> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  %y = memref.alloc(%n) {alignment = 64} : memref<?x3xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %a = memref.load %x[%i, %j] : memref<?x3xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %y[%i, %j] : memref<?x3xf32>
    }
  }
  return %y : memref<?x3xf32>
})";

TEST_CASE("one compiled program runs under several bindings, empty ones among them") {
  for (OptLevel level : {OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3}) {
    Loaded program(twice, 0, 1, level);
    for (int64_t n : {2, 0, 1, 17}) {
      Tensor x(ElementType::F32, {n, 3});
      for (int64_t i = 0; i < x.size(); ++i)
        x.set(i, static_cast<double>(i) - 5);
      auto results = values(program.run({x}, {{ElementType::F32, {n, 3}}}));
      REQUIRE(results.size() == 1);
      CHECK(results[0].shape() == Shape{n, 3});
      for (int64_t i = 0; i < x.size(); ++i)
        CHECK(results[0].real(i) == 2 * x.real(i));
    }
  }
}

TEST_CASE("a call is timed: more rows take longer, and what is freed twice is of no interest") {
  Loaded program(twice, 0, 1);
  const auto seconds = [&](int64_t n) {
    double least = std::numeric_limits<double>::infinity();
    for (int turn = 0; turn < 3; ++turn) {
      auto time = program.executable->time({}, std::vector{Tensor(ElementType::F32, {n, 3})},
                                           std::vector<ResultType>{{ElementType::F32, {n, 3}}});
      REQUIRE(!time.failure());
      least = std::min(least, *time);
    }
    return least;
  };
  CHECK(seconds(1) > 0);
  CHECK(seconds(100000) > 10 * seconds(1));

  Loaded freesTwice(R"(
func.func @main(%x: memref<4xf32>) -> memref<4xf32> attributes {llvm.emit_c_interface} {
  %y = memref.alloc() : memref<4xf32>
  memref.dealloc %y : memref<4xf32>
  memref.dealloc %y : memref<4xf32>
  return %x : memref<4xf32>
})",
                    0, 1);
  CHECK(!freesTwice.executable
             ->time({}, std::vector{Tensor(ElementType::F32, {4})},
                    std::vector<ResultType>{{ElementType::F32, {4}}})
             .failure());
}

TEST_CASE(
    "scalars come before tensors, and results may be many, strided, or arguments themselves") {
  Loaded program(R"(
func.func @main(%k: index, %x: memref<2x4xi16>, %s: memref<i1>)
    -> (memref<4x2xi16, strided<[1, 4]>>, memref<i1>, memref<?xi64>, memref<2x2xi16, strided<[4, 2], offset: 1>>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.transpose %x (i, j) -> (j, i) : memref<2x4xi16> to memref<4x2xi16, strided<[1, 4]>>
  %v = memref.subview %x[0, 1] [2, 2] [1, 2] : memref<2x4xi16> to memref<2x2xi16, strided<[4, 2], offset: 1>>
  %a = memref.alloc(%k) : memref<?xi64>
  scf.for %i = %c0 to %k step %c1 {
    %w = arith.index_cast %i : index to i64
    memref.store %w, %a[%i] : memref<?xi64>
  }
  return %t, %s, %a, %v : memref<4x2xi16, strided<[1, 4]>>, memref<i1>, memref<?xi64>, memref<2x2xi16, strided<[4, 2], offset: 1>>
})",
                 1, 2);
  Tensor x = tensor(ElementType::I16, {2, 4}, {0, 1, 2, 3, -4, 5, 6, 7});
  Tensor s = tensor(ElementType::I1, {}, {1});
  for (int64_t k : {3, 0}) {
    auto results = values(program.run({x, s},
                                      {{ElementType::I16, {4, 2}},
                                       {ElementType::I1, {}},
                                       {ElementType::I64, {k}},
                                       {ElementType::I16, {2, 2}}},
                                      {k}));
    CHECK(results[0] == tensor(ElementType::I16, {4, 2}, {0, -4, 1, 5, 2, 6, 3, 7}));
    CHECK(results[1] == s);
    CHECK(results[2].shape() == Shape{k});
    CHECK((k == 0 || results[2].integer(2) == 2));
    CHECK(results[3] == tensor(ElementType::I16, {2, 2}, {1, 3, 5, 7}));
  }
}

TEST_CASE("more arguments than registers arrive in order") {
  std::string text = "func.func @main(";
  std::vector<Tensor> arguments;
  std::vector<ResultType> types;
  std::string list, memrefs;
  for (int i = 0; i < 40; ++i) {
    const char *comma = i ? ", " : "";
    text += fmt::format("{}%a{}: memref<f64>", comma, i);
    list += fmt::format("{}%a{}", comma, 39 - i);
    memrefs += fmt::format("{}memref<f64>", comma);
    arguments.push_back(tensor(ElementType::F64, {}, {i * 0.5}));
    types.push_back({ElementType::F64, {}});
  }
  text += fmt::format(") -> ({}) attributes {{llvm.emit_c_interface}} {{ return {} : {} }}",
                      memrefs, list, memrefs);
  Loaded program(text, 0, 40);
  auto results = values(program.run(arguments, types));
  for (int i = 0; i < 40; ++i)
    CHECK(results[static_cast<size_t>(i)].real(0) == (39 - i) * 0.5);
}

TEST_CASE("conversions to and from f16 and bf16 round to nearest even, subnormals too") {
  Loaded program(R"(
func.func @main(%x: memref<?xf32>) -> (memref<?xf16>, memref<?xbf16>, memref<?xf32>, memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %h = memref.alloc(%n) : memref<?xf16>
  %b = memref.alloc(%n) : memref<?xbf16>
  %hf = memref.alloc(%n) : memref<?xf32>
  %bf = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    %vh = arith.truncf %v : f32 to f16
    %vb = arith.truncf %v : f32 to bf16
    %vhf = arith.extf %vh : f16 to f32
    %vbf = arith.extf %vb : bf16 to f32
    memref.store %vh, %h[%i] : memref<?xf16>
    memref.store %vb, %b[%i] : memref<?xbf16>
    memref.store %vhf, %hf[%i] : memref<?xf32>
    memref.store %vbf, %bf[%i] : memref<?xf32>
  }
  return %h, %b, %hf, %bf : memref<?xf16>, memref<?xbf16>, memref<?xf32>, memref<?xf32>
})",
                 0, 1, OptLevel::O2);
  // Ties, f16 subnormals (below 2^-14), bf16 subnormals (below 2^-126), overflow to infinity.
  Tensor x = tensor(ElementType::F32, {11},
                    {1 + 0x1p-11, 1 + 0x3p-11, 1 + 0x1p-8, 1 + 0x3p-8, 0x1.8p-24, 0x1p-25, -0x1p-20,
                     0x1p-130, 0x1.8p-133, 65520, -std::numeric_limits<double>::infinity()});
  const ResultType half{ElementType::F16, {11}}, brain{ElementType::BF16, {11}},
      full{ElementType::F32, {11}};
  auto results = values(program.run({x}, {half, brain, full, full}));
  for (int64_t i = 0; i < x.size(); ++i) {
    INFO("element " << i);
    CHECK(results[0].real(i) == roundTo(ElementType::F16, x.real(i)));
    CHECK(results[1].real(i) == roundTo(ElementType::BF16, x.real(i)));
    CHECK(results[2].real(i) == results[0].real(i));
    CHECK(results[3].real(i) == results[1].real(i));
  }
}

TEST_CASE("libm, strided copies and freed temporaries work") {
  Loaded program(R"(
func.func @main(%x: memref<3x2xf32>) -> memref<2x3xf32> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = memref.alloc() : memref<3x2xf32>
  %y = memref.alloc() : memref<2x3xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    %v = memref.load %x[%i, %c1] : memref<3x2xf32>
    %e = math.erf %v : f32
    memref.store %v, %t[%i, %c0] : memref<3x2xf32>
    memref.store %e, %t[%i, %c1] : memref<3x2xf32>
  }
  %p = memref.transpose %t (i, j) -> (j, i) : memref<3x2xf32> to memref<2x3xf32, strided<[1, 2]>>
  memref.copy %p, %y : memref<2x3xf32, strided<[1, 2]>> to memref<2x3xf32>
  memref.dealloc %t : memref<3x2xf32>
  return %y : memref<2x3xf32>
})",
                 0, 1);
  Tensor x = tensor(ElementType::F32, {3, 2}, {9, 0, 9, 0.5, 9, -2});
  auto results = values(program.run({x}, {{ElementType::F32, {2, 3}}}));
  CHECK(results[0].real(1) == 0.5);
  CHECK(results[0].real(2) == -2);
  CHECK(results[0].real(4) == Approx(std::erf(0.5)));
}

TEST_CASE("a module without main, with another main, or with unknown symbols is rejected") {
  auto made = CpuRunner::create(OptLevel::O0);
  REQUIRE(made);
  auto reject = [&](const char *text, size_t arguments) {
    llvm::LLVMContext context;
    auto outcome = CpuExecutable::load(**made, *lower(text, context), 0, arguments);
    REQUIRE(!outcome);
    CHECK(outcome.failure()->kind == TargetFailure::Kind::Rejected);
    CHECK(outcome.failure()->stage == Stage::Load);
    return outcome.failure()->detail;
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(reject("func.func @other() { return }", 0), Contains("no function _mlir_ciface_main"));
  CHECK_THAT(reject(twice, 2), Contains("2 x ptr"));
  CHECK_THAT(reject(R"(
func.func private @nowhere_to_be_found(memref<f32>)
func.func @main(%x: memref<f32>) -> memref<f32> attributes {llvm.emit_c_interface} {
  call @nowhere_to_be_found(%x) : (memref<f32>) -> ()
  return %x : memref<f32>
})",
                    1),
             Contains("nowhere_to_be_found"));
  // The runner is as good as before.
  llvm::LLVMContext context;
  CHECK(CpuExecutable::load(**made, *lower(twice, context), 0, 1));
}

static long residentKilobytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (word == "VmRSS:") {
      long kilobytes = 0;
      status >> kilobytes;
      return kilobytes;
    }
  return 0;
}

TEST_CASE("memory stays flat over two thousand modules") {
  auto made = CpuRunner::create(OptLevel::O0);
  REQUIRE(made);
  Tensor x = tensor(ElementType::F32, {1, 3}, {1, 2, 3});
  const std::vector<ResultType> type = {{ElementType::F32, {1, 3}}};
  llvm::LLVMContext source;
  auto module = lower(twice, source);
  auto once = [&] {
    auto copy = llvm::CloneModule(*module);
    auto loaded = CpuExecutable::load(**made, *copy, 0, 1);
    auto &executable = *loaded;
    CHECK(values(executable->run({}, std::span(&x, 1), type))[0].real(2) == 6);
  };
  for (int i = 0; i < 200; ++i)
    once();
  const long before = residentKilobytes();
  for (int i = 0; i < 2000; ++i)
    once();
  CHECK(residentKilobytes() - before < 2048);
}
