#include "tests/unit/compiler/Emitted.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("a body is one linalg.generic with a result for each value used outside") {
  std::string module = emitted(R"(
    d0 dynamic
    %0 = argument i8[d0]
    %1 = argument f32[d0]
    %2 = cast(%0) {to=f32}
    %3 = binary(%2, %1) into %1
    %4 = compare(%3, %1)
    %5 = select(%4, %2, %3)
    return %5, %3
    body 0 .. 4
    run d0=3)");
  expectInOrder(module, {"linalg.generic", "ins(%arg0, %arg1 :", "outs(%arg1, %", "arith.sitofp",
                         "arith.addf", "arith.cmpf olt", "arith.select", "linalg.yield",
                         ": f32, f32", "-> (tensor<?xf32>, tensor<?xf32>)", "return %1#1, %1#0"});
  CHECK(occurrences(module, "linalg.generic") == 1);
}

TEST_CASE("a body in which a destination is made does not write over it") {
  std::string module = emitted(R"(
    %0 = argument f32[3]
    %1 = unary(%0)
    %2 = binary(%0, %1) into %1
    return %2
    body 0 .. 2
    run)");
  expectInOrder(module, {"tensor.empty", "linalg.generic", "return"});
}

TEST_CASE("a function takes what it reads and yields what is read behind it; functions nest") {
  std::string module = emitted(R"(
    d0 static
    %0 = argument f32[d0]
    %1 = argument f32[d0]
    %2 = binary(%0, %1)
    %3 = unary(%2)
    %4 = unary(%3) {function=abs}
    %5 = binary(%4, %1) {function=mul}
    return %5
    function 0 .. 3
    function 1 .. 2
    run d0=2)");
  expectInOrder(
      module,
      {"func.func @main(", "call @group0(%arg0, %arg1)", "linalg.mul", "return",
       "func.func private @group0(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32>",
       "linalg.add", "call @group1(%1) : (tensor<2xf32>) -> tensor<2xf32>", "linalg.abs",
       "func.func private @group1(", "linalg.negf"});
}

TEST_CASE("a function reads some extents off its tensors and is passed the others") {
  std::string module = emitted(R"(
    d0 disguised
    d1 disguised
    %0 = argument f32[d0,d1]
    %1 = fill() {shape=[d0,d1]}
    %2 = binary(%0, %1)
    return %2
    function 0 .. 2
    run d0=2 d1=7)");
  expectInOrder(module, {"%c2 = arith.constant 2 : index", "call @group0(%c2, %arg0)", "private",
                         "%arg0: index, %arg1: tensor<?x?xf32>", "tensor.dim %arg1, %c1",
                         "tensor.empty(%arg0, %dim)"});
  CHECK(occurrences(module, "constant 7") == 0);
}

TEST_CASE("a group that nobody needs is written all the same") {
  std::string function = emitted(R"(
    %0 = argument f32[2]
    %1 = unary(%0)
    return %0
    function 0 .. 1
    run)");
  expectInOrder(function, {"call @group0(%arg0) : (tensor<2xf32>) -> ()", "return %arg0"});
  std::string body = emitted(R"(
    %0 = argument f32[2]
    %1 = unary(%0)
    return %0
    body 0 .. 1
    run)");
  expectInOrder(body, {"linalg.generic", "arith.negf", "return %arg0"});
}
