#pragma once

#include "flavours/StablehloScope.h"
#include "program/Op.h"

namespace assay::stablehlo {

/// What the op makes of two tensors without a destination: Named as a dot_general that extends its
/// operands itself where it can, Generic as one of extended operands, Primitives as a product of
/// broadcasts that is summed up.
Shaped contract(Scope &scope, const Contraction &op, Spelling spelling, const Shaped &lhs,
                const Shaped &rhs);

} // namespace assay::stablehlo
