#include "flavours/Flavour.h"

#include "program/Abi.h"
#include "program/Text.h"
#include "tests/Pieces.h"
#include "tests/examples/Examples.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;

namespace {

Outcome<std::string> stablehloText(const TestCase &testCase) {
  return FlavourWriter(Flavour::Stablehlo, newestKnownVersion).write(testCase);
}

/// The module of caseOf(text).
std::string stablehlo(std::string_view text) {
  Outcome<std::string> module = stablehloText(caseOf(text));
  if (auto *failure = module.failure())
    FAIL(failure->detail);
  return *module;
}

bool hasExp2OfF64(const Program &program) {
  for (int node = 0; node < static_cast<int>(program.nodes().size()); ++node) {
    auto *unary = std::get_if<Unary>(&program.node(node).op);
    if (unary && unary->function == UnaryKind::Exp2 &&
        program.operandTypes(node)[0].element == ElementType::F64)
      return true;
  }
  return false;
}

/// What is wrong with the module of a case; empty if nothing.
std::string complaint(mlir::MLIRContext &context, const TestCase &testCase,
                      const std::string &text) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module || mlir::failed(mlir::verify(*module)))
    return "it does not parse";
  std::string said;
  module->walk([&](mlir::Operation *op) {
    const llvm::StringRef dialect = op->getName().getDialectNamespace();
    if (dialect != "stablehlo" && dialect != "chlo" && dialect != "func" && dialect != "builtin")
      said = "it has an op of " + dialect.str();
  });
  auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
  const size_t scalars = scalarArguments(testCase.program(), testCase.specialization()).size();
  if (main.getNumArguments() != scalars + testCase.program().arguments().size())
    return "its arguments are not those of the program";
  for (unsigned i = 0; i < scalars; ++i)
    if (main.getArgumentTypes()[i] !=
        mlir::RankedTensorType::get({}, mlir::IntegerType::get(&context, 64)))
      return "a scalar argument is no tensor<i64>";
  return said;
}

} // namespace

TEST_CASE("every example is a module of StableHLO in every spelling under every specialization") {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.loadDialect<mlir::func::FuncDialect>();
  for (const TestCase &testCase : allExampleVariants()) {
    Outcome<std::string> module = stablehloText(testCase);
    if (auto *failure = module.failure()) {
      INFO(writeText(testCase));
      CHECK(failure->kind == TargetFailure::Kind::Unsupported);
      CHECK(failure->stage == Stage::Emit);
      CHECK(hasExp2OfF64(testCase.program()));
      continue;
    }
    const std::string &text = *module;
    if (std::string said = complaint(context, testCase, text); !said.empty())
      FAIL_CHECK(writeText(testCase) << text << said);
  }
}

TEST_CASE("exp2 of f64 is unsupported, of narrower types it is an exponential in a wider one") {
  TestCase wide = caseOf(R"(
    %0 = argument f64[2]
    %1 = unary(%0) {function=exp2}
    return %1
    run)");
  Outcome<std::string> module = stablehloText(wide);
  auto *failure = module.failure();
  REQUIRE(failure);
  CHECK(failure->kind == TargetFailure::Kind::Unsupported);
  CHECK(failure->stage == Stage::Emit);
  CHECK(failure->detail.starts_with("unary: "));

  std::string narrow = stablehlo(R"(
    %0 = argument bf16[2]
    %1 = argument f32[2]
    %2 = unary(%0) {function=exp2}
    %3 = unary(%1) {function=exp2}
    return %2, %3
    run)");
  expectInOrder(narrow, {"\"stablehlo.exponential\"(%2) : (tensor<2xf32>) -> tensor<2xf32>",
                         "-> tensor<2xbf16>", "(tensor<2xf64>) -> tensor<2xf64>"});
}

TEST_CASE("the same case gives the same StableHLO") {
  for (const TestCase &testCase : structureCases())
    CHECK(*stablehloText(testCase) == *stablehloText(testCase));
}

