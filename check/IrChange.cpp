#include "check/IrChange.h"

#include "support/NameOf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <functional>
#include <map>
#include <set>

namespace assay {
namespace {

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$';
}

/// The word that begins at that place; empty if none does.
std::string_view wordAt(std::string_view line, size_t at) {
  size_t end = at;
  while (end < line.size() && isWord(line[end]))
    ++end;
  return line.substr(at, end - at);
}

/// "tensor.pad", and no number.
bool isOpName(std::string_view word) {
  const size_t dot = word.find('.');
  return dot != word.npos && dot > 0 && dot + 1 < word.size() &&
         std::isalpha(static_cast<unsigned char>(word[0])) &&
         std::isalpha(static_cast<unsigned char>(word[dot + 1]));
}

/// The names of ops in a line: no types, attributes or symbols, which a sign stands before.
std::vector<std::string> opsIn(std::string_view line) {
  std::vector<std::string> ops;
  for (size_t at = 0; at < line.size(); ++at) {
    const std::string_view word = wordAt(line, at);
    if (word.empty())
      continue;
    if (isOpName(word) && (at == 0 || !std::strchr("!#@%", line[at - 1])))
      ops.emplace_back(word);
    at += word.size();
  }
  return ops;
}

/// Calls `body` with each line, without what it is indented by.
void forEachLine(std::string_view text, const auto &body) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    body(line);
  }
}

/// "%a, %b" of a line that makes values, and what it makes them of, which is all of others.
std::pair<std::string_view, std::string_view> splitLine(std::string_view line) {
  const size_t equals = line.find(" = ");
  if (!line.starts_with('%') || equals == line.npos)
    return {"", line};
  return {line.substr(0, equals), line.substr(equals + 3)};
}

/// Within a function upstream's printer leaves out that these are of `func`.
std::string spelledOut(std::string_view operation) {
  for (const std::string_view word : {"return", "call", "call_indirect"})
    if (wordAt(operation, 0) == word)
      return fmt::format("func.{}", operation);
  return std::string(operation);
}

using Replaced = std::function<std::string(std::string_view)>;

/// The line with each "%0" and "#map" replaced by what is said of it.
std::string withNames(std::string_view line, const Replaced &value, const Replaced &attribute) {
  std::string out;
  for (size_t at = 0; at < line.size(); ++at) {
    const std::string_view word =
        line[at] == '%' || line[at] == '#' ? wordAt(line, at + 1) : std::string_view();
    if (word.empty()) {
      out += line[at];
      continue;
    }
    const std::string_view name = line.substr(at, word.size() + 1);
    out += line[at] == '%' ? value(name) : attribute(name);
    at += word.size();
  }
  return out;
}

/// "in" of "in_0", which a printer calls the second such argument.
std::string_view withoutNumber(std::string_view name) {
  const size_t end = name.find_last_not_of("0123456789");
  return end != name.npos && end > 0 && name[end] == '_' ? name.substr(0, end) : name;
}

/// What a block or region begins with: "^bb0(%in: f32, %out: f32):", "(%in: f32, %init: f32) {".
bool isHeader(std::string_view line) { return line.starts_with('^') || line.starts_with('('); }

/// Tells which ops the regions belong to that lines close.
class OpenRegions {
public:
  /// The op whose region the line closes; empty for none. `ops` are those of the line, as opsIn()
  /// has them.
  std::string enter(std::string_view line, const std::vector<std::string> &ops) {
    std::string closed;
    if (line.starts_with('}') && !open.empty()) {
      closed = std::move(open.back());
      open.pop_back();
    } else if (!ops.empty()) {
      last = ops.front();
    }
    if (line.ends_with('{'))
      open.push_back(closed.empty() ? last : closed);
    return closed;
  }

private:
  std::vector<std::string> open;
  std::string last; // op of a line; what has regions may have arguments in the next
};

