#pragma once

#include "program/TestCase.h"
#include "target/Outcome.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

namespace assay {

/// The case's program as a module of StableHLO (and chlo, func, where StableHLO has no op).
/// TargetFailure Unsupported at Stage::Emit, naming the op, for what it cannot say.
///
/// The function is @main as program/Abi.h says, but for its scalar arguments: StableHLO has tensors
/// only, so each is a tensor<i64>. A dim is `?` where the specialization says so; what the sizes
/// need is computed on tensor<i64> from stablehlo.get_dimension_size. Where StableHLO has two ways
/// to say a thing, it is said in the one that IREE 3.13 takes: so there is no dynamic_reshape,
/// dynamic_pad and dynamic_gather. A gather from what only the run knows to be empty stays in the
/// module, as a loop without iterations; refining it to static types would make it ill-formed.
///
/// Spellings choose between forms in a few ops; groups and scratch destinations leave no trace.
/// Two things rest on what every implementation does, not on StableHLO's specification, which
/// leaves them open (openxla/stablehlo#180): a convert to a narrower float rounds to nearest even,
/// and one to a narrower integer wraps.
Outcome<mlir::OwningOpRef<mlir::ModuleOp>> stablehloModule(mlir::MLIRContext &context,
                                                           const TestCase &testCase);

} // namespace assay
