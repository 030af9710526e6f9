#include "program/HandwrittenJson.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay {

using Json = JsonReader::Json;

namespace {

/// What JSON does not take before that place of a text.
std::string problemBefore(std::string_view text, size_t end, std::string_view parserSays) {
  constexpr std::string_view blanks = " \t\r\n";
  if (end == 0 || text.find_first_not_of(blanks) == text.npos)
    return "it ends too soon";
  const char last = text[end - 1];
  const size_t before = text.substr(0, end - 1).find_last_not_of(blanks);
  if ((last == '}' || last == ']') && before != text.npos && text[before] == ',')
    return fmt::format("there is a comma before '{}'; take it away", last);
  if (parserSays.ends_with("expected end of input"))
    return fmt::format("'{}' stands behind the last bracket; nothing may", last);
  if (end == text.size() && last != '}')
    return "it ends too soon; a bracket or a quotation mark is missing";
  return fmt::format(
      "'{}' cannot stand there; look for a comma, a colon or a quotation mark that is "
      "missing",
      last);
}

/// Watches a parser for keys that an object has twice; keeps the first.
class KeyWatch {
public:
  bool operator()(int, Json::parse_event_t event, const Json &parsed) {
    if (event == Json::parse_event_t::object_start)
      open.emplace_back();
    else if (event == Json::parse_event_t::object_end)
      open.pop_back();
    else if (event == Json::parse_event_t::key)
      if (const auto &key = parsed.get_ref<const std::string &>(); !open.back().insert(key).second)
        twice = twice.value_or(key);
    return true;
  }
  const std::optional<std::string> &found() const { return twice; }

private:
  std::vector<std::set<std::string>> open;
  std::optional<std::string> twice;
};

} // namespace

Expected<Json> parseHandwrittenJson(std::string_view text) {
  KeyWatch keys;
  try {
    Json json = Json::parse(text, std::ref(keys));
    if (keys.found())
      return Error{fmt::format("the key \"{}\" stands twice in one object", *keys.found())};
    return json;
  } catch (const Json::parse_error &error) {
    const size_t end = std::min(error.byte, text.size());
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(end), '\n') + 1;
    return Error{
        fmt::format("line {} is no JSON: {}", line, problemBefore(text, end, error.what()))};
  } catch (const Json::out_of_range &error) {
    const std::string_view what = error.what();
    return Error{fmt::format("a number is too large: {}", what.substr(what.find(']') + 2))};
  }
}

} // namespace assay
