#include "reducer/LitBounds.h"

#include "reducer/MlirText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// Writes the function that counts: loops over the elements that carry the count and the first
/// wrong place. Uses arith, scf and tensor only, which every pipeline to a CPU lowers.
class Counter {
public:
  Counter(std::string name, std::string type, const ExpectedResult &expected)
      : name(std::move(name)), type(std::move(type)), element(expected.value.element()),
        shape(expected.value.shape()), bounds(mlirType(ElementType::F64, shape)) {}

  std::string write() {
    std::vector<std::string> parameters{"%actual: " + type};
    for (size_t part = 0; part < parts(); ++part)
      for (const char *side : {"low", "high"})
        parameters.push_back(fmt::format("%{}{}: {}", side, part, bounds));
    text = fmt::format("func.func private @{}({}) -> (i64, i64) {{\n", name,
                       fmt::join(parameters, ", "));
    line("%zero = arith.constant 0 : i64");
    line("%none = arith.constant -1 : i64");
    line("%true = arith.constant true");
    line("%inf = arith.constant 0x7FF0000000000000 : f64");
    line("%from = arith.constant 0 : index");
    line("%step = arith.constant 1 : index");
    for (size_t dim = 0; dim < shape.size(); ++dim)
      line(fmt::format("%extent{} = arith.constant {} : index", dim, shape[dim]));
    loop(0, "%zero", "%none");
    return text + "}\n";
  }

  size_t parts() const { return isComplex(element) ? 2 : 1; }

private:
  void line(const std::string &code) { text += std::string(indent, ' ') + code + "\n"; }

  /// The loop over dim `dim` and what is in it, which ends with the new count and first place.
  void loop(size_t dim, const std::string &count, const std::string &first) {
    const char *yield = dim == 0 ? "return" : "scf.yield";
    if (dim == shape.size()) {
      judge(count, first);
      line(fmt::format("{} %more, %place : i64, i64", yield));
      return;
    }
    line(fmt::format("%loop{0}:2 = scf.for %i{0} = %from to %extent{0} step %step", dim));
    line(fmt::format("    iter_args(%count{0} = {1}, %first{0} = {2}) -> (i64, i64) {{", dim, count,
                     first));
    indent += 2;
    loop(dim + 1, fmt::format("%count{}", dim), fmt::format("%first{}", dim));
    indent -= 2;
    line("}");
    line(fmt::format("{0} %loop{1}#0, %loop{1}#1 : i64, i64", yield, dim));
  }

  /// One element.
  void judge(const std::string &count, const std::string &first) {
    std::vector<std::string> indices;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      indices.push_back(fmt::format("%i{}", dim));
    const std::string at = fmt::format("[{}]", fmt::join(indices, ", "));
    line(fmt::format("%x = tensor.extract %actual{} : {}", at, type));
    for (size_t part = 0; part < parts(); ++part)
      judgePart(part, at);
    std::string wrong = "%wrong0";
    if (parts() == 2) {
      line("%either = arith.ori %wrong0, %wrong1 : i1");
      wrong = "%either";
    }
    line(fmt::format("%one = arith.extui {} : i1 to i64", wrong));
    line(fmt::format("%more = arith.addi {}, %one : i64", count));
    line(fmt::format("%untouched = arith.cmpi eq, {}, %zero : i64", count));
    line(fmt::format("%begins = arith.andi %untouched, {} : i1", wrong));
    std::string place = rowMajorPlace();
    line(fmt::format("%place = arith.select %begins, {}, {} : i64", place, first));
  }

  /// %wrong<part>: the part is not within its bounds. A NaN is wrong, unless anything is right.
  void judgePart(size_t part, const std::string &at) {
    std::string value = asF64(part);
    line(fmt::format("%least{0} = tensor.extract %low{0}{1} : {2}", part, at, bounds));
    line(fmt::format("%most{0} = tensor.extract %high{0}{1} : {2}", part, at, bounds));
    line(fmt::format("%above{0} = arith.cmpf oge, {1}, %least{0} : f64", part, value));
    line(fmt::format("%below{0} = arith.cmpf ole, {1}, %most{0} : f64", part, value));
    line(fmt::format("%inside{0} = arith.andi %above{0}, %below{0} : i1", part));
    line(fmt::format("%outside{0} = arith.xori %inside{0}, %true : i1", part));
    line(fmt::format("%width{0} = arith.subf %most{0}, %least{0} : f64", part));
    line(fmt::format("%judged{0} = arith.cmpf une, %width{0}, %inf : f64", part));
    line(fmt::format("%wrong{0} = arith.andi %outside{0}, %judged{0} : i1", part));
  }

  std::string asF64(size_t part) {
    std::string value = "%x", from = mlirElementType(element);
    if (isComplex(element)) {
      line(fmt::format("%part{} = complex.{} %x : {}", part, part == 0 ? "re" : "im", from));
      value = fmt::format("%part{}", part);
      from = "f32";
    }
    if (element == ElementType::F64)
      return value;
    const char *op = isBool(element) ? "uitofp" : isInteger(element) ? "sitofp" : "extf";
    line(fmt::format("%wide{} = arith.{} {} : {} to f64", part, op, value, from));
    return fmt::format("%wide{}", part);
  }

  std::string rowMajorPlace() {
    if (shape.empty())
      return "%zero";
    std::string place = "%i0";
    for (size_t dim = 1; dim < shape.size(); ++dim) {
      line(fmt::format("%scaled{0} = arith.muli {1}, %extent{0} : index", dim, place));
      line(fmt::format("%flat{0} = arith.addi %scaled{0}, %i{0} : index", dim));
      place = fmt::format("%flat{}", dim);
    }
    line(fmt::format("%flat = arith.index_cast {} : index to i64", place));
    return "%flat";
  }

  const std::string name, type;
  const ElementType element;
  const Shape shape;
  const std::string bounds;
  std::string text;
  size_t indent = 2;
};

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
  const Shape &shape = expected.value.shape();
  const std::string id = fmt::format("{}{}", writer.prefix, i);
  Counter counter("count_wrong_" + id, writer.resultType(i), expected);
  writer.functions += counter.write() + "\n";

  std::vector<std::string> operands{writer.resultName(i)}, types{writer.resultType(i)};
  for (size_t part = 0; part < counter.parts(); ++part)
    for (const auto *side : {&expected.low, &expected.high}) {
      operands.push_back(fmt::format("%{}{}_{}", side == &expected.low ? "low" : "high", id, part));
      types.push_back(mlirType(ElementType::F64, shape));
      writer.line(fmt::format("{} = arith.constant {}", operands.back(),
                              mlirConstant(partOf(*side, part, counter.parts(), shape))));
    }
  const std::string wrong = "%wrong" + id;
  writer.line(fmt::format("{}:2 = call @count_wrong_{}({}) : ({}) -> (i64, i64)", wrong, id,
                          fmt::join(operands, ", "), fmt::join(types, ", ")));
  writer.printList({wrong + "#0", wrong + "#1"});
  writer.check(": ( 0, -1 )");
}

} // namespace assay
