#include "reducer/Passes.h"

#include <algorithm>
#include <numeric>

namespace assay {

/// A node is spelled as its op is spelled first.
void simplifySpellings(Draft &draft, Places &places) {
  for (Node &node : draft.nodes)
    if (Spelling first = spellingsOf(kindOf(node.op))[0]; node.spelling != first && places.take())
      node.spelling = first;
}

namespace {

template <class T>
constexpr bool isPlain = std::is_same_v<T, bool> || std::is_same_v<T, std::optional<bool>> ||
                         std::is_same_v<T, double> || std::is_same_v<T, int64_t> ||
                         (std::is_enum_v<T> && !std::is_same_v<T, ElementType>);

/// The simplest value of an attribute whose default is `usual`; itself if it has none.
template <class T> T simplest(std::string_view name, const T &attribute, const T &usual) {
  if constexpr (isPlain<T>)
    return usual;
  else if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
    T result = attribute;
    if (name == "strides" || name == "dilations")
      std::fill(result.begin(), result.end(), 1);
    if (name == "permutation")
      std::iota(result.begin(), result.end(), 0);
    if (name == "dims" && result.size() > 1)
      result.resize(1);
    return result;
  } else if constexpr (std::is_same_v<T, std::vector<Dim>>) {
    T result = attribute;
    if (name == "offsets" || name == "low" || name == "high")
      std::fill(result.begin(), result.end(), Dim(0));
    return result;
  } else
    return attribute;
}

/// Applies to each attribute of an alternative of Op.
template <class T> void simplifyOp(T &op, Places &places) {
  const T usual{};
  T::attributes(op, [&](std::string_view name, auto &attribute) {
    using Attribute = std::remove_cvref_t<decltype(attribute)>;
    T::attributes(usual, [&](std::string_view usualName, const auto &usualValue) {
      if constexpr (std::is_same_v<Attribute, std::remove_cvref_t<decltype(usualValue)>>)
        if (name == usualName) {
          Attribute simple = simplest(name, attribute, usualValue);
          if (simple != attribute && places.take())
            attribute = simple;
        }
    });
  });
}

} // namespace

/// Attributes get the value that a reader expects: defaults, unit strides, no offset, no pad,
/// identity permutations, one dim of several.
void simplifyAttributes(Draft &draft, Places &places) {
  for (Node &node : draft.nodes)
    std::visit([&](auto &op) { simplifyOp(op, places); }, node.op);
}

/// Windows lie without padding, gaps or strides along a dim: as many as there are then.
void plainWindows(Draft &draft, Places &places) {
  const Program &program = draft.original.program();
  auto simplify = [&](Windows &windows, size_t i, const Dim &extent, const Dim &window) {
    const bool isPlain = windows.strides[i] == 1 && windows.dilations[i] == 1 &&
                         windows.low[i] == Dim(0) && windows.high[i] == Dim(0);
    if (isPlain || !places.take())
      return;
    windows.strides[i] = windows.dilations[i] = 1;
    windows.low[i] = windows.high[i] = 0;
    windows.sizes[i] = extent - window + Dim(1);
  };
  for (Node &node : draft.nodes) {
    auto dims = [&](size_t operand) -> const std::vector<Dim> & {
      return program.type(node.operands[operand]).dims;
    };
    if (auto *conv = std::get_if<Conv>(&node.op))
      for (size_t i = 0; i < conv->windows.rank(); ++i)
        simplify(conv->windows, i, dims(0)[conv->parts().spatial + i],
                 dims(1)[conv->parts().window + i]);
    if (auto *reduce = std::get_if<ReduceWindow>(&node.op))
      for (size_t i = 0; i < reduce->windows.rank(); ++i)
        simplify(reduce->windows, i, dims(0)[i], reduce->window[i]);
  }
}

/// Attention has as many heads in its keys as in its queries: those of the keys. The queries and
/// the mask are arguments, since their types change.
void ungroupAttention(Draft &draft, Places &places) {
  const Program &program = draft.original.program();
  for (Node &node : draft.nodes) {
    auto *attention = std::get_if<Attention>(&node.op);
    if (!attention || attention->group == 1)
      continue;
    std::vector<ValueId> grouped{node.operands[0]};
    if (attention->mask != MaskKind::None)
      grouped.push_back(node.operands[3]);
    if (!std::ranges::all_of(grouped, [&](ValueId value) { return program.isArgument(value); }) ||
        !places.take())
      continue;
    attention->group = 1;
    const std::vector<Dim> &keys = program.type(node.operands[1]).dims;
    for (ValueId value : grouped)
      draft.arguments[static_cast<size_t>(value)].type.dims[keys.size() - 3] =
          keys[keys.size() - 3];
  }
}

} // namespace assay
