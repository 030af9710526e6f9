#include "tests/unit/compiler/Emitted.h"

#include "program/Text.h"
#include "tests/examples/Examples.h"

#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Verifier.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace assay;

namespace {

/// What the verifier says about the module of a case; empty if nothing.
std::string complaint(mlir::MLIRContext &context, const TestCase &testCase) {
  std::string said;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    said += diagnostic.str() + "\n";
    return mlir::success();
  });
  auto module = emit(context, testCase);
  if (mlir::failed(mlir::verify(*module)) && said.empty())
    said = "it does not verify";
  return said.empty() ? said : said + printModule(*module);
}

} // namespace

TEST_CASE("every op has two examples or more") {
  for (OpKind kind : allOpKinds) {
    INFO(name(kind));
    std::vector<TestCase> cases = exampleCases(kind);
    CHECK(cases.size() >= 2);
    for (const TestCase &testCase : cases)
      CHECK(std::any_of(testCase.program().nodes().begin(), testCase.program().nodes().end(),
                        [&](const Node &node) { return kindOf(node.op) == kind; }));
  }
}

TEST_CASE("examples cover every spelling of every op") {
  std::set<std::pair<OpKind, Spelling>> wanted, seen;
  for (OpKind kind : allOpKinds)
    for (Spelling spelling : spellingsOf(kind))
      wanted.emplace(kind, spelling);
  for (const TestCase &testCase : allExampleVariants())
    for (const Node &node : testCase.program().nodes())
      seen.emplace(kindOf(node.op), node.spelling);
  CHECK(seen == wanted);
}

TEST_CASE("every example verifies in every spelling under every specialization") {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  for (const TestCase &testCase : allExampleVariants()) {
    std::string said = complaint(context, testCase);
    if (!said.empty())
      FAIL_CHECK(writeText(testCase) << said);
  }
}

TEST_CASE("the same case gives the same module, also in a context that was used before") {
  mlir::MLIRContext used(mlir::MLIRContext::Threading::DISABLED);
  for (const TestCase &testCase : structureCases()) {
    mlir::MLIRContext fresh(mlir::MLIRContext::Threading::DISABLED);
    std::string first = printModule(*emit(fresh, testCase));
    CHECK(printModule(*emit(used, testCase)) == first);
    CHECK(printModule(*emit(used, testCase)) == first);
  }
}

TEST_CASE("a dim is a number where every symbol in it is static, and computed elsewhere") {
  std::string module = emitted(R"(
    d0 static
    d1 dynamic
    %0 = argument f32[d0,d1]
    %1 = pad(%0) {low=[1,0], high=[d0,d0]}
    return %1
    run d0=3 d1=5)");
  expectInOrder(
      module, {"@main(%arg0: tensor<3x?xf32> {bufferization.writable = false}) -> tensor<7x?xf32>",
               "llvm.emit_c_interface", "tensor.pad %arg0 low[1, 0] high[3, 3]",
               "tensor<3x?xf32> to tensor<7x?xf32>"});
}

TEST_CASE("symbols that no argument spells out are scalar arguments, before the tensors") {
  std::string module = emitted(R"(
    d0 dynamic
    d1 dynamic
    d2 static
    %0 = argument f32[d0*d1,d2]
    %1 = expand(%0) {groups=[[d0,d1],[d2]]}
    return %1
    run d0=2 d1=3 d2=4)");
  expectInOrder(module, {"@main(%arg0: index, %arg1: index, %arg2: tensor<?x4xf32> {",
                         "tensor.expand_shape %arg2 [[0, 1], [2]] output_shape [%arg0, %arg1, 4]"});
}

TEST_CASE("a disguised dim is unknown to types though a constant feeds it") {
  std::string module = emitted(R"(
    d0 disguised
    %0 = argument f32[d0]
    %1 = unary(%0) {function=exp}
    %2 = dim_cast(%1) {dims=[0]}
    return %2
    run d0=3)");
  expectInOrder(module, {"-> tensor<?xf32>", "%c3 = arith.constant 3 : index",
                         "tensor.empty(%c3) : tensor<?xf32>", "linalg.exp", "tensor.cast",
                         "tensor<?xf32> to tensor<3xf32>", "tensor<3xf32> to tensor<?xf32>"});
}

