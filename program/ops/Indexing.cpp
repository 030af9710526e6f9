#include "program/ops/Indexing.h"

#include "program/ops/Yield.h"

#include "program/ops/Source.h"
#include "support/NameOf.h"

namespace assay {

/// indices [..., depth] into `from`, whose dims behind the first `depth` form the window.
static Expected<std::vector<Dim>> windowedShape(const TensorType &from, const TensorType &indices,
                                                int64_t depth) {
  ASSAY_REQUIRE(isInteger(indices.element), "indices must be integers, not {}",
                name(indices.element));
  ASSAY_REQUIRE(depth >= 1 && depth <= from.rank(), "depth {} is out of range for rank {}", depth,
                from.rank());
  ASSAY_REQUIRE(indices.rank() >= 1 && indices.dims.back().isConstant(depth),
                "the last dim of indices must be {}, in {}", depth, indices.text());
  std::vector<Dim> dims(indices.dims.begin(), indices.dims.end() - 1);
  dims.insert(dims.end(), from.dims.begin() + depth, from.dims.end());
  return dims;
}

/// indices into `from` along `dim`: of its rank, no larger elsewhere. Yields the constraints.
static Expected<std::vector<Dim>> alongDim(const TensorType &from, const TensorType &indices,
                                           int64_t dim) {
  ASSAY_TRY(requireDim(dim, from.rank()));
  ASSAY_REQUIRE(isInteger(indices.element), "indices must be integers, not {}",
                name(indices.element));
  ASSAY_REQUIRE(indices.rank() == from.rank(), "indices {} and {} must have one rank",
                indices.text(), from.text());
  std::vector<Dim> constraints;
  for (size_t i = 0; i < from.dims.size(); ++i)
    if (static_cast<int64_t>(i) != dim && from.dims[i] != indices.dims[i])
      constraints.push_back(from.dims[i] - indices.dims[i]);
  return constraints;
}

static Expected<void> requireCombines(Combine combine, ElementType element) {
  ASSAY_REQUIRE(combine == Combine::Overwrite || isNumber(element),
                "{} can only be overwritten, not combined", name(element));
  return {};
}

Expected<Inference> Scatter::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 3));
  ASSAY_TRY(requireCombines(combine, operands[0].element));
  ASSAY_TRY(requireSame(operands[2], {operands[0].element, operands[1].dims}));
  auto constraints = alongDim(operands[0], operands[1], dim);
  ASSAY_TRY(constraints);
  return yields(operands[0], std::move(*constraints));
}

Expected<Inference> ScatterNd::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 3));
  ASSAY_TRY(requireCombines(combine, operands[0].element));
  auto dims = windowedShape(operands[0], operands[1], depth);
  ASSAY_TRY(dims);
  ASSAY_TRY(requireSame(operands[2], {operands[0].element, *dims}));
  return yields(operands[0]);
}

Expected<Inference> Gather::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 2));
  auto constraints = alongDim(operands[0], operands[1], dim);
  ASSAY_TRY(constraints);
  return yields({operands[0].element, operands[1].dims}, std::move(*constraints));
}

Expected<Inference> GatherNd::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 2));
  auto dims = windowedShape(operands[0], operands[1], depth);
  ASSAY_TRY(dims);
  return yields({operands[0].element, std::move(*dims)});
}

Expected<Inference> OneHot::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDim(dim, operands[0].rank() + 1));
  ASSAY_REQUIRE(isInteger(operands[0].element), "indices must be integers, not {}",
                name(operands[0].element));
  ASSAY_TRY(requireRepresentable(element, on));
  ASSAY_TRY(requireRepresentable(element, off));
  TensorType type{element, operands[0].dims};
  type.dims.insert(type.dims.begin() + dim, depth);
  return yields(std::move(type), {depth});
}

static std::string combined(Combine combine) {
  return combine == Combine::Overwrite ? "is overwritten by" : fmt::format("{}=", nameOf(combine));
}

std::string Scatter::sentence() const {
  return fmt::format(
      "for each place p of the updates: base[p with p[{}] = indices[p]] {} updates[p]", dim,
      combined(combine));
}

std::string ScatterNd::sentence() const {
  return fmt::format("for each b: base[indices[b]] {} updates[b]", combined(combine));
}

std::string Gather::sentence() const {
  return fmt::format("y[p] = x[p with p[{}] = indices[p]]", dim);
}

std::string GatherNd::sentence() const { return "y[b] = x[indices[b]]"; }

std::string OneHot::sentence() const {
  return fmt::format("{} where the place in dim {} is the index, else {}", on, dim, off);
}

} // namespace assay
