#include "compiler/gpu/Iteration.h"
#include "compiler/gpu/Passes.h"
#include "compiler/host/HostOps.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_USEVECTORSPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// Elements that a work-item loads together.
constexpr int64_t width = 4;

bool isPlain(Type type) { return type.isIntOrFloat() && liesAsInVectors(type); }

/// Whether all operands are dense and read and written element by element, and the body is made of
/// arithmetic that GPUs have on vectors, or that falls apart into it.
bool isElementwise(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumLoops() == 0 ||
      op.getNumParallelLoops() != op.getNumLoops())
    return false;
  for (auto [operand, map] : llvm::zip(op->getOperands(), op.getIndexingMapsArray())) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !isDense(operand) || !map.isIdentity() || !isPlain(type.getElementType()))
      return false;
  }
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
    return isa<arith::ArithDialect>(inner.getDialect()) && inner.getNumRegions() == 0 &&
           inner.hasTrait<OpTrait::Vectorizable>() && !inner.hasTrait<OpTrait::ConstantLike>();
  });
}

Type inVectors(Type type) { return VectorType::get(width, type); }

/// Computes the element at `at`, or all of a vector from there on. `flat` are the operands as
/// memrefs of rank 1.
void computeAt(ImplicitLocOpBuilder &b, linalg::GenericOp op, ValueRange flat, Value at,
               bool areVectors) {
  Values elements;
  for (Value memref : flat) {
    Type element = cast<MemRefType>(memref.getType()).getElementType();
    if (areVectors)
      elements.push_back(
          vector::LoadOp::create(b, cast<VectorType>(inVectors(element)), memref, at));
    else
      elements.push_back(memref::LoadOp::create(b, memref, at));
  }
  for (auto [result, memref] :
       llvm::zip(inlineBody(b, op, elements), flat.drop_front(op.getNumDpsInputs()))) {
    if (areVectors)
      vector::StoreOp::create(b, result, memref, at);
    else
      memref::StoreOp::create(b, result, memref, at);
  }
}

void rewrite(linalg::GenericOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value total = product(b, loopExtents(b, op));
  Values flat;
  for (Value operand : op->getOperands()) {
    auto type = MemRefType::get({ShapedType::kDynamic},
                                cast<MemRefType>(operand.getType()).getElementType());
    flat.push_back(memref::ReinterpretCastOp::create(b, type, operand, b.getIndexAttr(0),
                                                     ArrayRef<OpFoldResult>(total),
                                                     ArrayRef<OpFoldResult>(b.getIndexAttr(1))));
  }
  Value zero = indexConstant(b, 0), one = indexConstant(b, 1), step = indexConstant(b, width);
  Value pieces = arith::CeilDivUIOp::create(b, total, step);
  scf::ParallelOp::create(
      b, zero, pieces, one, [&](OpBuilder &builder, Location location, ValueRange piece) {
        ImplicitLocOpBuilder b(location, builder);
        Value begin = arith::MulIOp::create(b, piece[0], step);
        Value end = arith::AddIOp::create(b, begin, step);
        Value isWhole = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, end, total);
        branch(
            b, isWhole,
            [&](ImplicitLocOpBuilder &b) -> Values {
              computeAt(b, op, flat, begin, true);
              return {};
            },
            [&](ImplicitLocOpBuilder &b) -> Values {
              return steps(b, begin, total, one, {},
                           [&](ImplicitLocOpBuilder &b, Value at, ValueRange) -> Values {
                             computeAt(b, op, flat, at, false);
                             return {};
                           });
            });
      });
  op.erase();
}

struct UseVectorsPass : impl::UseVectorsPassBase<UseVectorsPass> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> found;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (isa<func::FuncOp>(op->getParentOp()) && isElementwise(op))
        found.push_back(op);
    });
    for (linalg::GenericOp op : found)
      rewrite(op);
  }
};

} // namespace

} // namespace assay
