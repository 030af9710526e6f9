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

const double weightOfFill = 2;
bool drawFill(Growth &growth) {
  TensorType type{growth.drawElement([](ElementType) { return true; }),
                  growth.drawDims(growth.drawRank(0, 4))};
  double value = isBool(type.element) ? static_cast<double>(growth.random.below(2))
                                      : static_cast<double>(growth.random.between(-4, 4));
  if (growth.bounded() && isFloat(type.element) && growth.random.chance(40))
    value += 0.25;
  return growth.add(Fill{type.dims, type.element, value}, {}).has_value();
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
    double value = splat ? 2 : static_cast<double>(growth.random.between(-4, 4));
    if (isBool(element))
      tensor.setInteger(i, growth.random.below(2) != 0);
    else if (growth.bounded() && isFloat(element))
      tensor.set(i, value + growth.random.unit());
    else
      tensor.set(i, value);
  }
  return growth.add(Constant{std::move(tensor)}, {}).has_value();
}

} // namespace assay
