#include "runners/cpu/GuardedHeap.h"
#include "tests/unit/runners/Lower.h"

#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace assay;
using namespace assay::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

// Stores the argument's first element at a place that only the run knows: of the result, of a
// temporary, or of the argument, as `which` says.
static constexpr const char *storeAnywhere = R"(
func.func @main(%which: index, %at: index, %x: memref<?xf32>) -> memref<4xf32>
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<4xf32>
  %t = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %f, %y[%i] : memref<4xf32>
  }
  scf.index_switch %which
  case 0 {
    memref.store %f, %y[%at] : memref<4xf32>
    scf.yield
  }
  case 1 {
    memref.store %f, %t[%at] : memref<4xf32>
    scf.yield
  }
  default {
    memref.store %f, %x[%at] : memref<?xf32>
  }
  memref.dealloc %t : memref<4xf32>
  return %y : memref<4xf32>
})";

TEST_CASE("a write outside of a buffer is reported with the buffer and the distance") {
  for (OptLevel level : {OptLevel::O0, OptLevel::O2}) {
    Loaded program(storeAnywhere, 2, 1, level);
    Tensor x = tensor(ElementType::F32, {2}, {0, 7});
    auto run = [&](int64_t which, int64_t at, const Tensor &x) {
      return program.run({x}, {{ElementType::F32, {4}}}, {which, at});
    };
    CHECK(values(run(0, 3, x))[0].real(3) == 0);
    CHECK(values(run(1, 0, x))[0].real(0) == 0);

    auto detail = [&](int64_t which, int64_t at, const Tensor &x) {
      TargetFailure found = failure(run(which, at, x));
      CHECK(found.kind == TargetFailure::Kind::Sanitizer);
      CHECK(found.stage == Stage::Run);
      return found.detail;
    };
    CHECK_THAT(detail(0, 4, x), StartsWith("result 0 (16 bytes) was written behind its end") &&
                                    Contains("0 to 3 bytes away"));
    CHECK_THAT(detail(0, -1, x), StartsWith("result 0 (16 bytes) was written before its begin"));
    CHECK_THAT(detail(0, 60, x), Contains("224 to 227 bytes away"));
    if (level == OptLevel::O0) { // O2 removes the temporary
      CHECK_THAT(detail(1, 5, x), StartsWith("allocation") && Contains("4 to 7 bytes away"));
    }
    CHECK_THAT(detail(2, -3, x), StartsWith("argument 0 (8 bytes) was written before"));
    CHECK_THAT(detail(2, 2, x), StartsWith("argument 0 (8 bytes) was written behind"));
    CHECK_THAT(detail(2, 0, Tensor(ElementType::F32, {0})), StartsWith("argument 0 (0 bytes)"));
    CHECK_THAT(detail(2, 1, x), StartsWith("argument 0 was overwritten: 1 of 2 elements"));
    // Writing what is there already changes nothing.
    values(run(2, 0, x));
  }
}

TEST_CASE(
    "freeing twice, freeing an argument, and results in freed memory or on the stack are found") {
  auto detail = [](const char *body) {
    Loaded program(fmt::format("func.func @main(%x: memref<4xf32>) -> memref<4xf32> "
                               "attributes {{llvm.emit_c_interface}} {{ {} }}",
                               body),
                   0, 1);
    Tensor x(ElementType::F32, {4});
    TargetFailure found = failure(program.run({x}, {{ElementType::F32, {4}}}));
    CHECK(found.kind == TargetFailure::Kind::Sanitizer);
    return found.detail;
  };
  CHECK_THAT(detail(R"(
    %t = memref.alloc() : memref<4xf32>
    memref.dealloc %t : memref<4xf32>
    memref.dealloc %t : memref<4xf32>
    return %x : memref<4xf32>)"),
             Contains("was freed twice"));
  CHECK_THAT(detail(R"(
    %t = memref.alloc() : memref<4xf32>
    memref.dealloc %t : memref<4xf32>
    return %t : memref<4xf32>)"),
             Contains("lies in memory that was freed"));
  CHECK_THAT(detail(R"(
    %c0 = arith.constant 0 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<4xf32>
    memref.dealloc %t : memref<4xf32>
    memref.store %f, %t[%c0] : memref<4xf32>
    return %x : memref<4xf32>)"),
             Contains("was written after it was freed"));
  CHECK_THAT(detail(R"(
    %t = memref.alloca() : memref<4xf32>
    return %t : memref<4xf32>)"),
             Contains("stack frame"));
  CHECK_THAT(detail(R"(
    memref.dealloc %x : memref<4xf32>
    return %x : memref<4xf32>)"),
             Contains("argument 0 was freed, though it is not the program's"));
  CHECK_THAT(detail(R"(
    %t = memref.alloc() : memref<2xf32>
    %c4 = arith.constant 4 : index
    %r = memref.reinterpret_cast %t to offset: [0], sizes: [4], strides: [1] : memref<2xf32> to memref<4xf32>
    return %r : memref<4xf32>)"),
             StartsWith("result 0 reaches out of its buffer"));
}

