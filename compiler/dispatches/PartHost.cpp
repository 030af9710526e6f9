#include "compiler/dialect/Assay.h"
#include "compiler/dispatches/Passes.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_PARTHOSTPASS
#include "compiler/dispatches/Passes.h.inc"

namespace {

struct PartHostPass : impl::PartHostPassBase<PartHostPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto dispatches =
        ModuleOp::create(builder, module.getLoc(), ir::AssayDialect::dispatchesModule);
    for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
      builder.setInsertionPoint(&op);
      auto function = dyn_cast<func::FuncOp>(op);
      if (&op == dispatches || (function && function.isPublic()))
        continue;
      if (isa<memref::GlobalOp>(op)) {
        // Either may read it.
        dispatches.push_back(op.clone());
        continue;
      }
      if (function && !function.isExternal()) {
        auto declared = func::FuncOp::create(builder, op.getLoc(), function.getName(),
                                             function.getFunctionType());
        declared.setPrivate();
        function.setPublic();
      }
      op.moveBefore(dispatches.getBody(), dispatches.getBody()->end());
    }
  }
};

} // namespace

} // namespace assay
