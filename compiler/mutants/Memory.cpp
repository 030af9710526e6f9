#include "compiler/mutants/Edits.h"

#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay::edits {

namespace {

/// The operands of an access that say at which element; empty of other ops.
OperandRange indicesOf(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getIndices();
  if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
    return update.getIndices();
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return extract.getIndices();
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return insert.getIndices();
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return load.getIndices();
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return store.getIndices();
  if (auto read = dyn_cast<vector::TransferReadOp>(op))
    return read.getIndices();
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return write.getIndices();
  return op->getOperands().take_front(0);
}

} // namespace

void swapIndices(Operation *op, std::vector<Edit> &edits) {
  const OperandRange indices = indicesOf(op);
  for (size_t i = 1; i < indices.size(); ++i) {
    if (indices[i - 1] == indices[i])
      continue;
    const unsigned number = indices.getBeginOperandIndex() + static_cast<unsigned>(i);
    edits.push_back([op, number](OpBuilder &) { exchangeOperands(op, number - 1, number); });
  }
}

void zeroIndex(Operation *op, std::vector<Edit> &edits) {
  const OperandRange indices = indicesOf(op);
  for (size_t i = 0; i < indices.size(); ++i) {
    const unsigned number = indices.getBeginOperandIndex() + static_cast<unsigned>(i);
    edits.push_back([op, number](OpBuilder &builder) {
      op->setOperand(number, integerConstant(builder, op, builder.getIndexType(), 0));
    });
  }
}

void shiftIndex(Operation *op, std::vector<Edit> &edits) {
  const OperandRange indices = indicesOf(op);
  for (size_t i = 0; i < indices.size(); ++i)
    for (const int64_t by : {1, -1}) {
      const unsigned number = indices.getBeginOperandIndex() + static_cast<unsigned>(i);
      edits.push_back([op, number, by](OpBuilder &builder) {
        op->setOperand(number, shifted(builder, op, op->getOperand(number), by));
      });
    }
}

void dropStore(Operation *op, std::vector<Edit> &edits) {
  if (isa<memref::StoreOp, memref::CopyOp, vector::StoreOp, LLVM::StoreOp, LLVM::MemcpyOp,
          gpu::MemcpyOp>(op) ||
      (isa<vector::TransferWriteOp, linalg::CopyOp>(op) && op->getNumResults() == 0))
    edits.push_back([op](OpBuilder &) { op->erase(); });
}

void shiftAddress(Operation *op, std::vector<Edit> &edits) {
  auto address = dyn_cast<LLVM::GEPOp>(op);
  if (!address)
    return;
  for (const int32_t by : {1, -1}) {
    const ArrayRef<int32_t> constants = address.getRawConstantIndices();
    for (size_t i = 0; i < constants.size(); ++i)
      if (constants[i] != LLVM::GEPOp::kDynamicIndex)
        edits.push_back([address, i, by](OpBuilder &builder) mutable {
          SmallVector<int32_t> changed(address.getRawConstantIndices());
          changed[i] += by;
          address.setRawConstantIndicesAttr(builder.getDenseI32ArrayAttr(changed));
        });
    for (unsigned i = 0; i < address.getDynamicIndices().size(); ++i)
      edits.push_back([op, i, by](OpBuilder &builder) {
        op->setOperand(1 + i, shifted(builder, op, op->getOperand(1 + i), by));
      });
  }
}

} // namespace assay::edits
