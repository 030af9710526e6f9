#include "reducer/Size.h"

#include "program/Json.h"
#include "reducer/Passes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace assay {

namespace {

int64_t count(const auto &container) { return static_cast<int64_t>(container.size()); }

/// How far a dim is from a number or a symbol.
int64_t complexity(const Dim &dim) {
  if (dim.constant() || dim.asSymbol())
    return 0;
  int64_t result = count(dim.terms());
  for (const Dim::Term &term : dim.terms())
    result += count(term.symbols);
  return result;
}

/// The plainest types first.
int64_t rankOf(ElementType type) {
  constexpr ElementType plainestFirst[] = {
      ElementType::F32,  ElementType::I32, ElementType::I64, ElementType::F64, ElementType::F16,
      ElementType::BF16, ElementType::I8,  ElementType::I16, ElementType::I1,  ElementType::C64};
  return std::find(std::begin(plainestFirst), std::end(plainestFirst), type) -
         std::begin(plainestFirst);
}

/// What an element asks of the reader: zeros least, small integers little, fractions most.
int64_t elementCost(double value) {
  if (value == 0)
    return 0;
  if (!std::isfinite(value) || value != std::trunc(value))
    return 64;
  double magnitude = std::fabs(value);
  return magnitude <= 9 ? 1 + static_cast<int64_t>(magnitude) : 32;
}

int64_t tensorCost(const Tensor &tensor) {
  int64_t cost = 0;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    cost += elementCost(tensor.real(i));
    if (isComplex(tensor.element()))
      cost += elementCost(tensor.imaginary(i));
  }
  return cost;
}

/// Sums over everything that has an extent: symbols and constants count alike, so that binding a
/// symbol changes nothing here.
struct Extents {
  int64_t complexity = 0, ranks = 0, distance = 0;

  explicit Extents(const TestCase &testCase) {
    const Program &program = testCase.program();
    for (ValueId value = 0; value < program.valueCount(); ++value) {
      ranks += program.type(value).rank();
      for (const Dim &dim : program.type(value).dims)
        addExtent(testCase, dim, 1);
    }
    for (const Node &node : program.nodes())
      forEachDim(node.op, [&](const Dim &dim) { addExtent(testCase, dim, 0); });
  }

  void addExtent(const TestCase &testCase, const Dim &dim, int64_t simplest) {
    complexity += assay::complexity(dim);
    for (const Run &run : testCase.runs())
      distance += std::abs(dim.evaluate(run.bindings) - simplest);
  }
};

int64_t knowledgeCost(const TestCase &testCase) {
  int64_t cost = 0;
  for (Knowledge knowledge : testCase.specialization())
    cost += knowledge == Knowledge::Static ? 0 : knowledge == Knowledge::Dynamic ? 1 : 2;
  return cost;
}

int64_t typeCost(const Program &program) {
  int64_t cost = 0;
  for (ValueId value = 0; value < program.valueCount(); ++value)
    cost += rankOf(program.type(value).element);
  return cost;
}

/// Spellings and attributes that are not the simplest.
int64_t oddities(const TestCase &testCase) {
  const Evaluator unknown;
  CaseValues values(testCase, unknown);
  Draft draft(testCase, values);
  Places none;
  simplifySpellings(draft, none);
  simplifyAttributes(draft, none);
  return static_cast<int64_t>(none.count());
}

int64_t inputCost(const TestCase &testCase) {
  int64_t cost = 0;
  for (const Run &run : testCase.runs())
    for (const Tensor &input : testCase.inputs(run))
      cost += tensorCost(input);
  for (const Node &node : testCase.program().nodes())
    if (const Constant *constant = std::get_if<Constant>(&node.op))
      cost += tensorCost(constant->value);
  return cost;
}

} // namespace

CaseSize::CaseSize(const TestCase &testCase) : json(writeJson(testCase)) {
  const Program &program = testCase.program();
  const std::vector<Node> &nodes = program.nodes();
  auto countNodes = [&](auto &&matches) {
    return std::count_if(nodes.begin(), nodes.end(), matches);
  };
  const Extents extents(testCase);
  components = {
      count(testCase.contracts()),
      count(nodes),
      countNodes([](const Node &node) { return !traitsOf(node.op).isSource; }),
      count(testCase.runs()),
      count(program.returns()),
      program.valueCount(),
      count(program.groups()),
      countNodes([](const Node &node) { return node.destination.has_value(); }),
      extents.complexity,
      knowledgeCost(testCase),
      extents.ranks,
      extents.distance,
      program.symbols(),
      typeCost(program),
      oddities(testCase),
      inputCost(testCase),
      count(json),
  };
}

int64_t largestExtent(const TestCase &testCase) {
  int64_t largest = 0;
  for (const Run &run : testCase.runs())
    for (ValueId value = 0; value < testCase.program().valueCount(); ++value)
      for (const Dim &dim : testCase.program().type(value).dims)
        largest = std::max(largest, dim.evaluate(run.bindings));
  return largest;
}

} // namespace assay
