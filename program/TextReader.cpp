#include "program/CaseReader.h"
#include "program/Json.h"
#include "program/LineReader.h"
#include "program/Text.h"
#include "support/Closest.h"

#include <map>

namespace assay {

namespace {

using Json = LineReader::Json;

/// Turns the text into the JSON form, and remembers from which line each part came.
class TextReader {
public:
  void read(std::string_view text) {
    while (!text.empty()) {
      ++line;
      size_t end = std::min(text.find('\n'), text.size());
      readLine(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  Json json() const {
    return {{"schema", schema},
            {"program",
             {{"symbols", specialization.size()},
              {"arguments", arguments},
              {"nodes", nodes},
              {"returns", returns},
              {"groups", groups}}},
            {"specialization", specialization},
            {"contracts", contracts},
            {"runs", runs}};
  }

  bool hasSchema() const { return lines.contains("/schema"); }
  /// The line whose part holds the JSON pointer `place`.
  int lineOf(std::string place) const {
    for (;;) {
      if (auto found = lines.find(place); found != lines.end())
        return found->second;
      size_t slash = place.rfind('/');
      if (slash == std::string::npos)
        return line;
      place.resize(slash);
    }
  }
  int line = 0;

private:
  void readLine(std::string_view text) {
    LineReader reader(text);
    if (reader.atEnd() || reader.accept("#"))
      return;
    if (reader.atPercent())
      readValue(reader);
    else
      readStatement(reader);
    if (!reader.atEnd())
      throw Unreadable{fmt::format("the line is to end before {}", reader.next())};
  }

  void readStatement(LineReader &reader) {
    std::string_view keyword = reader.word();
    if (keyword == "assay") {
      schema = reader.number();
      lines["/schema"] = line;
    } else if (keyword == "contract") {
      add(contracts, "/contracts", reader.word());
    } else if (keyword == "return") {
      returns = reader.values();
      lines["/program/returns"] = line;
    } else if (keyword == "run") {
      readRun(reader);
    } else if (keyword == "function" || keyword == "body") {
      int64_t first = reader.number();
      reader.expect("..");
      add(groups, "/program/groups",
          {{"kind", keyword}, {"first", first}, {"end", reader.number()}});
    } else if (keyword == fmt::format("d{}", specialization.size())) {
      add(specialization, "/specialization", reader.word());
    } else {
      throw Unreadable{unknownKeyword(keyword)};
    }
  }

  std::string unknownKeyword(std::string_view keyword) const {
    const std::string next = fmt::format("d{}", specialization.size());
    const bool isSymbol = keyword.size() > 1 && keyword[0] == 'd' &&
                          keyword.find_first_not_of("0123456789", 1) == std::string_view::npos;
    if (isSymbol)
      return fmt::format(
          "'{}' is not known here; symbols are numbered in order, and the next is {}",
          keyword.substr(0, 40), next);
    const std::string_view known[] = {"assay",    "contract", next, "return",
                                      "function", "body",     "run"};
    return fmt::format("'{}' is not known here; a line begins with a value as in %0 = ..., or with "
                       "assay, {}, contract, return, function, body or run{}",
                       keyword.substr(0, 40), next, didYouMean(keyword, known));
  }

  void readRun(LineReader &reader) {
    Json bindings = Json::array();
    while (!reader.atEnd()) {
      reader.expect(fmt::format("d{}", bindings.size()));
      reader.expect("=");
      bindings.push_back(reader.number());
    }
    lines[fmt::format("/runs/{}/bindings", runs.size())] = line;
    add(runs, "/runs", {{"bindings", bindings}, {"inputs", Json::array()}});
  }

  void readValue(LineReader &reader) {
    Json results = reader.values();
    reader.expect("=");
    if (!runs.empty())
      return readInput(reader, results);
    for (const Json &result : results)
      if (result != values++)
        throw Unreadable{fmt::format("expected %{}, not %{}: values are numbered in order",
                                     values - 1, result.get<int64_t>())};
    std::string_view op = reader.word();
    if (op == "argument") {
      if (!nodes.empty() || results.size() != 1)
        throw Unreadable{"arguments come one a line, before other values"};
      return add(arguments, "/program/arguments", readType(reader));
    }
    Json node = {{"op", op}};
    reader.expect("(");
    node["operands"] = reader.values();
    reader.expect(")");
    if (reader.accept("into "))
      node["destination"] = reader.value();
    if (reader.accept("as "))
      node["spelling"] = reader.word();
    if (reader.accept("{"))
      node["attributes"] = reader.attributes();
    // Result types are written for people; they follow from the operands.
    if (reader.accept(":"))
      reader = LineReader("");
    add(nodes, "/program/nodes", std::move(node));
  }

  /// "f32[d0, 4]" without blanks.
  static std::string readType(LineReader &reader) {
    std::string type(reader.word());
    reader.expect("[");
    type += '[';
    while (!reader.accept("]")) {
      if (type.back() != '[')
        reader.expect(",");
      type += type.back() == '[' ? "" : ",";
      type += reader.word();
    }
    return type + "]";
  }

  void readInput(LineReader &reader, const Json &results) {
    Json &inputs = runs.back()["inputs"];
    if (results.size() != 1 || results[0] != inputs.size())
      throw Unreadable{fmt::format("expected the input for %{}, not for {}", inputs.size(),
                                   JsonReader::brief(results))};
    Json input = reader.literal();
    if (input.is_string()) {
      reader.expect("{");
      Json recipe = {{"distribution", input}};
      recipe.update(reader.attributes());
      input = std::move(recipe);
    }
    add(inputs, fmt::format("/runs/{}/inputs", runs.size() - 1), std::move(input));
  }

  void add(Json &list, const std::string &place, Json item) {
    lines[fmt::format("{}/{}", place, list.size())] = line;
    list.push_back(std::move(item));
  }

  int64_t schema = 0, values = 0;
  Json specialization = Json::array(), contracts = Json::array(), arguments = Json::array(),
       nodes = Json::array(), returns = Json::array(), groups = Json::array(), runs = Json::array();
  std::map<std::string, int> lines;
};

} // namespace

Expected<TestCase> readText(std::string_view text, std::string_view source) {
  if (text.size() > maxJsonBytes)
    return Error{fmt::format("{}: is larger than {} MiB", source, maxJsonBytes >> 20)};
  TextReader lines;
  JsonReader reader;
  try {
    lines.read(text);
    if (!lines.hasSchema())
      return Error{fmt::format("{}:1: expected the line 'assay {}' first", source, schemaVersion)};
  } catch (const Unreadable &unreadable) {
    return Error{fmt::format("{}:{}: {}", source, lines.line, unreadable.message)};
  }
  std::optional<TestCase> testCase = readCase(lines.json(), reader);
  if (!testCase)
    return Error{fmt::format("{}:{}: {}", source, lines.lineOf(reader.firstRejection().place),
                             reader.message())};
  return *testCase;
}

} // namespace assay
