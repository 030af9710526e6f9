#pragma once

#include "program/JsonReader.h"

#include <string>
#include <string_view>

namespace assay {

/// What keeps a line of a case's text form from being understood.
struct Unreadable {
  std::string message;
};

/// Takes tokens from one line of the text form (program/Text.h), as JSON where they are data.
/// Blanks between tokens do not count. Everything that takes a token throws Unreadable if another
/// stands there; readText() catches it.
class LineReader {
public:
  using Json = JsonReader::Json;

  explicit LineReader(std::string_view line) : rest(line) {}

  bool atEnd();
  bool atPercent();
  /// What is not taken yet, for messages.
  std::string next();
  bool accept(std::string_view token);
  void expect(std::string_view token);
  /// Letters, digits and what numbers and dims consist of.
  std::string_view word();
  int64_t number();
  /// "%3"
  int64_t value();
  /// "%1, %2"; none if the next character is no %.
  Json values();
  /// A list, a tensor, or a word; words that are numbers or truth values become such.
  Json literal(int depth = 0);
  /// "a=1, b=[2]}" as an object.
  Json attributes();

private:
  void skipBlanks();

  std::string_view rest;
};

} // namespace assay
