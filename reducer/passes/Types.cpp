#include "reducer/Passes.h"
#include "reducer/Refit.h"

#include <algorithm>
#include <map>

namespace assay {

/// The plainest type of the same kind; i64 is as plain as i32, and the usual type of indices.
static ElementType plainer(ElementType type) {
  if (isFloat(type))
    return ElementType::F32;
  if (isInteger(type) && type != ElementType::I64)
    return ElementType::I32;
  return type;
}

static std::set<ElementType> typesIn(const Program &program) {
  std::set<ElementType> types;
  for (ValueId value = 0; value < program.valueCount(); ++value)
    types.insert(program.type(value).element);
  return types;
}

/// Every occurrence of an element type becomes f32 or i32. Casts between what is then the same
/// vanish.
void simplifyTypes(Draft &draft, Places &places) {
  std::set<ElementType> chosen;
  for (ElementType type : typesIn(draft.original.program()))
    if (plainer(type) != type && places.take())
      chosen.insert(type);
  auto change = [&](ElementType &type) {
    if (chosen.contains(type))
      type = plainer(type);
  };
  for (Draft::Argument &argument : draft.arguments)
    change(argument.type.element);
  for (size_t i = 0; i < draft.nodes.size(); ++i) {
    Node &node = draft.nodes[i];
    visitAttributes(node.op, [&](std::string_view, auto &attribute) {
      if constexpr (std::is_same_v<decltype(attribute), ElementType &>)
        change(attribute);
    });
    if (Constant *constant = std::get_if<Constant>(&node.op)) {
      ElementType element = constant->value.element();
      change(element);
      constant->value = refit(constant->value, element, constant->value.shape());
    }
    const Program &program = draft.original.program();
    if (const Cast *cast = std::get_if<Cast>(&node.op)) {
      ElementType from = program.type(node.operands[0]).element;
      change(from);
      if (from == cast->to)
        draft.redirect(program.firstResult(static_cast<int>(i)), node.operands[0]);
    }
  }
}

/// An argument that is one side of a contraction or convolution gets the element type of the other
/// side.
void matchOperandTypes(Draft &draft, Places &places) {
  const Program &program = draft.original.program();
  for (const Node &node : program.nodes()) {
    if (!std::holds_alternative<Contraction>(node.op) && !std::holds_alternative<Conv>(node.op))
      continue;
    for (size_t side = 0; side < 2; ++side) {
      const ValueId own = node.operands[side], other = node.operands[1 - side];
      const ElementType wanted = program.type(other).element;
      if (program.isArgument(own) && program.type(own).element != wanted && places.take())
        draft.arguments[static_cast<size_t>(own)].type.element = wanted;
    }
  }
}

} // namespace assay
