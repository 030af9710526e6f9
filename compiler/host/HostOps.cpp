#include "compiler/host/HostOps.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace assay {

static bool isHostType(Type type) {
  return type.isIndex() || type.isInteger(64) || type.isInteger(1);
}

static HostOp comparison(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
    return {ScalarOp::Equal};
  case Predicate::ne:
    return {ScalarOp::NotEqual};
  case Predicate::slt:
    return {ScalarOp::LessS};
  case Predicate::sle:
    return {ScalarOp::LessEqualS};
  case Predicate::sgt:
    return {ScalarOp::LessS, true};
  case Predicate::sge:
    return {ScalarOp::LessEqualS, true};
  case Predicate::ult:
    return {ScalarOp::LessU};
  case Predicate::ule:
    return {ScalarOp::LessEqualU};
  case Predicate::ugt:
    return {ScalarOp::LessU, true};
  case Predicate::uge:
    return {ScalarOp::LessEqualU, true};
  }
  llvm_unreachable("all predicates are handled");
}

std::optional<HostOp> hostOp(Operation *op) {
  if (op->getNumResults() != 1 || !isHostType(op->getResult(0).getType()) ||
      !llvm::all_of(op->getOperandTypes(), isHostType))
    return std::nullopt;
  // Arithmetic on truth values wraps at one bit, but for what cannot leave it.
  if (op->getResult(0).getType().isInteger(1) &&
      !isa<arith::CmpIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp>(op))
    return std::nullopt;
  const auto plain = [](ScalarOp form) {
    return [form](auto) -> std::optional<HostOp> { return HostOp{form}; };
  };
  return llvm::TypeSwitch<Operation *, std::optional<HostOp>>(op)
      .Case<arith::AddIOp>(plain(ScalarOp::Add))
      .Case<arith::SubIOp>(plain(ScalarOp::Sub))
      .Case<arith::MulIOp>(plain(ScalarOp::Mul))
      .Case<arith::DivSIOp>(plain(ScalarOp::DivS))
      .Case<arith::DivUIOp>(plain(ScalarOp::DivU))
      .Case<arith::CeilDivSIOp>(plain(ScalarOp::CeilDivS))
      .Case<arith::CeilDivUIOp>(plain(ScalarOp::CeilDivU))
      .Case<arith::FloorDivSIOp>(plain(ScalarOp::FloorDivS))
      .Case<arith::RemSIOp>(plain(ScalarOp::RemS))
      .Case<arith::RemUIOp>(plain(ScalarOp::RemU))
      .Case<arith::MinSIOp>(plain(ScalarOp::MinS))
      .Case<arith::MaxSIOp>(plain(ScalarOp::MaxS))
      .Case<arith::MinUIOp>(plain(ScalarOp::MinU))
      .Case<arith::MaxUIOp>(plain(ScalarOp::MaxU))
      .Case<arith::AndIOp>(plain(ScalarOp::And))
      .Case<arith::OrIOp>(plain(ScalarOp::Or))
      .Case<arith::XOrIOp>(plain(ScalarOp::Xor))
      .Case<arith::SelectOp>(plain(ScalarOp::Select))
      .Case<arith::CmpIOp>([](arith::CmpIOp compare) -> std::optional<HostOp> {
        // -1 and 0, as a signed comparison of one bit has them, are 1 and 0 here.
        using Predicate = arith::CmpIPredicate;
        const Predicate predicate = compare.getPredicate();
        const bool isSigned = predicate == Predicate::slt || predicate == Predicate::sle ||
                              predicate == Predicate::sgt || predicate == Predicate::sge;
        if (isSigned && compare.getLhs().getType().isInteger(1))
          return std::nullopt;
        return comparison(predicate);
      })
      .Default([](Operation *) { return std::nullopt; });
}

bool isHostCast(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
         isHostType(op->getResult(0).getType()) && isHostType(op->getOperand(0).getType()) &&
         !op->getResult(0).getType().isInteger(1) && !op->getOperand(0).getType().isInteger(1);
}

bool isHostMemory(Operation *op) {
  return isa<memref::AllocOp, memref::CastOp, memref::DimOp, memref::ExtractStridedMetadataOp,
             memref::GetGlobalOp, memref::ReinterpretCastOp>(op);
}

bool isDense(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type || !type.getLayout().isIdentity())
    return false;
  // One-shot bufferization casts slices to the dense layout where they leave a function.
  Operation *origin = memref.getDefiningOp();
  if (isa_and_present<memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(origin))
    return isDense(origin->getOperand(0));
  return true;
}

bool isForHost(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return isDense(copy.getSource()) && isDense(copy.getTarget());
  return op->hasTrait<OpTrait::ConstantLike>() || isa<cf::AssertOp>(op) || isHostMemory(op) ||
         isHostCast(op) || hostOp(op).has_value();
}

} // namespace assay
