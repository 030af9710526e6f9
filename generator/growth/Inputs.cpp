#include "generator/growth/Inputs.h"

#include <limits>

namespace assay {

InputWish InputWish::distinct(int64_t axis) {
  InputWish wish;
  wish.kind = Kind::Distinct;
  wish.axis = axis;
  return wish;
}
InputWish InputWish::distinctIn(int64_t axis, std::array<Interval, maxRuns> ranges) {
  InputWish wish = distinct(axis);
  wish.kind = Kind::DistinctIn;
  wish.ranges = ranges;
  return wish;
}
InputWish InputWish::ramp() {
  InputWish wish;
  wish.kind = Kind::Ramp;
  return wish;
}
InputWish InputWish::uniqueRows(std::vector<Dim> extents) {
  InputWish wish;
  wish.kind = Kind::UniqueRows;
  wish.extents = std::move(extents);
  return wish;
}
InputWish InputWish::mask() {
  InputWish wish;
  wish.kind = Kind::Mask;
  return wish;
}
InputWish InputWish::within(std::array<Interval, maxRuns> ranges) {
  InputWish wish;
  wish.kind = Kind::Within;
  wish.ranges = ranges;
  return wish;
}
InputWish InputWish::within(Interval range) {
  std::array<Interval, maxRuns> ranges;
  ranges.fill(range);
  return within(ranges);
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Draws the recipes of one argument.
class InputDrawer {
public:
  InputDrawer(Random &random, const Extents &extents, const TensorType &type)
      : random(random), extents(extents), type(type) {}

  DrawnInput uniqueRows(const InputWish &wish) {
    DrawnInput input = same(Distribution::UniqueRows, 0, 0);
    for (size_t run = 0; run < extents.runs(); ++run) {
      double last = 0;
      for (const Dim &extent : wish.extents) {
        int64_t value = extents.value(extent, run);
        input.recipes[run].extents.push_back(value);
        last = std::max(last, static_cast<double>(value - 1));
      }
      input.facts.ranges[run] = {0, last};
    }
    repeatFirst(input.facts);
    return input;
  }

  DrawnInput within(const InputWish &wish, bool bounded) {
    const bool reals = isFloat(type.element) && bounded;
    static constexpr Distribution shapes[] = {Distribution::Integers, Distribution::Ties,
                                              Distribution::Ascending, Distribution::Descending,
                                              Distribution::Equal};
    const double weights[] = {60, 15, 10, 7, 8};
    DrawnInput input =
        same(reals ? Distribution::Uniform : shapes[pickWeighted(random, weights)], 0, 0);
    input.facts.integral = !reals;
    for (size_t run = 0; run < extents.runs(); ++run) {
      Interval range = wish.ranges[run];
      if (!reals)
        range = {std::ceil(range.low), std::max(std::ceil(range.low), std::floor(range.high))};
      input.recipes[run].low = range.low;
      input.recipes[run].high = range.high;
      input.facts.ranges[run] = range;
    }
    repeatFirst(input.facts);
    input.facts.scale = (std::fabs(wish.ranges[0].low) + std::fabs(wish.ranges[0].high)) / 2;
    return input;
  }

  DrawnInput distinct(int64_t axis) {
    int64_t length = type.rank() == 0 ? 1 : extents.greatest(type.dims[static_cast<size_t>(axis)]);
    int64_t half = length / 2;
    double first = -static_cast<double>(half);
    double room = static_cast<double>(random.between(0, 20));
    Interval values = valuesOf(type.element);
    double low = std::max(first - room, values.low),
           high = first + static_cast<double>(length) + room;
    if (isFloat(type.element)) {
      // Beyond that, neighbouring integers round to the same number.
      const double reach = std::ldexp(1.0, precision(type.element));
      low = std::max(low, -reach);
      high = std::min(high, reach);
    }
    DrawnInput input = same(Distribution::Distinct, low, std::min(high, values.high));
    for (Recipe &recipe : input.recipes)
      recipe.axis = axis;
    if (input.recipes[0].high - input.recipes[0].low + 1 >= static_cast<double>(length))
      input.facts.distinctAxis = axis;
    return input;
  }

  /// Of distinct integers, if the type holds as many as there are along the last dim.
  DrawnInput ramp() {
    const auto axis = static_cast<int64_t>(type.dims.size()) - 1;
    const auto length = static_cast<double>(extents.greatest(type.dims.back()));
    const double low = -std::floor(length / 2), high = low + length - 1;
    const Interval held = isInteger(type.element)
                              ? valuesOf(type.element)
                              : Interval{-std::ldexp(1.0, precision(type.element)),
                                         std::ldexp(1.0, precision(type.element))};
    if (!Interval{low, high}.within(held))
      return distinct(axis);
    DrawnInput input =
        same(random.chance(50) ? Distribution::Ascending : Distribution::Descending, low, high);
    input.facts.distinctAxis = axis;
    return input;
  }

  DrawnInput distinctIn(const InputWish &wish) {
    DrawnInput input = same(Distribution::Distinct, 0, 0);
    for (size_t run = 0; run < extents.runs(); ++run) {
      input.recipes[run].axis = wish.axis;
      input.recipes[run].low = wish.ranges[run].low;
      input.recipes[run].high = std::max(wish.ranges[run].low, wish.ranges[run].high);
      input.facts.ranges[run] = {input.recipes[run].low, input.recipes[run].high};
    }
    repeatFirst(input.facts);
    input.facts.distinctAxis = wish.axis;
    return input;
  }

  DrawnInput mask() {
    // Of more keys than a tile has, a tile of which none is left.
    const bool isLong = !type.dims.empty() && extents.least(type.dims.back()) > 64;
    const auto removing =
        random.chance(isLong ? 75 : 35) ? Distribution::PaddedRows : Distribution::MaskRows;
    if (isBool(type.element))
      return same(removing, 0, 1);
    const double kinds[] = {30, 35, 35};
    switch (pickWeighted(random, kinds)) {
    case 0: {
      DrawnInput input = same(removing, 0, 0);
      input.facts = Facts::of({-infinity, 0}, true);
      return input;
    }
    case 1: {
      DrawnInput input = same(Distribution::FiniteMask, -2, 2);
      input.facts = Facts::of({-infinity, 2}, false);
      return input;
    }
    default:
      return real(Distribution::Uniform, -3, 3);
    }
  }

  DrawnInput integers() {
    if (isBool(type.element))
      return same(Distribution::Integers, 0, 1);
    const bool isInt = isInteger(type.element);
    double reach = isInt                               ? (random.chance(25) ? 100 : 8)
                   : type.element == ElementType::BF16 ? 3
                                                       : 4;
    if (isInt && random.chance(6)) {
      // The whole type, short of what INT_MIN alone would forbid.
      reach = std::min(static_cast<double>(maxInteger(type.element)), 0x1p40);
      return same(Distribution::Integers, -reach, reach);
    }
    if (isComplex(type.element))
      return same(Distribution::Integers, -reach, reach);
    const double weights[] = {46, 15, 7, 7, 7, 18};
    switch (pickWeighted(random, weights)) {
    case 0:
      return same(Distribution::Integers, random.chance(12) ? 0 : -reach, reach);
    case 1:
      return same(Distribution::Ties, -reach, reach);
    case 2:
      return same(Distribution::Equal, -reach, reach);
    case 3:
      return same(Distribution::Ascending, -reach, 4 * reach);
    case 4:
      return same(Distribution::Descending, -reach, 4 * reach);
    default:
      return distinct(type.rank() == 0 ? 0 : static_cast<int64_t>(random.below(type.dims.size())));
    }
  }

  DrawnInput reals() {
    const double weights[] = {26, 16, 29, 9, 7, 4, 3, 10};
    switch (pickWeighted(random, weights)) {
    case 0:
      return real(Distribution::Uniform, -1, 1);
    case 1:
      return real(Distribution::Uniform, 0.25, 4);
    case 2: {
      if (isComplex(type.element))
        return real(Distribution::Uniform, -2, 2);
      DrawnInput input = real(Distribution::Normal, 0, 1);
      input.facts = Facts::of({-6, 6}, false);
      input.facts.scale = 0.8;
      return input;
    }
    case 3: {
      if (isComplex(type.element))
        return real(Distribution::Uniform, -2, 2);
      DrawnInput input = real(Distribution::LogUniform, -4, 2);
      input.facts = Facts::of({-8, 8}, false);
      input.facts.scale = 1;
      return input;
    }
    case 4:
      return real(Distribution::Uniform, -8, 8);
    case 5:
      return cancelling();
    case 6:
      return wide();
    default:
      return integers();
    }
  }

  /// Large numbers whose sum is small, but not so small that rounding is all of it.
  DrawnInput cancelling() {
    if (isComplex(type.element))
      return real(Distribution::Uniform, -2, 2);
    const double size = std::ldexp(1.0, (precision(type.element) + 1) / 2);
    DrawnInput input = real(Distribution::Cancelling, 1, std::min(size, 1024.0));
    const double most = input.recipes[0].high + 1;
    input.facts = Facts::of({-most, most}, false);
    return input;
  }

  /// Products of two of these leave f16 at either end.
  DrawnInput wide() {
    if (type.element != ElementType::F16)
      return real(Distribution::Uniform, -8, 8);
    DrawnInput input = real(Distribution::LogUniform, -12, 9);
    input.facts = Facts::of({-0x1p10, 0x1p10}, false);
    input.facts.scale = 64;
    return input;
  }

private:
  DrawnInput same(Distribution distribution, double low, double high) {
    DrawnInput input;
    if (!isComplex(type.element)) {
      low = std::max(low, valuesOf(type.element).low);
      high = std::min(high, valuesOf(type.element).high);
    }
    for (size_t run = 0; run < extents.runs(); ++run) {
      Recipe recipe;
      recipe.distribution = distribution;
      recipe.seed = random.next() >> 32;
      recipe.low = low;
      recipe.high = high;
      input.recipes.push_back(recipe);
    }
    input.facts = Facts::of({low, high}, true);
    input.facts.scale = std::max(std::fabs(low), std::fabs(high)) / 2;
    return input;
  }
  DrawnInput real(Distribution distribution, double low, double high) {
    DrawnInput input = same(distribution, low, high);
    input.facts.integral = false;
    return input;
  }
  void repeatFirst(Facts &facts) const {
    for (size_t run = extents.runs(); run < maxRuns; ++run)
      facts.ranges[run] = facts.ranges[0];
  }

  Random &random;
  const Extents &extents;
  const TensorType &type;
};

} // namespace

DrawnInput drawInput(Random &random, const Extents &extents, const TensorType &type,
                     const InputWish &wish, bool bounded) {
  InputDrawer drawer(random, extents, type);
  switch (wish.kind) {
  case InputWish::Kind::Within:
    return drawer.within(wish, bounded);
  case InputWish::Kind::Distinct:
    return drawer.distinct(wish.axis);
  case InputWish::Kind::DistinctIn:
    return drawer.distinctIn(wish);
  case InputWish::Kind::Ramp:
    return drawer.ramp();
  case InputWish::Kind::UniqueRows:
    return drawer.uniqueRows(wish);
  case InputWish::Kind::Mask:
    return drawer.mask();
  case InputWish::Kind::Any:
    break;
  }
  if (bounded && (isFloat(type.element) || isComplex(type.element)))
    return drawer.reals();
  return drawer.integers();
}

} // namespace assay