TEST_CASE("types show what the specialization tells, and sizes are computed once") {
  std::string module = stablehlo(R"(
    d0 static
    d1 dynamic
    d2 dynamic
    d3 disguised
    %0 = argument f32[d0,d1]
    %1 = argument f32[d3]
    %2 = fill() {shape=[d0*d1+d2,d3]}
    %3 = fill() {shape=[d0*d1+d2], value=1}
    return %2, %3
    run d0=3 d1=5 d2=7 d3=9)");
  expectInOrder(
      module, {"@main(%arg0: tensor<i64>, %arg1: tensor<3x?xf32>, %arg2: tensor<?xf32>) -> "
               "(tensor<?x?xf32>, tensor<?xf32>)",
               "\"stablehlo.get_dimension_size\"(%arg1) {dimension = 1 : i64}",
               "\"stablehlo.convert\"(%1) : (tensor<i32>) -> tensor<i64>", "dense<3> : tensor<i64>",
               "\"stablehlo.multiply\"", "\"stablehlo.add\"", "dense<9> : tensor<i64>",
               "\"stablehlo.concatenate\"", "-> tensor<2xi64>",
               "\"stablehlo.dynamic_broadcast_in_dim\"", "\"stablehlo.dynamic_broadcast_in_dim\""});
  CHECK(occurrences(module, "stablehlo.multiply") == 1);
}

TEST_CASE("unsigned functions see unsigned types, and results are signless again") {
  std::string module = stablehlo(R"(
    %0 = argument i32[2]
    %1 = binary(%0, %0) {function=div, unsigned=true}
    %2 = compare(%0, %0) {predicate=lt, unsigned=true}
    %3 = cast(%0) {to=i64, unsigned=true}
    %4 = binary(%0, %0) {function=shr, unsigned=true}
    %5 = reduce(%0) {function=max, dims=[0], result=i64, unsigned=true}
    return %1, %2, %3, %4, %5
    run)");
  expectInOrder(module, {"\"stablehlo.bitcast_convert\"(%arg0) : (tensor<2xi32>) -> tensor<2xui32>",
                         "\"stablehlo.divide\"(%0, %1) : (tensor<2xui32>, tensor<2xui32>)",
                         "(tensor<2xui32>) -> tensor<2xi32>", "comparison_type UNSIGNED",
                         "comparison_direction LT", "(tensor<2xui32>) -> tensor<2xui64>",
                         "(tensor<2xui64>) -> tensor<2xi64>",
                         "\"stablehlo.shift_right_logical\"(%arg0, %arg0) : (tensor<2xi32>",
                         "dense<0> : tensor<ui64>", "\"stablehlo.reduce\"", "\"stablehlo.maximum\"",
                         "tensor<ui64>", "(tensor<ui64>) -> tensor<i64>"});
}

TEST_CASE("a number wins over NaN in maxnum, and floor division rounds down") {
  std::string module = stablehlo(R"(
    %0 = argument f32[2]
    %1 = argument i8[2]
    %2 = binary(%0, %0) {function=max}
    %3 = binary(%0, %0) {function=max_num}
    %4 = binary(%1, %1) {function=floor_div}
    return %2, %3, %4
    run)");
  expectInOrder(module, {"\"stablehlo.maximum\"", "comparison_type FLOAT",
                         "comparison_direction NE", "\"stablehlo.maximum\"", "\"stablehlo.select\"",
                         "\"stablehlo.select\"", "\"stablehlo.divide\"", "\"stablehlo.remainder\"",
                         "\"stablehlo.subtract\"", "\"stablehlo.select\""});
}

TEST_CASE("a contraction's dims are sorted into batches, contracted and free ones") {
  std::string module = stablehlo(R"(
    %0 = argument bf16[2,3,5]
    %1 = argument bf16[5,2,7]
    %2 = argument f32[7,2,3]
    %3 = contraction(%0, %1) into %2 {lhs=[0,1,2], rhs=[2,0,3], out=[3,0,1]}
    return %3
    run)");
  expectInOrder(module,
                {"\"stablehlo.dot_general\"(%arg0, %arg1)",
                 "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], "
                 "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>",
                 "(tensor<2x3x5xbf16>, tensor<5x2x7xbf16>) -> tensor<2x3x7xf32>",
                 "permutation = array<i64: 2, 0, 1>", "\"stablehlo.add\"(%arg2, %1)"});
}

