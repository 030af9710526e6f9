#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

/// What an op with one result yields. Braces around the result would copy it twice more.
inline Inference yields(TensorType result, std::vector<Dim> nonNegative = {}) {
  Inference inference{{}, std::move(nonNegative)};
  inference.results.push_back(std::move(result));
  return inference;
}

} // namespace assay
