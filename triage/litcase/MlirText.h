#pragma once

#include "program/TestCase.h"

#include <string>

namespace assay {

/// MLIR's spelling of types and constants, as text: the writer of lit cases links no MLIR.

/// "f32", "i64", "complex<f32>".
std::string mlirElementType(ElementType type);
/// "tensor<2x3xf32>".
std::string mlirType(ElementType type, const Shape &shape);
/// The type that the compiler is told: a dim is static if every symbol in it is, else "?".
std::string mlirType(const TensorType &type, const Specialization &specialization,
                     const Bindings &bindings);
/// "dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>"; reads back to the same bits, but for the
/// payload of NaN.
std::string mlirConstant(const Tensor &tensor);
/// Of one number as a float literal, in full.
std::string mlirFloat(double value, ElementType type);

} // namespace assay
