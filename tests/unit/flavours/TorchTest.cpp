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
#include <set>

using namespace assay;

namespace {

Outcome<std::string> written(const TestCase &testCase) {
  return FlavourWriter(Flavour::Torch, newestKnownVersion).write(testCase);
}

/// The module of caseOf(text).
std::string torch(std::string_view text) {
  Outcome<std::string> module = written(caseOf(text));
  if (auto *failure = module.failure())
    FAIL(failure->detail);
  return *module;
}

std::string printed(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
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
    if (dialect != "torch" && dialect != "func" && dialect != "builtin")
      said = "it has an op of " + dialect.str();
    for (mlir::Type type : op->getResultTypes())
      if (!printed(type).starts_with("!torch."))
        said = "it has a value of type " + printed(type);
  });
  auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
  if (!main->hasAttr("torch.assume_strict_symbolic_shapes"))
    said = "its unknown dims might be stretched";
  const size_t scalars = scalarArguments(testCase.program(), testCase.specialization()).size();
  if (main.getNumArguments() != scalars + testCase.program().arguments().size())
    return "its arguments are not those of the program";
  for (unsigned i = 0; i < scalars; ++i)
    if (printed(main.getArgumentTypes()[i]) != "!torch.int")
      return "a scalar argument is no !torch.int";
  return said;
}

} // namespace

TEST_CASE("every example is a module of torch in every spelling under every specialization") {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.loadDialect<mlir::func::FuncDialect>();
  std::set<std::string> refused;
  for (const TestCase &testCase : allExampleVariants()) {
    Outcome<std::string> module = written(testCase);
    if (auto *failure = module.failure()) {
      INFO(writeText(testCase));
      CHECK(failure->kind == TargetFailure::Kind::Unsupported);
      CHECK(failure->stage == Stage::Emit);
      refused.insert(failure->detail);
      continue;
    }
    const std::string &text = *module;
    if (std::string said = complaint(context, testCase, text); !said.empty())
      FAIL_CHECK(writeText(testCase) << text << said);
  }
  // What torch has no op for, and nothing else.
  CHECK(refused == std::set<std::string>{"conv: a window does not fit",
                                         "reduce_window: a window does not fit"});
}

TEST_CASE("the same case gives the same module of torch") {
  for (const TestCase &testCase : structureCases())
    CHECK(*written(testCase) == *written(testCase));
}

TEST_CASE("torch's types show what the specialization tells, and sizes are computed once") {
  std::string module = torch(R"(
    d0 static
    d1 dynamic
    d2 dynamic
    d3 disguised
    %0 = argument f32[d0,d1]
    %1 = argument f32[d3]
    %2 = fill() {shape=[d0*d1+d2,d3]}
    %3 = fill() {shape=[d0*d1+d2], value=1}
    return %2, %3
    run d0=2 d1=3 d2=4 d3=5)");
  expectInOrder(module, {"@main(%arg0: !torch.int, %arg1: !torch.vtensor<[2,?],f32>, "
                         "%arg2: !torch.vtensor<[?],f32>)",
                         "-> (!torch.vtensor<[?,?],f32>, !torch.vtensor<[?],f32>)",
                         "\"torch.aten.size.int\"(%arg1", "\"torch.aten.mul.int\"",
                         "\"torch.aten.add.int\"", "\"torch.constant.int\"() {value = 5 : i64}",
                         "\"torch.aten.full\"", "\"torch.aten.full\""});
  CHECK(module.find("torch.aten.mul.int") == module.rfind("torch.aten.mul.int"));
}

TEST_CASE("a contraction is torch's matrix product, einsum, or a product of broadcasts") {
  constexpr std::string_view text = R"(
    d0 dynamic
    %0 = argument f32[3,d0]
    %1 = argument f32[d0,4]
    %2 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[0,1]}
    %3 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[1,0]}
    %4 = contraction(%0, %0) {lhs=[0,1], rhs=[0,1], out=[0]}
    %5 = contraction(%0, %1) as primitives {lhs=[0,2], rhs=[2,1], out=[0,1]}
    return %2, %3, %4, %5
    run d0=2)";
  expectInOrder(torch(text),
                {"\"torch.aten.mm\"(%arg0, %arg1)", "\"torch.aten.mm\"", "\"torch.aten.permute\"",
                 "value = \"ab,ab->a\"", "\"torch.aten.einsum\"", "\"torch.aten.mul.Tensor\"",
                 "\"torch.aten.sum.dim_IntList\""});
}

