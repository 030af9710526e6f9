#pragma once

#include "program/TestCase.h"
#include "target/Outcome.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

namespace assay {

/// The case's program as a module of torch-mlir's torch dialect on value tensors, as its backend
/// contract has it. TargetFailure Unsupported at Stage::Emit, naming the op, for what it cannot
/// say.
///
/// The function is @main as program/Abi.h says; scalar arguments are !torch.int. A dim is `?` where
/// the specialization says so; sizes are computed on !torch.int from aten.size.int. Integers are
/// torch's signed ones of the same width; what an op takes as unsigned is spelled out with them.
///
/// torch leaves open which of equal elements a sort puts first, and what becomes of an index_put to
/// one place twice: where the program says more, it is spelled out. Spellings choose between forms
/// in many ops; groups and scratch destinations leave no trace.
Outcome<mlir::OwningOpRef<mlir::ModuleOp>> torchModule(mlir::MLIRContext &context,
                                                       const TestCase &testCase);

} // namespace assay
