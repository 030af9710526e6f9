#pragma once

#include "flavours/TorchElements.h"

namespace assay::torch {

/// A node that is being written into a Scope.
class Site {
public:
  Site(Scope &scope, const TestCase &testCase, int node);

  Scope &scope;
  const TestCase &testCase;
  const Node &node;
  std::vector<Shaped> operands;
  std::vector<TensorType> results;

  const TensorType &type(int result = 0) const { return results[static_cast<size_t>(result)]; }
  bool isSpelled(Spelling spelling) const { return node.spelling == spelling; }
  /// What an Initial op starts from, if it does not start from the identity.
  std::optional<Shaped> initial() const;
};

/// The results of the node at `site`, whose op is given. One overload for each op of
/// program/Ops.def, called through std::visit, so that a missing one does not compile.
Results writeOp(Site &site, const Unary &op);
Results writeOp(Site &site, const Binary &op);
Results writeOp(Site &site, const Compare &op);
Results writeOp(Site &site, const Select &op);
Results writeOp(Site &site, const Cast &op);

Results writeOp(Site &site, const Contraction &op);

Results writeOp(Site &site, const Attention &op);

Results writeOp(Site &site, const Softmax &op);
Results writeOp(Site &site, const Reduce &op);
Results writeOp(Site &site, const ArgReduce &op);
Results writeOp(Site &site, const Scan &op);

Results writeOp(Site &site, const Topk &op);
Results writeOp(Site &site, const Sort &op);

Results writeOp(Site &site, const Scatter &op);
Results writeOp(Site &site, const ScatterNd &op);
Results writeOp(Site &site, const Gather &op);
Results writeOp(Site &site, const GatherNd &op);
Results writeOp(Site &site, const OneHot &op);

Results writeOp(Site &site, const Transpose &op);
Results writeOp(Site &site, const Broadcast &op);
Results writeOp(Site &site, const Expand &op);
Results writeOp(Site &site, const Collapse &op);
Results writeOp(Site &site, const Reverse &op);
Results writeOp(Site &site, const DimCast &op);

Results writeOp(Site &site, const ExtractSlice &op);
Results writeOp(Site &site, const InsertSlice &op);
Results writeOp(Site &site, const Concat &op);
Results writeOp(Site &site, const Pad &op);

Results writeOp(Site &site, const Iota &op);
Results writeOp(Site &site, const Fill &op);
Results writeOp(Site &site, const Constant &op);

} // namespace assay::torch
