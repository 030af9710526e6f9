#pragma once

#include "flavours/StablehloScope.h"
#include "program/Op.h"

namespace assay::stablehlo {

/// Integers as unsigned ones of the same bits, and back; `x` itself if it is so already.
Shaped asUnsigned(Scope &scope, const Shaped &x);
Shaped asSignless(Scope &scope, const Shaped &x);
/// stablehlo.convert to an element type; `x` itself if it has that.
Shaped convert(Scope &scope, const Shaped &x, mlir::Type element);
/// As Cast says; the result is signless.
Shaped cast(Scope &scope, const Shaped &x, ElementType to, bool isUnsigned);
/// Floats and unsigned and signed integers each in their own order.
Shaped compare(Scope &scope, Predicate predicate, const Shaped &x, const Shaped &y);

/// One step of a reduction of values of their element type.
Shaped combine(Scope &scope, ReduceKind function, const Shaped &x, const Shaped &y);
/// stablehlo.reduce over `dims` (ascending) from the identity, in the element type of `x`.
Shaped reduce(Scope &scope, const Shaped &x, ReduceKind function, llvm::ArrayRef<int64_t> dims);
/// Along `dim`, in the element type of `x`.
Shaped softmax(Scope &scope, const Shaped &x, int64_t dim);

} // namespace assay::stablehlo
