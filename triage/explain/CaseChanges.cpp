#include "triage/explain/CaseChanges.h"

#include "program/Uses.h"
#include "reducer/Refit.h"
#include "support/NameOf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

namespace assay {
namespace {

constexpr ElementType tried[] = {ElementType::F32,  ElementType::F64, ElementType::F16,
                                 ElementType::BF16, ElementType::I32, ElementType::I64,
                                 ElementType::I16,  ElementType::I8};

/// Whether what an op reads there says where something is.
bool holdsIndices(OpKind op, size_t operand) {
  switch (op) {
  case OpKind::Gather:
  case OpKind::GatherNd:
  case OpKind::Scatter:
  case OpKind::ScatterNd:
    return operand == 1;
  case OpKind::OneHot:
    return operand == 0;
  default:
    return false;
  }
}

/// What inputs are drawn from.
struct Draw {
  Distribution distribution;
  double low, high;
};
constexpr Draw anyIntegers = {Distribution::Integers, -1, 2};
constexpr Draw alike = {Distribution::Ties, 0, 1};
constexpr Draw distinct = {Distribution::Distinct, -31, 32}; // so few that all of them are drawn
constexpr Draw special = {Distribution::Special, -4, 4};     // of floats alone
constexpr Draw others[] = {anyIntegers, alike, distinct, special,     alike,   anyIntegers,
                           alike,       alike, distinct, anyIntegers, alike,   anyIntegers,
                           alike,       alike, distinct, anyIntegers, special, alike};
constexpr Draw finite[] = {anyIntegers, alike, distinct, anyIntegers, alike, distinct};

/// The case with inputs from these, one case for each; but for indices.
std::vector<TestCase> withInputs(const TestCase &testCase, std::span<const Draw> draws) {
  const Program &program = testCase.program();
  std::set<ValueId> indices;
  for (const Node &node : program.nodes())
    for (size_t operand = 0; operand < node.operands.size(); ++operand)
      if (holdsIndices(kindOf(node.op), operand))
        indices.insert(node.operands[operand]);
  std::vector<TestCase> out;
  for (size_t number = 0; number < draws.size(); ++number) {
    TestCaseParts parts = testCase.parts();
    for (Run &run : parts.runs)
      for (size_t argument = 0; argument < run.inputs.size(); ++argument) {
        if (indices.contains(static_cast<ValueId>(argument)))
          continue;
        Draw draw = draws[number];
        const ElementType element = program.arguments()[argument].element;
        // Of two values no more than two elements are distinct.
        if ((draw.distribution == Distribution::Special && !isFloat(element)) || isBool(element))
          draw = anyIntegers;
        Recipe recipe;
        recipe.distribution = draw.distribution;
        recipe.low = draw.low;
        recipe.high = draw.high;
        recipe.seed = number * maxArguments + argument;
        run.inputs[argument] = recipe;
      }
    auto made = TestCase::make(std::move(parts));
    if (std::holds_alternative<TestCase>(made))
      out.push_back(std::get<TestCase>(std::move(made)));
  }
  return out;
}

/// Makes one change after the other of a case.
class Changes {
public:
  Changes(const TestCase &original, NodeId accused) : original(original), accused(accused) {}

  void setExtents(Knowledge knowledge);
  void setElements(ElementType element);
  void setSpelling(Spelling spelling);
  void setAttributes();
  void setInputs(const char *what, const Draw &draw);
  void setFinite();
  void setOp();

  std::vector<SetCase> made;

private:
  const Node &node() const { return original.program().node(accused); }
  /// Leaves out what is no program, or fits no input.
  /// Other inputs of it are drawn so.
  void add(std::string what, ProgramParts program, TestCaseParts parts,
           std::span<const Draw> draws = others);
  void add(std::string what, ProgramParts program) {
    add(std::move(what), std::move(program), original.parts());
  }
  /// With another op in the accused node's place.
  void addOp(std::string what, const Op &op);