TEST_CASE("a constant of the module may be returned in place") {
  Loaded program(R"(
memref.global "private" constant @c : memref<2xi32> = dense<[3, 4]>
func.func @main() -> memref<2xi32> attributes {llvm.emit_c_interface} {
  %c = memref.get_global @c : memref<2xi32>
  return %c : memref<2xi32>
})",
                 0, 0);
  CHECK(values(program.run({}, {{ElementType::I32, {2}}}))[0] ==
        tensor(ElementType::I32, {2}, {3, 4}));
}

TEST_CASE("fresh memory holds no plausible results") {
  Loaded program(R"(
func.func @main() -> (memref<3xf16>, memref<3xbf16>, memref<3xf32>, memref<3xf64>, memref<3xi1>)
    attributes {llvm.emit_c_interface} {
  %a = memref.alloc() : memref<3xf16>
  %b = memref.alloc() : memref<3xbf16>
  %c = memref.alloc() : memref<3xf32>
  %d = memref.alloc() : memref<3xf64>
  %e = memref.alloc() : memref<3xi1>
  return %a, %b, %c, %d, %e : memref<3xf16>, memref<3xbf16>, memref<3xf32>, memref<3xf64>, memref<3xi1>
})",
                 0, 0);
  auto results = values(program.run({}, {{ElementType::F16, {3}},
                                         {ElementType::BF16, {3}},
                                         {ElementType::F32, {3}},
                                         {ElementType::F64, {3}},
                                         {ElementType::I1, {3}}}));
  for (size_t i = 0; i < 4; ++i)
    for (int64_t element = 0; element < 3; ++element)
      CHECK(std::isnan(results[i].real(element)));
  for (int64_t element = 0; element < 3; ++element)
    CHECK(results[4].integer(element) > 1);
}

TEST_CASE("a failed assertion and a request for absurd memory end the run, not the process") {
  Loaded program(R"(
func.func @main(%n: index) -> memref<?xf64> attributes {llvm.emit_c_interface} {
  %c4 = arith.constant 4 : index
  %ok = arith.cmpi ne, %n, %c4 : index
  cf.assert %ok, "four is not allowed"
  %y = memref.alloc(%n) : memref<?xf64>
  return %y : memref<?xf64>
})",
                 1, 0);
  auto run = [&](int64_t n) { return program.run({}, {{ElementType::F64, {n}}}, {n}); };
  CHECK(values(run(3))[0].size() == 3);
  TargetFailure asserted = failure(run(4));
  CHECK(asserted.kind == TargetFailure::Kind::Crashed);
  CHECK_THAT(asserted.detail, Contains("four is not allowed"));
  CHECK(failure(run(int64_t(1) << 50)).kind == TargetFailure::Kind::OutOfMemory);
  CHECK(failure(run(-1)).kind == TargetFailure::Kind::OutOfMemory);
  CHECK(values(run(5))[0].size() == 5);
}

TEST_CASE("a wrong shape is handed back, an impossible one is not") {
  Loaded program(R"(
func.func @main(%n: index) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  %t = memref.alloc() : memref<6xf32>
  %r = memref.reinterpret_cast %t to offset: [0], sizes: [%n], strides: [1] : memref<6xf32> to memref<?xf32>
  return %r : memref<?xf32>
})",
                 1, 0);
  auto run = [&](int64_t n) { return program.run({}, {{ElementType::F32, {4}}}, {n}); };
  CHECK(values(run(6))[0].shape() == Shape{6});
  CHECK(values(run(0))[0].shape() == Shape{0});
  CHECK_THAT(failure(run(-2)).detail, Contains("has shape [-2]"));
  CHECK_THAT(failure(run(7)).detail, Contains("reaches out of"));
  CHECK(failure(run(std::numeric_limits<int64_t>::max())).kind == TargetFailure::Kind::Sanitizer);
}

TEST_CASE("zones of different blocks differ, so that copying one element too many is seen") {
  GuardedHeap heap;
  for (size_t bytes : {size_t(8), size_t(100), size_t(5000)})
    for (int neighbours = 0; neighbours < 100; ++neighbours) {
      std::byte *from = heap.allocate(bytes, 64);
      for (int i = 0; i < neighbours; ++i)
        heap.allocate(0, 64);
      std::byte *to = heap.allocate(bytes, 64);
      REQUIRE(std::memcmp(from + bytes, to + bytes, 4) != 0);
      REQUIRE(std::memcmp(from - 4, to - 4, 4) != 0);
      REQUIRE_FALSE(heap.fault());
      to[bytes] = from[bytes] ^ std::byte{1};
      to[bytes + 1] = from[bytes + 1] ^ std::byte{1};
      REQUIRE(heap.fault());
      heap.clear();
    }
}

TEST_CASE("blocks are aligned as asked, and many short-lived ones do not pile up") {
  GuardedHeap heap;
  for (size_t alignment = 1; alignment <= 65536; alignment *= 2)
    CHECK(reinterpret_cast<uintptr_t>(heap.allocate(10, alignment)) % alignment == 0);
  for (int i = 0; i < 200000; ++i)
    heap.release(heap.allocate(4096, 64));
  CHECK_FALSE(heap.fault());
  CHECK(heap.allocate(GuardedHeap::maxBlockBytes + 1, 64) == nullptr);
}
