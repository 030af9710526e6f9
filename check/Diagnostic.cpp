#include "check/Diagnostic.h"

#include "support/Beginning.h"
#include "support/Printable.h"
#include "support/Regex.h"

#include <fmt/format.h>

#include <cctype>
#include <vector>

namespace assay {
namespace {

constexpr size_t longestDiagnostic = 160;

/// The first line that is not empty, without what it begins with of blanks, and no more than tells
/// anything.
std::string firstWrittenLine(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  constexpr size_t longestLine = 2000;
  return std::string(text.substr(0, std::min(text.find('\n'), longestLine)));
}

/// The op that MLIR's note "see current operation" shows; empty without one.
std::string currentOp(std::string_view text) {
  constexpr std::string_view note = "see current operation: ";
  const size_t begin = text.find(note);
  if (begin == text.npos)
    return "";
  const std::string shown = firstWrittenLine(text.substr(begin + note.size()));
  static const Regex generic(R"re(^(?:%[^"]* = )?"([a-z_]\w*\.[\w.]+)"\()re");
  const auto found = generic.search(shown);
  return found ? std::string((*found)[1]) : "";
}

struct Rule {
  Regex pattern;
  const char *replacement;
};

/// In this order: later rules rely on what earlier ones removed.
const std::vector<Rule> &rules() {
  static const std::vector<Rule> all = [] {
    auto rule = [](const char *pattern, const char *replacement) {
      return Rule{Regex(pattern), replacement};
    };
    return std::vector<Rule>{
        // loc("file":1:2): error:, file:1:2: error: and, of LLVM's, error: <unknown>:0:0:
        rule(
            R"(^(loc\("[^"]*":\d+:\d+\):|[^\s:]*:\d+:\d+:|<unknown>:\d+:|loc\(unknown\):)?\s*((error|fatal error):\s*)?(<unknown>(:\d+)+:\s*)?)",
            ""),
        // The op, printed in full, that a sentence is about.
        rule(R"(: (%[^ ]+ = )?"[a-z_]+\.[a-z_.]+"\(.*$)", ""),
        rule(R"( in function '[^']*')", " in a function"),
        // But not the end of a shape, as in 10xf32.
        rule(R"((^|[^A-Za-z0-9_])0x(?!b?f\d\d\b)[0-9a-fA-F]+)", "$1#"),
        rule(R"((^|[\s"'(])/[^\s"')]+)", "$1PATH"),
        // %12#1, %arg0
        rule(R"(%[A-Za-z0-9_$.-]+(#\d+)?)", "%"),
        // Shapes: 4x?x[8]xf32 becomes #xf32.
        rule(R"(((\?|\[?\d+\]?)x)+(?=[a-z!(]))", "#x"),
        // An element type alone is what is left of a tensor of rank 0.
        rule(R"((tensor|memref|vector)<(?=(bf|f|i|index|complex))(?!#))", "$1<#x"),
        // Names with a number behind: d0, s1, arg3, main_2; but not f32, i64.
        rule(R"(\b(?!x?(?:bf|f|i|si|ui)\d+\b)([A-Za-z_]+?)_?\d+\b)", "$1#"),
        rule(R"((^|[^A-Za-z0-9_#])-?\d+(\.\d+)?(e[-+]?\d+)?(?![A-Za-z0-9_]))", "$1#"),
        rule(R"(([\[(, ])\?(?=[\]), >]))", "$1#"),
        // Lists of any length are one thing.
        rule(R"(([A-Za-z]*#)(, \1)+)", "$1"),
        rule(R"((%)(, %)+)", "$1"),
    };
  }();
  return all;
}

/// Whether a word has bytes which are no text, as printable() spells them out: "\x80" and above.
/// Controls are spelled out as well, and come each time.
bool isGarbage(std::string_view word) {
  constexpr std::string_view mark = "\\x";
  if (word.find(mark) != word.npos)
    return false;
  const std::string shown = printable(word);
  for (size_t at = shown.find(mark); at != shown.npos; at = shown.find(mark, at + 1))
    if (shown[at + mark.size()] >= '8')
      return true;
  return false;
}

/// The line with "*" for each such word: a compiler that prints what it never wrote prints
/// something else each time.
std::string withoutGarbage(std::string_view line) {
  std::string out;
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    out += isGarbage(word) ? "*" : word;
    line.remove_prefix(word.size());
    const size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    out += line.substr(0, blanks);
    line.remove_prefix(blanks);
  }
  return out;
}

} // namespace

std::string quotedOp(std::string_view diagnostic) {
  static const Regex quoted(R"('([a-z_]\w*\.[\w.]+)')");
  const auto found = quoted.search(diagnostic);
  return found ? std::string((*found)[1]) : "";
}

std::string normaliseDiagnostic(std::string_view text) {
  std::string line = withoutGarbage(firstWrittenLine(text));
  for (const Rule &rule : rules())
    line = rule.pattern.replaced(line, rule.replacement);
  const std::string op = quotedOp(line).empty() ? currentOp(text) : "";
  return beginning(std::move(line), longestDiagnostic) +
         (op.empty() ? "" : fmt::format(" in '{}'", op));
}

/// Whether a text has the words, and not only as part of longer ones.
static bool hasWhole(std::string_view text, std::string_view words) {
  const auto isOfWord = [&](size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) ||
                                std::string_view("_.$").find(text[at]) != std::string_view::npos);
  };
  for (size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1))
    if ((at == 0 || !isOfWord(at - 1)) && !isOfWord(at + words.size()))
      return true;
  return false;
}

std::string opAbsentFrom(std::string_view module, std::string_view diagnostic) {
  const std::string op = quotedOp(firstWrittenLine(diagnostic));
  const size_t dialectSize = op.find('.') + 1;
  const auto hasOfDialect = [&] {
    const std::string dialect = op.substr(0, dialectSize);
    for (size_t at = module.find(dialect); at != module.npos; at = module.find(dialect, at + 1))
      if (at == 0 || module[at - 1] == ' ' || module[at - 1] == '"')
        return true;
    return false;
  };
  // Within a function of its dialect, `return` is printed without that.
  const bool isThere =
      op.empty() || hasWhole(module, op) || hasWhole(module, op.substr(dialectSize));
  return isThere || !hasOfDialect() ? "" : op;
}

std::string withoutElementTypes(std::string_view signature) {
  static const Regex types(R"(\b(x?)(bf16|f16|f32|f64|i1|i8|i16|i32|i64)\b)");
  return types.replaced(signature, "$1T");
}

std::string withoutOps(std::string_view signature) {
  if (signature.find("legalize") != signature.npos)
    return std::string(signature);
  static const Regex quoted(R"('[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+')");
  return quoted.replaced(signature, "'OP'");
}

} // namespace assay
