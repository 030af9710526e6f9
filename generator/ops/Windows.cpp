#include "generator/growth/Operands.h"
#include "generator/ops/Accumulation.h"

namespace assay {

namespace {

int64_t drawStep(Random &random, double onePercent) {
  if (random.chance(onePercent))
    return 1;
  return random.chance(75) ? random.between(2, 3) : random.between(4, 9);
}

/// Elements that are added on one side.
Dim drawMargin(Growth &growth) {
  Random &random = growth.random;
  if (random.chance(8) && !growth.extents.full()) {
    Bounds none{}, some;
    some.fill(3);
    return growth.extents.between(none, some);
  }
  return random.chance(60) ? 0 : random.between(0, 3);
}

/// How windows of `window` elements lie along one dim.
class WindowDrawer {
public:
  WindowDrawer(Growth &growth, const Dim &extent, const Dim &window)
      : random(growth.random), extents(growth.extents), extent(extent), window(window) {
    stride = drawStep(random, 62);
    dilation = drawStep(random, 76);
    low = drawMargin(growth);
    high = drawMargin(growth);
  }

  /// Appends what was drawn; wrong if the number of windows would need one more symbol than there
  /// may be.
  bool appendTo(Windows &windows) {
    // No window at all is legal, but then little else is left to be seen.
    if (!fits() && random.chance(90))
      dilation = 1;
    if (!fits() && random.chance(90))
      high = high + Dim(missing());
    const auto size = drawSize();
    if (!size)
      return false;
    windows.sizes.push_back(*size);
    windows.strides.push_back(stride);
    windows.dilations.push_back(dilation);
    windows.low.push_back(low);
    windows.high.push_back(high);
    return true;
  }

private:
  Dim reach() const { return (window - Dim(1)) * Dim(dilation) + Dim(1); }
  /// Where the last window begins, if there is one.
  Dim last() const { return low + extent + high - reach(); }
  bool fits() const { return extents.least(last()) >= 0; }
  int64_t missing() const { return -extents.least(last()); }

  std::optional<Dim> drawSize() const {
    if (stride == 1 && fits() && (extents.full() || random.chance(85)))
      return last() + Dim(1);
    Bounds sizes = extents.values(last());
    for (int64_t &size : sizes)
      size = size < 0 ? 0 : size / stride + 1;
    if (last().constant())
      return Dim(sizes[0]);
    if (extents.full())
      return std::nullopt;
    return extents.between(sizes, sizes);
  }

  Random &random;
  Extents &extents;
  const Dim extent, window;
  int64_t stride, dilation;
  Dim low, high;
};

/// A small extent of a kernel, at least 1.
Dim drawKernelExtent(Growth &growth) {
  Random &random = growth.random;
  if (random.chance(45) || growth.extents.full())
    return random.chance(12) ? random.between(4, 7) : random.between(1, 3);
  Bounds one, some;
  one.fill(1);
  some.fill(random.chance(15) ? 7 : 3);
  return growth.extents.between(one, some);
}

/// The dim as that many equal groups, if it can be.
bool isMultiple(const Dim &dim, int64_t groups) {
  return std::ranges::all_of(dim.terms(), [&](const Dim::Term &term) {
    return term.coefficient % groups == 0 && term.coefficient != 0;
  });
}

/// Draws a convolution of x.
class ConvDrawer {
public:
  ConvDrawer(Growth &growth, Handle x) : growth(growth), random(growth.random), x(x) {}

  bool draw() {
    const std::vector<Dim> &dims = growth.type(x).dims;
    const size_t spatial = dims.size() - 2;
    op.layout = random.chance(50) ? ConvLayout::ChannelsFirst : ConvLayout::ChannelsLast;
    op.windows.sizes.resize(spatial); // parts() asks how many
    const Conv::Parts at = op.parts();
    op.windows.sizes.clear();
    drawGroups(dims[at.channel]);
    std::vector<Dim> kernel(dims.size());
    kernel[at.depth] = op.perGroup(dims[at.channel]);
    for (size_t i = 0; i < spatial; ++i)
      kernel[at.window + i] = drawKernelExtent(growth);
    std::vector<Dim> around = kernel;
    around.push_back(dims[0]);
    // A filter for each channel is a form of its own.
    kernel[at.filter] = op.groups > 1 && random.chance(45)
                            ? Dim(op.groups)
                            : Dim(op.groups) * growth.drawDim(around);
    if (!appendWindows(dims, at, kernel))
      return false;
    const auto right = drawKernel(std::move(kernel));
    return right && add(*right);
  }