  const TestCase &original;
  const NodeId accused;
};

void Changes::add(std::string what, ProgramParts program, TestCaseParts parts,
                  std::span<const Draw> draws) {
  auto valid = Program::make(std::move(program));
  if (!std::holds_alternative<Program>(valid))
    return;
  parts.program = std::get<Program>(std::move(valid));
  auto testCase = TestCase::make(std::move(parts));
  if (!std::holds_alternative<TestCase>(testCase))
    return;
  auto &changed = std::get<TestCase>(testCase);
  if (changed == original)
    made.push_back({std::move(what), std::nullopt});
  else
    made.push_back({std::move(what), changed, withInputs(changed, draws)});
}

void Changes::addOp(std::string what, const Op &op) {
  ProgramParts program = original.program().parts();
  program.nodes[static_cast<size_t>(accused)].op = op;
  add(std::move(what), std::move(program));
}

/// Extents of arguments that are numbers become symbols, for which something else can be told than
/// what they are; but for 1, which may be a dim that an op drops.
void Changes::setExtents(Knowledge knowledge) {
  ProgramParts program = original.program().parts();
  TestCaseParts parts = original.parts();
  std::map<int64_t, SymbolId> symbols;
  const auto symbolFor = [&](const Dim &dim) {
    const auto extent = dim.constant();
    const auto known = extent ? symbols.find(*extent) : symbols.end();
    return known == symbols.end() ? dim : Dim::symbol(known->second);
  };
  if (knowledge != Knowledge::Static) {
    for (TensorType &type : program.arguments)
      for (Dim &dim : type.dims)
        if (const auto extent = dim.constant(); extent && *extent > 1)
          if (symbols.try_emplace(*extent, program.symbols).second) {
            ++program.symbols;
            parts.specialization.push_back(knowledge);
            for (Run &run : parts.runs)
              run.bindings.push_back(*extent);
          }
    for (TensorType &type : program.arguments)
      for (Dim &dim : type.dims)
        dim = symbolFor(dim);
    for (Node &one : program.nodes)
      changeDims(one.op, symbolFor);
    if (program.symbols == 0)
      return;
  }
  std::ranges::fill(parts.specialization, knowledge);
  add(fmt::format("extents={}", nameOf(knowledge)), std::move(program), std::move(parts));
}

/// All that has the type of one of the accused node's operands, but of indices.
void Changes::setElements(ElementType element) {
  std::set<ElementType> before;
  for (size_t operand = 0; operand < node().operands.size(); ++operand)
    if (!holdsIndices(kindOf(node().op), operand))
      before.insert(original.program().type(node().operands[operand]).element);
  const auto change = [&](ElementType &type) {
    if (before.contains(type))
      type = element;
  };
  ProgramParts program = original.program().parts();
  TestCaseParts parts = original.parts();
  for (size_t argument = 0; argument < program.arguments.size(); ++argument) {
    change(program.arguments[argument].element);
    for (Run &run : parts.runs)
      if (const auto *tensor = std::get_if<Tensor>(&run.inputs[argument]))
        run.inputs[argument] =
            refitInput(*tensor, program.arguments[argument].element, tensor->shape());
  }
  for (Node &one : program.nodes)
    visitAttributes(one.op, [&](const char *, auto &attribute) {
      using Attribute = std::decay_t<decltype(attribute)>;
      if constexpr (std::is_same_v<Attribute, ElementType>)
        change(attribute);
      else if constexpr (std::is_same_v<Attribute, Tensor>) {
        ElementType type = attribute.element();
        change(type);
        attribute = refit(attribute, type, attribute.shape());
      }
    });
  add(fmt::format("elements={}", name(element)), std::move(program), std::move(parts));
}

bool canBeSpelled(const Node &node, Spelling spelling) {
  const Spellings all = spellingsOf(kindOf(node.op));
  return std::ranges::find(all, spelling) != all.end();
}

/// Of the nodes that can be spelled so.
void Changes::setSpelling(Spelling spelling) {
  if (!canBeSpelled(node(), spelling))
    return;
  ProgramParts program = original.program().parts();
  for (Node &one : program.nodes)
    if (canBeSpelled(one, spelling))
      one.spelling = spelling;
  add(fmt::format("spelling={}", nameOf(spelling)), std::move(program));
}

/// Each attribute of the accused node that is a choice.
void Changes::setAttributes() {
  const auto set = [&](const std::string &wanted, const std::string &value, auto change) {
    Op op = node().op;
    visitAttributes(op, [&](const char *name, auto &attribute) {
      if (name == wanted)
        change(attribute);
    });
    addOp(fmt::format("{}={}", wanted, value), op);
  };
  visitAttributes(node().op, [&](const char *name, const auto &attribute) {
    using Attribute = std::decay_t<decltype(attribute)>;
    const auto setTo = [&](const std::string &value, const Attribute &wanted) {
      set(name, value, [&](auto &changed) {
        if constexpr (std::is_same_v<std::decay_t<decltype(changed)>, Attribute>)
          changed = wanted;
      });
    };
    if constexpr (std::is_same_v<Attribute, bool>) {
      setTo("false", false);
      setTo("true", true);
    } else if constexpr (std::is_same_v<Attribute, ElementType>) {
      for (const ElementType element : {ElementType::I32, ElementType::I64})
        setTo(std::string(assay::name(element)), element);
    } else if constexpr (std::is_enum_v<Attribute>) {
      constexpr size_t most = 3;
      for (size_t i = 0; i < std::min(most, names(Attribute()).size()); ++i)
        setTo(std::string(names(Attribute())[i]), static_cast<Attribute>(i));
    } else if constexpr (std::is_same_v<Attribute, std::vector<Dim>>) {
      // Of what is empty nothing is wrong.
      if (std::string_view(name) != "sizes" && std::string_view(name) != "shape")
        setTo("0", Attribute(attribute.size(), Dim(0)));
    } else if constexpr (std::is_same_v<Attribute, std::vector<int64_t>>) {
      // Of dims and permutations that is none.
      setTo("1", Attribute(attribute.size(), 1));
    }
  });
}

/// All alike in that way, whatever is drawn.
void Changes::setInputs(const char *what, const Draw &draw) {
  constexpr size_t times = 12;
  auto cases = withInputs(original, std::vector<Draw>(times, draw));
  if (cases.empty())
    return;
  TestCase first = std::move(cases.front());
  cases.erase(cases.begin());
  made.push_back({fmt::format("inputs={}", what), std::move(first), std::move(cases)});
}

/// Without NaN and infinities, unless the program itself holds some.
void Changes::setFinite() {
  const auto isFinite = [](const Tensor &tensor, int64_t place) {
    return std::isfinite(tensor.real(place)) &&
           (!isComplex(tensor.element()) || std::isfinite(tensor.imaginary(place)));
  };
  const auto hasSome = [&](const Op &op) {
    if (const auto *fill = std::get_if<Fill>(&op))
      return !std::isfinite(fill->value);
    if (const auto *pad = std::get_if<Pad>(&op))
      return !std::isfinite(pad->value);
    const auto *constant = std::get_if<Constant>(&op);
    if (constant && (isFloat(constant->value.element()) || isComplex(constant->value.element())))
      for (int64_t place = 0; place < constant->value.size(); ++place)
        if (!isFinite(constant->value, place))
          return true;
    return false;
  };
  for (const Node &one : original.program().nodes())
    if (hasSome(one.op))
      return;
  TestCaseParts parts = original.parts();
  for (Run &run : parts.runs)
    for (size_t i = 0; i < run.inputs.size(); ++i) {
      const TensorType &type = original.program().arguments()[i];
      if (!isFloat(type.element) && !isComplex(type.element))
        continue;
      Tensor tensor = materialise(run.inputs[i], type.element, type.shape(run.bindings));
      bool changes = false;
      for (int64_t place = 0; place < tensor.size(); ++place)
        if (!isFinite(tensor, place)) {
          tensor.set(place, static_cast<double>(1 + place % 3));
          changes = true;
        }
      if (changes)
        run.inputs[i] = std::move(tensor);
    }
  add("inputs=finite", original.program().parts(), std::move(parts), finite);
}

/// What the accused node reads, negated, behind all nodes that do not need it: what fails then as
/// well has nothing to do with the op.
void Changes::setOp() {
  const Program &before = original.program();
  ProgramParts program = before.parts();
  program.nodes.resize(static_cast<size_t>(accused));
  program.groups.clear();
  std::set<ValueId> unread;
  for (ValueId value = 0; value < before.firstResult(accused); ++value)
    if (!before.isArgument(value))
      unread.insert(value);
  for (const Node &one : program.nodes)
    for (const ValueId use : usesOf(one))
      unread.erase(use);
  std::set<ValueId> read;
  for (const ValueId operand : node().operands)
    if (!isBool(before.type(operand).element) && read.insert(operand).second) {
      program.nodes.push_back({Unary{UnaryKind::Neg}, {operand}, {}, Spelling::Named});
      unread.erase(operand);
    }
  for (size_t i = 0; i < read.size(); ++i)
    unread.insert(before.firstResult(accused) + static_cast<ValueId>(i));
  program.returns.assign(unread.begin(), unread.end());
  if (!read.empty())
    add("op=negation", std::move(program));
}

} // namespace

std::vector<TestCase> withUnlikeInputs(const TestCase &testCase) {
  constexpr Draw draws[] = {distinct, distinct, anyIntegers};
  return withInputs(testCase, draws);
}

std::vector<SetCase> changesOf(const TestCase &testCase, std::optional<ValueId> wrong) {
  const Program &program = testCase.program();
  if (program.nodes().empty() || (wrong && program.isArgument(*wrong)))
    return {};
  Changes changes(testCase, wrong ? program.producer(*wrong)
                                  : static_cast<NodeId>(program.nodes().size()) - 1);
  changes.setFinite(); // first, since it tells most where it hides something
  for (size_t i = 0; i < names(Knowledge()).size(); ++i)
    changes.setExtents(static_cast<Knowledge>(i));
  for (const ElementType element : tried)
    changes.setElements(element);
  for (size_t i = 0; i < names(Spelling()).size(); ++i)
    changes.setSpelling(static_cast<Spelling>(i));
  changes.setAttributes();
  changes.setInputs("distinct", distinct);
  changes.setOp();
  return std::move(changes.made);
}

} // namespace assay
