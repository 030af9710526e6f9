#include "targets/core/GivenModule.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/Parser/Parser.h>

#include <fmt/format.h>

using namespace mlir;

namespace assay {
namespace {

TargetFailure unsupported(std::string detail) {
  return {TargetFailure::Kind::Unsupported, Stage::Compile, std::move(detail)};
}

/// Whether a caller of the one can call the other: extents may be told of one alone, and tensors
/// may be buffers.
bool areAlike(TypeRange some, TypeRange others) {
  const auto isAlike = [](Type one, Type other) {
    const auto shaped = dyn_cast<ShapedType>(one), otherShaped = dyn_cast<ShapedType>(other);
    if (!shaped || !otherShaped)
      return one == other;
    return shaped.hasRank() && otherShaped.hasRank() && shaped.getRank() == otherShaped.getRank() &&
           shaped.getElementType() == otherShaped.getElementType();
  };
  return llvm::equal(some, others, isAlike);
}

/// An attribute of an op that is neither the op's own nor of a dialect; empty if there is none.
std::string strangeAttribute(ModuleOp module) {
  std::string strange;
  module->walk([&](Operation *op) {
    for (const NamedAttribute attribute : op->getDiscardableAttrs())
      if (!attribute.getName().strref().contains('.'))
        strange = attribute.getName().str();
  });
  return strange;
}

/// Whether an op promises something of its operands that the plainest passes have no use for: a
/// wrong promise would go unseen. That no index overflows is true.
bool hasPromise(ModuleOp module) {
  const auto isPromise = [](Operation *op) {
    if (auto overflow = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
      return overflow.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none &&
             !op->getResult(0).getType().isIndex();
    if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
      return fast.getFastMathFlagsAttr() &&
             fast.getFastMathFlagsAttr().getValue() != arith::FastMathFlags::none;
    return isa<memref::AssumeAlignmentOp, memref::DistinctObjectsOp>(op);
  };
  return module
      ->walk([&](Operation *op) {
        return isPromise(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

Outcome<OwningOpRef<ModuleOp>> givenModule(std::string_view text, ModuleOp emitted) {
  MLIRContext *context = emitted.getContext();
  std::string error;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (error.empty())
      error = diagnostic.str();
    return success();
  });
  auto module = parseSourceString<ModuleOp>(llvm::StringRef(text.data(), text.size()), context);
  if (!module)
    return unsupported("the module cannot be read: " + error);
  auto main = module->lookupSymbol<func::FuncOp>("main"),
       wanted = emitted.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isDeclaration() ||
      !areAlike(main.getArgumentTypes(), wanted.getArgumentTypes()) ||
      !areAlike(main.getResultTypes(), wanted.getResultTypes()))
    return unsupported("the module has another interface");
  if (const std::string strange = strangeAttribute(*module); !strange.empty())
    return unsupported(
        fmt::format("the module has an attribute that is unknown here: {}", strange));
  if (hasPromise(*module))
    return unsupported("the module makes promises that nothing here depends on");
  // As emit() has it.
  main->setAttr("llvm.emit_c_interface", UnitAttr::get(context));
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (isa<RankedTensorType>(main.getArgument(i).getType()))
      main.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                      BoolAttr::get(context, false));
  return module;
}

} // namespace assay
