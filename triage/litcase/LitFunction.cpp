#include "triage/litcase/LitFunction.h"

#include "triage/litcase/MlirText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

LitFunction::Parameter LitFunction::takeResult(size_t i, const Shape &shape) {
  Parameter taken{fmt::format("%actual{}", i), writer.resultType(i),
                  writer.testCase.program().type(writer.testCase.program().returns()[i]).element,
                  shape};
  operands.push_back(writer.resultName(i));
  types.push_back(taken.type);
  parameters.push_back(fmt::format("{}: {}", taken.name, taken.type));
  return taken;
}

LitFunction::Parameter LitFunction::takeConstant(const std::string &parameterName,
                                                 const Tensor &tensor) {
  Parameter taken{"%" + parameterName, mlirType(tensor.element(), tensor.shape()), tensor.element(),
                  tensor.shape()};
  operands.push_back(fmt::format("%{}{}", parameterName, id));
  writer.line(fmt::format("{} = arith.constant {}", operands.back(), mlirConstant(tensor)));
  types.push_back(taken.type);
  parameters.push_back(fmt::format("{}: {}", taken.name, taken.type));
  return taken;
}

std::string LitFunction::constant(int64_t value, const std::string &type,
                                  const std::string &prefix) {
  const std::string constantName =
      value < 0 ? fmt::format("%{}minus{}", prefix, -value) : fmt::format("%{}{}", prefix, value);
  const std::string text =
      fmt::format("  {} = arith.constant {} : {}\n", constantName, value, type);
  if (constants.find(text) == std::string::npos)
    constants += text;
  return constantName;
}

std::string LitFunction::index(int64_t value) { return constant(value, "index", "c"); }
std::string LitFunction::integer(int64_t value) { return constant(value, "i64", "n"); }

void LitFunction::beginLoop(const std::string &result, const std::string &i, int64_t count,
                            const std::vector<Carried> &carried) {
  std::vector<std::string> begins;
  for (const Carried &one : carried)
    begins.push_back(fmt::format("{} = {}", one.name, one.begin));
  const std::vector<std::string> types(carried.size(), "i64");
  line(fmt::format("{}{} = scf.for {} = {} to {} step {}", result,
                   carried.size() == 1 ? "" : fmt::format(":{}", carried.size()), i, index(0),
                   index(count), index(1)));
  line(
      fmt::format("    iter_args({}) -> ({}) {{", fmt::join(begins, ", "), fmt::join(types, ", ")));
  indent += 2;
}

void LitFunction::endLoop(const std::vector<std::string> &next) {
  const std::vector<std::string> types(next.size(), "i64");
  line(fmt::format("scf.yield {} : {}", fmt::join(next, ", "), fmt::join(types, ", ")));
  indent -= 2;
  line("}");
}

void LitFunction::beginElements(int64_t count) {
  beginLoop("%loop", "%i", count, {{"%count", integer(0)}, {"%first", integer(-1)}});
}

void LitFunction::endElements(const std::string &wrong) {
  line(fmt::format("%one = arith.extui {} : i1 to i64", wrong));
  line("%more = arith.addi %count, %one : i64");
  line(fmt::format("%untouched = arith.cmpi eq, %count, {} : i64", integer(0)));
  line(fmt::format("%begins = arith.andi %untouched, {} : i1", wrong));
  line("%here = arith.index_cast %i : index to i64");
  line("%place = arith.select %begins, %here, %first : i64");
  endLoop({"%more", "%place"});
}

std::string LitFunction::indicesOf(const Shape &shape, const std::string &i,
                                   const std::string &suffix) {
  const std::vector<int64_t> strides = rowMajorStrides(shape);
  std::vector<std::string> indices;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    std::string place = i;
    if (dim + 1 < shape.size()) {
      line(fmt::format("%row{}_{} = arith.divui {}, {} : index", suffix, dim, place,
                       index(strides[dim])));
      place = fmt::format("%row{}_{}", suffix, dim);
    }
    if (dim > 0) {
      line(fmt::format("%at{}_{} = arith.remui {}, {} : index", suffix, dim, place,
                       index(shape[dim])));
      place = fmt::format("%at{}_{}", suffix, dim);
    }
    indices.push_back(place);
  }
  return fmt::format("{}", fmt::join(indices, ", "));
}

std::vector<std::string> LitFunction::load(const Parameter &from, const std::string &i,
                                           const std::string &suffix) {
  const std::string element = fmt::format("%x{}", suffix);
  const std::string indices = indicesOf(from.shape, i, suffix);
  line(fmt::format("{} = tensor.extract {}[{}] : {}", element, from.name, indices, from.type));
  if (isComplex(from.element)) {
    std::vector<std::string> parts;
    for (const char *part : {"re", "im"}) {
      line(fmt::format("{0}_{1} = complex.{1} {0} : complex<f32>", element, part));
      line(fmt::format("{0}_{1}_f64 = arith.extf {0}_{1} : f32 to f64", element, part));
      parts.push_back(fmt::format("{}_{}_f64", element, part));
    }
    return parts;
  }
  if (from.element == ElementType::F64)
    return {element};
  const char *op = isBool(from.element) ? "uitofp" : isInteger(from.element) ? "sitofp" : "extf";
  line(fmt::format("{0}_f64 = arith.{1} {0} : {2} to f64", element, op,
                   mlirElementType(from.element)));
  return {element + "_f64"};
}

void LitFunction::finish(const std::string &count, const std::string &first) {
  writer.functions +=
      fmt::format("func.func private @{}{}({}) -> (i64, i64) {{\n{}{}"
                  "  return {}, {} : i64, i64\n}}\n\n",
                  name, id, fmt::join(parameters, ", "), constants, body, count, first);
  const std::string wrong = "%wrong" + id;
  writer.line(fmt::format("{}:2 = call @{}{}({}) : ({}) -> (i64, i64)", wrong, name, id,
                          fmt::join(operands, ", "), fmt::join(types, ", ")));
  writer.printList({wrong + "#0", wrong + "#1"});
  writer.check(": ( 0, -1 )");
}

} // namespace assay
