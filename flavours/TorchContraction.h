#pragma once

#include "flavours/TorchElements.h"

namespace assay::torch {

/// What the op makes of two tensors without a destination: Named as mm, bmm or einsum, Generic as
/// mm or bmm of operands brought into their form, Primitives as a product of broadcasts that is
/// summed up.
Shaped contract(Scope &scope, const Contraction &op, Spelling spelling, const Shaped &lhs,
                const Shaped &rhs);

} // namespace assay::torch
