#include "reducer/Draft.h"

#include "program/IndexInputs.h"
#include "reducer/Refit.h"
#include "support/Assert.h"

#include <algorithm>

namespace assay {

std::optional<Tensor> CaseValues::tensor(size_t run, ValueId value) const {
  if (!*evaluator)
    return std::nullopt;
  runs.resize(testCase.runs().size());
  if (!runs[run])
    runs[run] = (*evaluator)(testCase, run);
  const std::optional<RunValues> &known = *runs[run];
  return known ? (*known)[static_cast<size_t>(value)] : std::nullopt;
}

std::set<SymbolId> usedSymbols(std::span<const TensorType> arguments, std::span<const Node> nodes) {
  std::set<SymbolId> used;
  auto add = [&](const Dim &dim) { dim.forEachSymbol([&](SymbolId id) { used.insert(id); }); };
  for (const TensorType &type : arguments)
    std::for_each(type.dims.begin(), type.dims.end(), add);
  for (const Node &node : nodes)
    forEachDim(node.op, add);
  return used;
}

Draft::Draft(const TestCase &original, const CaseValues &values)
    : original(original), nodes(original.program().nodes()), returns(original.program().returns()),
      groups(original.program().groups()), specialization(original.specialization()),
      contracts(original.contracts()), values(values), removed(nodes.size(), false) {
  const Program &program = original.program();
  for (size_t i = 0; i < program.arguments().size(); ++i) {
    arguments.push_back({program.arguments()[i], {}});
    for (const Run &run : original.runs())
      arguments.back().inputs.push_back(run.inputs[i]);
  }
  for (const Run &run : original.runs())
    bindings.push_back(run.bindings);
  for (ValueId value = 0; value < program.valueCount(); ++value)
    redirected.push_back(value);

  deadBefore.assign(nodes.size(), false);
  std::vector<bool> used = usedValues();
  for (size_t i = 0; i < nodes.size(); ++i) {
    deadBefore[i] = true;
    for (ValueId value = program.firstResult(static_cast<int>(i));
         value < program.firstResult(static_cast<int>(i) + 1); ++value)
      if (used[static_cast<size_t>(value)])
        deadBefore[i] = false;
  }
  used = usedValues();
  for (ValueId argument = 0; argument < static_cast<ValueId>(arguments.size()); ++argument)
    if (!used[static_cast<size_t>(argument)])
      unusedArguments.insert(argument);
  std::set<SymbolId> symbols = usedSymbols(program.arguments(), nodes);
  for (SymbolId symbol = 0; symbol < program.symbols(); ++symbol)
    if (!symbols.contains(symbol))
      unusedSymbols.insert(symbol);
}

void Draft::removeRun(size_t run) {
  auto at = static_cast<std::ptrdiff_t>(run);
  bindings.erase(bindings.begin() + at);
  for (Argument &argument : arguments)
    argument.inputs.erase(argument.inputs.begin() + at);
}

void Draft::redirect(ValueId from, ValueId to) {
  redirected[static_cast<size_t>(resolve(from))] = resolve(to);
}

ValueId Draft::resolve(ValueId value) const {
  while (redirected[static_cast<size_t>(value)] != value)
    value = redirected[static_cast<size_t>(value)];
  return value;
}

std::optional<Tensor> Draft::valueOf(size_t run, ValueId value) const {
  return values.tensor(run, value);
}

void Draft::replaceByArgument(ValueId value) {
  Argument argument{original.program().type(value), {}};
  for (size_t run = 0; run < runs(); ++run) {
    Recipe smallIntegers;
    smallIntegers.seed = static_cast<uint64_t>(value);
    std::optional<Tensor> known = values.tensor(run, value);
    argument.inputs.push_back(known ? Input(*known) : Input(smallIntegers));
  }
  arguments.push_back(std::move(argument));
  redirected.push_back(static_cast<ValueId>(redirected.size()));
  redirected[static_cast<size_t>(value)] = redirected.back();
}

SymbolId Draft::addSymbol(Knowledge knowledge, const std::vector<int64_t> &extents) {
  specialization.push_back(knowledge);
  for (size_t run = 0; run < runs(); ++run)
    bindings[run].push_back(extents[run]);
  return static_cast<SymbolId>(specialization.size()) - 1;
}

void Draft::changeDims(const std::function<Dim(const Dim &)> &change) {
  for (Argument &argument : arguments)
    for (Dim &dim : argument.type.dims)
      dim = change(dim);
  for (Node &node : nodes)
    assay::changeDims(node.op, change);
}

void Draft::substitute(const std::function<Dim(SymbolId)> &replacement) {
  changeDims([&](const Dim &dim) { return dim.substitute(replacement); });
}

void Draft::forEachUse(const Node &node, const std::function<void(ValueId)> &visit) const {
  for (ValueId operand : node.operands)
    visit(resolve(operand));
  if (node.destination)
    visit(resolve(*node.destination));
}

/// The values that reach a return, or a node that was dead in the original already: what a compiler
/// does with dead code may be what is being reduced.
std::vector<bool> Draft::usedValues() const {
  std::vector<bool> used(redirected.size(), false);
  auto use = [&](ValueId value) { used[static_cast<size_t>(value)] = true; };
  for (ValueId value : returns)
    use(resolve(value));
  for (size_t i = nodes.size(); i > 0; --i) {
    if (removed[i - 1])
      continue;
    bool live = deadBefore[i - 1];
    for (ValueId value = original.program().firstResult(static_cast<int>(i - 1));
         value < original.program().firstResult(static_cast<int>(i)); ++value)
      live = live || used[static_cast<size_t>(value)];
    if (live)
      forEachUse(nodes[i - 1], use);
  }
  return used;
}

void Draft::dropDeadNodes() {
  std::vector<bool> used = usedValues();
  for (size_t i = 0; i < nodes.size(); ++i) {
    bool live = deadBefore[i];
    for (ValueId value = original.program().firstResult(static_cast<int>(i));
         value < original.program().firstResult(static_cast<int>(i) + 1); ++value)
      live = live || used[static_cast<size_t>(value)];
    if (!live)
      removed[i] = true;
  }
}

ProgramParts Draft::renumber(std::vector<size_t> &keptArguments) const {
  const Program &program = original.program();
  ProgramParts parts;
  std::vector<bool> used = usedValues();
  std::vector<ValueId> renamed(redirected.size(), -1);
  ValueId next = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    bool added = i >= program.arguments().size();
    auto value = static_cast<ValueId>(i);
    if (added)
      value += program.valueCount() - static_cast<ValueId>(program.arguments().size());
    if (!used[static_cast<size_t>(value)] && (added || !unusedArguments.contains(value)))
      continue;
    renamed[static_cast<size_t>(value)] = next++;
    parts.arguments.push_back(arguments[i].type);
    keptArguments.push_back(i);
  }
  // A use of a removed value becomes -1, which no program has: the draft is then not valid.
  auto rename = [&](ValueId value) { return renamed[static_cast<size_t>(resolve(value))]; };
  std::vector<int> nodesBefore{0};
  for (size_t i = 0; i < nodes.size(); ++i) {
    nodesBefore.push_back(nodesBefore.back() + !removed[i]);
    if (removed[i])
      continue;
    Node node = nodes[i];
    for (ValueId &operand : node.operands)
      operand = rename(operand);
    if (node.destination)
      node.destination = rename(*node.destination);
    parts.nodes.push_back(std::move(node));
    for (ValueId value = program.firstResult(static_cast<int>(i));
         value < program.firstResult(static_cast<int>(i) + 1); ++value)
      renamed[static_cast<size_t>(value)] = next++;
  }
  for (ValueId value : returns)
    parts.returns.push_back(rename(value));
  for (Group group : groups) {
    group.first = nodesBefore[static_cast<size_t>(group.first)];
    group.end = nodesBefore[static_cast<size_t>(group.end)];
    if (group.first < group.end)
      parts.groups.push_back(group);
  }
  return parts;
}

