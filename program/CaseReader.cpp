#include "program/CaseReader.h"

#include "program/Json.h"
#include "support/Closest.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace assay {

using nlohmann::ordered_json;

namespace {

/// What somebody may have meant who takes that for an op: one that is called alike, or those that
/// have it as their function or predicate.
std::string meantOp(std::string_view wanted) {
  std::vector<std::string_view> known;
  std::vector<std::string> uses;
  for (OpKind kind : allOpKinds) {
    known.push_back(name(kind));
    visitAttributes(defaultOp(kind), [&](std::string_view attribute, const auto &value) {
      if constexpr (requires { names(value); })
        if ((attribute == "function" || attribute == "predicate") &&
            std::ranges::count(names(value), wanted) > 0)
          uses.push_back(fmt::format("{}(...) {{{}={}}}", name(kind), attribute, wanted));
    });
  }
  return uses.empty() ? didYouMean(wanted, known)
                      : fmt::format("; did you mean {}?", fmt::join(uses, " or "));
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
    const std::string wanted = reader.string(*tag, at + "/op");
    auto kind = opKindFromName(wanted);
    if (!kind) {
      reader.reject(at + "/op", fmt::format("'{}' is no op; `assay ops` lists them{}",
                                            wanted.substr(0, 40), meantOp(wanted)));
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
      return reader.reject(at, fmt::format("must be an object, not {}", reader.brief(json)));
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
    reader.requireKeys(json, {"distribution", "seed", "low", "high", "axis", "extents", "special"},
                       at);
    if (const ordered_json *distribution = reader.member(json, "distribution", at))
      recipe.distribution = reader.enumerator<Distribution>(*distribution, at + "/distribution");
    if (const ordered_json *seed = reader.member(json, "seed", at)) {
      if (seed->is_number_unsigned() || (seed->is_number_integer() && *seed >= 0))
        recipe.seed = seed->get<uint64_t>();
      else
        reader.reject(at + "/seed", fmt::format("must be a whole number from 0 to 2^64-1, not {}",
                                                reader.brief(*seed)));
    }
    if (const ordered_json *low = reader.member(json, "low", at))
      reader.read(*low, recipe.low, at + "/low");
    if (const ordered_json *high = reader.member(json, "high", at))
      reader.read(*high, recipe.high, at + "/high");
    if (json.is_object() && json.contains("axis"))
      recipe.axis = reader.integer(json["axis"], at + "/axis");
    if (json.is_object() && json.contains("extents"))
      reader.read(json["extents"], recipe.extents, at + "/extents");
    if (json.is_object() && json.contains("special"))
      recipe.special = reader.enumerator<Special>(json["special"], at + "/special");
    return recipe;
  }

  JsonReader &reader;
};

} // namespace

std::optional<TestCase> readCase(const ordered_json &json, JsonReader &reader) {
  return CaseReader(reader).read(json);
}

} // namespace assay
