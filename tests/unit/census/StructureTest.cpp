#include "census/Structure.h"

#include "compiler/emit/Emit.h"

#include <catch2/catch.hpp>

#include <mlir/IR/MLIRContext.h>
#include <mlir/Parser/Parser.h>

using namespace assay;

namespace {

/// A case with nothing in it that a rule could find.
TestCase plainCase() {
  ProgramParts parts;
  parts.arguments = {{ElementType::F32, {4}}};
  parts.returns = {0};
  TestCaseParts testCase{Program::makeValid(std::move(parts)), {}, {}, {}};
  testCase.runs = {Run{{}, {Recipe{}}}};
  return TestCase::makeValid(std::move(testCase));
}

/// The letters that `text`, the functions of a module, has.
std::string lettersOf(std::string_view text) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(llvm::StringRef(text), &context);
  REQUIRE(module);
  Structures found = structuresOf(*module, plainCase());
  std::string letters;
  for (size_t i = 0; i < structureCount; ++i)
    if (found[i])
      letters += letter(i);
  return letters;
}

bool has(std::string_view text, char wanted) {
  std::string letters = lettersOf(text);
  INFO("found " << letters);
  return letters.find(wanted) != std::string::npos;
}

} // namespace

TEST_CASE("a: one small static extent among unknown ones, no two and no large one") {
  CHECK(has("func.func @main(%a: tensor<?x2x?xf32>) { return }", 'a'));
  CHECK_FALSE(has("func.func @main(%a: tensor<?x2x3x?xf32>) { return }", 'a'));
  CHECK_FALSE(has("func.func @main(%a: tensor<?x64x?xf32>) { return }", 'a'));
  CHECK_FALSE(has("func.func @main(%a: tensor<?x?xf32>) { return }", 'a'));
}

TEST_CASE("b: some results unused, not all and not none") {
  auto sorted = [](std::string_view returned, std::string_view types) {
    return fmt::format("func.func @main(%a: tensor<4xf32>, %b: tensor<4xi32>) -> ({1}) {{\n"
                       "  %s:2 = assay.sort dim(0) outs(%a, %b : tensor<4xf32>, tensor<4xi32>)\n"
                       "  return {0} : {1}\n}}",
                       returned, types);
  };
  CHECK(has(sorted("%s#1", "tensor<4xi32>"), 'b'));
  CHECK_FALSE(has(sorted("%s#0, %s#1", "tensor<4xf32>, tensor<4xi32>"), 'b'));
  CHECK_FALSE(has(sorted("%a", "tensor<4xf32>"), 'b'));
}

TEST_CASE("c: the destination is read again behind the op, not only in front of it") {
  CHECK(has(R"(func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    %1 = arith.addf %0, %b : tensor<4xf32>
    return %1 : tensor<4xf32>
  })",
            'c'));
  CHECK_FALSE(has(R"(func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %1 = arith.addf %a, %b : tensor<4xf32>
    %0 = linalg.exp ins(%1 : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  })",
                  'c'));
}

TEST_CASE("d: elementwise beside a reduction, not beside another elementwise op") {
  CHECK(has(R"(func.func @main(%a: tensor<4x5xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = arith.negf %a : tensor<4x5xf32>
    %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4x5xf32>) outs(%b : tensor<4xf32>) dimensions = [1]
    return %1 : tensor<4xf32>
  })",
            'd'));
  CHECK_FALSE(has(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = arith.negf %a : tensor<4xf32>
    %1 = math.exp %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  })",
                  'd'));
}

TEST_CASE("e: two unknown dims in one group of a reshape that stands between ops") {
  auto between = [](std::string_view dims, std::string_view joined, bool produced) {
    return fmt::format(
        "func.func @main(%a: tensor<{0}xf32>) -> tensor<{1}xf32> {{\n"
        "  %0 = arith.negf %a : tensor<{0}xf32>\n"
        "  %1 = tensor.collapse_shape {2} [[0, 1]] : tensor<{0}xf32> into tensor<{1}xf32>\n"
        "  %2 = math.exp %1 : tensor<{1}xf32>\n"
        "  return %2 : tensor<{1}xf32>\n}}",
        dims, joined, produced ? "%0" : "%a");
  };
  CHECK(has(between("?x?", "?", true), 'e'));
  CHECK_FALSE(has(between("?x?", "?", false), 'e'));
  CHECK_FALSE(has(between("?x3", "?", true), 'e'));
}

