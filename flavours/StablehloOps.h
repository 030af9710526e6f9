#pragma once

#include "flavours/StablehloElements.h"
#include "flavours/StablehloPlaces.h"
#include "flavours/StablehloSteps.h"

namespace assay::stablehlo {

/// A node that is being written into a Scope.
class Site {
public:
  Site(Scope &scope, const TestCase &testCase, int node);

  Scope &scope;
  const TestCase &testCase;
  const Node &node;
  std::vector<Shaped> operands;
  std::vector<TensorType> results;

  mlir::Type element(int result = 0) const;
  const std::vector<Dim> &dims(int result = 0) const {
    return results[static_cast<size_t>(result)].dims;
  }
  ResultType type(int result = 0) const { return {element(result), dims(result)}; }
  /// What an Initial op starts from, if it does not start from the identity.
  std::optional<Shaped> initial() const;
};

/// The results of the node at `site`, whose op is given. One overload for each op of
/// program/Ops.def, called through std::visit, so that a missing one does not compile.
#define ASSAY_OP(Enumerator, tag, Family) Results writeOp(Site &site, const Enumerator &op);
#include "program/Ops.def"

} // namespace assay::stablehlo
