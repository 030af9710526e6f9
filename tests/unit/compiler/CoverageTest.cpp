#include "compiler/coverage/PassWatch.h"
#include "compiler/pipelines/Pipelines.h"

#include <llvm/ADT/StringExtras.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/PassManager.h>
#include <mlir/Transforms/DialectConversion.h>
#include <mlir/Transforms/GreedyPatternRewriteDriver.h>
#include <mlir/Transforms/Passes.h>

#include <catch2/catch.hpp>

#include <map>

using namespace assay;

namespace {

/// Puts others, with commas between, in the place of an op that has neither operands nor results.
struct Rename : mlir::RewritePattern {
  Rename(mlir::MLIRContext *context, llvm::StringRef from, llvm::StringRef to, unsigned benefit)
      : RewritePattern(from, benefit, context), to(to.str()), title((from + " to " + to).str()) {
    setDebugName(title);
  }
  mlir::LogicalResult matchAndRewrite(mlir::Operation *op,
                                      mlir::PatternRewriter &rewriter) const override {
    if (to.empty())
      return mlir::failure();
    for (const llvm::StringRef name : llvm::split(to, ",")) {
      mlir::OperationState state(op->getLoc(), name);
      rewriter.create(state);
    }
    rewriter.eraseOp(op);
    return mlir::success();
  }
  std::string to, title;
};

struct Tried {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;
  CoverageCounter counter;

  explicit Tried(const char *text = R"("t.a"() : () -> ())") {
    mlir::DialectRegistry dialects;
    registerCompilerDialects(dialects);
    context.appendDialectRegistry(dialects);
    context.allowUnregisteredDialects();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    REQUIRE(module);
  }

  /// A pattern for each pair of names, tried in their order; with no second name it never matches.
  mlir::FrozenRewritePatternSet
  patterns(const std::vector<std::pair<const char *, const char *>> &names) {
    mlir::RewritePatternSet set(&context);
    unsigned benefit = 100;
    for (const auto &[from, to] : names)
      set.add<Rename>(&context, from, to, benefit--);
    return set;
  }

  /// "tries, successes" by the pattern's root, or the pass's name.
  std::map<std::string, std::pair<int64_t, int64_t>> taken() {
    std::map<std::string, std::pair<int64_t, int64_t>> out;
    for (const auto &[point, tries, successes] : counter.take())
      out[point.root.empty() ? point.name : point.root] = {tries, successes};
    return out;
  }
};

using Counts = std::map<std::string, std::pair<int64_t, int64_t>>;

} // namespace

TEST_CASE("patterns are counted as they are tried and as they succeed") {
  Tried here(R"("t.a"() : () -> () "t.a"() : () -> () "t.x"() : () -> ())");
  const auto set = here.patterns({{"t.a", "t.b"}, {"t.b", ""}, {"t.y", "t.z"}});
  CoverageCounter other;
  {
    CoverageCounter::Scope outer(other);
    CoverageCounter::Scope scope(here.counter);
    REQUIRE(succeeded(mlir::applyPatternsGreedily(*here.module, set)));
  }
  const auto taken = here.counter.take();
  REQUIRE(taken.size() == 2);
  const auto &first = taken[0].point.root == "t.a" ? taken[0] : taken[1];
  CHECK(first == PointCount{{CoveragePoint::Kind::Pattern, "t.a to t.b", "t.a"}, 2, 2});
  CHECK(here.counter.take().empty());
  CHECK(other.take().empty());
}

TEST_CASE("nothing is counted without a scope") {
  Tried here;
  REQUIRE(succeeded(mlir::applyPatternsGreedily(*here.module, here.patterns({{"t.a", "t.b"}}))));
  CHECK(here.taken().empty());
}

