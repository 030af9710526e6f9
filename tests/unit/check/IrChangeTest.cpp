#include "check/IrChange.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("What a pass does is told in the names of ops, whatever values are called") {
  CHECK(irChange("%0 = tensor.empty() : tensor<2xf32>\n"
                 "%1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>\n",
                 "  %7 = tensor.empty() : tensor<2xf32>\n"
                 "  %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<2xf32>) -> tensor<2xf32>\n")
            .isNothing());
  CHECK(
      irChange("%p = tensor.pad %a low[1] high[2] {\n", "%p = tensor.pad %a low[2] high[1] {\n") ==
      IrChange{{}, {}, {"tensor.pad"}, Alteration::Numbers});
  CHECK(irChange("%0 = linalg.reduce { arith.addf } ins(%a : tensor<3xf32>) dimensions = [0]\n",
                 "%s = tensor.extract_slice %a[0] [2] [1] : tensor<3xf32> to tensor<2xf32>\n"
                 "%0 = linalg.reduce { arith.addf } ins(%s : tensor<2xf32>) dimensions = [0]\n") ==
        IrChange{{}, {"tensor.extract_slice"}, {"linalg.reduce"}});
  CHECK(irChange("%0 = arith.maximumf %a, %b : f32\n", "%0 = arith.maxnumf %a, %b : f32\n") ==
        IrChange{{"arith.maximumf"}, {"arith.maxnumf"}, {}});
}

TEST_CASE("Ops of which upstream leaves out the dialect are ops as well") {
  CHECK(irChange("return %arg0, %1 : tensor<f32>, tensor<f32>\n",
                 "return %arg0, %arg0 : tensor<f32>, tensor<f32>\n") ==
        IrChange{{}, {}, {"func.return"}, Alteration::Operands});
  CHECK(irChange("%0 = call @f(%a) : (f32) -> f32\n", "%0 = math.absf %a : f32\n") ==
        IrChange{{"func.call"}, {"math.absf"}, {}});
}

TEST_CASE("What stands behind the regions of an op is the op's") {
  const auto reduce = [](const std::string &attributes) {
    return "%0 = \"x.reduce\"(%a, %b) ({\n"
           "  ^bb0(%c: f32, %d: f32):\n"
           "    %1 = x.add %c, %d : f32\n"
           "    x.return %1 : f32\n"
           "}, {\n"
           "    x.return\n"
           "}) {" +
           attributes +
           "} : (f32) -> f32\n"
           "%2 = x.neg %0 : f32\n";
  };
  CHECK(irChange(reduce("dims = [0]"), reduce("dims = [0], tiled = true")) ==
        IrChange{{}, {}, {"x.reduce"}});
  const auto generic = [](const std::string &type) {
    return "%0 = linalg.generic {maps = [#m]} ins(%a : f32) {\n"
           "  %1 = arith.addf %in, %in : f32\n"
           "} -> " +
           type + "\n";
  };
  CHECK(irChange(generic("tensor<3xf32>"), generic("tensor<4xf32>")) ==
        IrChange{{}, {}, {"linalg.generic"}, Alteration::Numbers});
}

TEST_CASE("What only holds an op that is gone is not altered") {
  const char *before = "%0 = linalg.reduce { arith.maximumf } ins(%a : tensor<3xf32>)\n";
  CHECK(irChange(before, "%0 = linalg.reduce { arith.maxnumf } ins(%a : tensor<3xf32>)\n") ==
        IrChange{{"arith.maximumf"}, {"arith.maxnumf"}, {}});
  CHECK(irChange(before, "%0 = linalg.reduce { arith.maxnumf } ins(%a : tensor<4xf32>)\n") ==
        IrChange{{"arith.maximumf"}, {"arith.maxnumf"}, {"linalg.reduce"}, Alteration::Numbers});
}

TEST_CASE("Other operands are a change where there is no other") {
  const char *before = "%0 = math.exp %arg0 : f32\n%1 = arith.subf %0, %arg1 : f32\n";
  const char *after = "%0 = math.exp %arg0 : f32\n%1 = arith.subf %arg1, %0 : f32\n";
  CHECK(irChange(before, after) == IrChange{{}, {}, {}, Alteration::Form, {"arith.subf"}});
  CHECK(irChange(before, "%0 = math.exp %arg0 : f32\n%1 = arith.subf %arg0, %arg1 : f32\n") ==
        IrChange{{}, {}, {"arith.subf"}, Alteration::Operands});
  CHECK(
      irChange(before, "%5 = math.exp %arg0 : f32\n%1 = arith.subf %5, %arg1 : f32\n").isNothing());
}

