#pragma once

#include "census/Structure.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace assay::census {

/// Told of each structure whether the module has it; may be told of one several times.
using Note = llvm::function_ref<void(Structure, bool)>;

/// Types, reshapes, slices and casts: a, e, f, g, l, m, x, y.
void shapeRules(mlir::ModuleOp module, const TestCase &testCase, Note note);
/// Who makes and who reads a value: b, c, d, j, k, n, o, s, w.
void flowRules(mlir::ModuleOp module, Note note);
/// What is written in bodies and attributes: h, r, t, u.
void bodyRules(mlir::ModuleOp module, Note note);
/// Inputs, runs, functions, and what is known when: i, p, q, v.
void runRules(mlir::ModuleOp module, const TestCase &testCase, Note note);

} // namespace assay::census