TEST_CASE("what a conversion takes back is no success") {
  Tried here(R"("t.a"() : () -> () "t.g"() : () -> ())");
  mlir::ConversionTarget target(here.context);
  target.addLegalOp(mlir::OperationName("t.good", &here.context));
  for (const char *illegal : {"t.a", "t.b", "t.c", "t.g"})
    target.addIllegalOp(mlir::OperationName(illegal, &here.context));
  const auto convert = [&](const auto &set) {
    CoverageCounter::Scope scope(here.counter);
    return mlir::applyPartialConversion(*here.module, target, set);
  };
  SECTION("all of it is legal in the end") {
    CHECK(
        succeeded(convert(here.patterns({{"t.a", "t.b"}, {"t.b", "t.good"}, {"t.g", "t.good"}}))));
    CHECK(here.taken() == Counts{{"t.a", {1, 1}}, {"t.b", {1, 1}}, {"t.g", {1, 1}}});
  }
  SECTION("one pattern is taken back with what was made for it, and another succeeds") {
    const auto set = here.patterns({{"t.a", "t.b"}, {"t.b", "t.c"}, {"t.g", "t.good"}});
    CHECK(failed(convert(set)));
    CHECK(here.taken()["t.b"].second == 0);
  }
  SECTION("the conversion fails, and what was legal already is as before") {
    const auto set = here.patterns({{"t.a", "t.good"}, {"t.g", ""}});
    CHECK(failed(convert(set)));
    CHECK(here.taken() == Counts{{"t.a", {1, 0}}, {"t.g", {1, 0}}});
  }
}

TEST_CASE("each way to begin a conversion is watched") {
  Tried here(R"("t.a"() : () -> () "t.g"() : () -> ())");
  mlir::ConversionTarget target(here.context);
  for (const char *legal : {"t.good", "builtin.module"})
    target.addLegalOp(mlir::OperationName(legal, &here.context));
  for (const char *illegal : {"t.a", "t.g"})
    target.addIllegalOp(mlir::OperationName(illegal, &here.context));
  // The second op stops what is more than an analysis, which goes on but changes nothing.
  const auto set = here.patterns({{"t.a", "t.good"}, {"t.g", ""}});
  mlir::Operation *const module = *here.module;
  const mlir::ArrayRef<mlir::Operation *> modules = module;
  using Convert = std::function<mlir::LogicalResult()>;
  for (const Convert &convert :
       {Convert([&] { return mlir::applyPartialConversion(module, target, set); }),
        Convert([&] { return mlir::applyPartialConversion(modules, target, set); }),
        Convert([&] { return mlir::applyFullConversion(module, target, set); }),
        Convert([&] { return mlir::applyFullConversion(modules, target, set); }),
        Convert([&] { return mlir::applyAnalysisConversion(module, target, set); }),
        Convert([&] { return mlir::applyAnalysisConversion(modules, target, set); })}) {
    CoverageCounter::Scope scope(here.counter);
    (void)convert();
    CHECK(here.taken() == Counts{{"t.a", {1, 0}}, {"t.g", {1, 0}}});
  }
}

TEST_CASE("a pattern that is tried again where the first way leads nowhere counts where it led") {
  Tried here;
  mlir::ConversionTarget target(here.context);
  target.addLegalOp(mlir::OperationName("t.good", &here.context));
  for (const char *illegal : {"t.a", "t.b", "t.dead"})
    target.addIllegalOp(mlir::OperationName(illegal, &here.context));
  // What is made first of t.a leads nowhere, though a part of it becomes legal; there is another
  // way.
  const auto set = here.patterns({{"t.a", "t.b,t.dead"}, {"t.b", "t.good"}, {"t.a", "t.good"}});
  {
    CoverageCounter::Scope scope(here.counter);
    REQUIRE(succeeded(mlir::applyPartialConversion(*here.module, target, set)));
  }
  std::map<std::string, int64_t> successes;
  for (const PointCount &count : here.counter.take())
    successes[count.point.name] = count.successes;
  CHECK(successes == std::map<std::string, int64_t>{
                         {"t.a to t.b,t.dead", 0}, {"t.b to t.good", 0}, {"t.a to t.good", 1}});
}

TEST_CASE("a pass counts as one that changes something only where it does") {
  Tried here(R"(func.func @equal(%x: i32) -> i32 {
      %a = arith.addi %x, %x : i32
      %b = arith.addi %x, %x : i32
      %c = arith.muli %a, %b : i32
      return %c : i32
    }
    func.func @plain(%x: i32) -> i32 { return %x : i32 })");
  for (const bool isOn : {true, false}) {
    mlir::PassManager manager(&here.context);
    manager.addInstrumentation(makePassWatch(here.counter, isOn));
    manager.addNestedPass<mlir::func::FuncOp>(mlir::createCSEPass());
    manager.addNestedPass<mlir::func::FuncOp>(mlir::createCSEPass());
    manager.addPass(mlir::createSymbolDCEPass());
    auto module = mlir::OwningOpRef<mlir::ModuleOp>(here.module->clone());
    REQUIRE(succeeded(manager.run(*module)));
    CHECK(here.taken() == (isOn ? Counts{{"cse", {4, 1}}, {"symbol-dce", {1, 0}}} : Counts{}));
  }
}
