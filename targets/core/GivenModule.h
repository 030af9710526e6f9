#pragma once

#include "target/Outcome.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

#include <string_view>

namespace assay {

/// The text of a module that another compiler made of a case, on tensors or buffers, in dialects
/// that are loaded or can be, so that it can be compiled in place of `emitted`, which the core
/// makes of that case. Unsupported where it is no such module, has another interface, or says what
/// the core does not look at, which may be wrong unseen: attributes that only that compiler
/// understands, and promises, as of no overflow.
Outcome<mlir::OwningOpRef<mlir::ModuleOp>> givenModule(std::string_view text,
                                                       mlir::ModuleOp emitted);

} // namespace assay
