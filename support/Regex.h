#pragma once

#include "support/Expected.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A regular expression in Perl's syntax, on bytes. Matching does not recurse, however long the
/// text; a match that takes too many steps is none.
class Regex {
public:
  /// One that stands in our code, and is right.
  explicit Regex(std::string_view pattern);
  /// An error says what is wrong with it, and where.
  static Expected<Regex> parse(std::string_view pattern);

  /// What was matched: the whole, and each group; empty for one that took no part.
  using Groups = std::vector<std::string_view>;
  /// The first match in the text from that place on; what is before it is looked at by \b and ^.
  std::optional<Groups> search(std::string_view text, size_t from = 0) const;
  /// The whole text.
  std::optional<Groups> match(std::string_view text) const;
  bool isIn(std::string_view text) const { return search(text).has_value(); }
  /// The text with each match replaced; $1 to $9 stand for groups.
  std::string replaced(std::string_view text, std::string_view replacement) const;

private:
  Regex() = default;
  std::optional<Groups> find(std::string_view text, size_t from, unsigned options) const;

  std::shared_ptr<const void> code; // pcre2_code
};

} // namespace assay
