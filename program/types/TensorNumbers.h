#pragma once

#include "program/types/Tensor.h"

#include <span>

namespace assay {

/// All elements of a tensor at once, whose type is looked at once for all of them: as
/// Tensor::real() says, and of a complex tensor all imaginary parts behind all real ones. `numbers`
/// has that size.
void readReals(const Tensor &tensor, std::span<double> numbers);
/// The same as Tensor::integer() says.
void readIntegers(const Tensor &tensor, std::span<int64_t> numbers);

} // namespace assay
