#pragma once

#include "program/types/Tensor.h"
#include "support/Expected.h"

#include <string_view>

namespace assay {

/// Reads "f32".
Expected<ElementType> parseElementType(std::string_view text);

/// Reads "f32[d0,4]", what TensorType::text() writes.
Expected<TensorType> parseType(std::string_view text);

/// Reads "d0,4,d1+2", what text(std::span<const Dim>) writes; empty for none.
Expected<std::vector<Dim>> parseDims(std::string_view text);

} // namespace assay
