#include "program/ops/Contraction.h"

#include "program/ops/Yield.h"

#include <algorithm>
#include <optional>

namespace assay {

int64_t Contraction::iterationRank() const {
  int64_t rank = 0;
  for (const auto *map : {&lhs, &rhs, &out})
    for (int64_t dim : *map)
      rank = std::max(rank, dim + 1);
  return rank;
}

Expected<Inference> Contraction::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 2));
  constexpr int64_t maxIterationRank = 16;
  std::vector<std::optional<Dim>> extents(maxIterationRank);
  const std::vector<int64_t> *maps[] = {&lhs, &rhs};
  for (size_t i = 0; i < 2; ++i) {
    ASSAY_REQUIRE(static_cast<int64_t>(maps[i]->size()) == operands[i].rank(),
                  "map of operand {} has {} dims, the operand {}", i, maps[i]->size(),
                  operands[i].rank());
    ASSAY_TRY(requireExtends(operands[i].element, result));
    std::vector<bool> seen(maxIterationRank, false);
    for (size_t j = 0; j < maps[i]->size(); ++j) {
      int64_t dim = (*maps[i])[j];
      ASSAY_TRY(requireDim(dim, maxIterationRank));
      ASSAY_REQUIRE(!seen[static_cast<size_t>(dim)], "iteration dim {} occurs twice in one map",
                    dim);
      seen[static_cast<size_t>(dim)] = true;
      std::optional<Dim> &extent = extents[static_cast<size_t>(dim)];
      ASSAY_REQUIRE(!extent || *extent == operands[i].dims[j],
                    "iteration dim {} runs over both {} and {}", dim, extent->text(),
                    operands[i].dims[j].text());
      extent = operands[i].dims[j];
    }
  }
  ASSAY_REQUIRE(isInteger(result) || !(extendsByZero(0) || extendsByZero(1)),
                "{} has no unsigned form", name(result));
  TensorType type{result, {}};
  std::vector<bool> seen(maxIterationRank, false);
  for (int64_t dim : out) {
    ASSAY_TRY(requireDim(dim, maxIterationRank));
    ASSAY_REQUIRE(extents[static_cast<size_t>(dim)], "iteration dim {} of out is in no operand",
                  dim);
    ASSAY_REQUIRE(!seen[static_cast<size_t>(dim)], "iteration dim {} occurs twice in out", dim);
    seen[static_cast<size_t>(dim)] = true;
    type.dims.push_back(*extents[static_cast<size_t>(dim)]);
  }
  for (int64_t dim = 0; dim < iterationRank(); ++dim)
    ASSAY_REQUIRE(extents[static_cast<size_t>(dim)], "iteration dim {} is in no operand", dim);
  return yields(std::move(type));
}

double Contraction::steps(Shapes operands, Shapes) const {
  std::vector<double> iteration(static_cast<size_t>(iterationRank()), 1);
  const std::vector<int64_t> *maps[] = {&lhs, &rhs};
  for (size_t i = 0; i < 2; ++i)
    for (size_t j = 0; j < maps[i]->size(); ++j)
      iteration[static_cast<size_t>((*maps[i])[j])] = static_cast<double>(operands[i][j]);
  double points = 1;
  for (double extent : iteration)
    points *= extent;
  return points;
}

std::string Contraction::sentence() const {
  const bool left = extendsByZero(0), right = extendsByZero(1);
  const char *signs = left && right ? ", unsigned"
                      : left        ? ", lhs unsigned"
                      : right       ? ", rhs unsigned"
                                    : "";
  return fmt::format("out{} = initial + sum of lhs{} * rhs{} over what out lacks{}", listed(out),
                     listed(lhs), listed(rhs), signs);
}

} // namespace assay
