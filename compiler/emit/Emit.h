#pragma once

#include "program/TestCase.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

#include <string>

namespace assay {

/// Loads the dialects that emit() makes ops of; once for each context.
void loadEmittedDialects(mlir::MLIRContext &context);

/// The program as an MLIR module on tensors, with upstream's dialects and assay's. A dim is static
/// in a type where every symbol in it is Static, else `?`. `known` holds the extents of the symbols
/// that are not Dynamic; entries of others are not looked at. The function is @main as
/// program/Abi.h says; Function groups are private functions beside it. Succeeds for every valid
/// Program, and what it makes verifies.
mlir::OwningOpRef<mlir::ModuleOp> emit(mlir::MLIRContext &context, const Program &program,
                                       const Specialization &specialization, const Bindings &known);

/// The case's program under its specialization.
mlir::OwningOpRef<mlir::ModuleOp> emit(mlir::MLIRContext &context, const TestCase &testCase);

/// The module in MLIR's textual form, with each element of a constant spelled out.
std::string printModule(mlir::ModuleOp module);

} // namespace assay
