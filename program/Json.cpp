#include "program/Json.h"

#include "program/JsonReader.h"

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
  return names(value)[static_cast<size_t>(value)];
}
template <class T> ordered_json toJson(const std::vector<T> &items) {
  ordered_json list = ordered_json::array();
  for (const T &item : items)
    list.push_back(toJson(item));
  return list;
}

ordered_json toJson(const Node &node) {
  ordered_json attributes = ordered_json::object();
  visitAttributes(node.op, [&](std::string_view name, const auto &attribute) {
    attributes[std::string(name)] = toJson(attribute);
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

/// Reads the parts of a case; the first rejection wins.
class CaseReader {
public:
  explicit CaseReader(JsonReader &reader) : reader(reader) {}

  std::optional<TestCase> read(const ordered_json &json) {
    reader.requireKeys(json, {"schema", "program", "specialization", "contracts", "runs"});
    if (const ordered_json *schema = reader.member(json, "schema")) {
      int64_t version = reader.integer(*schema, "/schema");
      if (!reader.failed() && version != schemaVersion)
        reader.reject("/schema", fmt::format("is version {}; this assay reads version {}", version,
                                             schemaVersion));
    }
    TestCaseParts parts;
    std::optional<Program> program = readProgram(json);
    if (!program)
      return std::nullopt;
    parts.program = *program;
    reader.eachMember(json, "specialization", "",
                      [&](const ordered_json &item, const std::string &at) {
                        parts.specialization.push_back(reader.enumerator<Knowledge>(item, at));
                      });
    reader.eachMember(json, "contracts", "", [&](const ordered_json &item, const std::string &at) {
      parts.contracts.insert(reader.enumerator<Contract>(item, at));
    });
    reader.eachMember(json, "runs", "", [&](const ordered_json &item, const std::string &at) {
      parts.runs.push_back(readRun(item, at));
    });
    if (reader.failed())
      return std::nullopt;
    auto made = TestCase::make(std::move(parts));
    if (auto *rejection = std::get_if<Rejection>(&made)) {
      reader.reject(rejection->place, rejection->message);
      return std::nullopt;
    }
    return std::get<TestCase>(made);
  }

private:
  std::optional<Program> readProgram(const ordered_json &json) {
    const ordered_json *object = reader.member(json, "program");
    if (!object)
      return std::nullopt;
    const std::string at = "/program";
    ProgramParts parts;
    reader.requireKeys(*object, {"symbols", "arguments", "nodes", "returns", "groups"}, at);
    if (const ordered_json *symbols = reader.member(*object, "symbols", at))
      parts.symbols = reader.small(*symbols, at + "/symbols");
    reader.eachMember(*object, "arguments", at,
                      [&](const ordered_json &item, const std::string &at) {
                        parts.arguments.push_back(reader.type(item, at));
                      });
    reader.eachMember(*object, "nodes", at, [&](const ordered_json &item, const std::string &at) {
      parts.nodes.push_back(readNode(item, at));
    });
    reader.eachMember(*object, "returns", at, [&](const ordered_json &item, const std::string &at) {
      parts.returns.push_back(reader.small(item, at));
    });
    if (object->is_object() && object->contains("groups"))
      reader.eachMember(*object, "groups", at,
                        [&](const ordered_json &item, const std::string &at) {
                          parts.groups.push_back(readGroup(item, at));
                        });
    if (reader.failed())
      return std::nullopt;
    auto made = Program::make(std::move(parts));
    if (auto *rejection = std::get_if<Rejection>(&made)) {
      reader.reject(at + rejection->place, rejection->message);
      return std::nullopt;
    }
    return std::get<Program>(made);
  }

  Node readNode(const ordered_json &json, const std::string &at) {
    Node node;
    reader.requireKeys(json, {"op", "operands", "destination", "spelling", "attributes"}, at);
    const ordered_json *tag = reader.member(json, "op", at);
    if (!tag)
      return node;
    auto kind = opKindFromName(reader.string(*tag, at + "/op"));
    if (!kind) {
      reader.reject(at + "/op", "is no op; Ops.def lists them");
      return node;
    }
    node.op = defaultOp(*kind);
    reader.eachMember(json, "operands", at, [&](const ordered_json &item, const std::string &at) {
      node.operands.push_back(reader.small(item, at));
    });
    node.spelling = spellingsOf(*kind).front();
    if (json.contains("spelling"))
      node.spelling = reader.enumerator<Spelling>(json["spelling"], at + "/spelling");
    if (json.contains("destination"))
      node.destination = reader.small(json["destination"], at + "/destination");
    if (json.contains("attributes"))
      readAttributes(json["attributes"], node.op, at + "/attributes");
    return node;
  }

  void readAttributes(const ordered_json &json, Op &op, const std::string &at) {
    if (!json.is_object())
      return reader.reject(at, "must be an object");
    std::vector<std::string_view> known;
    visitAttributes(op, [&](std::string_view name, auto &attribute) {
      known.push_back(name);
      if (auto found = json.find(std::string(name)); found != json.end())
        reader.read(*found, attribute, fmt::format("{}/{}", at, name));
    });
    reader.requireKeys(json, known, at);
  }

  Group readGroup(const ordered_json &json, const std::string &at) {
    Group group;
    reader.requireKeys(json, {"kind", "first", "end"}, at);
    if (const ordered_json *kind = reader.member(json, "kind", at))
      group.kind = reader.enumerator<Group::Kind>(*kind, at + "/kind");
    if (const ordered_json *first = reader.member(json, "first", at))
      group.first = reader.small(*first, at + "/first");
    if (const ordered_json *end = reader.member(json, "end", at))
      group.end = reader.small(*end, at + "/end");
    return group;
  }

  Run readRun(const ordered_json &json, const std::string &at) {
    Run run;
    reader.requireKeys(json, {"bindings", "inputs"}, at);
    reader.eachMember(json, "bindings", at, [&](const ordered_json &item, const std::string &at) {
      run.bindings.push_back(reader.integer(item, at));
    });
    reader.eachMember(json, "inputs", at, [&](const ordered_json &item, const std::string &at) {
      run.inputs.push_back(readInput(item, at));
    });
    return run;
  }

  Input readInput(const ordered_json &json, const std::string &at) {
    if (json.is_object() && json.contains("element")) {
      Tensor tensor;
      reader.read(json, tensor, at);
      return tensor;
    }
    Recipe recipe;
    reader.requireKeys(json, {"distribution", "seed", "low", "high", "axis", "extents"}, at);
    if (const ordered_json *distribution = reader.member(json, "distribution", at))
      recipe.distribution = reader.enumerator<Distribution>(*distribution, at + "/distribution");
    if (const ordered_json *seed = reader.member(json, "seed", at)) {
      if (seed->is_number_unsigned())
        recipe.seed = seed->get<uint64_t>();
      else
        reader.reject(at + "/seed", "must be a whole number from 0 to 2^64-1");
    }
    if (const ordered_json *low = reader.member(json, "low", at))
      reader.read(*low, recipe.low, at + "/low");
    if (const ordered_json *high = reader.member(json, "high", at))
      reader.read(*high, recipe.high, at + "/high");
    if (json.is_object() && json.contains("axis"))
      recipe.axis = reader.integer(json["axis"], at + "/axis");
    if (json.is_object() && json.contains("extents"))
      reader.read(json["extents"], recipe.extents, at + "/extents");
    return recipe;
  }

  JsonReader &reader;
};

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
  std::optional<TestCase> testCase = CaseReader(reader).read(json);
  if (!testCase)
    return Error{fmt::format("{}: {}", source, reader.message())};
  return *testCase;
}

} // namespace assay