TEST_CASE("f and x: a slice that drops a dim, and one that could have dropped another") {
  auto slice = [](std::string_view sizes, std::string_view result) {
    return fmt::format("func.func @main(%a: tensor<4x5x6xf32>) -> tensor<{1}xf32> {{\n"
                       "  %0 = tensor.extract_slice %a[0, 0, 0] [{0}] [1, 1, 1]"
                       " : tensor<4x5x6xf32> to tensor<{1}xf32>\n"
                       "  return %0 : tensor<{1}xf32>\n}}",
                       sizes, result);
  };
  CHECK(lettersOf(slice("4, 1, 6", "4x1x6")).find_first_of("fx") == std::string::npos);
  CHECK(has(slice("4, 1, 6", "4x6"), 'f'));
  CHECK_FALSE(has(slice("4, 1, 6", "4x6"), 'x'));
  CHECK(has(slice("1, 1, 6", "1x6"), 'x'));
}

TEST_CASE("g, l and y: what types show") {
  CHECK(has("func.func @main(%a: tensor<4x1xf32>) { return }", 'g'));
  CHECK(has("func.func @main(%a: tensor<0x4xf32>) { return }", 'g'));
  CHECK_FALSE(has("func.func @main(%a: tensor<4x8xf32>) { return }", 'g'));
  CHECK(has("func.func @main(%a: tensor<7xf32>) { return }", 'l'));
  CHECK(has("func.func @main(%a: tensor<33xf32>) { return }", 'l'));
  CHECK_FALSE(has("func.func @main(%a: tensor<32x?xf32>) { return }", 'l'));
  CHECK(has("func.func @main(%a: tensor<4xcomplex<f32>>) { return }", 'y'));
  CHECK_FALSE(has("func.func @main(%a: tensor<4xf32>) { return }", 'y'));
}

TEST_CASE("h and t: bodies that know their place, and several ways to write") {
  constexpr std::string_view iota = R"(
    #id = affine_map<(d0) -> (d0)>
    func.func @main(%a: tensor<4xi64>) -> tensor<4xi64> {
      %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
        outs(%a : tensor<4xi64>) {
      ^bb0(%out: i64):
        %i = linalg.index 0 : index
        %c = arith.index_cast %i : index to i64
        linalg.yield %c : i64
      } -> tensor<4xi64>
      return %0 : tensor<4xi64>
    })";
  CHECK(has(iota, 'h'));
  CHECK_FALSE(has(iota, 't'));
  constexpr std::string_view two = R"(
    func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
      %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
      %1 = arith.negf %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    })";
  CHECK(has(two, 't'));
  CHECK_FALSE(has(two, 'h'));
}

TEST_CASE("j: arguments returned, values returned twice, arguments written to") {
  CHECK(has("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }",
            'j'));
  CHECK(has(R"(func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = arith.negf %a : tensor<4xf32>
    return %0, %0 : tensor<4xf32>, tensor<4xf32>
  })",
            'j'));
  CHECK_FALSE(has(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = arith.negf %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  })",
                  'j'));
}

TEST_CASE("k: two equal fills that are both written to, not one fill written to twice") {
  auto fills = [](std::string_view second, std::string_view destination) {
    return fmt::format(
        "func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{\n"
        "  %z = arith.constant 0.0 : f32\n  %one = arith.constant 1.0 : f32\n"
        "  %e = tensor.empty() : tensor<4xf32>\n"
        "  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>\n"
        "  %g = linalg.fill ins({0} : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>\n"
        "  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>\n"
        "  %1 = linalg.log ins(%a : tensor<4xf32>) outs({1} : tensor<4xf32>) -> tensor<4xf32>\n"
        "  return %0, %1 : tensor<4xf32>, tensor<4xf32>\n}}",
        second, destination);
  };
  CHECK(has(fills("%z", "%g"), 'k'));
  CHECK_FALSE(has(fills("%one", "%g"), 'k'));
  CHECK_FALSE(has(fills("%z", "%f"), 'k'));
}

