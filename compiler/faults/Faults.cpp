#include "compiler/faults/Faults.h"

#include "compiler/faults/Patterns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

using namespace mlir;

namespace assay {
namespace {

constexpr Fault table[] = {
#define ASSAY_ROW(stage, Pattern, name, op, story, effect)                                         \
  {Fault::Stage::stage, name, OpKind::op, story, effect, &fault_patterns::populate##Pattern},
#define ASSAY_FAULT(...) ASSAY_ROW(Tensors, __VA_ARGS__)
#define ASSAY_KERNEL_FAULT(...) ASSAY_ROW(Kernels, __VA_ARGS__)
#include "compiler/faults/Faults.def"
};

struct InjectPass : PassWrapper<InjectPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InjectPass)

  InjectPass() = default;
  InjectPass(const InjectPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "assay-inject"; }
  StringRef getDescription() const override { return "Apply a rewrite with a deliberate bug"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect, memref::MemRefDialect,
                    tensor::TensorDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override {
    Expected<Fault> fault = faultFromName(name.getValue());
    if (!fault)
      return emitError(UnknownLoc::get(context)) << fault.error().message;
    RewritePatternSet set(context);
    fault->populate(set);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override { walkAndApplyPatterns(getOperation(), patterns); }

  Option<std::string> name{*this, "fault", llvm::cl::desc("Name of the bug, see Faults.def")};

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

std::span<const Fault> faults() { return table; }

Expected<Fault> faultFromName(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Fault &fault : faults()) {
    if (fault.name == name)
      return fault;
    known.push_back(fault.name);
  }
  return Error{fmt::format("there is no fault '{}'; there are {}", name, fmt::join(known, ", "))};
}

std::unique_ptr<Pass> createInjectPass(std::string_view fault) {
  auto pass = std::make_unique<InjectPass>();
  pass->name = std::string(fault);
  return pass;
}

} // namespace assay
