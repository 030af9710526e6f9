#pragma once

#include "flavours/TorchSteps.h"

namespace assay::torch {

/// Integers are signed in torch; here they are taken as unsigned ones.

/// Integers whose signed order is the unsigned one of those in `x`.
Shaped biased(Scope &scope, const Shaped &x);
Shaped divideUnsigned(Scope &scope, const Shaped &x, const Shaped &y);
Shaped shiftRightUnsigned(Scope &scope, const Shaped &x, const Shaped &amount);

/// As Cast says.
Shaped cast(Scope &scope, const Shaped &x, ElementType to, bool isUnsigned);

} // namespace assay::torch
