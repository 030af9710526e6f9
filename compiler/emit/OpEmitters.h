#pragma once

#include "compiler/emit/Site.h"

namespace assay::emission {

/// The results of the node at `site`, whose op is given, as its spelling asks. One overload for
/// each op of program/Ops.def, called through std::visit, so that a missing one does not compile.
using Results = llvm::SmallVector<mlir::Value>;

Results emitOp(Site &site, const Unary &op);
Results emitOp(Site &site, const Binary &op);
Results emitOp(Site &site, const Compare &op);
Results emitOp(Site &site, const Select &op);
Results emitOp(Site &site, const Cast &op);

Results emitOp(Site &site, const Contraction &op);

Results emitOp(Site &site, const Attention &op);

Results emitOp(Site &site, const Softmax &op);
Results emitOp(Site &site, const Reduce &op);
Results emitOp(Site &site, const ArgReduce &op);
Results emitOp(Site &site, const Scan &op);

Results emitOp(Site &site, const Topk &op);
Results emitOp(Site &site, const Sort &op);

Results emitOp(Site &site, const Scatter &op);
Results emitOp(Site &site, const ScatterNd &op);
Results emitOp(Site &site, const Gather &op);
Results emitOp(Site &site, const GatherNd &op);
Results emitOp(Site &site, const OneHot &op);

Results emitOp(Site &site, const Transpose &op);
Results emitOp(Site &site, const Broadcast &op);
Results emitOp(Site &site, const Expand &op);
Results emitOp(Site &site, const Collapse &op);
Results emitOp(Site &site, const Reverse &op);
Results emitOp(Site &site, const DimCast &op);

Results emitOp(Site &site, const ExtractSlice &op);
Results emitOp(Site &site, const InsertSlice &op);
Results emitOp(Site &site, const Concat &op);
Results emitOp(Site &site, const Pad &op);

Results emitOp(Site &site, const Iota &op);
Results emitOp(Site &site, const Fill &op);
Results emitOp(Site &site, const Constant &op);

} // namespace assay::emission