TEST_CASE("m: a cast and its way back") {
  CHECK(has(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
    %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
    return %1 : tensor<4xf32>
  })",
            'm'));
  CHECK_FALSE(has(R"(func.func @main(%a: tensor<4xf32>) -> tensor<?xf32> {
    %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
    return %0 : tensor<?xf32>
  })",
                  'm'));
}

TEST_CASE("n: a transpose, an elementwise op with two inputs, a contraction") {
  auto chain = [](std::string_view elementwise) {
    return fmt::format(
        "func.func @main(%a: tensor<5x4xf32>, %b: tensor<4x5xf32>, %c: tensor<5x6xf32>,"
        " %d: tensor<4x6xf32>) -> tensor<4x6xf32> {{\n"
        "  %t = linalg.transpose ins(%a : tensor<5x4xf32>) outs(%b : tensor<4x5xf32>)"
        " permutation = [1, 0]\n"
        "  %s = {}\n"
        "  %m = linalg.matmul ins(%s, %c : tensor<4x5xf32>, tensor<5x6xf32>)"
        " outs(%d : tensor<4x6xf32>) -> tensor<4x6xf32>\n"
        "  return %m : tensor<4x6xf32>\n}}",
        elementwise);
  };
  CHECK(has(chain("arith.addf %t, %b : tensor<4x5xf32>"), 'n'));
  CHECK_FALSE(has(chain("math.exp %t : tensor<4x5xf32>"), 'n'));
  CHECK_FALSE(has(chain("arith.addf %b, %b : tensor<4x5xf32>"), 'n'));
}

TEST_CASE("o: a scatter whose places are computed, not given") {
  auto scatter = [](std::string_view places) {
    return fmt::format("func.func @main(%i: tensor<4xi64>, %u: tensor<4xf32>, %b: tensor<9xf32>)"
                       " -> tensor<9xf32> {{\n"
                       "  %j = arith.addi %i, %i : tensor<4xi64>\n"
                       "  %0 = assay.scatter overwrite dim(0) ins({}, %u : tensor<4xi64>,"
                       " tensor<4xf32>) outs(%b : tensor<9xf32>)\n"
                       "  return %0 : tensor<9xf32>\n}}",
                       places);
  };
  CHECK(has(scatter("%j"), 'o'));
  CHECK_FALSE(has(scatter("%i"), 'o'));
}

TEST_CASE("q, u and v: functions, unsigned forms, scalar arguments") {
  CHECK(has("func.func @main(%a: index) { return } func.func private @f() { return }", 'q'));
  CHECK(has("func.func @main(%a: index) { return }", 'v'));
  CHECK_FALSE(has("func.func @main(%a: tensor<?xf32>) { return }", 'v'));
  CHECK(has(R"(func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
    %0 = arith.maxui %a, %a : tensor<4xi32>
    return %0 : tensor<4xi32>
  })",
            'u'));
  CHECK_FALSE(has(R"(func.func @main(%a: tensor<4xi1>) -> tensor<4xi32> {
    %0 = arith.extui %a : tensor<4xi1> to tensor<4xi32>
    return %0 : tensor<4xi32>
  })",
                  'u'));
}

TEST_CASE("r: a rotation of three dims, not a swap of two") {
  auto transpose = [](std::string_view permutation) {
    return fmt::format("func.func @main(%a: tensor<4x4x4xf32>, %b: tensor<4x4x4xf32>)"
                       " -> tensor<4x4x4xf32> {{\n"
                       "  %t = linalg.transpose ins(%a : tensor<4x4x4xf32>)"
                       " outs(%b : tensor<4x4x4xf32>) permutation = {}\n"
                       "  return %t : tensor<4x4x4xf32>\n}}",
                       permutation);
  };
  CHECK(has(transpose("[1, 2, 0]"), 'r'));
  CHECK_FALSE(has(transpose("[1, 0, 2]"), 'r'));
}

TEST_CASE("s: a destination that was made before, not an empty one") {
  CHECK(has(R"(func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  })",
            's'));
  CHECK_FALSE(has(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  })",
                  's'));
}

TEST_CASE("w: one op twice on one type, not on two") {
  CHECK(has(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.exp %a : tensor<4xf32>
    %1 = math.exp %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  })",
            'w'));
  CHECK_FALSE(has(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.exp %a : tensor<4xf32>
    %1 = math.log %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  })",
                  'w'));
}