TEST_CASE("One constant in place of another is another operand") {
  const auto module = [](const std::string &operands) {
    return "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
           "%0 = tensor.dim %a, " +
           operands + " : tensor<?x?xf32>\n";
  };
  CHECK(irChange(module("%c1"), module("%c0")) ==
        IrChange{{}, {}, {"tensor.dim"}, Alteration::Operands});
  CHECK(irChange(module("%c1, %c0"), module("%c0, %c1")) ==
        IrChange{{}, {}, {}, Alteration::Form, {"tensor.dim"}});
  // Whatever they are called, and wherever they stand.
  CHECK(irChange("%c = arith.constant -1.5 : f32\n%0 = arith.addf %x, %c : f32\n",
                 "%cst = arith.constant -1.5 : f32\n%0 = arith.addf %x, %cst : f32\n")
            .isNothing());
}

TEST_CASE("Another order of operands is told beside whatever else changes, in regions as well") {
  const char *before = "%c = a.constant 1\n%p = tensor.pad %x\n^bb0(%in: i32, %in_0: i32):\n"
                       "%0 = arith.subi %in, %in_0 : i32\n%1 = arith.subi %0, %c : i32\n";
  CHECK(irChange(before, "%c = a.constant 1\n%p = tensor.fill %x\n^bb0(%a: i32, %b: i32):\n"
                         "%0 = arith.subi %b, %a : i32\n%1 = arith.subi %0, %c : i32\n") ==
        IrChange{{"tensor.pad"}, {"tensor.fill"}, {}, Alteration::Form, {"arith.subi"}});
  CHECK(irChange(before, "%c = a.constant 1\n%p = tensor.fill %x\n^bb0(%a: i32, %b: i32):\n"
                         "%0 = arith.subi %a, %b : i32\n%1 = arith.subi %c, %0 : i32\n") ==
        IrChange{{"tensor.pad"}, {"tensor.fill"}, {}, Alteration::Form, {"arith.subi"}});
  CHECK(irChange(before, "%c = a.constant 1\n%p = tensor.fill %x\n^bb0(%a: i32, %b: i32):\n"
                         "%0 = arith.subi %a, %b : i32\n%1 = arith.subi %0, %c : i32\n") ==
        IrChange{{"tensor.pad"}, {"tensor.fill"}, {}});
}

TEST_CASE("Names of attributes stand for what they are, and words with a sign are no ops") {
  const char *before = "#map = affine_map<(d0) -> (d0)>\nlinalg.generic {maps = [#map]}\n";
  CHECK(irChange(before, "#map9 = affine_map<(d0) -> (d0)>\nlinalg.generic {maps = [#map9]}\n")
            .isNothing());
  CHECK(irChange(before, "#map = affine_map<(d0) -> (0)>\nlinalg.generic {maps = [#map]}\n") ==
        IrChange{{}, {}, {"linalg.generic"}, Alteration::Form});
  CHECK(irChange("", "%0 = flow.op @a.b %x.y, 0.5, 1.e5 {#hal.x} : !hal.buffer\n") ==
        IrChange{{}, {"flow.op"}, {}});
  CHECK(irChange("a text", "no. dialect. of MLIR").isNothing());
  CHECK(irChange("", "").isNothing());
}

TEST_CASE("Modules are of the same ops whatever is said of these") {
  const char *one =
      "module attributes {x = #hal.a<b.c>} {\n  %0 = \"a.b\"(%x) : i32\n  a.c %0\n}\n";
  CHECK(areOfSameOps(one, "  a.c %9 {d.e}\n%7:2 = a.b %x, %y : !a.f\n"));
  CHECK_FALSE(areOfSameOps(one, "a.c\na.c\na.b\n"));
  CHECK(areOfSameOps("", "no MLIR"));
  CHECK(areOfSameOps("%0 = a.b\na.tensor.trace \"x\" = [%0 : tensor<2xf32>]\n", "%0 = a.b\n"));
}

TEST_CASE("A change is told in words") {
  CHECK(describe({{"a.b"}, {"c.d", "e.f"}, {}}) == "takes away a.b; adds c.d, e.f");
  CHECK(describe({{}, {}, {}, Alteration::Form, {"a.b"}}) == "reorders operands of a.b");
}
