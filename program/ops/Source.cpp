#include "program/ops/Source.h"

#include <cmath>

namespace assay {

Expected<void> requireRepresentable(ElementType element, double value) {
  bool fits;
  if (isInteger(element) || isBool(element))
    fits = value == std::trunc(value) && value >= static_cast<double>(minInteger(element)) &&
           value <= static_cast<double>(maxInteger(element)) && std::fabs(value) <= 0x1p53;
  else
    fits = std::isnan(value) || roundTo(element, value) == value;
  ASSAY_REQUIRE(fits, "{} does not hold the value {}", name(element), value);
  return {};
}

static Inference ofShape(ElementType element, const std::vector<Dim> &shape) {
  return {{{element, shape}}, shape};
}

Expected<Inference> Iota::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 0));
  ASSAY_TRY(requireDim(dim, static_cast<int64_t>(shape.size())));
  ASSAY_REQUIRE(isNumber(element), "iota is not defined on {}", name(element));
  return ofShape(element, shape);
}

Expected<Inference> Fill::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 0));
  ASSAY_TRY(requireRepresentable(element, value));
  return ofShape(element, shape);
}

Expected<Inference> Constant::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 0));
  ASSAY_REQUIRE(value.size() <= maxElements, "a constant of {} elements; {} are allowed",
                value.size(), maxElements);
  std::vector<Dim> dims(value.shape().begin(), value.shape().end());
  return ofShape(value.element(), dims);
}

std::string Iota::sentence() const {
  return fmt::format("each element is its place in dim {}", dim);
}

std::string Fill::sentence() const { return fmt::format("{} everywhere", value); }

std::string Constant::sentence() const { return "as written"; }

} // namespace assay
