#include "program/ops/Reduction.h"

#include "program/ops/Yield.h"
#include "support/NameOf.h"

namespace assay {

static TensorType without(TensorType type, std::span<const int64_t> dims) {
  for (size_t i = dims.size(); i > 0; --i)
    type.dims.erase(type.dims.begin() + dims[i - 1]);
  return type;
}

Expected<Inference> Softmax::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDim(dim, operands[0].rank()));
  ASSAY_REQUIRE(isFloat(operands[0].element), "softmax is not defined on {}",
                name(operands[0].element));
  return yields(operands[0]);
}

Expected<Inference> Reduce::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDims(dims, operands[0].rank()));
  ASSAY_REQUIRE(!dims.empty(), "reduces over no dim");
  ElementType element = operands[0].element;
  if (function == ReduceKind::And || function == ReduceKind::Or)
    ASSAY_REQUIRE(element == result && (isInteger(element) || isBool(element)),
                  "and / or reduce integers or i1 to their own type");
  else
    ASSAY_TRY(requireExtends(element, result));
  ASSAY_REQUIRE(!isUnsigned || isInteger(element), "{} has no unsigned form", name(element));
  TensorType type = without(operands[0], dims);
  type.element = result;
  return yields(std::move(type));
}

Expected<Inference> ArgReduce::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDim(dim, operands[0].rank()));
  ASSAY_REQUIRE(isNumber(operands[0].element), "{} has no order", name(operands[0].element));
  ASSAY_REQUIRE(isInteger(indexType), "the index type must be an integer, not {}", name(indexType));
  TensorType values = without(operands[0], {&dim, 1});
  TensorType indices{indexType, values.dims};
  const Dim &extent = operands[0].dims[static_cast<size_t>(dim)];
  return Inference{{values, indices}, {extent - Dim(1), Dim(maxInteger(indexType)) - extent}};
}

Expected<Inference> Scan::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDim(dim, operands[0].rank()));
  ASSAY_TRY(requireExtends(operands[0].element, result));
  ASSAY_REQUIRE(function != ReduceKind::And && function != ReduceKind::Or,
                "scan knows sum, product, max and min");
  return yields({result, operands[0].dims});
}

std::string Softmax::sentence() const {
  return fmt::format("exp(x - max) / sum of exp(x - max) along dim {}", dim);
}

std::string Reduce::sentence() const {
  return fmt::format("{} over dims {}, from the initial value", nameOf(function), listed(dims));
}

std::string ArgReduce::sentence() const {
  return fmt::format("the {} along dim {}, and {} where it stands", minimum ? "least" : "greatest",
                     dim, firstIndex ? "the first place" : "a place");
}

std::string Scan::sentence() const {
  return fmt::format("running {} along dim {}, {}{}", nameOf(function), dim,
                     inclusive ? "x[i] included" : "x[i] not included",
                     reverse ? ", from the end" : "");
}

} // namespace assay