TEST_CASE("convolutions and poolings are torch's, in its layout; other windows are slices") {
  expectInOrder(torch(R"(
    d0 dynamic
    %0 = argument f32[1,d0,4]
    %1 = argument f32[3,2,6]
    %2 = conv(%0, %1) {layout=channels_last, sizes=[d0], strides=[1], dilations=[1], low=[1], high=[1], groups=2}
    %3 = reduce_window(%0) {function=max, window=[1,1,2], sizes=[1,d0,2], strides=[1,1,2], dilations=[1,1,1], low=[0,0,0], high=[0,0,0]}
    %4 = reduce_window(%0) {function=sum, window=[1,1,2], sizes=[1,d0,2], strides=[1,1,2], dilations=[1,1,1], low=[0,0,0], high=[0,0,0]}
    return %2, %3, %4
    run d0=5)"),
                {"\"torch.aten.permute\"", "\"torch.aten.permute\"", "\"torch.aten.unsqueeze\"",
                 "\"torch.aten.convolution\"", "-> !torch.vtensor<[1,6,?,1],f32>",
                 "\"torch.aten.squeeze.dim\"", "\"torch.aten.permute\"",
                 "-> !torch.vtensor<[1,?,6],f32>", "\"torch.aten.max_pool1d\"",
                 "\"torch.aten.slice.Tensor\"", "\"torch.aten.slice.Tensor\"",
                 "\"torch.aten.add.Tensor\""});
}

TEST_CASE("a window that does not fit is an error to torch") {
  const char *text = R"(
    d0 dynamic
    d1 dynamic
    %0 = argument f32[1,1,d0]
    %1 = argument f32[1,1,3]
    %2 = conv(%0, %1) {sizes=[d1], strides=[2], dilations=[1], low=[0], high=[0]}
    return %2
    run d0=2 d1=0)";
  Outcome<std::string> module = written(caseOf(text));
  REQUIRE(module.failure());
  CHECK(module.failure()->kind == TargetFailure::Kind::Unsupported);
  CHECK(module.failure()->detail == "conv: a window does not fit");
}

TEST_CASE("torch's integers are signed: unsigned ops are spelled out") {
  std::string module = torch(R"(
    %0 = argument i32[3]
    %1 = compare(%0, %0) {predicate=lt, unsigned=true}
    %2 = binary(%0, %0) {function=div, unsigned=true}
    %3 = cast(%0) {to=f32, unsigned=true}
    return %1, %2, %3
    run)");
  expectInOrder(module, {"dense<-2147483648> : tensor<si32>", "\"torch.aten.bitwise_xor.Tensor\"",
                         "\"torch.aten.lt.Tensor\"", "dense<4294967295> : tensor<si64>",
                         "\"torch.aten.bitwise_and.Tensor\"", "value = \"trunc\"",
                         "\"torch.aten.div.Tensor_mode\"", "\"torch.aten.to.dtype\"",
                         "-> !torch.vtensor<[3],f32>"});
}

TEST_CASE("torch's own topk and sort are used where nothing is said of ties") {
  constexpr std::string_view text = R"(
    %0 = argument f32[5]
    %1, %2 = topk(%0) {k=3}
    %3 = sort(%0) {stable=true}
    return %1, %2, %3
    run)";
  expectInOrder(torch(text), {"\"torch.aten.topk\"", "\"torch.aten.sort\""});
  std::string exact =
      torch("contract stable_sort\ncontract lowest_index_first\n" + std::string(text));
  expectInOrder(exact, {"\"torch.aten.sum.dim_IntList\"", "\"torch.aten.scatter.src\"",
                        "\"torch.aten.gather\"", "\"torch.aten.scatter.src\""});
  CHECK(occurrences(exact, "torch.aten.sort") == 0);
  CHECK(occurrences(exact, "torch.aten.topk") == 0);
}

TEST_CASE("index_put is used where no two updates meet, or are added") {
  auto scatter = [](std::string_view how) {
    return torch(fmt::format(R"(
      %0 = argument f32[4,6]
      %1 = argument i32[3,2]
      %2 = argument f32[3]
      %3 = scatter_nd(%0, %1, %2) {{depth=2, {}}}
      return %3
      run)",
                             how));
  };
  expectInOrder(scatter("combine=overwrite, unique=true"),
                {"() {value = false}", "\"torch.aten.index_put.hacked_twin\""});
  expectInOrder(scatter("combine=add"),
                {"() {value = true}", "\"torch.aten.index_put.hacked_twin\""});
  expectInOrder(scatter("combine=overwrite, unique=false"),
                {"\"torch.aten.flatten.using_ints\"", "\"torch.aten.mul.Scalar\"",
                 "\"torch.aten.scatter.src\"", "\"torch.aten.unflatten.int\""});
  expectInOrder(scatter("combine=max"), {"value = \"amax\"", "\"torch.aten.scatter_reduce.two\""});
}

TEST_CASE("complex numbers that may meet are not scattered part by part") {
  TestCase testCase = caseOf(R"(
    %0 = argument c64[4]
    %1 = argument i32[2]
    %2 = argument c64[2]
    %3 = scatter(%0, %1, %2) {dim=0, combine=overwrite, unique=false}
    return %3
    run)");
  Outcome<std::string> module = written(testCase);
  auto *failure = module.failure();
  REQUIRE(failure);
  CHECK(failure->kind == TargetFailure::Kind::Unsupported);
  CHECK(failure->stage == Stage::Emit);
  CHECK(failure->detail.starts_with("scatter: "));
}
