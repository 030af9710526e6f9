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

/// What attributes are called that say how an op or a function is to be compiled.
inline constexpr llvm::StringLiteral loweringConfigName = "assay.lowering_config",
                                     compilationInfoName = "assay.compilation_info",
                                     decompositionConfigName = "assay.decomposition_config",
                                     translationInfoName = "assay.translation_info";

/// Whether the type of a ranked tensor says that it has no elements. Upstream's verifier rejects
/// slices of it, and insertions of it at the end of a dim.
bool hasNoElements(mlir::Value tensor);

/// Whether a loop of an op may be tiled: all but the dim that a linalg.softmax goes along, of which
/// upstream would take each tile for a line of its own.
bool mayBeTiled(mlir::Operation *op, size_t loop);

/// The loops of each of the two products that attention is made of: batch dims, of which the last
/// is split where heads are grouped, rows, and two more. Those of `qk` end in the keys and what is
/// summed over, those of `pv` in the columns and the keys.
size_t loopsOfProducts(AttentionOp op);

} // namespace assay::ir
