#include "program/ops/Windows.h"

#include "program/ops/Contraction.h"
#include "support/Assert.h"
#include "support/NameOf.h"

#include <algorithm>

namespace assay {

Dim Windows::reach(size_t i, const Dim &window) const {
  return (window - Dim(1)) * Dim(dilations[i]) + Dim(1);
}

static Expected<void> requireSteps(std::span<const int64_t> steps, std::string_view what) {
  for (int64_t step : steps)
    ASSAY_REQUIRE(step >= 1 && step <= (1 << 20), "{} {} is not in 1 .. 2^20", what, step);
  return {};
}

Expected<void> Windows::require(size_t rank) const {
  const std::pair<size_t, std::string_view> counts[] = {{sizes.size(), "sizes"},
                                                        {strides.size(), "strides"},
                                                        {dilations.size(), "dilations"},
                                                        {low.size(), "low pads"},
                                                        {high.size(), "high pads"}};
  for (auto [count, what] : counts)
    ASSAY_REQUIRE(count == rank, "{} {} for windows along {} dims", count, what, rank);
  ASSAY_TRY(requireSteps(strides, "stride"));
  return requireSteps(dilations, "dilation");
}

void Windows::constrain(size_t i, const Dim &extent, const Dim &window,
                        std::vector<Dim> &nonNegative) const {
  const Dim padded = low[i] + extent + high[i], over = reach(i, window), stride = strides[i];
  nonNegative.push_back(low[i]);
  nonNegative.push_back(high[i]);
  nonNegative.push_back(window - Dim(1));
  nonNegative.push_back(sizes[i]);
  // The last window lies inside, if there is one; one more would not.
  nonNegative.push_back(sizes[i] * (padded - over - (sizes[i] - Dim(1)) * stride));
  nonNegative.push_back(sizes[i] * stride + over - Dim(1) - padded);
}

bool Windows::isPadded() const {
  auto isSome = [](const Dim &dim) { return dim != Dim(0); };
  return std::any_of(low.begin(), low.end(), isSome) ||
         std::any_of(high.begin(), high.end(), isSome);
}

Conv::Parts Conv::parts() const {
  const size_t spatial = windows.rank();
  if (layout == ConvLayout::ChannelsFirst)
    return {1, 2, 0, 1, 2};
  return {spatial + 1, 1, spatial + 1, spatial, 0};
}

/// The dim times `factor` is `product`; nothing if no Dim is that.
static std::optional<Dim> divided(const Dim &product, int64_t factor) {
  Dim quotient;
  for (const Dim::Term &term : product.terms()) {
    if (term.coefficient % factor != 0)
      return std::nullopt;
    Dim part = term.coefficient / factor;
    for (SymbolId id : term.symbols)
      part = part * Dim::symbol(id);
    quotient = quotient + part;
  }
  return quotient;
}

Dim Conv::perGroup(const Dim &dim) const {
  const std::optional<Dim> part = divided(dim, groups);
  ASSAY_ASSERT(part, "groups are of one size");
  return *part;
}

Expected<Inference> Conv::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 2));
  const TensorType &x = operands[0], &kernel = operands[1];
  const size_t spatial = windows.rank();
  ASSAY_REQUIRE(spatial == 1 || spatial == 2, "{} spatial dims, not 1 or 2", spatial);
  ASSAY_TRY(windows.require(spatial));
  for (const TensorType &operand : operands) {
    ASSAY_REQUIRE(operand.dims.size() == spatial + 2, "{} has not 2 dims beside {} spatial ones",
                  operand.text(), spatial);
    ASSAY_TRY(requireExtends(operand.element, result));
  }
  ASSAY_REQUIRE(isInteger(result) || !(extendsByZero(0) || extendsByZero(1)),
                "{} has no unsigned form", name(result));
  ASSAY_REQUIRE(groups >= 1 && groups <= (1 << 20), "{} groups are not in 1 .. 2^20", groups);
  const Parts at = parts();
  ASSAY_REQUIRE(x.dims[at.channel] == Dim(groups) * kernel.dims[at.depth],
                "{} channels are not {} groups of {}", x.dims[at.channel].text(), groups,
                kernel.dims[at.depth].text());
  ASSAY_REQUIRE(divided(kernel.dims[at.filter], groups), "{} filters are not {} equal groups",
                kernel.dims[at.filter].text(), groups);
  Inference inference{{{result, x.dims}}, {}};
  std::vector<Dim> &dims = inference.results[0].dims;
  dims[at.channel] = kernel.dims[at.filter];
  for (size_t i = 0; i < spatial; ++i) {
    windows.constrain(i, x.dims[at.spatial + i], kernel.dims[at.window + i], inference.nonNegative);
    dims[at.spatial + i] = windows.sizes[i];
  }
  return inference;
}

