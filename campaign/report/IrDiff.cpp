#include "campaign/report/IrDiff.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

/// Lines of both that stand around a change.
constexpr size_t context = 3;

using Lines = std::vector<std::string_view>;

Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// How many lines of [i, end) and [j, end) can be kept at most, by i and j.
class CommonLines {
public:
  CommonLines(const Lines &before, const Lines &after)
      : columns(after.size() + 1), table((before.size() + 1) * columns) {
    for (size_t i = before.size(); i-- > 0;)
      for (size_t j = after.size(); j-- > 0;)
        table[i * columns + j] =
            before[i] == after[j] ? 1 + at(i + 1, j + 1) : std::max(at(i + 1, j), at(i, j + 1));
  }
  uint32_t at(size_t i, size_t j) const { return table[i * columns + j]; }

private:
  size_t columns;
  std::vector<uint32_t> table;
};

/// How many lines both begin with.
ptrdiff_t equalLines(const auto &one, const auto &end, const auto &other, const auto &otherEnd) {
  return std::mismatch(one, end, other, otherEnd).first - one;
}

/// All lines of both.
std::vector<DiffLine> allLines(std::string_view beforeText, std::string_view afterText) {
  // A table of that many cells is made at most; of what differs more, nothing is kept.
  constexpr size_t mostCells = 8 << 20;
  Lines before = linesOf(beforeText), after = linesOf(afterText);
  const auto begin = equalLines(before.begin(), before.end(), after.begin(), after.end());
  const auto end =
      equalLines(before.rbegin(), before.rend() - begin, after.rbegin(), after.rend() - begin);
  std::vector<DiffLine> lines;
  const auto add = [&](DiffLine::Kind kind, std::string_view text) {
    lines.push_back({kind, std::string(text)});
  };
  const Lines first(before.begin(), before.begin() + begin), last(before.end() - end, before.end());
  before = Lines(before.begin() + begin, before.end() - end);
  after = Lines(after.begin() + begin, after.end() - end);
  const bool isTooLarge = (before.size() + 1) * (after.size() + 1) > mostCells;
  const CommonLines common(isTooLarge ? Lines() : before, isTooLarge ? Lines() : after);
  for (const std::string_view line : first)
    add(DiffLine::Kind::Both, line);
  size_t i = 0, j = 0;
  while (i < before.size() || j < after.size()) {
    const bool canDrop = i < before.size(), canAdd = j < after.size();
    if (!isTooLarge && canDrop && canAdd && before[i] == after[j]) {
      add(DiffLine::Kind::Both, before[i++]);
      ++j;
    } else if (canDrop && (isTooLarge || !canAdd || common.at(i + 1, j) >= common.at(i, j + 1))) {
      add(DiffLine::Kind::Before, before[i++]);
    } else {
      add(DiffLine::Kind::After, after[j++]);
    }
  }
  for (const std::string_view line : last)
    add(DiffLine::Kind::Both, line);
  return lines;
}

} // namespace

std::vector<DiffLine> diffOf(std::string_view before, std::string_view after) {
  const std::vector<DiffLine> lines = allLines(before, after);
  const auto isChange = [](const DiffLine &line) { return line.kind != DiffLine::Kind::Both; };
  if (std::ranges::none_of(lines, isChange))
    return {};
  std::vector<DiffLine> shown;
  size_t skipped = 0;
  const auto endSkipped = [&] {
    if (skipped > 0)
      shown.push_back({DiffLine::Kind::Skipped, fmt::format("{} equal lines", skipped)});
    skipped = 0;
  };
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t first = i - std::min(i, context), past = std::min(i + context + 1, lines.size());
    if (std::any_of(lines.begin() + static_cast<ptrdiff_t>(first),
                    lines.begin() + static_cast<ptrdiff_t>(past), isChange)) {
      endSkipped();
      shown.push_back(lines[i]);
    } else {
      ++skipped;
    }
  }
  endSkipped();
  return shown;
}

kainjow::mustache::data diffData(std::string_view before, std::string_view after) {
  using kainjow::mustache::data;
  constexpr size_t mostLines = 500;
  data lines(data::type::list);
  if (before.empty() || after.empty())
    return lines;
  std::vector<DiffLine> all = diffOf(before, after);
  if (all.size() > mostLines) {
    const std::string rest = fmt::format("{} more lines: see the files", all.size() - mostLines);
    all.resize(mostLines);
    all.push_back({DiffLine::Kind::Skipped, rest});
  }
  for (const DiffLine &line : all) {
    data one;
    one.set("isBefore", data(line.kind == DiffLine::Kind::Before));
    one.set("isAfter", data(line.kind == DiffLine::Kind::After));
    one.set("isSkipped", data(line.kind == DiffLine::Kind::Skipped));
    one.set("isBoth", data(line.kind == DiffLine::Kind::Both));
    one.set("line", line.text);
    lines << one;
  }
  return lines;
}

} // namespace assay
