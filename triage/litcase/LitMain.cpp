#include "triage/litcase/LitMain.h"

#include "program/Abi.h"
#include "triage/litcase/LitBounds.h"
#include "triage/litcase/LitChoices.h"
#include "triage/litcase/LitWriter.h"
#include "triage/litcase/MlirText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>

namespace assay {

namespace {

/// The number as std::ostream writes it.
std::string printed(double value) {
  if (std::isnan(value))
    return "{{-?}}nan";
  // The sign of a zero means nothing here.
  return value == 0 ? "{{-?}}0" : fmt::format("{:g}", value);
}

/// Whether printing keeps the number apart from its neighbours.
bool survivesPrinting(double value) {
  // Not std::stod, for which subnormal numbers are out of range.
  return !std::isfinite(value) || std::strtod(fmt::format("{:g}", value).c_str(), nullptr) == value;
}

bool isPrintable(const ExpectedResult &expected) {
  const Tensor &tensor = expected.value;
  const bool hasParts = isComplex(tensor.element());
  if (!expected.low.empty())
    return false;
  if (!isFloat(tensor.element()) && !hasParts)
    return true;
  for (int64_t i = 0; i < tensor.size(); ++i)
    if (!survivesPrinting(tensor.real(i)) || (hasParts && !survivesPrinting(tensor.imaginary(i))))
      return false;
  return true;
}

std::string printedElement(const Tensor &tensor, int64_t index) {
  if (isComplex(tensor.element()))
    return fmt::format("({},{})", printed(tensor.real(index)), printed(tensor.imaginary(index)));
  if (isFloat(tensor.element()))
    return printed(tensor.real(index));
  return fmt::format("{}", tensor.integer(index));
}

/// MLIR's runner library prints i8 as characters, and has nothing for i1.
ElementType printedType(ElementType type) {
  return type == ElementType::I8 || type == ElementType::I1 ? ElementType::I32 : type;
}

/// The printing function for a type; the runner library calls complex<f32> C32.
std::string printer(ElementType type) {
  if (isComplex(type))
    return "printMemrefC32";
  std::string suffix(name(printedType(type)));
  for (char &letter : suffix)
    letter = static_cast<char>(std::toupper(letter));
  return "printMemref" + suffix;
}

/// Makes the inputs of a run and calls the program.
void writeCall(LitWriter &writer, const Run &run) {
  const TestCase &testCase = writer.testCase;
  std::vector<std::string> operands, types, results;
  for (SymbolId symbol : scalarArguments(testCase.program(), testCase.specialization())) {
    operands.push_back(fmt::format("%{}d{}", writer.prefix, symbol));
    types.push_back("index");
    writer.line(fmt::format("{} = arith.constant {} : index", operands.back(),
                            run.bindings[static_cast<size_t>(symbol)]));
  }
  const std::vector<Tensor> inputs = testCase.inputs(run);
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string name = fmt::format("%{}input{}", writer.prefix, i);
    std::string have = mlirType(inputs[i].element(), inputs[i].shape());
    std::string want = writer.typeOf(static_cast<ValueId>(i));
    // Upstream's folders crash on constants without elements.
    writer.line(inputs[i].size() == 0
                    ? fmt::format("{} = tensor.empty() : {}", name, have)
                    : fmt::format("{} = arith.constant {}", name, mlirConstant(inputs[i])));
    if (have != want)
      writer.line(fmt::format("{0}_cast = tensor.cast {0} : {1} to {2}", name, have, want));
    operands.push_back(have == want ? name : name + "_cast");
    types.push_back(want);
  }
  for (ValueId value : testCase.program().returns())
    results.push_back(writer.typeOf(value));
  writer.line(fmt::format("%{}result{} = call @program({}) : ({}) -> ({})", writer.prefix,
                          results.size() == 1 ? "" : fmt::format(":{}", results.size()),
                          fmt::join(operands, ", "), fmt::join(types, ", "),
                          fmt::join(results, ", ")));
}

/// "( 0, 3 )": an empty tensor has no elements to print.
void printSizes(LitWriter &writer, size_t i, const Tensor &expected) {
  std::vector<std::string> sizes;
  for (size_t dim = 0; dim < expected.shape().size(); ++dim) {
    std::string index = writer.constantIndex(static_cast<int64_t>(dim));
    std::string size = fmt::format("%size{}", writer.fresh());
    writer.line(fmt::format("{} = tensor.dim {}, {} : {}", size, writer.resultName(i), index,
                            writer.resultType(i)));
    writer.line(fmt::format("{0}_i64 = arith.index_cast {0} : index to i64", size));
    sizes.push_back(size + "_i64");
  }
  writer.printList(sizes);
  writer.check(fmt::format(": ( {} )", fmt::join(expected.shape(), ", ")));
}

/// A value and its type in the module.
struct TypedName {
  std::string name, type;
};

/// i1 (by zero) and i8 (by sign) extended to i32.
TypedName widened(LitWriter &writer, size_t i, const Tensor &expected, TypedName value) {
  const std::string id = fmt::format("{}{}", writer.prefix, i);
  const std::string from = mlirType(expected.element(), expected.shape());
  const std::string to = mlirType(ElementType::I32, expected.shape());
  if (value.type != from) {
    writer.line(
        fmt::format("%sized{} = tensor.cast {} : {} to {}", id, value.name, value.type, from));
    value.name = "%sized" + id;
  }
  std::vector<std::string> dims;
  for (int64_t dim = 0; dim < expected.rank(); ++dim)
    dims.push_back(fmt::format("d{}", dim));
  const std::string map = fmt::format("affine_map<({0}) -> ({0})>", fmt::join(dims, ", "));
  const std::vector<std::string> kinds(dims.size(), "\"parallel\"");
  writer.line(fmt::format("%empty{} = tensor.empty() : {}", id, to));
  writer.line(fmt::format("%wide{} = linalg.generic {{indexing_maps = [{}, {}],", id, map, map));
  writer.line(fmt::format("    iterator_types = [{}]}} ins({} : {}) outs(%empty{} : {}) {{",
                          fmt::join(kinds, ", "), value.name, from, id, to));
  writer.line(fmt::format("^bb0(%x: {}, %unused: i32):", mlirElementType(expected.element())));
  writer.line(fmt::format("  %extended = arith.{} %x : {} to i32",
                          isBool(expected.element()) ? "extui" : "extsi",
                          mlirElementType(expected.element())));
  writer.line("  linalg.yield %extended : i32");
  writer.line(fmt::format("}} -> {}", to));
  return {"%wide" + id, to};
}

void checkRows(LitWriter &writer, const Tensor &expected) {
  const int64_t row = expected.shape().empty() ? 1 : expected.shape().back();
  for (int64_t begin = 0; begin < expected.size(); begin += row) {
    std::vector<std::string> elements;
    for (int64_t i = begin; i < begin + row; ++i)
      elements.push_back(printedElement(expected, i));
    // A bare "[[" would begin a FileCheck variable.
    writer.check(fmt::format("-NEXT: {{{{\\[}}}}{}]", fmt::join(elements, ", ")));
  }
}

void printElements(LitWriter &writer, size_t i, const Tensor &expected) {
  const ElementType element = expected.element();
  TypedName value{writer.resultName(i), writer.resultType(i)};
  if (printedType(element) != element)
    value = widened(writer, i, expected, value);
  const std::string unranked = fmt::format("tensor<*x{}>", mlirElementType(printedType(element)));
  const std::string cast = fmt::format("%unranked{}{}", writer.prefix, i);
  writer.line(
      fmt::format("{} = tensor.cast {} : {} to {}", cast, value.name, value.type, unranked));
  // Said to be read only: bufferization cannot copy an unranked tensor.
  writer.declare(printer(element), unranked + " {bufferization.access = \"read\"}",
                 " attributes {llvm.emit_c_interface}");
  writer.callPrinter(printer(element), cast, unranked);
  // To the end of the line: its strides look like a row.
  writer.check(fmt::format(": sizes = [{}] {{{{.*}}}} data =", fmt::join(expected.shape(), ", ")));
  checkRows(writer, expected);
}

void writeResult(LitWriter &writer, size_t i, const ExpectedResult &expected, bool isChoice) {
  const Program &program = writer.testCase.program();
  writer.checks += fmt::format("// Result {}: {}\n", i, program.type(program.returns()[i]).text());
  if (expected.value.size() == 0)
    printSizes(writer, i, expected.value);
  else if (isPrintable(expected))
    printElements(writer, i, expected.value);
  else if (!isChoice)
    countWrong(writer, i, expected);
}

void writeResults(LitWriter &writer, const ExpectedRun &expected) {
  std::vector<bool> isChoice(expected.results.size(), false);
  for (const ExpectedChoice &choice : expected.choices)
    for (size_t result : choice.results)
      isChoice[result] = true;
  for (size_t i = 0; i < expected.results.size(); ++i)
    writeResult(writer, i, expected.results[i], isChoice[i]);
  for (const ExpectedChoice &choice : expected.choices)
    countMisplaced(writer, choice, expected.results[choice.results[0]].value.shape());
}

} // namespace

LitMain litMain(const TestCase &testCase, const std::vector<ExpectedRun> &expected) {
  LitWriter writer(testCase);
  const size_t runs = testCase.runs().size();
  for (size_t run = 0; run < runs; ++run) {
    if (runs > 1) {
      writer.prefix = fmt::format("run{}_", run);
      writer.checks += fmt::format("// Run {}\n", run);
    }
    writeCall(writer, testCase.runs()[run]);
    if (run < expected.size())
      writeResults(writer, expected[run]);
  }
  // What is to be read comes first.
  return {"func.func @main() {\n" + writer.body + "  return\n}\n\n" + writer.functions +
              writer.declared(),
          writer.checks};
}

} // namespace assay
