#pragma once

#include <string_view>

namespace assay {

/// The name of the table Mutators.def with its weights, and of the way in which mutants and probes
/// are drawn: figures of different series cannot be compared.
inline constexpr std::string_view mutatorSeries = "3";

} // namespace assay
