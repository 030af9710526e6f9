#include "program/LineReader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace assay {

using Json = LineReader::Json;

namespace {

bool isWordCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '-' || c == '+' || c == '*' || c == '.';
}

/// What the whole of the text says as a number of this type.
template <typename Number> std::optional<Number> wholeText(std::string_view text) {
  const char *end = text.data() + text.size();
  Number number = 0;
  auto [at, code] = std::from_chars(text.data(), end, number);
  return code == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

Json scalar(std::string_view text) {
  if (text == "true" || text == "false")
    return text == "true";
  if (auto whole = wholeText<int64_t>(text); whole && *whole < 0)
    return *whole;
  // The JSON form tells numbers without a sign apart: a seed must be one.
  if (auto natural = wholeText<uint64_t>(text))
    return *natural;
  // Infinities and NaN stay words, as in the JSON form.
  if (auto real = wholeText<double>(text); real && *real - *real == 0)
    return *real;
  return text;
}

} // namespace

void LineReader::skipBlanks() {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
}

bool LineReader::atEnd() {
  skipBlanks();
  return rest.empty();
}

bool LineReader::atPercent() {
  skipBlanks();
  return rest.starts_with("%");
}

bool LineReader::accept(std::string_view token) {
  skipBlanks();
  if (!rest.starts_with(token))
    return false;
  rest.remove_prefix(token.size());
  return true;
}

std::string LineReader::next() {
  return atEnd() ? "the end of the line" : fmt::format("'{}'", rest.substr(0, 20));
}

void LineReader::expect(std::string_view token) {
  if (!accept(token))
    throw Unreadable{fmt::format("expected '{}' before {}", token, next())};
}

std::string_view LineReader::word() {
  skipBlanks();
  const auto length =
      static_cast<size_t>(std::ranges::find_if_not(rest, isWordCharacter) - rest.begin());
  if (length == 0)
    throw Unreadable{fmt::format("expected a word before {}", next())};
  std::string_view found = rest.substr(0, length);
  rest.remove_prefix(length);
  return found;
}

int64_t LineReader::number() {
  std::string_view text = word();
  std::optional<int64_t> found = wholeText<int64_t>(text);
  if (!found)
    throw Unreadable{fmt::format("'{}' is no whole number", text.substr(0, 40))};
  return *found;
}

int64_t LineReader::value() {
  expect("%");
  return number();
}

Json LineReader::values() {
  Json list = Json::array();
  while (atPercent()) {
    list.push_back(value());
    if (!accept(","))
      break;
  }
  return list;
}

Json LineReader::literal(int depth) {
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

Json LineReader::attributes() {
  Json object = Json::object();
  do {
    std::string key(word());
    expect("=");
    object[key] = literal();
  } while (accept(","));
  if (!accept("}"))
    throw Unreadable{fmt::format("expected ',' or '}}' before {}", next())};
  return object;
}

} // namespace assay
