#pragma once

#include "compiler/dialect/Assay.h"

#include <mlir/IR/ImplicitLocOpBuilder.h>

namespace assay {

/// With grouped heads the last batch dim of an attention's query, and of what goes with it, is
/// [heads of the key, group]. Split in two, all maps of the op are projections.
class GroupedHeads {
public:
  explicit GroupedHeads(ir::AttentionOp op);

  bool areGrouped() const { return group > 1; }
  /// Batch dims of the key's side, and of the query's side once it is split.
  unsigned keyBatch() const { return batch; }
  unsigned queryBatch() const { return batch + (areGrouped() ? 1 : 0); }

  /// A tensor of the query's side with its heads split.
  mlir::Value split(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor) const;
  /// The reverse, to the type `joined`.
  mlir::Value join(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor, mlir::Type joined) const;

private:
  int64_t group;
  unsigned batch;
};

} // namespace assay