  /// x with itself as its kernel.
  bool drawTwins() {
    const std::vector<Dim> &dims = growth.type(x).dims;
    op.layout = ConvLayout::ChannelsFirst;
    op.windows.sizes.resize(dims.size() - 2);
    const Conv::Parts at = op.parts();
    op.windows.sizes.clear();
    return appendWindows(dims, at, dims) && add(x);
  }

private:
  void drawGroups(const Dim &channels) {
    std::vector<int64_t> possible;
    for (int64_t groups = 2; groups <= 6; ++groups)
      if (channels != Dim(0) && isMultiple(channels, groups))
        possible.push_back(groups);
    if (!possible.empty() && random.chance(75))
      op.groups = random.pick(possible);
  }

  bool appendWindows(const std::vector<Dim> &dims, const Conv::Parts &at,
                     const std::vector<Dim> &kernel) {
    Windows windows;
    for (size_t i = 0; i + 2 < dims.size(); ++i)
      if (!WindowDrawer(growth, dims[at.spatial + i], kernel[at.window + i]).appendTo(windows))
        return false;
    op.windows = windows;
    return true;
  }

  std::optional<Handle> drawKernel(std::vector<Dim> dims) {
    TensorType type{growth.type(x).element, std::move(dims)};
    // As in a contraction, both operands need not have one type.
    const ElementType own = type.element;
    if (random.chance(24))
      type.element = growth.drawElement([&](ElementType other) {
        return other != own && isFloat(other) == isFloat(own) && isNumber(other);
      });
    if (!growth.affordable(type))
      return std::nullopt;
    Need need;
    need.finite = need.settled = true;
    need.apart = {x};
    return operandOf(growth, type, need);
  }

  bool add(Handle kernel) {
    const ElementType left = growth.type(x).element, right = growth.type(kernel).element;
    const bool integral = growth.facts(x).integral && growth.facts(kernel).integral;
    op.result = drawAccumulator(growth, left, right, integral);
    op.isUnsigned = isInteger(op.result) && random.chance(growth.profile.unsignedPercent);
    if (isInteger(op.result) && op.result != left && op.result != right && random.chance(40))
      op.kernelUnsigned = !op.isUnsigned;
    return growth.add(op, {x, kernel}).has_value();
  }

