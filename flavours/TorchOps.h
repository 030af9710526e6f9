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

/// Elements that a window of a reduction may have along a dim: each is a slice of its own.
inline constexpr int64_t maxWindow = 1024;

/// The results of the node at `site`, whose op is given. One overload for each op of
/// program/Ops.def, called through std::visit, so that a missing one does not compile.
#define ASSAY_OP(Enumerator, tag, Family) Results writeOp(Site &site, const Enumerator &op);
#include "program/Ops.def"

} // namespace assay::torch