TEST_CASE("a polynomial dim is index arithmetic, made once") {
  std::string module = emitted(R"(
    d0 dynamic
    d1 dynamic
    d2 static
    %0 = argument f32[d0,d1]
    %1 = fill() {shape=[3*d0*d1+d2*d1-1]}
    %2 = fill() {shape=[3*d0*d1+d2*d1-1], value=1}
    return %1, %2
    run d0=2 d1=3 d2=4)");
  expectInOrder(module, {"arith.muli", "arith.muli", "%c4 = arith.constant 4", "arith.muli",
                         "arith.addi", "%c-1 = arith.constant -1", "arith.addi", "tensor.empty",
                         "linalg.fill", "tensor.empty", "linalg.fill"});
  CHECK(occurrences(module, "arith.muli") == 3);
}

TEST_CASE("an initial destination is what is added to, a scratch destination is written over") {
  std::string module = emitted(R"(
    d0 static
    %0 = argument bf16[d0,d0]
    %1 = argument f32[d0,d0]
    %2 = contraction(%0, %0) into %1 {lhs=[0,2], rhs=[2,1], out=[0,1]}
    %3 = unary(%2) into %1 {function=tanh}
    return %3, %1, %3
    run d0=2)");
  expectInOrder(module, {"%0 = linalg.matmul", "outs(%arg1", "%1 = linalg.tanh", "outs(%arg1",
                         "return %1, %arg1, %1"});
  CHECK(occurrences(module, "tensor.empty") == 0);
}

TEST_CASE("casts extend by sign, truth values by zero, and halves change kind by way of f32") {
  std::string module = emitted(R"(
    %0 = argument i8[2]
    %1 = argument i1[2]
    %2 = argument f16[2]
    %3 = cast(%0) as primitives {to=i32}
    %4 = cast(%0) as primitives {to=i32, unsigned=true}
    %5 = cast(%1) as primitives {to=i32}
    %6 = cast(%1) as primitives {to=f32}
    %7 = cast(%2) as primitives {to=bf16}
    %8 = cast(%2) as primitives {to=i1}
    %9 = cast(%2) as primitives {to=i8, unsigned=true}
    return %3, %4, %5, %6, %7, %8, %9
    run)");
  expectInOrder(module, {"arith.extsi", "arith.extui", "arith.extui", "arith.uitofp", "arith.extf",
                         "arith.truncf", "arith.cmpf une", "arith.fptoui"});
}

TEST_CASE("predicates are ordered but for ne") {
  std::string module = emitted(R"(
    %0 = argument f32[2]
    %1 = argument i8[2]
    %2 = compare(%0, %0) {predicate=ne}
    %3 = compare(%0, %0) {predicate=eq}
    %4 = compare(%0, %0) {predicate=ge}
    %5 = compare(%1, %1) {predicate=le}
    %6 = compare(%1, %1) {predicate=le, unsigned=true}
    return %2, %3, %4, %5, %6
    run)");
  expectInOrder(module, {"cmpf une", "cmpf oeq", "cmpf oge", "cmpi sle", "cmpi ule"});
}

TEST_CASE("maximumf and maxnumf are told apart") {
  std::string module = emitted(R"(
    %0 = argument f32[2]
    %1 = binary(%0, %0) as generic {function=max}
    %2 = binary(%0, %0) as generic {function=max_num}
    %3 = reduce(%0) {function=min, dims=[0]}
    return %1, %2, %3
    run)");
  expectInOrder(module, {"arith.maximumf", "arith.maxnumf", "0x7F800000 : f32", "arith.minimumf"});
}

TEST_CASE("a slice that can be seen to start at the end of a dim is not written") {
  std::string module = emitted(R"(
    d0 static
    %0 = argument f32[0,d0]
    %1 = argument f32[3,d0]
    %2 = insert_slice(%0, %1) {offsets=[3,0], strides=[1,1]}
    %3 = extract_slice(%1) {offsets=[3,0], sizes=[0,d0], strides=[1,1]}
    return %2, %3
    run d0=2)");
  expectInOrder(module, {"tensor.empty() : tensor<0x2xf32>", "return %arg1, %0"});
}
