#pragma once

#include "compiler/plan/Plan.h"

#include <mlir/IR/Operation.h>

#include <optional>

namespace assay {

/// An op on index and integers as a plan computes it.
struct HostOp {
  ScalarOp op;
  bool isSwapped = false; // the plan's op takes the two operands the other way round
};

/// The plan's form of an op of the arith dialect on index, i64 and truth values; nothing for other
/// ops.
std::optional<HostOp> hostOp(mlir::Operation *op);

/// Whether the op only hands on a value that the plan has already: casts between index and i64.
bool isHostCast(mlir::Operation *op);

/// Whether the op describes memory and touches none: allocations, views, extents.
bool isHostMemory(mlir::Operation *op);

/// Whether the memref's elements lie without gaps, as far as types tell.
bool isDense(mlir::Value memref);

/// Whether the host does the op, if it knows all scalar operands: one of the above, a constant, an
/// assertion, or a copy from one dense memref to another.
bool isForHost(mlir::Operation *op);

} // namespace assay
