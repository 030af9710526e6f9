#include "program/ops/Sorting.h"

#include <utility>

namespace assay {

Expected<Inference> Topk::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDim(dim, operands[0].rank()));
  ASSAY_REQUIRE(isNumber(operands[0].element), "{} has no order", name(operands[0].element));
  ASSAY_REQUIRE(isInteger(indexType), "the index type must be an integer, not {}", name(indexType));
  TensorType values = operands[0];
  Dim extent = std::exchange(values.dims[static_cast<size_t>(dim)], k);
  const auto least = (extent - k).constant();
  ASSAY_REQUIRE(!least || *least >= 0, "k={} is above the {} elements along dim {}", k.text(),
                extent.text(), dim);
  TensorType indices{indexType, values.dims};
  // The last index must fit, also for an empty extent.
  return Inference{{values, indices}, {k, extent - k, Dim(maxInteger(indexType)) - extent}};
}

Expected<Inference> Sort::infer(OperandTypes operands) const {
  ASSAY_REQUIRE(operands.size() >= 1 && operands.size() <= 3, "takes 1 to 3 operands, not {}",
                operands.size());
  ASSAY_TRY(requireDim(dim, operands[0].rank()));
  ASSAY_REQUIRE(isNumber(operands[0].element), "{} has no order", name(operands[0].element));
  for (const TensorType &operand : operands)
    ASSAY_REQUIRE(operand.dims == operands[0].dims, "operands {} and {} differ in shape",
                  operands[0].text(), operand.text());
  return Inference{{operands.begin(), operands.end()}, {}};
}

std::string Topk::sentence() const {
  return fmt::format("the {} {} along dim {}{}, and their places", k.text(),
                     largest ? "largest" : "smallest", dim,
                     sorted ? ", best first" : ", in any order");
}

std::string Sort::sentence() const {
  return fmt::format("the operands ordered by the first along dim {}, {} first", dim,
                     descending ? "greatest" : "least");
}

} // namespace assay
