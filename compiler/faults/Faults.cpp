#include "compiler/faults/Faults.h"

#include "compiler/faults/Passes.h"
#include "compiler/faults/Patterns.h"
#include "support/NamedRow.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_INJECTPASS
#include "compiler/faults/Passes.h.inc"

namespace {

constexpr Fault table[] = {
#define ASSAY_ROW(stage, Pattern, name, op, story, effect)                                         \
  {Fault::Stage::stage, name, OpKind::op, story, effect, &fault_patterns::populate##Pattern},
#define ASSAY_FAULT(...) ASSAY_ROW(Tensors, __VA_ARGS__)
#define ASSAY_KERNEL_FAULT(...) ASSAY_ROW(Kernels, __VA_ARGS__)
#include "compiler/faults/Faults.def"
};

struct InjectPass : impl::InjectPassBase<InjectPass> {
  using impl::InjectPassBase<InjectPass>::InjectPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    Expected<Fault> found = faultFromName(fault.getValue());
    if (!found)
      return emitError(UnknownLoc::get(context)) << found.error().message;
    RewritePatternSet set(context);
    found->populate(set);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override { walkAndApplyPatterns(getOperation(), patterns); }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

std::span<const Fault> faults() { return table; }

Expected<Fault> faultFromName(std::string_view name) { return rowNamed(faults(), name, "fault"); }

} // namespace assay
