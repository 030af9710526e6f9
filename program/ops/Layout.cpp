#include "program/ops/Layout.h"

#include "program/ops/Yield.h"

namespace assay {

Expected<Inference> Transpose::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requirePermutation(permutation, operands[0].rank()));
  TensorType type{operands[0].element, {}};
  for (int64_t dim : permutation)
    type.dims.push_back(operands[0].dims[static_cast<size_t>(dim)]);
  return yields(std::move(type));
}

Expected<Inference> Broadcast::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDims(added, static_cast<int64_t>(shape.size())));
  Inference inference{{{operands[0].element, shape}}, {}};
  std::vector<Dim> kept = shape;
  for (size_t i = added.size(); i > 0; --i) {
    inference.nonNegative.push_back(shape[static_cast<size_t>(added[i - 1])]);
    kept.erase(kept.begin() + added[i - 1]);
  }
  ASSAY_REQUIRE(kept == operands[0].dims, "the kept dims [{}] are not those of {}", text(kept),
                operands[0].text());
  return inference;
}

Expected<Inference> Expand::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_REQUIRE(static_cast<int64_t>(groups.size()) == operands[0].rank(),
                "has {} groups for rank {}", groups.size(), operands[0].rank());
  ASSAY_REQUIRE(units >= 0 && units <= 8 && (units == 0 || groups.empty()),
                "units are for rank 0 only, and at most 8");
  Inference inference{{{operands[0].element, {}}}, {}};
  std::vector<Dim> &dims = inference.results[0].dims;
  dims.assign(static_cast<size_t>(units), Dim(1));
  for (size_t i = 0; i < groups.size(); ++i) {
    ASSAY_REQUIRE(!groups[i].empty(), "group {} is empty", i);
    ASSAY_REQUIRE(product(groups[i]) == operands[0].dims[i],
                  "dim {} is {}, not the product of [{}]", i, operands[0].dims[i].text(),
                  text(groups[i]));
    dims.insert(dims.end(), groups[i].begin(), groups[i].end());
  }
  inference.nonNegative = dims;
  return inference;
}

Expected<Inference> Collapse::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  TensorType type{operands[0].element, {}};
  int64_t next = 0;
  for (const std::vector<int64_t> &group : groups) {
    ASSAY_REQUIRE(!group.empty(), "a group is empty");
    Dim joined = 1;
    for (int64_t dim : group) {
      ASSAY_REQUIRE(dim == next && dim < operands[0].rank(),
                    "groups must list the dims of {} in order", operands[0].text());
      joined = joined * operands[0].dims[static_cast<size_t>(dim)];
      ++next;
    }
    for (const Dim::Term &term : joined.terms())
      ASSAY_REQUIRE(term.symbols.size() <= maxDegree, "a dim multiplies more than {} symbols",
                    maxDegree);
    type.dims.push_back(joined);
  }
  if (groups.empty())
    for (const Dim &dim : operands[0].dims)
      ASSAY_REQUIRE(dim.isConstant(1), "only dims of 1 collapse to rank 0, in {}",
                    operands[0].text());
  else
    ASSAY_REQUIRE(next == operands[0].rank(), "groups cover {} of {} dims", next,
                  operands[0].rank());
  return yields(std::move(type));
}

Expected<Inference> Reverse::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDims(dims, operands[0].rank()));
  return yields(operands[0]);
}

Expected<Inference> DimCast::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireDims(dims, operands[0].rank()));
  return yields(operands[0]);
}

std::string Transpose::sentence() const {
  return fmt::format("result dim i is operand dim {}[i]", listed(permutation));
}

std::string Broadcast::sentence() const {
  return fmt::format("x repeated along the new dims {}", listed(added));
}

std::string Expand::sentence() const { return "the elements in order, dims split"; }

std::string Collapse::sentence() const { return "the elements in order, dims joined"; }

std::string Reverse::sentence() const {
  return fmt::format("x backwards along dims {}", listed(dims));
}

std::string DimCast::sentence() const { return "x, by way of a type with unknown dims"; }

} // namespace assay
