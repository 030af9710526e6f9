#include "program/CaseReader.h"
#include "program/Json.h"
#include "program/Text.h"

#include <charconv>
#include <map>

namespace assay {

namespace {

using Json = JsonReader::Json;

/// What keeps a line from being understood.
struct Unreadable {
  std::string message;
};

/// Takes tokens from one line; throws Unreadable, which readText() catches.
class LineReader {
public:
  explicit LineReader(std::string_view line) : rest(line) {}

  bool atEnd() {
    skipBlanks();
    return rest.empty();
  }
  bool accept(std::string_view token) {
    skipBlanks();
    if (!rest.starts_with(token))
      return false;
    rest.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token))
      throw Unreadable{fmt::format("expected '{}' before '{}'", token, rest.substr(0, 20))};
  }
  /// Letters, digits and what numbers and dims consist of.
  std::string_view word() {
    skipBlanks();
    size_t length = 0;
    while (length < rest.size() && isWordCharacter(rest[length]))
      ++length;
    if (length == 0)
      throw Unreadable{fmt::format("expected a word before '{}'", rest.substr(0, 20))};
    std::string_view found = rest.substr(0, length);
    rest.remove_prefix(length);
    return found;
  }
  int64_t number() {
    std::string_view text = word();
    int64_t value = 0;
    auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size())
      throw Unreadable{fmt::format("'{}' is no whole number", text.substr(0, 40))};
    return value;
  }
  /// "%3"
  int64_t value() {
    expect("%");
    return number();
  }
  /// "%1, %2"; none if the next character is no %.
  Json values() {
    Json list = Json::array();
    while (atPercent()) {
      list.push_back(value());
      if (!accept(","))
        break;
    }
    return list;
  }
  bool atPercent() {
    skipBlanks();
    return rest.starts_with("%");
  }
  /// A list, a tensor, or a word; words that are numbers or truth values become such.
  Json literal(int depth = 0) {
    if (depth > 4)
      throw Unreadable{"lists nest too deep"};
    if (accept("[")) {
      Json list = Json::array();
      if (accept("]"))
        return list;
      do
        list.push_back(literal(depth + 1));
      while (accept(","));
      expect("]");
      return list;
    }
    std::string_view text = word();
    if (elementTypeFromName(text) && rest.starts_with("[")) {
      Json shape = literal(depth + 1);
      return {{"element", text}, {"shape", shape}, {"data", literal(depth + 1)}};
    }
    return scalar(text);
  }
  /// "{a=1, b=[2]}" as an object.
  Json attributes() {
    Json object = Json::object();
    do {
      std::string key(word());
      expect("=");
      object[key] = literal();
    } while (accept(","));
    expect("}");
    return object;
  }

private:
  static bool isWordCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-' || c == '+' || c == '*' || c == '.';
  }
  void skipBlanks() { rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size())); }

  static Json scalar(std::string_view text) {
    if (text == "true" || text == "false")
      return text == "true";
    const char *end = text.data() + text.size();
    int64_t whole = 0;
    if (auto [at, code] = std::from_chars(text.data(), end, whole);
        code == std::errc() && at == end && whole < 0)
      return whole;
    // The JSON form tells numbers without a sign apart: a seed must be one.
    uint64_t natural = 0;
    if (auto [at, code] = std::from_chars(text.data(), end, natural);
        code == std::errc() && at == end)
      return natural;
    // Infinities and NaN stay words, as in the JSON form.
    double real = 0;
    if (auto [at, code] = std::from_chars(text.data(), end, real);
        code == std::errc() && at == end && real - real == 0)
      return real;
    return text;
  }

  std::string_view rest;
};

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
      throw Unreadable{"the line goes on behind its end"};
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
      throw Unreadable{fmt::format("'{}' is not known here", keyword.substr(0, 40))};
    }
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
        throw Unreadable{fmt::format("expected %{}: values are numbered in order", values - 1)};
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
      throw Unreadable{fmt::format("expected the input for %{}", inputs.size())};
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
