#include "tests/unit/runners/Lower.h"

#include <catch2/catch.hpp>

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/InitAllDialects.h>
#include <mlir/InitAllExtensions.h>
#include <mlir/InitAllPasses.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/PassManager.h>
#include <mlir/Pass/PassRegistry.h>
#include <mlir/Target/LLVMIR/Dialect/All.h>
#include <mlir/Target/LLVMIR/Export.h>

namespace assay::test {

static mlir::MLIRContext &testContext() {
  static mlir::DialectRegistry registry = [] {
    mlir::registerAllPasses();
    mlir::DialectRegistry all;
    mlir::registerAllDialects(all);
    mlir::registerAllExtensions(all);
    mlir::registerAllToLLVMIRTranslations(all);
    return all;
  }();
  static mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  return context;
}

std::unique_ptr<llvm::Module> lower(std::string_view text, llvm::LLVMContext &context) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &testContext());
  REQUIRE(module);
  mlir::PassManager passes(&testContext());
  REQUIRE(mlir::succeeded(mlir::parsePassPipeline(
      "expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-math-to-libm,"
      "finalize-memref-to-llvm{use-generic-functions=1},"
      "convert-func-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts",
      passes)));
  REQUIRE(mlir::succeeded(passes.run(*module)));
  auto translated = mlir::translateModuleToLLVMIR(*module, context);
  REQUIRE(translated);
  return translated;
}

Loaded::Loaded(std::string_view text, size_t scalars, size_t arguments, OptLevel level) {
  auto made = CpuRunner::create(level);
  REQUIRE(made);
  runner = std::move(*made);
  llvm::LLVMContext context;
  auto outcome = CpuExecutable::load(*runner, *lower(text, context), scalars, arguments);
  if (auto *failure = outcome.failure())
    FAIL(failure->detail);
  executable = std::move(*outcome);
}

Tensor tensor(ElementType element, Shape shape, const std::vector<double> &values) {
  Tensor made(element, std::move(shape));
  REQUIRE(made.size() == static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    made.set(static_cast<int64_t>(i), values[i]);
  return made;
}

std::vector<Tensor> values(Outcome<std::vector<Tensor>> outcome) {
  if (auto *failure = outcome.failure())
    FAIL(failure->detail);
  return *std::move(outcome);
}

TargetFailure failure(Outcome<std::vector<Tensor>> outcome) {
  REQUIRE(!outcome);
  return *std::move(outcome).failure();
}

} // namespace assay::test
