#pragma once

#include "program/TestCase.h"

namespace assay {

/// `tensor` with another type and shape: elements are converted (rounded, or truncated and
/// wrapped); shapes of one size keep row-major order; along each dim the leading elements stay, and
/// where a dim grows they repeat. Zero where there was nothing.
Tensor refit(const Tensor &tensor, ElementType element, const Shape &shape);

/// The input for a new type and shape: tensors refitted, recipes kept.
Input refitInput(const Input &input, ElementType element, const Shape &shape);

} // namespace assay
