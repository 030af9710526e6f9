#pragma once

#include <cstdint>

namespace assay {

/// Rounds to the nearest f16 (ties to even) in one step from double: no double rounding by way of
/// f32.
uint16_t toHalf(double value);
double fromHalf(uint16_t bits);

/// Rounds to the nearest bf16 (ties to even) in one step from double.
uint16_t toBFloat(double value);
double fromBFloat(uint16_t bits);

} // namespace assay
