#include "compiler/faults/Faults.h"

#include "compiler/faults/Passes.h"
#include "compiler/faults/Patterns.h"
#include "support/NamedRow.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_INJECTPASS
#include "compiler/faults/Passes.h.inc"

namespace {

constexpr Fault table[] = {
#define ASSAY_FAULT(Pattern, name, stage, op, story, effect)                                       \
  {name, stage, OpKind::op, story, effect, &fault_patterns::populate##Pattern},
#include "compiler/faults/Faults.def"
};

/// Whether anything was changed.
struct ChangeListener : RewriterBase::Listener {
  void notifyOperationInserted(Operation *, OpBuilder::InsertPoint) override { changed = true; }
  void notifyOperationModified(Operation *) override { changed = true; }
  void notifyOperationReplaced(Operation *, ValueRange) override { changed = true; }
  void notifyOperationErased(Operation *) override { changed = true; }
  bool changed = false;
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
  void runOnOperation() override {
    walkAndApplyPatterns(getOperation(), patterns);
    fault_patterns::tripOverMarks(getOperation());
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

std::span<const Fault> faults() { return table; }

bool applyFault(const Fault &fault, Operation *root) {
  RewritePatternSet patterns(root->getContext());
  fault.populate(patterns);
  ChangeListener listener;
  walkAndApplyPatterns(root, std::move(patterns), &listener);
  return listener.changed;
}

Expected<Fault> faultFromName(std::string_view name) { return rowNamed(faults(), name, "fault"); }

} // namespace assay
