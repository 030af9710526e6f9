#pragma once

#include "oracle/Elements.h"

#include <string>

namespace assay::oracle {

/// Whether element `j` of a returned tensor may be what is known of element `i` of `expected`. An
/// open element admits everything, an attention row without keys NaN and 0. Of NaN neither payload
/// nor sign counts, of zero the sign does not.
bool admits(const Elements &expected, size_t i, const Tensor &actual, size_t j);

/// What is known of an element, and what a tensor has, for people.
std::string describe(const Elements &expected, size_t i);
std::string describe(const Tensor &actual, size_t i);

} // namespace assay::oracle
