#include "program/Text.h"

#include "program/Json.h"
#include "support/NameOf.h"

#include <fmt/ranges.h>

#include <cmath>
#include <type_traits>

namespace assay {

namespace {

std::string toText(bool value) { return value ? "true" : "false"; }
std::string toText(int64_t value) { return fmt::format("{}", value); }
/// A NaN is one, whatever its sign: its bits are those that a type converts it to.
std::string toText(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }
std::string toText(const Dim &value) { return value.text(); }
std::string toText(ElementType value) { return std::string(name(value)); }
template <class E>
  requires std::is_enum_v<E>
std::string toText(E value) {
  return std::string(nameOf(value));
}
std::string toText(std::optional<bool> value) { return value ? toText(*value) : ""; }
template <class T> std::string toText(const std::vector<T> &items) {
  std::string out;
  for (const T &item : items)
    out += (out.empty() ? "" : ",") + toText(item);
  return "[" + out + "]";
}
std::string toText(const Tensor &tensor) {
  std::string data;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    data += i ? "," : "";
    if (isInteger(tensor.element()) || isBool(tensor.element()))
      data += toText(tensor.integer(i));
    else
      data += toText(tensor.real(i));
    if (isComplex(tensor.element()))
      data += "," + toText(tensor.imaginary(i));
  }
  return fmt::format("{}[{}] [{}]", name(tensor.element()), fmt::join(tensor.shape(), ","), data);
}

/// "{dim=1, k=d1}" with what differs from the default, or nothing.
std::string attributesText(const Op &op) {
  std::vector<std::string> defaults;
  visitAttributes(defaultOp(kindOf(op)), [&](std::string_view, const auto &attribute) {
    defaults.push_back(toText(attribute));
  });
  std::string out;
  size_t i = 0;
  visitAttributes(op, [&](std::string_view name, const auto &attribute) {
    std::string text = toText(attribute);
    if (text != defaults[i++])
      out += fmt::format("{}{}={}", out.empty() ? "" : ", ", name, text);
  });
  return out.empty() ? out : " {" + out + "}";
}

std::string valueList(std::span<const ValueId> values) {
  std::string out;
  for (ValueId value : values)
    out += fmt::format("{}%{}", out.empty() ? "" : ", ", value);
  return out;
}

std::string nodeText(const Program &program, int index) {
  const Node &node = program.node(index);
  std::string results, types;
  for (ValueId value = program.firstResult(index); value < program.firstResult(index + 1);
       ++value) {
    results += fmt::format("{}%{}", results.empty() ? "" : ", ", value);
    types += fmt::format("{}{}", types.empty() ? "" : ", ", program.type(value).text());
  }
  OpKind kind = kindOf(node.op);
  std::string out = fmt::format("{} = {}({})", results, name(kind), valueList(node.operands));
  if (node.destination)
    out += fmt::format(" into %{}", *node.destination);
  if (node.spelling != spellingsOf(kind).front())
    out += " as " + toText(node.spelling);
  return out + attributesText(node.op) + " : " + types;
}

std::string inputText(const Input &input) {
  if (const Tensor *tensor = std::get_if<Tensor>(&input))
    return toText(*tensor);
  const Recipe &recipe = std::get<Recipe>(input);
  std::string out = fmt::format("{} {{seed={}, low={}, high={}", toText(recipe.distribution),
                                recipe.seed, recipe.low, recipe.high);
  if (recipe.axis != 0)
    out += fmt::format(", axis={}", recipe.axis);
  if (!recipe.extents.empty())
    out += ", extents=" + toText(recipe.extents);
  if (recipe.special != Special::None)
    out += fmt::format(", special={}", toText(recipe.special));
  return out + "}";
}

} // namespace

std::string writeText(const TestCase &testCase) {
  const Program &program = testCase.program();
  std::string out = fmt::format("assay {}\n", schemaVersion);
  for (int symbol = 0; symbol < program.symbols(); ++symbol)
    out += fmt::format("d{} {}\n", symbol,
                       toText(testCase.specialization()[static_cast<size_t>(symbol)]));
  for (Contract contract : testCase.contracts())
    out += fmt::format("contract {}\n", toText(contract));
  for (size_t i = 0; i < program.arguments().size(); ++i)
    out += fmt::format("%{} = argument {}\n", i, program.arguments()[i].text());
  for (int i = 0; i < static_cast<int>(program.nodes().size()); ++i)
    out += nodeText(program, i) + "\n";
  out += fmt::format("return {}\n", valueList(program.returns()));
  for (const Group &group : program.groups())
    out += fmt::format("{} {} .. {}\n", toText(group.kind), group.first, group.end);
  for (const Run &run : testCase.runs()) {
    out += "run";
    for (size_t i = 0; i < run.bindings.size(); ++i)
      out += fmt::format(" d{}={}", i, run.bindings[i]);
    out += "\n";
    for (size_t i = 0; i < run.inputs.size(); ++i)
      out += fmt::format("  %{} = {}\n", i, inputText(run.inputs[i]));
  }
  return out;
}

} // namespace assay
