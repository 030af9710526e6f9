#pragma once

#include "program/Op.h"

#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

namespace assay::emission {

/// What the ops do to elements, with the meaning that program/ops/ gives them. The values are
/// scalars or, but for complex numbers, tensors of one type: arith and math take both.

mlir::Value apply(mlir::ImplicitLocOpBuilder &b, const Unary &op, mlir::Value x);
mlir::Value apply(mlir::ImplicitLocOpBuilder &b, const Binary &op, mlir::Value x, mlir::Value y);
mlir::Value apply(mlir::ImplicitLocOpBuilder &b, const Compare &op, mlir::Value x, mlir::Value y);
mlir::Value apply(mlir::ImplicitLocOpBuilder &b, const Select &op, mlir::Value condition,
                  mlir::Value x, mlir::Value y);

/// `x` converted to the element type `to` as Cast says; `x` itself if it has that type.
mlir::Value convert(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Type to, bool isUnsigned);

/// Elementwise ops by their place in the variant: unary, binary, compare, select, cast.
mlir::Value applyPointwise(mlir::ImplicitLocOpBuilder &b, const Op &op, mlir::ValueRange operands);

/// One step of a reduction.
mlir::Value combine(mlir::ImplicitLocOpBuilder &b, ReduceKind function, bool isUnsigned,
                    mlir::Value accumulated, mlir::Value x);

/// `value` in a scalar type: rounded, wrapped, or != 0; the real part of a complex number.
mlir::Attribute number(mlir::Type scalar, double value);
/// What a reduction starts from when nothing is said.
mlir::Attribute identity(mlir::Type scalar, ReduceKind function, bool isUnsigned);
/// The attribute as a value of the type of `like`: of a scalar, or of each element of a tensor.
mlir::Value constantLike(mlir::ImplicitLocOpBuilder &b, mlir::Value like, mlir::Attribute scalar);
mlir::Value constant(mlir::ImplicitLocOpBuilder &b, mlir::Type type, mlir::Attribute scalar);

} // namespace assay::emission
