#pragma once

#include <llvm/ADT/Sequence.h>
#include <mlir/Bytecode/BytecodeOpInterface.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Dialect.h>
#include <mlir/IR/OpDefinition.h>
#include <mlir/IR/OpImplementation.h>
#include <mlir/Interfaces/DestinationStyleOpInterface.h>
#include <mlir/Interfaces/InferTypeOpInterface.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>
#include <mlir/Interfaces/TilingInterface.h>
#include <mlir/Interfaces/ViewLikeInterface.h>

// The `assay` dialect: ops on tensors that linalg lacks, and what a device does in one go.
// AssayOps.td and AssayDispatch.td say what each means.

#include "compiler/dialect/AssayEnums.h.inc"

#include "compiler/dialect/AssayDialect.h.inc"

#include "compiler/dialect/AssayAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "compiler/dialect/AssayAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "compiler/dialect/AssayTypes.h.inc"

#define GET_OP_CLASSES
#include "compiler/dialect/AssayOps.h.inc"

namespace assay::ir {

/// Whether the type of a ranked tensor says that it has no elements. Upstream's verifier rejects
/// slices of it, and insertions of it at the end of a dim.
bool hasNoElements(mlir::Value tensor);

} // namespace assay::ir
