#include "program/ops/Slicing.h"

#include "program/ops/Yield.h"

#include "program/ops/Source.h"

#include <algorithm>

namespace assay {

static Expected<void> requireEach(size_t count, const TensorType &type, std::string_view what) {
  ASSAY_REQUIRE(static_cast<int64_t>(count) == type.rank(), "{} {} for {}", count, what,
                type.text());
  return {};
}

static bool contains(std::span<const int64_t> dims, size_t dim) {
  return std::find(dims.begin(), dims.end(), static_cast<int64_t>(dim)) != dims.end();
}

/// The constraints under which the slice lies inside `whole`.
static std::vector<Dim> inside(const TensorType &whole, std::span<const Dim> offsets,
                               std::span<const Dim> sizes, std::span<const int64_t> strides) {
  std::vector<Dim> constraints;
  for (size_t i = 0; i < offsets.size(); ++i) {
    constraints.push_back(offsets[i]);
    constraints.push_back(sizes[i]);
    // An empty slice may start at the end, not behind it.
    constraints.push_back(whole.dims[i] - offsets[i]);
    constraints.push_back(whole.dims[i] - offsets[i] - (sizes[i] - Dim(1)) * Dim(strides[i]) -
                          Dim(1));
  }
  return constraints;
}

static Expected<void> requireStrides(std::span<const int64_t> strides) {
  for (int64_t stride : strides)
    ASSAY_REQUIRE(stride >= 1 && stride <= (1 << 20), "stride {} is not in 1 .. 2^20", stride);
  return {};
}

Expected<Inference> ExtractSlice::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireEach(offsets.size(), operands[0], "offsets"));
  ASSAY_TRY(requireEach(sizes.size(), operands[0], "sizes"));
  ASSAY_TRY(requireEach(strides.size(), operands[0], "strides"));
  ASSAY_TRY(requireDims(dropped, operands[0].rank()));
  ASSAY_TRY(requireStrides(strides));
  TensorType type{operands[0].element, {}};
  for (size_t i = 0; i < sizes.size(); ++i)
    if (!contains(dropped, i))
      type.dims.push_back(sizes[i]);
    else
      ASSAY_REQUIRE(sizes[i].isConstant(1), "dropped dim {} has size {}, not 1", i,
                    sizes[i].text());
  return yields(std::move(type), inside(operands[0], offsets, sizes, strides));
}

Expected<Inference> InsertSlice::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 2));
  const TensorType &source = operands[0], &base = operands[1];
  ASSAY_REQUIRE(source.element == base.element, "source is {}, base {}", name(source.element),
                name(base.element));
  ASSAY_TRY(requireEach(offsets.size(), base, "offsets"));
  ASSAY_TRY(requireEach(strides.size(), base, "strides"));
  ASSAY_TRY(requireDims(dropped, base.rank()));
  ASSAY_TRY(requireStrides(strides));
  ASSAY_REQUIRE(source.dims.size() + dropped.size() == base.dims.size(),
                "source {} and {} dropped dims do not make the rank of {}", source.text(),
                dropped.size(), base.text());
  std::vector<Dim> sizes = source.dims;
  for (int64_t dim : dropped)
    sizes.insert(sizes.begin() + dim, Dim(1));
  return yields(base, inside(base, offsets, sizes, strides));
}

Expected<Inference> Concat::infer(OperandTypes operands) const {
  ASSAY_REQUIRE(!operands.empty(), "takes at least one operand");
  ASSAY_TRY(requireDim(dim, operands[0].rank()));
  const auto at = static_cast<size_t>(dim);
  TensorType type = operands[0];
  for (const TensorType &operand : operands.subspan(1)) {
    TensorType likeFirst = operand;
    ASSAY_REQUIRE(operand.rank() == type.rank(), "operands {} and {} differ in rank",
                  operands[0].text(), operand.text());
    likeFirst.dims[at] = operands[0].dims[at];
    ASSAY_TRY(requireSame(likeFirst, operands[0]));
    type.dims[at] = type.dims[at] + operand.dims[at];
  }
  return yields(std::move(type));
}

Expected<Inference> Pad::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ASSAY_TRY(requireEach(low.size(), operands[0], "low pads"));
  ASSAY_TRY(requireEach(high.size(), operands[0], "high pads"));
  ASSAY_TRY(requireRepresentable(operands[0].element, value));
  Inference inference{{operands[0]}, {}};
  for (size_t i = 0; i < low.size(); ++i) {
    Dim &dim = inference.results[0].dims[i];
    dim = low[i] + dim + high[i];
    inference.nonNegative.push_back(low[i]);
    inference.nonNegative.push_back(high[i]);
  }
  return inference;
}

std::string ExtractSlice::sentence() const {
  return fmt::format("x from [{}], [{}] elements in steps of {}", text(offsets), text(sizes),
                     listed(strides));
}

std::string InsertSlice::sentence() const {
  return fmt::format("base with the source written from [{}] in steps of {}", text(offsets),
                     listed(strides));
}

std::string Concat::sentence() const {
  return fmt::format("the operands joined along dim {}", dim);
}

std::string Pad::sentence() const {
  return fmt::format("x with [{}] elements of {} before and [{}] behind", text(low), value,
                     text(high));
}

} // namespace assay
