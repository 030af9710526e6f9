#include "census/OpCensus.h"

#include "generator/Generator.h"
#include "support/NameOf.h"

#include <fmt/format.h>

namespace assay {

namespace {

using Row = OpCensus::Row;

double percentage(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<ElementType> typesWith(const std::function<bool(ElementType)> &accept) {
  std::vector<ElementType> types;
  std::copy_if(allElementTypes.begin(), allElementTypes.end(), std::back_inserter(types), accept);
  return types;
}

/// Whether integers that are unsigned have a function of their own.
bool hasUnsignedForm(BinaryKind function) {
  switch (function) {
  case BinaryKind::Div:
  case BinaryKind::Rem:
  case BinaryKind::Max:
  case BinaryKind::Min:
  case BinaryKind::Shr:
    return true;
  case BinaryKind::Add:
  case BinaryKind::Sub:
  case BinaryKind::Mul:
  case BinaryKind::FloorDiv:
  case BinaryKind::MaxNum:
  case BinaryKind::MinNum:
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
  case BinaryKind::Shl:
  case BinaryKind::Complex:
    break;
  }
  return false;
}

std::string rowName(const Unary &op) { return fmt::format("unary {}", nameOf(op.function)); }
std::string rowName(const Binary &op) {
  return fmt::format("binary {}{}", nameOf(op.function),
                     op.isUnsigned && hasUnsignedForm(op.function) ? " unsigned" : "");
}
constexpr std::string_view castTo = "cast to", oneHotOf = "one_hot of",
                           unlikeTypes = "contraction, unlike types",
                           unlikeSigns = "contraction, unlike signs";

bool readsTwice(const Node &node) {
  std::vector<ValueId> operands = node.operands;
  std::sort(operands.begin(), operands.end());
  return std::adjacent_find(operands.begin(), operands.end()) != operands.end();
}

} // namespace

double OpCensus::Row::twinShare() const { return percentage(twins, nodes); }
double OpCensus::Row::share(ElementType type) const {
  return percentage(byType[static_cast<size_t>(type)], nodes);
}

OpCensus::OpCensus() {
  for (OpKind kind : allOpKinds)
    table.push_back({std::string(name(kind)), typesWith(traitsOf(kind).takes)});
  for (size_t i = 0; i < names(UnaryKind()).size(); ++i) {
    const Unary op{static_cast<UnaryKind>(i)};
    table.push_back(
        {rowName(op), typesWith([&](ElementType type) { return accepts(op.function, type); })});
  }
  for (size_t i = 0; i < names(BinaryKind()).size(); ++i) {
    const auto function = static_cast<BinaryKind>(i);
    auto accept = [&](ElementType type) { return accepts(function, type); };
    table.push_back({rowName(Binary{function, false}), typesWith(accept)});
    if (hasUnsignedForm(function))
      table.push_back({rowName(Binary{function, true}), typesWith(isInteger)});
  }
  table.push_back({std::string(castTo), typesWith(isNotComplex)});
  table.push_back({std::string(oneHotOf), typesWith(isNotComplex)});
  table.push_back({std::string(unlikeTypes), typesWith(isNumber)});
  // What is as wide as the result is not extended.
  table.push_back({std::string(unlikeSigns), typesWith([](ElementType type) {
                     return isInteger(type) && type != ElementType::I64;
                   })});
}

size_t OpCensus::placeOf(std::string_view name) const {
  auto found =
      std::find_if(table.begin(), table.end(), [&](const Row &row) { return row.name == name; });
  ASSAY_ASSERT(found != table.end(), "a row that the census does not have");
  return static_cast<size_t>(found - table.begin());
}

void OpCensus::add(const Program &program) {
  ++all;
  for (size_t i = 0; i < program.nodes().size(); ++i)
    add(program, program.nodes()[i], program.firstResult(static_cast<int>(i)));
}

void OpCensus::add(const Program &program, const Node &node, ValueId result) {
  const OpKind kind = kindOf(node.op);
  const ElementType made = program.type(result).element;
  auto operandType = [&](size_t operand) { return program.type(node.operands[operand]).element; };
  const ElementType worksOn = node.operands.empty()    ? made
                              : kind == OpKind::Select ? operandType(1)
                                                       : operandType(0);
  auto count = [&](std::string_view name, ElementType type) {
    Row &counted = table[placeOf(name)];
    ++counted.nodes;
    counted.twins += readsTwice(node);
    ++counted.byType[static_cast<size_t>(type)];
  };
  count(name(kind), worksOn);
  if (const auto *unary = std::get_if<Unary>(&node.op))
    count(rowName(*unary), worksOn);
  if (const auto *binary = std::get_if<Binary>(&node.op))
    count(rowName(*binary), worksOn);
  if (kind == OpKind::Cast)
    count(castTo, made);
  if (kind == OpKind::OneHot)
    count(oneHotOf, made);
  if (const auto *contraction = std::get_if<Contraction>(&node.op)) {
    if (operandType(0) != operandType(1))
      count(unlikeTypes, worksOn);
    if (contraction->extendsByZero(0) != contraction->extendsByZero(1))
      count(unlikeSigns, worksOn);
  }
}

std::string OpCensus::text() const {
  std::string out = fmt::format(
      "ops of {} programs: nodes, % that read one value twice, % by element type\n{:28}{:>8}{:>7}",
      all, "", "nodes", "twice");
  for (ElementType type : allElementTypes)
    out += fmt::format("{:>6}", name(type));
  for (const Row &row : table) {
    out += fmt::format("\n  {:26}{:8}{:7.2f}", row.name, row.nodes, row.twinShare());
    for (ElementType type : allElementTypes) {
      const bool legal = std::find(row.types.begin(), row.types.end(), type) != row.types.end();
      out += legal ? fmt::format("{:6.1f}", row.share(type)) : fmt::format("{:>6}", "");
    }
  }
  return out + "\n";
}

OpCensus takeOpCensus(uint64_t seed, uint64_t count, const Profile &profile) {
  OpCensus census;
  for (uint64_t index = 0; index < count; ++index)
    census.add(generate(seed, index, profile).program());
  return census;
}

} // namespace assay