TEST_CASE("a contraction extends what dot_general would not, and sums lone dims first") {
  std::string module = stablehlo(R"(
    %0 = argument i8[2,3]
    %1 = argument i8[3,4]
    %2 = contraction(%0, %1) {lhs=[0,1], rhs=[1,2], out=[0], result=i32, unsigned=true}
    %3 = contraction(%0, %0) as primitives {lhs=[0,1], rhs=[0,1], out=[1], result=i32}
    return %2, %3
    run)");
  expectInOrder(module,
                {"tensor<3x4xui32>", "\"stablehlo.reduce\"", "dimensions = array<i64: 1>",
                 "tensor<2x3xui32>", "\"stablehlo.dot_general\"",
                 "(tensor<2x3xi32>, tensor<3xi32>) -> tensor<2xi32>",
                 "\"stablehlo.broadcast_in_dim\"", "broadcast_dimensions = array<i64: 1, 0>",
                 "\"stablehlo.multiply\"", "\"stablehlo.reduce\""});
}

TEST_CASE("a scan is windows where the shape is known, else a masked reduction") {
  constexpr const char *text = R"(
    %0 = argument f32[d0,4]
    %1 = scan(%0) {dim=0, inclusive=false, reverse=true}
    return %1
    run d0=3)";
  std::string known = stablehlo(std::string("d0 static\n") + text);
  expectInOrder(known, {"\"stablehlo.pad\"", "edge_padding_high = array<i64: 1, 0>",
                        "edge_padding_low = array<i64: -1, 0>", "\"stablehlo.reduce_window\"",
                        "padding = dense<[[0, 2], [0, 0]]> : tensor<2x2xi64>",
                        "window_dimensions = array<i64: 3, 1>"});
  std::string unknown = stablehlo(std::string("d0 dynamic\n") + text);
  expectInOrder(unknown, {"comparison_direction GT", "\"stablehlo.select\"",
                          "(tensor<?x?x4xi1>, tensor<?x?x4xf32>, tensor<?x?x4xf32>)",
                          "\"stablehlo.reduce\"", "dimensions = array<i64: 1>"});
}

TEST_CASE("windows are StableHLO's where shapes are known, else read out by a gather") {
  constexpr std::string_view text = R"(
    d0 {}
    d1 {}
    %0 = argument i8[1,2,d0]
    %1 = argument i8[4,2,3]
    %2 = conv(%0, %1) {{sizes=[d1], strides=[2], dilations=[1], low=[1], high=[1], result=i32, unsigned=true}}
    %3 = reduce_window(%0) {{function=max, window=[1,2,3], sizes=[1,1,d1], strides=[1,1,2], dilations=[1,1,1], low=[0,0,1], high=[0,0,1], result=i8, unsigned=true}}
    return %2, %3
    run d0=8 d1=4)";
  expectInOrder(stablehlo(fmt::format(fmt::runtime(text), "static", "static")),
                {"-> tensor<1x2x8xui32>", "\"stablehlo.convolution\"",
                 "#stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>", "dense<1> : tensor<1x2xi64>",
                 "rhs_dilation = array<i64: 1>", "window_strides = array<i64: 2>",
                 "-> tensor<1x4x4xi32>", "dense<0> : tensor<ui8>", "\"stablehlo.reduce_window\"",
                 "window_dimensions = array<i64: 1, 2, 3>", "-> tensor<1x1x4xui8>"});
  expectInOrder(stablehlo(fmt::format(fmt::runtime(text), "dynamic", "dynamic")),
                {"\"stablehlo.pad\"", "\"stablehlo.gather\"", "-> tensor<1x2x?x3xi8>",
                 "\"stablehlo.gather\"", "-> tensor<1x1x?x1x2x3xui8>", "\"stablehlo.reduce\""});
}

TEST_CASE("topk is chlo.top_k where that promises as much, else a stable sort") {
  constexpr const char *text = R"(
    d0 dynamic
    %0 = argument f32[2,9]
    %1, %2 = topk(%0) {dim=1, k=3}
    %3, %4 = topk(%0) {dim=1, k=d0, largest=false, index_type=i8}
    return %1, %2, %3, %4
    run d0=2)";
  std::string module = stablehlo(text);
  expectInOrder(module,
                {"\"chlo.top_k\"(%arg1) {k = 3 : i64}", "tensor<2x3xi32>",
                 "(tensor<2x3xi32>) -> tensor<2x3xi64>", "\"stablehlo.sort\"",
                 "comparison_direction LT", "is_stable = true", "\"stablehlo.real_dynamic_slice\"",
                 "(tensor<2x?xi32>) -> tensor<2x?xi8>"});
  std::string lowest = stablehlo(std::string("contract lowest_index_first\n") + text);
  CHECK(occurrences(lowest, "chlo.top_k") == 0);
  CHECK(occurrences(lowest, "comparison_direction GT") == 1);
}

