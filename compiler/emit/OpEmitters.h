#pragma once

#include "compiler/emit/Site.h"

namespace assay::emission {

/// The results of the node at `site`, whose op is given, as its spelling asks. One overload for
/// each op of program/Ops.def, called through std::visit, so that a missing one does not compile.
using Results = llvm::SmallVector<mlir::Value>;

#define ASSAY_OP(Enumerator, tag, Family) Results emitOp(Site &site, const Enumerator &op);
#include "program/Ops.def"

} // namespace assay::emission
