#include "compiler/mutants/Edits.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>

using namespace mlir;

namespace assay::edits {

void dropBarrier(Operation *op, std::vector<Edit> &edits) {
  static const llvm::StringSet<> barriers{"gpu.barrier", "rocdl.barrier", "rocdl.s.barrier",
                                          "amdgpu.lds_barrier"};
  if (barriers.contains(op->getName().getStringRef()))
    edits.push_back([op](OpBuilder &) { op->erase(); });
}

namespace {

/// "gpu.thread_id" and its like have the dim in an attribute.
bool isOfDimension(Operation *op) {
  return isa<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::BlockDimOp, gpu::GridDimOp>(op);
}

/// ROCDL has an op for each dim.
StringRef nextDimension(StringRef name) {
  static const llvm::StringMap<StringRef> next{{"rocdl.workitem.id.x", "rocdl.workitem.id.y"},
                                               {"rocdl.workitem.id.y", "rocdl.workitem.id.z"},
                                               {"rocdl.workgroup.id.x", "rocdl.workgroup.id.y"},
                                               {"rocdl.workgroup.id.y", "rocdl.workgroup.id.z"}};
  const auto found = next.find(name);
  return found == next.end() ? StringRef() : found->second;
}

} // namespace

void changeDimension(Operation *op, std::vector<Edit> &edits) {
  if (isOfDimension(op))
    edits.push_back([op](OpBuilder &) {
      const auto before = op->getAttrOfType<gpu::DimensionAttr>("dimension").getValue();
      const auto next = before == gpu::Dimension::x   ? gpu::Dimension::y
                        : before == gpu::Dimension::y ? gpu::Dimension::z
                                                      : gpu::Dimension::x;
      op->setAttr("dimension", gpu::DimensionAttr::get(op->getContext(), next));
    });
  if (const StringRef next = nextDimension(op->getName().getStringRef()); !next.empty())
    edits.push_back([op, next](OpBuilder &builder) { rename(builder, op, next); });
}

void changeShuffle(Operation *op, std::vector<Edit> &edits) {
  auto shuffle = dyn_cast<gpu::ShuffleOp>(op);
  if (!shuffle)
    return;
  edits.push_back(
      [op](OpBuilder &builder) { op->setOperand(1, shifted(builder, op, op->getOperand(1), -1)); });
  edits.push_back([shuffle](OpBuilder &) mutable {
    shuffle.setMode(shuffle.getMode() == gpu::ShuffleMode::XOR ? gpu::ShuffleMode::DOWN
                                                               : gpu::ShuffleMode::XOR);
  });
}

} // namespace assay::edits
