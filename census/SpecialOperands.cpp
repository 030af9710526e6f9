#include "census/SpecialOperands.h"

#include "oracle/EvaluationState.h"
#include "oracle/Oracle.h"
#include "support/NameOf.h"

#include <fmt/format.h>

namespace assay {

namespace {

/// The op, with what tells its functions apart where NaN is concerned.
std::string labelOf(const Program &program, const Node &node) {
  const std::string_view op = name(kindOf(node.op));
  const bool hasParts = !node.operands.empty() && isComplex(program.type(node.operands[0]).element);
  auto with = [&](auto function) {
    return fmt::format("{}({}{})", op, hasParts ? "complex " : "", nameOf(function));
  };
  if (const auto *unary = std::get_if<Unary>(&node.op))
    return with(unary->function);
  if (const auto *binary = std::get_if<Binary>(&node.op))
    return with(binary->function);
  if (const auto *compare = std::get_if<Compare>(&node.op))
    return with(compare->predicate);
  if (const auto *reduce = std::get_if<Reduce>(&node.op))
    return with(reduce->function);
  if (const auto *scan = std::get_if<Scan>(&node.op))
    return with(scan->function);
  if (const auto *scatter = std::get_if<Scatter>(&node.op))
    return with(scatter->combine);
  if (const auto *scatter = std::get_if<ScatterNd>(&node.op))
    return with(scatter->combine);
  if (const auto *cast = std::get_if<Cast>(&node.op))
    return fmt::format("{}({})", op,
                       isFloat(cast->to)  ? "float"
                       : isBool(cast->to) ? "bool"
                                          : "integer");
  return std::string(op);
}

bool isSort(const std::string &op) { return op == "sort" || op == "topk" || op == "arg_reduce"; }

} // namespace

bool SpecialOperands::mayHaveNan(const std::string &op) {
  return mayHaveInfinity(op) && !isSort(op);
}

bool SpecialOperands::mayHaveInfinity(const std::string &op) { return op != "cast(integer)"; }

void SpecialOperands::add(const TestCase &testCase) {
  const Run &run = testCase.runs()[0];
  auto evaluated = evaluate(testCase, run, testCase.inputs(run));
  const auto *reference = std::get_if<Evaluation>(&evaluated);
  if (!reference)
    return;
  const Program &program = testCase.program();
  for (const Node &node : program.nodes()) {
    std::vector<ValueId> read = node.operands;
    const std::string op = labelOf(program, node);
    if (isSort(op)) // what is sorted along may be anything
      read.resize(1);
    if (node.destination && destinationRole(kindOf(node.op)) == DestinationRole::Initial)
      read.push_back(*node.destination);
    const bool computes = kindOf(node.op) == OpKind::Unary || kindOf(node.op) == OpKind::Binary;
    bool hasFloats = false, hasNan = false, isInfinite = false;
    for (ValueId value : read) {
      const ElementType element = program.type(value).element;
      if (!isFloat(element) && !(computes && isComplex(element)))
        continue;
      const oracle::Elements &elements = reference->detail().values[static_cast<size_t>(value)];
      hasFloats |= elements.count > 0;
      for (size_t i = 0; i < elements.stored(); ++i) {
        hasNan |= elements.real(i).isNan();
        isInfinite |= elements.real(i).isExact() && std::isinf(elements.value[i]);
      }
    }
    if (!hasFloats)
      continue;
    Uses &uses = byOp[op];
    ++uses.all;
    uses.nan += hasNan;
    uses.infinite += isInfinite;
  }
}

std::string SpecialOperands::text() const {
  std::string out = "NaN and infinities among operands, % of the uses on floats\n"
                    "                          uses     NaN     Inf\n";
  for (const auto &[op, uses] : byOp)
    out += fmt::format("  {:22} {:6} {:7.2f} {:7.2f}\n", op, uses.all, uses.nanPercent(),
                       uses.infinitePercent());
  return out;
}

} // namespace assay
