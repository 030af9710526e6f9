#pragma once

#include "compiler/plan/Plan.h"
#include "support/Expected.h"

#include <mlir/IR/BuiltinOps.h>

namespace assay {

/// What the host does in a module that assay-form-kernels or assay-part-host has split: @main, on
/// memrefs, of dense arguments and results. The rest of the pipeline has run: arith-expand, which
/// works on the host too and writes divisions that round as compares and selects, and
/// assay-lower-views, which leaves memref.reinterpret_cast only. A kernel or function takes each
/// memref as it is in the LLVM dialect: two pointers, offset, sizes, strides. An error names an op
/// that the host cannot do.
Expected<Plan> readPlan(mlir::ModuleOp module);

} // namespace assay