TEST_CASE("arg_reduce breaks ties by place") {
  std::string module = stablehlo(R"(
    %0 = argument f32[2,9]
    %1, %2 = arg_reduce(%0) {dim=1, index_type=i16}
    return %1, %2
    run)");
  expectInOrder(module, {"(tensor<2x9xf32>, tensor<2x9xi16>, tensor<f32>, tensor<i16>)"});
  expectInOrder(module,
                {"dense<32767> : tensor<i16>", "comparison_direction GT", "comparison_direction EQ",
                 "comparison_direction LT", "\"stablehlo.return\""});
}

TEST_CASE("gathers and scatters number the dims of places and windows") {
  std::string module = stablehlo(R"(
    %0 = argument f32[4,5,6]
    %1 = argument i64[3,2]
    %2 = argument f32[3,6]
    %3 = gather_nd(%0, %1) {depth=2}
    %4 = scatter_nd(%0, %1, %2) {depth=2, combine=max, unique=true}
    return %3, %4
    run)");
  expectInOrder(module,
                {"#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], "
                 "start_index_map = [0, 1], index_vector_dim = 1>",
                 "slice_sizes = array<i64: 1, 1, 6>", "\"stablehlo.scatter\"(%arg0, %arg1, %arg2)",
                 "\"stablehlo.maximum\"",
                 "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], "
                 "scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>",
                 "unique_indices = true"});
}

TEST_CASE("along one dim, gather and scatter name whole places") {
  std::string module = stablehlo(R"(
    %0 = argument f32[4,5]
    %1 = argument i8[4,2]
    %2 = argument f32[4,2]
    %3 = gather(%0, %1) {dim=1}
    %4 = scatter(%0, %1, %2) {dim=1}
    return %3, %4
    run)");
  expectInOrder(module,
                {"iota_dimension = 0", "(tensor<4x2xi8>) -> tensor<4x2xi64>",
                 "-> tensor<4x2x2xi64>", "\"stablehlo.gather\"", "slice_sizes = array<i64: 1, 1>",
                 "\"stablehlo.scatter\"", "\"stablehlo.return\"(%arg4)"});
}

TEST_CASE("slices are as static as they can be") {
  std::string module = stablehlo(R"(
    d0 dynamic
    %0 = argument f32[8,9]
    %1 = extract_slice(%0) {offsets=[1,2], sizes=[3,1], strides=[2,1], dropped=[1]}
    %2 = extract_slice(%0) {offsets=[d0,0], sizes=[3,9], strides=[1,1]}
    %3 = extract_slice(%0) {offsets=[0,0], sizes=[d0,9], strides=[2,1]}
    return %1, %2, %3
    run d0=4)");
  expectInOrder(module, {"\"stablehlo.slice\"", "limit_indices = array<i64: 6, 3>",
                         "(tensor<3x1xf32>) -> tensor<3xf32>", "\"stablehlo.dynamic_slice\"",
                         "slice_sizes = array<i64: 3, 9>", "\"stablehlo.minimum\"",
                         "\"stablehlo.real_dynamic_slice\"", "-> tensor<?x9xf32>"});
}

TEST_CASE("an insertion is an update where types are known and strides are 1, else a scatter") {
  std::string module = stablehlo(R"(
    d0 dynamic
    %0 = argument f32[2]
    %1 = argument f32[8,9]
    %2 = insert_slice(%0, %1) {offsets=[d0,2], strides=[1,1], dropped=[0]}
    %3 = insert_slice(%0, %1) {offsets=[d0,2], strides=[1,3], dropped=[0]}
    return %2, %3
    run d0=4)");
  expectInOrder(module, {"(tensor<2xf32>) -> tensor<1x2xf32>",
                         "\"stablehlo.dynamic_update_slice\"(%arg2, %0, %arg0,",
                         "dense<3> : tensor<2x1xi64>", "\"stablehlo.multiply\"",
                         "\"stablehlo.scatter\"", "unique_indices = true"});
}

