#include "triage/litcase/LitBounds.h"

#include "triage/litcase/LitFunction.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace assay {

namespace {

/// Where only one value is right, both bounds are that value; a NaN is not judged.
ExpectedResult withBounds(ExpectedResult expected) {
  if (!expected.low.empty())
    return expected;
  const double infinity = std::numeric_limits<double>::infinity();
  auto add = [&](double value) {
    expected.low.push_back(std::isnan(value) ? -infinity : value);
    expected.high.push_back(std::isnan(value) ? infinity : value);
  };
  for (int64_t i = 0; i < expected.value.size(); ++i) {
    add(expected.value.real(i));
    if (isComplex(expected.value.element()))
      add(expected.value.imaginary(i));
  }
  return expected;
}

struct Bounded {
  std::string value, least, most;
};

/// The part is not within its bounds. A NaN is wrong, unless anything is right.
std::string judgePart(LitFunction &function, size_t part, const Bounded &x) {
  function.line(fmt::format("%above{} = arith.cmpf oge, {}, {} : f64", part, x.value, x.least));
  function.line(fmt::format("%below{} = arith.cmpf ole, {}, {} : f64", part, x.value, x.most));
  function.line(fmt::format("%inside{0} = arith.andi %above{0}, %below{0} : i1", part));
  function.line(fmt::format("%outside{0} = arith.xori %inside{0}, %true : i1", part));
  function.line(fmt::format("%width{} = arith.subf {}, {} : f64", part, x.most, x.least));
  function.line(fmt::format("%judged{0} = arith.cmpf une, %width{0}, %inf : f64", part));
  function.line(fmt::format("%wrong{0} = arith.andi %outside{0}, %judged{0} : i1", part));
  return fmt::format("%wrong{}", part);
}

/// One part of each element's bounds, as a constant of f64.
Tensor partOf(const std::vector<double> &bounds, size_t part, size_t parts, const Shape &shape) {
  Tensor tensor(ElementType::F64, shape);
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor.setReal(i, bounds[static_cast<size_t>(i) * parts + part]);
  return tensor;
}

} // namespace

void countWrong(LitWriter &writer, size_t i, const ExpectedResult &given) {
  const ExpectedResult expected = withBounds(given);
  const Tensor &value = expected.value;
  const size_t parts = isComplex(value.element()) ? 2 : 1;
  LitFunction function(writer, "count_wrong_", fmt::format("{}{}", writer.prefix, i));
  const LitFunction::Parameter actual = function.takeResult(i, value.shape());
  std::vector<LitFunction::Parameter> low, high;
  for (size_t part = 0; part < parts; ++part) {
    low.push_back(function.takeConstant(fmt::format("low{}_", part),
                                        partOf(expected.low, part, parts, value.shape())));
    high.push_back(function.takeConstant(fmt::format("high{}_", part),
                                         partOf(expected.high, part, parts, value.shape())));
  }

  function.beginElements(value.size());
  function.line("%true = arith.constant true");
  function.line("%inf = arith.constant 0x7FF0000000000000 : f64");
  const std::vector<std::string> numbers = function.load(actual, "%i", "");
  std::vector<std::string> wrong;
  for (size_t part = 0; part < parts; ++part) {
    const std::string least = function.load(low[part], "%i", fmt::format("_least{}", part))[0];
    const std::string most = function.load(high[part], "%i", fmt::format("_most{}", part))[0];
    wrong.push_back(judgePart(function, part, {numbers[part], least, most}));
  }
  if (parts == 2)
    function.line(fmt::format("%either = arith.ori {}, {} : i1", wrong[0], wrong[1]));
  function.endElements(parts == 2 ? "%either" : wrong[0]);
  function.finish("%loop#0", "%loop#1");
}

} // namespace assay
