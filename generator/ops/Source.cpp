#include "generator/ops/Draw.h"

namespace assay {

ResultFacts factsOf(const Iota &op, const Application &application) {
  Facts facts;
  for (size_t run = 0; run < maxRuns; ++run) {
    const Dim &dim = op.shape[static_cast<size_t>(op.dim)];
    facts.ranges[run] = {
        0, static_cast<double>(std::max<int64_t>(application.extent(dim, run) - 1, 0))};
  }
  facts.scale = std::max(facts.magnitude() / 2, 1.0);
  const double held =
      isFloat(op.element) ? std::ldexp(1.0, precision(op.element)) : valuesOf(op.element).high;
  facts.distinctAxis = facts.magnitude() <= held ? op.dim : -1;
  return std::vector{facts};
}

ResultFacts factsOf(const Fill &op, const Application &) {
  Interval range{op.value, op.value};
  if (isComplex(op.element))
    range = range.hull({0, 0}); // the imaginary part
  Facts facts = Facts::of(range, op.value == std::floor(op.value));
  facts.scale = std::max(facts.scale, 1e-3);
  return std::vector{facts};
}

ResultFacts factsOf(const Constant &op, const Application &) {
  Interval range{0, 0};
  bool integral = true;
  for (int64_t i = 0; i < op.value.size(); ++i) {
    double value = op.value.real(i);
    range = range.hull({value, value});
    integral = integral && value == std::floor(value);
  }
  Facts facts = Facts::of(range, integral);
  facts.scale = std::max(facts.scale / 2, 0.1);
  return std::vector{facts};
}

const double weightOfIota = 1;
bool drawIota(Growth &growth) {
  ElementType element = growth.drawElement(isNumber);
  std::vector<Dim> dims = growth.drawDims(growth.drawRank(1, 4));
  auto dim = static_cast<int64_t>(growth.random.below(dims.size()));
  return growth.add(Iota{dims, dim, element}, {}).has_value();
}

double writtenNumber(Growth &growth, ElementType element) {
  Random &random = growth.random;
  if (isBool(element))
    return static_cast<double>(random.below(2));
  const auto small = static_cast<double>(random.between(-4, 4));
  if (isFloat(element) && growth.bounded()) {
    if (random.chance(25))
      return roundTo(element, random.pick(std::array{0.1, 0.7, -0.3, 1e-3, 3.3, 100.1}));
    return random.chance(40) ? small + 0.25 : small;
  }
  if (isInteger(element) && random.chance(25)) {
    const double most = std::min(valuesOf(element).high, 0x1p52);
    return random.pick(
        std::array{most, -most, std::min(most, 255.0), std::max(-most, -128.0), 100.0});
  }
  return small;
}

const double weightOfFill = 2;
bool drawFill(Growth &growth) {
  const ElementType element = growth.drawElement([](ElementType) { return true; });
  const std::vector<Dim> dims = growth.drawDims(growth.drawRank(0, 4));
  return growth.add(Fill{dims, element, writtenNumber(growth, element)}, {}).has_value();
}

const double weightOfConstant = 1;
bool drawConstant(Growth &growth) {
  // A constant has literal extents: a value that others meet through dims of the same number.
  ElementType element = growth.drawElement([](ElementType) { return true; });
  Shape shape;
  for (int64_t i = growth.drawRank(0, 3); i > 0; --i)
    shape.push_back(growth.random.between(growth.random.chance(5) ? 0 : 1, 6));
  Tensor tensor(element, shape);
  const bool splat = growth.random.chance(15);
  for (int64_t i = 0; i < tensor.size(); ++i) {
    if (isBool(element))
      tensor.setInteger(i, growth.random.below(2) != 0);
    else if (splat)
      tensor.set(i, 2);
    else if (growth.bounded() && isFloat(element))
      tensor.set(i, static_cast<double>(growth.random.between(-4, 4)) + growth.random.unit());
    else
      tensor.set(i, writtenNumber(growth, element));
  }
  return growth.add(Constant{std::move(tensor)}, {}).has_value();
}

} // namespace assay