/// Renumbers the symbols of `parts`; yields the old id of each one left.
std::vector<SymbolId> Draft::compactSymbols(ProgramParts &parts) const {
  std::set<SymbolId> used = usedSymbols(parts.arguments, parts.nodes);
  used.insert(unusedSymbols.begin(), unusedSymbols.end());
  std::vector<SymbolId> kept(used.begin(), used.end());
  auto rename = [&](SymbolId id) {
    auto at = std::lower_bound(kept.begin(), kept.end(), id);
    return Dim::symbol(static_cast<SymbolId>(at - kept.begin()));
  };
  for (TensorType &type : parts.arguments)
    for (Dim &dim : type.dims)
      dim = dim.substitute(rename);
  for (Node &node : parts.nodes)
    assay::changeDims(node.op, [&](const Dim &dim) { return dim.substitute(rename); });
  parts.symbols = static_cast<int>(kept.size());
  return kept;
}

std::optional<TestCase> Draft::finish() {
  if (specialization.size() > static_cast<size_t>(maxSymbols))
    return std::nullopt;
  dropDeadNodes();
  std::vector<size_t> keptArguments;
  ProgramParts parts = renumber(keptArguments);
  std::vector<SymbolId> keptSymbols = compactSymbols(parts);
  auto program = Program::make(std::move(parts));
  if (!std::holds_alternative<Program>(program))
    return std::nullopt;

  TestCaseParts result;
  result.program = std::get<Program>(program);
  result.contracts = contracts;
  for (SymbolId symbol : keptSymbols)
    result.specialization.push_back(specialization[static_cast<size_t>(symbol)]);
  for (size_t i = 0; i < runs(); ++i) {
    Run run;
    for (SymbolId symbol : keptSymbols)
      run.bindings.push_back(bindings[i][static_cast<size_t>(symbol)]);
    for (size_t j = 0; j < keptArguments.size(); ++j) {
      const TensorType &type = result.program.arguments()[j];
      Shape shape = type.shape(run.bindings);
      int64_t count = 1;
      for (int64_t extent : shape) {
        if (extent < 0 || extent > maxElements || (count *= extent) > maxElements)
          return std::nullopt;
      }
      run.inputs.push_back(refitInput(arguments[keptArguments[j]].inputs[i], type.element, shape));
    }
    if (!contracts.contains(Contract::ClampedGather) &&
        !contracts.contains(Contract::SkippedScatter))
      confineIndices(result.program, run);
    result.runs.push_back(std::move(run));
  }
  auto made = TestCase::make(std::move(result));
  if (TestCase *testCase = std::get_if<TestCase>(&made))
    return std::move(*testCase);
  return std::nullopt;
}

} // namespace assay
