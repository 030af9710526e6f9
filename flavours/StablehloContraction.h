#pragma once

#include "flavours/StablehloScope.h"

namespace assay::stablehlo {

/// What dot_general is told; each list numbers dims of that operand.
struct DotDims {
  std::vector<int64_t> lhsBatch, rhsBatch, lhsContracted, rhsContracted;
};

/// stablehlo.dot_general: batch dims, then what remains of lhs, then what remains of rhs.
Shaped dotGeneral(Scope &scope, const Shaped &lhs, const Shaped &rhs, const DotDims &dims,
                  mlir::Type element);

} // namespace assay::stablehlo