/// What a value of the operation is called by. Constants are told apart by what they are: one in
/// place of another is another operand.
std::string makerOf(std::string_view operation) {
  const auto names = opsIn(operation);
  if (names.empty())
    return "";
  constexpr size_t longest = 64;
  if (!names.front().ends_with(".constant") || operation.size() > longest)
    return names.front();
  std::string maker(operation);
  std::ranges::replace_if(maker, [](char c) { return !isWord(c); }, '_');
  return maker;
}

/// The lines of a module, with no name of a value or attribute left that its printer made up. With
/// `makers` values are called by the ops that make them, and arguments of blocks by their place.
std::multiset<std::string> linesOf(std::string_view text, bool makers) {
  std::map<std::string, std::string, std::less<>> attributes, ops;
  const auto found = [](const auto &names, std::string_view name, std::string_view otherwise) {
    const auto known = names.find(name);
    return known == names.end() ? std::string(otherwise) : known->second;
  };
  const Replaced attribute = [&](std::string_view name) { return found(attributes, name, name); };
  const Replaced value = [&](std::string_view name) {
    return makers ? "%" + found(ops, name, withoutNumber(name.substr(1))) : "%";
  };
  std::multiset<std::string> lines;
  OpenRegions regions;
  forEachLine(text, [&](std::string_view line) {
    const size_t equals = line.find(" = ");
    if (line.starts_with('#') && equals != line.npos) {
      attributes[std::string(line.substr(0, equals))] =
          withNames(line.substr(equals + 3), value, attribute);
      return;
    }
    if (isHeader(line)) {
      size_t place = 0;
      withNames(
          line,
          [&](std::string_view name) {
            ops[std::string(name)] = fmt::format("argument{}", place++);
            return "";
          },
          attribute);
    }
    const auto [results, rest] = splitLine(line);
    const std::string operation = spelledOut(rest);
    const auto names = opsIn(operation);
    withNames(
        results,
        [&](std::string_view name) {
          ops[std::string(name)] = makerOf(operation);
          return "";
        },
        attribute);
    // What stands behind an op's region is the op's: "}) {dimensions = array<i64: 0>}".
    const std::string closed = regions.enter(line, names);
    lines.insert((closed.empty() ? "" : closed + " ") + withNames(operation, value, attribute));
  });
  return lines;
}

/// The op that a line is; empty for none.
std::string_view opOfLine(std::string_view operation) {
  operation.remove_prefix(operation.starts_with('"') ? 1 : 0);
  const std::string_view word = wordAt(operation, 0);
  return isOpName(word) ? word : std::string_view();
}

using Lines = std::multiset<std::string>;

/// The lines that the others lack.
Lines lacking(const Lines &lines, const Lines &others) {
  Lines differing;
  std::ranges::set_difference(lines, others, std::inserter(differing, differing.end()));
  return differing;
}

/// All ops of lines, also those that are part of another, or in its attributes.
std::set<std::string> allOpsOf(const Lines &lines) {
  std::set<std::string> ops;
  for (const std::string &line : lines)
    for (std::string &op : opsIn(line))
      ops.insert(std::move(op));
  return ops;
}

/// The ops that the lines are.
std::set<std::string> opsOf(const Lines &lines) {
  std::set<std::string> ops;
  for (const std::string &line : lines)
    if (const std::string_view op = opOfLine(line); !op.empty())
      ops.emplace(op);
  return ops;
}

Lines each(const Lines &lines, const auto &made) {
  Lines out;
  for (const std::string &line : lines)
    out.insert(made(line));
  return out;
}

/// With one word in place of each of these ops.
std::string withoutOps(std::string_view line, const std::vector<std::string> &ops) {
  std::string out;
  for (size_t at = 0; at < line.size();) {
    const std::string_view word = wordAt(line, at);
    if (word.empty())
      out += line[at];
    else
      out += std::ranges::find(ops, word) != ops.end() ? "_" : word;
    at += std::max<size_t>(word.size(), 1);
  }
  return out;
}

