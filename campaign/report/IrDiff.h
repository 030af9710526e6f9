#pragma once

#include <kainjow/mustache.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A line of a comparison.
struct DiffLine {
  enum class Kind : uint8_t { Both, Before, After, Skipped };
  Kind kind = Kind::Both;
  std::string text; // of Skipped, how many lines are left out
  bool operator==(const DiffLine &) const = default;
};

/// Two texts by lines, with three lines of both around each change; nothing where they are equal.
std::vector<DiffLine> diffOf(std::string_view before, std::string_view after);

/// What Diff.html shows of it, as a list of lines; empty where either text is, or nothing differs.
kainjow::mustache::data diffData(std::string_view before, std::string_view after);

} // namespace assay
