#include "triage/litcase/LitCase.h"
#include "support/ReadFile.h"
#include "tests/unit/reducer/Cases.h"
#include "triage/litcase/MlirText.h"
#include "triage/litcase/OpSentences.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

using namespace assay;

namespace {

Tensor tensorOf(ElementType element, const Shape &shape, const std::vector<double> &values) {
  Tensor tensor(element, shape);
  for (size_t i = 0; i < values.size(); ++i)
    tensor.set(static_cast<int64_t>(i), values[i]);
  return tensor;
}

TestCase topkCase() {
  return caseFrom(R"(d0 dynamic
contract lowest_index_first
%0 = argument f32[d0,2]
%1, %2 = topk(%0) {dim=1, largest=false}
return %1, %2
run d0=2
  %0 = f32[2,2] [1,2,4,3]
)");
}

LitCase topkLit() {
  LitCase lit;
  lit.testCase = topkCase();
  lit.seen = "expected 1, got 2 at [0,0] of result 0\n2 of 2 elements are wrong";
  lit.signature = "mismatch:topk:f32";
  lit.origin = {"cpu:pipeline=x"_target, "", "0.1.0"};
  lit.runLines = {"mlir-opt %s -pass-pipeline='x' \\", "| FileCheck %s"};
  lit.functions = "func.func @program() {\n  return\n}\n";
  lit.expected = {{{{tensorOf(ElementType::F32, {2, 1}, {1, 3}), {}, {}},
                    {tensorOf(ElementType::I64, {2, 1}, {0, 1}), {}, {}}},
                   {}}};
  return lit;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a lit case says what was seen, how to run it, and how to work it out") {
  std::string text = writeLitCase(topkLit());
  CHECK(text.starts_with(R"(// mismatch:topk:f32
// assay-target: cpu:pipeline=x
// assay-version: 0.1.0
// expected 1, got 2 at [0,0] of result 0
// 2 of 2 elements are wrong
//   topk: the 1 smallest along dim 1, best first, and their places
// Rests on the contract lowest_index_first: of equal elements topk takes the one with the lower index first.

// RUN: mlir-opt %s -pass-pipeline='x' \
// RUN: | FileCheck %s

func.func @program() {
  return
}
)"));
}

TEST_CASE("what a compiler said is a comment and nothing else") {
  LitCase lit = topkLit();
  lit.signature = "compile-failure:RUN: touch a";
  lit.seen = "error\rRUN: touch b\x1b[2J\nRUN: touch c\nCHECK-NEXT: x\nCHECK{LITERAL}: y\n"
             "assay-case: {\nEND.\n";
  const std::string text = writeLitCase(lit);
  CHECK(text.starts_with(R"(// compile-failure:RUN : touch a
// assay-target: cpu:pipeline=x
// assay-version: 0.1.0
// error\x0dRUN : touch b\x1b[2J
// RUN : touch c
// CHECK-NEXT : x
// CHECK{LITERAL} : y
// assay-case : {
// END :
)"));
  CHECK(readLitCase(text, "case.mlir"));
}

TEST_CASE("of a long diagnostic the header has the beginning") {
  LitCase lit = topkLit();
  lit.seen = std::string(200, 'x') + "\n1\n2\n3\n4\n5\n6\n7\n";
  CHECK(contains(writeLitCase(lit), "// " + std::string(160, 'x') +
                                        " ...\n// 1\n// 2\n// 3\n// 4\n// 5\n// ...\n//   topk"));
}

TEST_CASE("@main makes the inputs, hands scalars over first, and prints exact results") {
  std::string text = writeLitCase(topkLit());
  CHECK(contains(text, R"(func.func @main() {
  %input0 = arith.constant dense<[[1.0, 2.0], [4.0, 3.0]]> : tensor<2x2xf32>
  %input0_cast = tensor.cast %input0 : tensor<2x2xf32> to tensor<?x2xf32>
  %result:2 = call @program(%input0_cast) : (tensor<?x2xf32>) -> (tensor<?x1xf32>, tensor<?x1xi64>)
  %unranked0 = tensor.cast %result#0 : tensor<?x1xf32> to tensor<*xf32>
  call @printMemrefF32(%unranked0) : (tensor<*xf32>) -> ()
  %unranked1 = tensor.cast %result#1 : tensor<?x1xi64> to tensor<*xi64>
  call @printMemrefI64(%unranked1) : (tensor<*xi64>) -> ()
  return
}
)"));
  CHECK(contains(text, R"(// Result 0: f32[d0,1]
// CHECK: sizes = [2, 1] {{.*}} data =
// CHECK-NEXT: {{\[}}1]
// CHECK-NEXT: {{\[}}3]
// Result 1: i64[d0,1]
// CHECK: sizes = [2, 1] {{.*}} data =
// CHECK-NEXT: {{\[}}0]
// CHECK-NEXT: {{\[}}1]
)"));
}

TEST_CASE("a scalar that no argument carries is handed over") {
  LitCase lit = topkLit();
  lit.testCase = caseFrom(R"(d0 dynamic
%0 = argument f32[3]
%1, %2 = topk(%0) {k=d0}
return %1
run d0=2
  %0 = f32[3] [1,2,3]
run d0=1
  %0 = f32[3] [4,5,6]
)");
  lit.expected = {{{{tensorOf(ElementType::F32, {2}, {3, 2}), {}, {}}}, {}},
                  {{{tensorOf(ElementType::F32, {1}, {6}), {}, {}}}, {}}};
  std::string text = writeLitCase(lit);
  CHECK(contains(text, "%run1_d0 = arith.constant 1 : index"));
  CHECK(contains(text, "%run1_result = call @program(%run1_d0, %run1_input0) : "
                       "(index, tensor<3xf32>) -> (tensor<?xf32>)"));
  CHECK(contains(text, "// CHECK-NEXT: {{\\[}}3, 2]\n"));
}

TEST_CASE("what printing would blur is compared in the module") {
  LitCase lit = topkLit();
  lit.testCase = caseFrom("%0 = argument f32[2]\nreturn %0\nrun\n  %0 = f32[2] [1,2]\n");
  SECTION("a bound") {
    lit.expected = {{{{tensorOf(ElementType::F32, {2}, {1, 2}), {0.5, 1.5}, {1.5, 2.5}}}, {}}};
    CHECK(contains(writeLitCase(lit), "arith.constant dense<[0.5, 1.5]> : tensor<2xf64>"));
  }
  SECTION("more digits than are printed") {
    lit.expected = {{{{tensorOf(ElementType::F32, {2}, {16777215, 2}), {}, {}}}, {}}};
  }
  SECTION("a subnormal number with more digits than are printed") {
    lit.testCase = caseFrom("%0 = argument f64[2]\nreturn %0\nrun\n  %0 = f64[2] [1,2]\n");
    lit.expected = {{{{tensorOf(ElementType::F64, {2}, {0x1.23456789abcdp-1030, 2}), {}, {}}}, {}}};
  }
  std::string text = writeLitCase(lit);
  CHECK(contains(text, "// CHECK: ( 0, -1 )\n"));
  CHECK_FALSE(contains(text, "printMemref"));
}

TEST_CASE("results of which several are right are held against candidates, not bounds") {
  LitCase lit = topkLit();
  lit.testCase = caseFrom("%0 = argument f32[2]\n%1, %2 = topk(%0) {k=2}\nreturn %2\n"
                          "run\n  %0 = f32[2] [1,1]\n");
  const ExpectedChoice choice{{0}, {0, 0}, {{0, false, {0}}, {0, false, {1}}}};
  lit.expected = {{{{tensorOf(ElementType::I64, {2}, {0, 0}), {0, 0}, {1, 1}}}, {choice}}};
  std::string text = writeLitCase(lit);
  CHECK(contains(text, "%candidate0_0 = arith.constant dense<[0.0, 1.0]> : tensor<2xf64>"));
  CHECK(contains(text, "call @count_misplaced_0("));
  CHECK_FALSE(contains(text, "count_wrong"));
}

TEST_CASE("an empty result is compared by its sizes") {
  LitCase lit = topkLit();
  lit.testCase = caseFrom("%0 = argument f32[0,3]\nreturn %0\nrun\n  %0 = f32[0,3] []\n");
  lit.expected = {{{{Tensor(ElementType::F32, {0, 3}), {}, {}}}, {}}};
  std::string text = writeLitCase(lit);
  CHECK(contains(text, "tensor.empty() : tensor<0x3xf32>"));
  CHECK(contains(text, "// CHECK: ( 0, 3 )\n"));
}

TEST_CASE("a case comes back from its lit file") {
  auto read = readLitCase(writeLitCase(topkLit()), "case.mlir");
  REQUIRE(read);
  CHECK(*read == topkCase());
}

TEST_CASE("a lit file without a whole case is an error that says so") {
  auto message = [](const std::string &text) {
    auto read = readLitCase(text, "case.mlir");
    REQUIRE_FALSE(read);
    return read.error().message;
  };
  CHECK(contains(message(""), "case.mlir: holds no case"));
  CHECK(contains(message("func.func @main()\n// RUN: true\n"), "holds no case"));
  CHECK(contains(message("// assay-case: {\n"), "case.mlir"));
  std::string text = writeLitCase(topkLit());
  CHECK(contains(message(text.substr(0, text.size() - 20)), "case.mlir"));
}

TEST_CASE("no lit case of the corpus was edited after its MLIR and its case were named") {
  int count = 0;
  for (const char *folder : {"corpus", "triage/known/bugs"})
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".mlir")
        continue;
      const auto text = readFile(entry.path());
      REQUIRE(text);
      if (!contains(*text, std::string(litCasePrefix)))
        continue;
      INFO(entry.path() << " " << litContent(*text));
      CHECK(contains(*text, fmt::format("{}{}\n", litContentPrefix, litContent(*text))));
      ++count;
    }
  CHECK(count > 100);
}

TEST_CASE("constants in MLIR keep every bit") {
  CHECK(mlirConstant(tensorOf(ElementType::F64, {2}, {0.1, 1e300})) ==
        "dense<[0.1, 1.0e+300]> : tensor<2xf64>");
  CHECK(mlirConstant(tensorOf(ElementType::F16, {1, 2}, {-0.0, 65504})) ==
        "dense<[[-0.0, 65504.0]]> : tensor<1x2xf16>");
  CHECK(mlirConstant(tensorOf(ElementType::BF16, {}, {std::numeric_limits<double>::infinity()})) ==
        "dense<0x7F80> : tensor<bf16>");
  CHECK(mlirConstant(tensorOf(ElementType::I1, {2}, {1, 0})) ==
        "dense<[true, false]> : tensor<2xi1>");
  CHECK(mlirConstant(tensorOf(ElementType::I8, {3}, {-128, -128, -128})) ==
        "dense<-128> : tensor<3xi8>");
  CHECK(mlirConstant(Tensor(ElementType::C64, {2})) ==
        "dense<(0.0, 0.0)> : tensor<2xcomplex<f32>>");
}

TEST_CASE("every op has a sentence, and a program has each of them once") {
  for (OpKind kind : allOpKinds)
    CHECK(opSentence(defaultOp(kind)).starts_with(std::string(name(kind)) + ": "));
  TestCase twice = caseFrom("%0 = argument f32[]\n%1 = unary(%0)\n%2 = unary(%1)\nreturn %2\nrun\n"
                            "  %0 = f32[] [1]\n");
  CHECK(opSentences(twice.program()) == std::vector<std::string>{"unary: y[i] = neg(x[i])"});
}
