#include "program/Json.h"

#include "program/CaseReader.h"
#include "support/NameOf.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <type_traits>

namespace assay {

using nlohmann::ordered_json;

namespace {

ordered_json toJson(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  return value;
}
ordered_json toJson(bool value) { return value; }
ordered_json toJson(int64_t value) { return value; }
ordered_json toJson(const Dim &value) { return value.text(); }
ordered_json toJson(ElementType value) { return name(value); }
ordered_json toJson(const Tensor &tensor) {
  ordered_json data = ordered_json::array();
  for (int64_t i = 0; i < tensor.size(); ++i) {
    if (isInteger(tensor.element()) || isBool(tensor.element()))
      data.push_back(tensor.integer(i));
    else
      data.push_back(toJson(tensor.real(i)));
    if (isComplex(tensor.element()))
      data.push_back(toJson(tensor.imaginary(i)));
  }
  return {{"element", name(tensor.element())}, {"shape", tensor.shape()}, {"data", data}};
}
template <class E>
  requires std::is_enum_v<E>
ordered_json toJson(E value) {
  return nameOf(value);
}
ordered_json toJson(std::optional<bool> value) { return value ? toJson(*value) : ordered_json(); }
template <class T> ordered_json toJson(const std::vector<T> &items) {
  ordered_json list = ordered_json::array();
  for (const T &item : items)
    list.push_back(toJson(item));
  return list;
}

ordered_json toJson(const Node &node) {
  ordered_json attributes = ordered_json::object();
  visitAttributes(node.op, [&](std::string_view name, const auto &attribute) {
    if (ordered_json value = toJson(attribute); !value.is_null())
      attributes[std::string(name)] = std::move(value);
  });
  ordered_json json = {{"op", name(kindOf(node.op))}, {"operands", node.operands}};
  if (node.destination)
    json["destination"] = *node.destination;
  json["spelling"] = toJson(node.spelling);
  json["attributes"] = std::move(attributes);
  return json;
}

ordered_json toJson(const Group &group) {
  return {{"kind", toJson(group.kind)}, {"first", group.first}, {"end", group.end}};
}

ordered_json toJson(const Input &input) {
  if (const Tensor *tensor = std::get_if<Tensor>(&input))
    return toJson(*tensor);
  const Recipe &recipe = std::get<Recipe>(input);
  ordered_json json = {{"distribution", toJson(recipe.distribution)},
                       {"seed", recipe.seed},
                       {"low", recipe.low},
                       {"high", recipe.high}};
  if (recipe.axis != 0)
    json["axis"] = recipe.axis;
  if (!recipe.extents.empty())
    json["extents"] = recipe.extents;
  if (recipe.special != Special::None)
    json["special"] = toJson(recipe.special);
  return json;
}

/// Writes `key` and a list with one item a line.
template <class T>
void writeLines(std::string &out, std::string_view key, const std::vector<T> &items) {
  out += fmt::format("\"{}\": [", key);
  for (size_t i = 0; i < items.size(); ++i)
    out += fmt::format("{}\n  {}", i ? "," : "", toJson(items[i]).dump());
  out += items.empty() ? "]" : "\n]";
}

} // namespace

std::string writeJson(const TestCase &testCase) {
  const Program &program = testCase.program();
  std::string out = fmt::format("{{\n\"schema\": {},\n\"program\": {{\n\"symbols\": {},\n",
                                schemaVersion, program.symbols());
  ordered_json arguments = ordered_json::array();
  for (const TensorType &type : program.arguments())
    arguments.push_back(type.text());
  out += fmt::format("\"arguments\": {},\n", arguments.dump());
  writeLines(out, "nodes", program.nodes());
  out += fmt::format(",\n\"returns\": {},\n", ordered_json(program.returns()).dump());
  writeLines(out, "groups", program.groups());
  ordered_json contracts = ordered_json::array();
  for (Contract contract : testCase.contracts())
    contracts.push_back(toJson(contract));
  out += fmt::format("\n}},\n\"specialization\": {},\n\"contracts\": {},\n\"runs\": [",
                     toJson(testCase.specialization()).dump(), contracts.dump());
  for (size_t i = 0; i < testCase.runs().size(); ++i) {
    const Run &run = testCase.runs()[i];
    out +=
        fmt::format("{}\n{{\"bindings\": {},\n", i ? "," : "", ordered_json(run.bindings).dump());
    writeLines(out, "inputs", run.inputs);
    out += "}";
  }
  return out + "\n]\n}\n";
}

Expected<TestCase> readJson(std::string_view text, std::string_view source) {
  if (text.size() > maxJsonBytes)
    return Error{fmt::format("{}: is larger than {} MiB", source, maxJsonBytes >> 20)};
  ordered_json json;
  try {
    json = ordered_json::parse(text);
  } catch (const ordered_json::exception &error) {
    std::string_view what = error.what();
    return Error{fmt::format("{}: is not JSON: {}", source, what.substr(what.find(']') + 2))};
  }
  JsonReader reader;
  std::optional<TestCase> testCase = readCase(json, reader);
  if (!testCase)
    return Error{fmt::format("{}: {}", source, reader.message())};
  return *testCase;
}

} // namespace assay
