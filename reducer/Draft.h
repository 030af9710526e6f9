#pragma once

#include "reducer/Judge.h"

#include <functional>
#include <memory>

namespace assay {

/// The reference's values of one case, evaluated when first asked for.
class CaseValues {
public:
  CaseValues(TestCase testCase, const Evaluator &evaluator)
      : testCase(std::move(testCase)), evaluator(&evaluator) {}

  /// The value in a run; nothing where it is not known.
  std::optional<Tensor> tensor(size_t run, ValueId value) const;

private:
  TestCase testCase;
  const Evaluator *evaluator;
  mutable std::vector<std::optional<std::optional<RunValues>>> runs;
};

/// A case that is being changed. Passes edit the public members; value and symbol ids stay those of
/// the original until finish() renumbers: added arguments and symbols come behind.
class Draft {
public:
  /// `values` must outlive the draft.
  Draft(const TestCase &original, const CaseValues &values);

  struct Argument {
    TensorType type;
    std::vector<Input> inputs; // one for each run
  };

  const TestCase original;
  std::vector<Argument> arguments;
  std::vector<Node> nodes;
  std::vector<ValueId> returns;
  std::vector<Group> groups;
  Specialization specialization;
  std::set<Contract> contracts;
  std::vector<Bindings> bindings; // one for each run

  size_t runs() const { return bindings.size(); }
  void removeRun(size_t run);
  /// Removes a node whose results nobody uses any more when the draft is finished.
  void removeNode(int node) { removed[static_cast<size_t>(node)] = true; }
  bool isRemoved(int node) const { return removed[static_cast<size_t>(node)]; }
  /// Drops an argument that nobody used in the original either.
  void removeArgument(ValueId argument) { unusedArguments.erase(argument); }
  void removeSymbol(SymbolId symbol) { unusedSymbols.erase(symbol); }

  /// Uses of `from` become uses of `to`.
  void redirect(ValueId from, ValueId to);
  /// The value that stands for `value` now.
  ValueId resolve(ValueId value) const;
  /// Uses of `value` become uses of a new argument that holds what the reference says, or small
  /// integers where it says nothing.
  void replaceByArgument(ValueId value);
  SymbolId addSymbol(Knowledge knowledge, const std::vector<int64_t> &extents);
  /// Applies `change` to each extent and attribute of the program.
  void changeDims(const std::function<Dim(const Dim &)> &change);
  /// Every occurrence of the symbols, by what `replacement` says.
  void substitute(const std::function<Dim(SymbolId)> &replacement);

  const std::set<ValueId> &argumentsUnusedBefore() const { return unusedArguments; }
  const std::set<SymbolId> &symbolsUnusedBefore() const { return unusedSymbols; }
  std::optional<Tensor> valueOf(size_t run, ValueId value) const;

  /// The changed case, without the nodes, arguments and symbols that lost their last use; nothing
  /// if it is not valid. Inputs are fitted to the types.
  std::optional<TestCase> finish();

private:
  std::vector<bool> usedValues() const;
  void dropDeadNodes();
  ProgramParts renumber(std::vector<size_t> &keptArguments) const;
  std::vector<SymbolId> compactSymbols(ProgramParts &parts) const;
  void forEachUse(const Node &node, const std::function<void(ValueId)> &visit) const;

  const CaseValues &values;
  std::vector<bool> removed;
  std::vector<ValueId> redirected;
  std::vector<bool> deadBefore;
  std::set<ValueId> unusedArguments;
  std::set<SymbolId> unusedSymbols;
};

/// The symbols that occur in extents and attributes.
std::set<SymbolId> usedSymbols(std::span<const TensorType> arguments, std::span<const Node> nodes);

} // namespace assay