double Conv::steps(Shapes operands, Shapes results) const {
  const Shape &kernel = operands[1];
  double taps = 1;
  for (size_t i = 0; i < kernel.size(); ++i)
    if (i != parts().filter)
      taps *= static_cast<double>(kernel[i]);
  return taps * static_cast<double>(elementCount(results[0]));
}

Contraction Conv::overPatches() const {
  // Iteration dims: batches, groups, filters, channels; windows, and places in them.
  const auto spatial = static_cast<int64_t>(windows.rank());
  constexpr int64_t batch = 0, group = 1, filter = 2, channel = 3, window = 4;
  const bool isGrouped = groups > 1;
  auto append = [&](std::vector<int64_t> &map, int64_t dim, bool isSplit) {
    if (isSplit && isGrouped)
      map.push_back(group);
    // Without groups their number is left out.
    map.push_back(dim > group && !isGrouped ? dim - 1 : dim);
  };
  auto appendRun = [&](std::vector<int64_t> &map, int64_t first) {
    for (int64_t i = 0; i < spatial; ++i)
      append(map, first + i, false);
  };
  Contraction op;
  const bool isFirst = layout == ConvLayout::ChannelsFirst;
  for (auto [map, split] : {std::pair{&op.lhs, channel}, {&op.out, filter}}) {
    append(*map, batch, false);
    if (isFirst)
      append(*map, split, true);
    appendRun(*map, window);
    if (!isFirst)
      append(*map, split, true);
  }
  appendRun(op.lhs, window + spatial);
  if (isFirst) {
    append(op.rhs, filter, true);
    append(op.rhs, channel, false);
    appendRun(op.rhs, window + spatial);
  } else {
    appendRun(op.rhs, window + spatial);
    append(op.rhs, channel, false);
    append(op.rhs, filter, true);
  }
  op.result = result;
  op.isUnsigned = isUnsigned;
  op.rhsUnsigned = kernelUnsigned;
  return op;
}

Expected<Inference> ReduceWindow::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  const TensorType &x = operands[0];
  ASSAY_REQUIRE(function == ReduceKind::Sum || function == ReduceKind::Max ||
                    function == ReduceKind::Min,
                "reduce_window knows sum, max and min");
  ASSAY_TRY(requireExtends(x.element, result));
  ASSAY_REQUIRE(!isUnsigned || isInteger(x.element), "{} has no unsigned form", name(x.element));
  ASSAY_REQUIRE(window.size() == x.dims.size(), "{} extents of windows for {}", window.size(),
                x.text());
  ASSAY_TRY(requireSteps(window, "window"));
  ASSAY_TRY(windows.require(x.dims.size()));
  Inference inference{{{result, windows.sizes}}, {}};
  for (size_t i = 0; i < x.dims.size(); ++i)
    windows.constrain(i, x.dims[i], window[i], inference.nonNegative);
  return inference;
}

double ReduceWindow::steps(Shapes, Shapes results) const {
  double elements = 1;
  for (int64_t extent : window)
    elements *= static_cast<double>(extent);
  return elements * static_cast<double>(elementCount(results[0]));
}

/// ", strides [1,2], ..." as far as windows are not what they are if nothing is said.
static std::string described(const Windows &windows) {
  auto isOne = [](int64_t step) { return step == 1; };
  std::string all;
  if (!std::ranges::all_of(windows.strides, isOne))
    all += fmt::format(", strides {}", listed(windows.strides));
  if (!std::ranges::all_of(windows.dilations, isOne))
    all += fmt::format(", dilations {}", listed(windows.dilations));
  if (windows.isPadded())
    all += fmt::format(", padded by [{}] before and [{}] behind", text(windows.low),
                       text(windows.high));
  return all;
}

std::string Conv::sentence() const {
  const bool left = extendsByZero(0), right = extendsByZero(1);
  const char *signs = left && right ? ", unsigned"
                      : left        ? ", x unsigned"
                      : right       ? ", kernel unsigned"
                                    : "";
  return fmt::format("convolution with channels {}{}{}{}",
                     layout == ConvLayout::ChannelsFirst ? "first" : "last", described(windows),
                     groups == 1 ? "" : fmt::format(", {} groups", groups), signs);
}

std::string ReduceWindow::sentence() const {
  return fmt::format("{} of each window of {}{}{}", nameOf(function), listed(window),
                     described(windows), isUnsigned ? ", unsigned" : "");
}

} // namespace assay