std::string withoutNumbers(const std::string &line) {
  std::string out;
  for (const char c : line)
    if (!std::isdigit(static_cast<unsigned char>(c)))
      out += c;
  return out;
}

/// With its operands in the order of their names behind it.
std::string withSortedOperands(const std::string &line) {
  std::vector<std::string> operands;
  const std::string rest = withNames(
      line,
      [&](std::string_view name) {
        operands.emplace_back(name);
        return "%";
      },
      [](std::string_view name) { return std::string(name); });
  std::ranges::sort(operands);
  return fmt::format("{} {}", rest, fmt::join(operands, ""));
}

/// Of lines in which all operands look alike.
Alteration alterationOf(const Lines &before, const Lines &after) {
  return each(before, withoutNumbers) == each(after, withoutNumbers) ? Alteration::Numbers
                                                                     : Alteration::Form;
}

IrChange changeBy(std::string_view before, std::string_view after, bool makers) {
  const Lines one = linesOf(before, makers), other = linesOf(after, makers);
  const Lines away = lacking(one, other), added = lacking(other, one);
  const std::set<std::string> opsAway = allOpsOf(away), opsAdded = allOpsOf(added);
  IrChange change;
  std::ranges::set_difference(opsAway, opsAdded, std::back_inserter(change.gone));
  std::ranges::set_difference(opsAdded, opsAway, std::back_inserter(change.added));
  // What only holds one of these is not altered.
  const Lines was = each(away, [&](auto &line) { return withoutOps(line, change.gone); });
  const Lines is = each(added, [&](auto &line) { return withoutOps(line, change.added); });
  const Lines altered = lacking(was, is), made = lacking(is, was);
  std::ranges::set_intersection(opsOf(altered), opsOf(made), std::back_inserter(change.altered));
  if (!change.altered.empty())
    change.how = makers ? Alteration::Operands : alterationOf(altered, made);
  return change;
}

/// The ops of lines that have the operands that they had in another order.
std::vector<std::string> reordered(std::string_view before, std::string_view after,
                                   const IrChange &change) {
  const auto linesWithout = [](const Lines &lines, const std::vector<std::string> &ops) {
    return each(lines, [&](auto &line) { return withoutOps(line, ops); });
  };
  const Lines one = linesWithout(linesOf(before, true), change.gone),
              other = linesWithout(linesOf(after, true), change.added);
  const Lines left = each(lacking(one, other), withSortedOperands), came = lacking(other, one);
  Lines moved;
  for (const std::string &line : came)
    if (left.contains(withSortedOperands(line)))
      moved.insert(line);
  const std::set<std::string> ops = opsOf(moved);
  return {ops.begin(), ops.end()};
}

} // namespace

IrChange irChange(std::string_view before, std::string_view after) {
  IrChange change = changeBy(before, after, false);
  change.reordered = reordered(before, after, change);
  return change.isNothing() ? changeBy(before, after, true) : change;
}

bool areOfSameOps(std::string_view one, std::string_view other) {
  const auto opsOf = [](std::string_view text) {
    std::multiset<std::string> ops;
    forEachLine(text, [&](std::string_view line) {
      const std::string operation = spelledOut(splitLine(line).second);
      const std::string_view op = opOfLine(operation);
      if (!op.empty() && !op.ends_with(".trace"))
        ops.emplace(op);
    });
    return ops;
  };
  return opsOf(one) == opsOf(other);
}

std::string describe(const IrChange &change) {
  std::vector<std::string> parts;
  for (const auto &[what, ops] :
       {std::pair("takes away", &change.gone), std::pair("adds", &change.added),
        std::pair("alters", &change.altered)})
    if (!ops->empty())
      parts.push_back(fmt::format("{} {}", what, fmt::join(*ops, ", ")));
  if (!change.altered.empty() && change.how != Alteration::Form)
    parts.back() += fmt::format(" ({})", nameOf(change.how));
  if (!change.reordered.empty())
    parts.push_back(fmt::format("reorders operands of {}", fmt::join(change.reordered, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace assay