TEST_CASE("a reshape to unknown dims is a broadcast where it adds units, else a gather") {
  std::string module = stablehlo(R"(
    d0 dynamic
    d1 dynamic
    %0 = argument f32[d0,d1]
    %1 = expand(%0) {groups=[[d0,1],[d1]]}
    %2 = collapse(%0) {groups=[[0,1]]}
    return %1, %2
    run d0=2 d1=3)");
  expectInOrder(module, {"\"stablehlo.dynamic_broadcast_in_dim\"",
                         "broadcast_dimensions = array<i64: 0, 2>", "-> tensor<?x1x?xf32>",
                         "\"stablehlo.divide\"", "\"stablehlo.remainder\"", "\"stablehlo.gather\"",
                         "-> tensor<?xf32>"});
  CHECK(occurrences(module, "reshape\"(%arg") == 0);
}

TEST_CASE("padding by unknown amounts is a concatenation") {
  std::string module = stablehlo(R"(
    d0 dynamic
    %0 = argument i32[2,3]
    %1 = pad(%0) {low=[1,0], high=[0,2], value=7}
    %2 = pad(%0) {low=[d0,0], high=[1,0], value=7}
    return %1, %2
    run d0=2)");
  expectInOrder(module, {"\"stablehlo.pad\"", "edge_padding_high = array<i64: 0, 2>",
                         "edge_padding_low = array<i64: 1, 0>",
                         "\"stablehlo.dynamic_broadcast_in_dim\"", "dense<7> : tensor<1x3xi32>",
                         "(tensor<?x3xi32>, tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<?x3xi32>"});
}

TEST_CASE("iota counts in i64 where its own type might not hold the places") {
  std::string module = stablehlo(R"(
    d0 dynamic
    %0 = iota() {shape=[100], element=i8}
    %1 = iota() {shape=[200], element=i8}
    %2 = iota() {shape=[d0], element=bf16}
    %3 = iota() {shape=[d0], element=f32}
    return %0, %1, %2, %3
    run d0=2)");
  expectInOrder(module, {"-> tensor<100xi8>", "-> tensor<200xi64>", "-> tensor<200xi8>",
                         "-> tensor<?xi64>", "(tensor<?xi64>) -> tensor<?xbf16>",
                         "\"stablehlo.dynamic_iota\"", "-> tensor<?xf32>"});
}

TEST_CASE("attention splits grouped heads off and masks before the softmax") {
  std::string module = stablehlo(R"(
    %0 = argument f16[6,4,8]
    %1 = argument f16[2,5,8]
    %2 = argument f16[2,5,3]
    %3 = argument i1[6,4,5]
    %4 = attention(%0, %1, %2, %3) {mask=boolean, causal=true, group=3}
    return %4
    run)");
  expectInOrder(module,
                {"-> tensor<2x3x4x8xf16>", "-> tensor<2x3x4x8xf32>", "\"stablehlo.dot_general\"",
                 "-> tensor<2x3x4x5xf32>", "0xFF800000", "(tensor<6x4x5xi1>) -> tensor<2x3x4x5xi1>",
                 "\"stablehlo.select\"", "comparison_direction LE", "\"stablehlo.select\"",
                 "\"stablehlo.exponential\"", "\"stablehlo.dot_general\"", "-> tensor<2x3x4x3xf32>",
                 "-> tensor<6x4x3xf32>", "-> tensor<6x4x3xf16>"});
}

TEST_CASE("constants keep their elements and fills their values, also complex ones") {
  std::string module = stablehlo(R"(
    %0 = constant() {value=c64[2] [1,2,3,4]}
    %1 = fill() {shape=[2], element=c64, value=5}
    %2 = constant() {value=i1[2] [1,0]}
    return %0, %1, %2
    run)");
  expectInOrder(module, {"dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]>",
                         "dense<(5.000000e+00,0.000000e+00)> : tensor<2xcomplex<f32>>",
                         "dense<[true, false]> : tensor<2xi1>"});
}