  Growth &growth;
  Random &random;
  Handle x;
  Conv op;
};

/// Whether a window may hold nothing but padding in that run.
bool isBare(const ReduceWindow &op, const Application &application, size_t run) {
  for (size_t i = 0; i < op.window.size(); ++i) {
    const Windows &windows = op.windows;
    const int64_t extent = application.extent(application.type(0).dims[i], run);
    const int64_t low = application.extent(windows.low[i], run);
    const int64_t count = application.extent(windows.sizes[i], run);
    for (int64_t o = 0; o < count; ++o) {
      bool holds = false;
      for (int64_t k = 0; k < op.window[i] && !holds; ++k) {
        const int64_t at = o * windows.strides[i] + k * windows.dilations[i] - low;
        holds = at >= 0 && at < extent;
      }
      if (!holds)
        return true;
    }
  }
  return false;
}

/// Extents of windows as pooling has them, along the dims between batches and channels or behind
/// them; else along any.
std::vector<int64_t> drawWindow(Random &random, size_t rank) {
  std::vector<int64_t> window(rank, 1);
  size_t first = 0, end = rank;
  if (rank >= 3 && random.chance(60)) {
    const bool channelsLast = rank == 5 || random.chance(50);
    first = channelsLast ? 1 : 2;
    end = channelsLast ? rank - 1 : rank;
  }
  for (size_t i = first; i < end; ++i)
    window[i] = random.chance(28)   ? 1
                : random.chance(12) ? random.between(4, 9)
                                    : random.between(2, 3);
  return window;
}

} // namespace

ResultFacts factsOf(const Conv &op, const Application &application) {
  Facts left = extended(application.facts(0), application.type(0).element, op.extendsByZero(0));
  const Facts right =
      extended(application.facts(1), application.type(1).element, op.extendsByZero(1));
  if (op.windows.isPadded())
    for (Interval &range : left.ranges)
      range = range.hull({0, 0});
  const std::vector<Dim> &kernel = application.type(1).dims;
  std::array<double, maxRuns> count;
  for (size_t run = 0; run < maxRuns; ++run) {
    count[run] = 1;
    for (size_t i = 0; i < kernel.size(); ++i)
      if (i != op.parts().filter)
        count[run] *= static_cast<double>(application.extent(kernel[i], run));
  }
  return summedProducts(application, left, right, count, op.result);
}

ResultFacts factsOf(const ReduceWindow &op, const Application &application) {
  const Facts term = extended(application.facts(0), application.type(0).element,
                              op.isUnsigned && op.result != application.type(0).element);
  double elements = 1;
  for (int64_t extent : op.window)
    elements *= static_cast<double>(extent);
  std::array<double, maxRuns> count;
  count.fill(elements);
  for (size_t run = 0; run < maxRuns && op.function != ReduceKind::Sum; ++run)
    if (isBare(op, application, run))
      count[run] = 0;
  return folded(application, op.function, op.result, op.isUnsigned, term, count);
}

const double weightOfConv = 3;
bool drawConv(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.element = isNumber;
  need.finite = need.settled = true;
  need.minRank = 3;
  need.maxRank = 4;
  if (drawsTwins(growth))
    return ConvDrawer(growth, operand(growth, need)).drawTwins();
  if (!random.chance(30))
    return ConvDrawer(growth, operand(growth, need)).draw();
  // Channels that are several groups rarely come by chance.
  TensorType type{growth.drawElement(isNumber), growth.drawDims(growth.drawRank(3, 4))};
  Dim &channels = random.chance(50) ? type.dims[1] : type.dims.back();
  channels = Dim(random.between(2, 4)) * (random.chance(50) ? Dim(1) : channels);
  if (!growth.affordable(type))
    return false;
  return ConvDrawer(growth, growth.argument(type)).draw();
}

std::optional<Handle> reduceWindows(Growth &growth, Handle x) {
  Random &random = growth.random;
  const TensorType type = growth.type(x);
  static constexpr std::array kinds = {ReduceKind::Sum, ReduceKind::Max, ReduceKind::Min};
  ReduceWindow op;
  op.function = random.pick(kinds);
  op.window = drawWindow(random, type.dims.size());
  for (size_t i = 0; i < type.dims.size(); ++i) {
    // Along batches and channels there are none.
    if (op.window[i] == 1 && random.chance(85)) {
      op.windows.sizes.push_back(type.dims[i]);
      op.windows.strides.push_back(1);
      op.windows.dilations.push_back(1);
      op.windows.low.emplace_back(0);
      op.windows.high.emplace_back(0);
    } else if (!WindowDrawer(growth, type.dims[i], op.window[i]).appendTo(op.windows)) {
      return std::nullopt;
    }
  }
  op.result = type.element;
  if (op.function == ReduceKind::Sum || random.chance(15))
    op.result = drawAccumulator(growth, type.element, growth.facts(x).integral);
  op.isUnsigned = isInteger(type.element) && random.chance(growth.profile.unsignedPercent);
  return growth.add(op, {x});
}

const double weightOfReduceWindow = 2;
bool drawReduceWindow(Growth &growth) {
  Need need;
  need.element = isNumber;
  need.finite = need.settled = true;
  need.minRank = growth.random.chance(3) ? 0 : growth.random.chance(60) ? 3 : 1;
  return reduceWindows(growth, operand(growth, need)).has_value();
}

} // namespace assay
