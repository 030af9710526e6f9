#include "check/Signature.h"

#include "support/Assert.h"
#include "support/NameOf.h"
#include "support/Printable.h"
#include "support/Regex.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace assay {

namespace {

constexpr size_t longestDiagnostic = 160;
/// Ends the signature of a value that is wrong only among others.
constexpr std::string_view together = ":together";
/// Stands before that if the value depends on what memory held that nobody had written.
constexpr std::string_view unwritten = ":unwritten memory";

std::string firstLine(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  // More tells no more.
  constexpr size_t longestLine = 2000;
  return std::string(text.substr(0, std::min(text.find('\n'), longestLine)));
}

/// 'linalg.generic', as a verifier names what it is about.
bool namesOp(const std::string &line) {
  static const Regex quoted(R"('[a-z_]\w*\.[\w.]+')");
  return quoted.isIn(line);
}

/// The op that MLIR's note "see current operation" shows; empty without one.
std::string currentOp(std::string_view text) {
  constexpr std::string_view note = "see current operation: ";
  const size_t begin = text.find(note);
  if (begin == text.npos)
    return "";
  const std::string shown = firstLine(text.substr(begin + note.size()));
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

template <class Enum> constexpr bool isElementType = std::is_same_v<Enum, ElementType>;

/// The op's tag with the attributes that choose its function: "binary(add)".
std::string opLabel(const Op &op) {
  std::string label(name(kindOf(op)));
  visitAttributes(op, [&](const char *, const auto &attribute) {
    using Attribute = std::decay_t<decltype(attribute)>;
    if constexpr (std::is_enum_v<Attribute> && !isElementType<Attribute>)
      label += fmt::format("({})", nameOf(attribute));
  });
  return label;
}

const Node &producerOf(const Program &program, ValueId value) {
  return program.node(program.producer(value));
}

/// "topk.indices": the op, and which of its results it is where it has several.
std::string resultLabel(const Program &program, ValueId value) {
  const Op &op = producerOf(program, value).op;
  const int node = program.producer(value), result = value - program.firstResult(node);
  if (program.resultCount(node) == 1)
    return opLabel(op);
  return fmt::format("{}.{}", opLabel(op), traitsOf(op).resultNames[result == 0 ? 0 : 1]);
}

/// ":bf16", ":f16->i8": types that a failure needs, if they are not the plain ones.
std::string oddTypes(const Program &program, ValueId value) {
  auto isPlain = [](ElementType type) {
    return type == ElementType::F32 || type == ElementType::I32 || type == ElementType::I64;
  };
  const ElementType element = program.type(value).element;
  ElementType from = element;
  if (!program.isArgument(value) && !producerOf(program, value).operands.empty())
    from = program.type(producerOf(program, value).operands[0]).element;
  if (isPlain(from) && isPlain(element))
    return "";
  return from == element ? fmt::format(":{}", name(element))
                         : fmt::format(":{}->{}", name(from), name(element));
}

std::string oddSpelling(const Node &node) {
  return node.spelling == spellingsOf(kindOf(node.op))[0]
             ? ""
             : fmt::format(":{}", nameOf(node.spelling));
}

/// What an element is that should be a number like others.
std::string oddity(const Difference &difference) {
  for (const char *odd : {"nan", "inf"})
    if (difference.actual.find(odd) != std::string::npos &&
        difference.expected.find(odd) == std::string::npos)
      return fmt::format(":{}", odd);
  return "";
}

std::string stageName(Stage stage) { return std::string(nameOf(stage)); }

Verdict verdict(Outcomes outcome, std::string signature) {
  Verdict made;
  made.outcome = std::move(outcome);
  made.signature.text = std::move(signature);
  return made;
}

Verdict rejection(const TargetFailure &failure) {
  const std::string cause = normaliseDiagnostic(failure.detail);
  if (failure.stage == Stage::Run)
    return verdict(RunFailure{failure.detail}, fmt::format("run-failure:{}", cause));
  return verdict(CompileFailure{failure.detail},
                 fmt::format("compile-failure:{}:{}", stageName(failure.stage), cause));
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

std::string normaliseDiagnostic(std::string_view text) {
  std::string line = withoutGarbage(firstLine(text));
  for (const Rule &rule : rules())
    line = rule.pattern.replaced(line, rule.replacement);
  const std::string op = namesOp(line) ? "" : currentOp(text);
  return line.substr(0, longestDiagnostic) + (op.empty() ? "" : fmt::format(" in '{}'", op));
}

std::string valueLabel(const Program &program, ValueId value) {
  const std::string_view element = name(program.type(value).element);
  if (program.isArgument(value))
    return fmt::format("argument:{}", element);
  const Node &node = producerOf(program, value);
  std::string types(element);
  if (!node.operands.empty()) {
    const std::string_view from = name(program.type(node.operands[0]).element);
    if (from != element)
      types = fmt::format("{}->{}", from, element);
  }
  return fmt::format("{}:{}:{}", resultLabel(program, value), types, nameOf(node.spelling));
}

std::string opLabel(const Program &program, ValueId value) {
  return program.isArgument(value) ? "argument" : resultLabel(program, value);
}

Verdict failureVerdict(const TargetFailure &failure) {
  const std::string stage = stageName(failure.stage);
  switch (failure.kind) {
  case TargetFailure::Kind::Rejected:
    return rejection(failure);
  case TargetFailure::Kind::Crashed:
    return verdict(Crash{failure.stage, failure.detail},
                   fmt::format("crash:{}:{}", stage, normaliseDiagnostic(failure.detail)));
  case TargetFailure::Kind::TimedOut:
    return verdict(Timeout{failure.stage, false}, fmt::format("timeout:{}", stage));
  case TargetFailure::Kind::OutOfMemory:
    return verdict(Timeout{failure.stage, true}, fmt::format("timeout:{}:memory", stage));
  case TargetFailure::Kind::Sanitizer: {
    // How far and how much follows a colon, and depends on extents.
    const std::string cause = normaliseDiagnostic(failure.detail);
    return verdict(Sanitizer{failure.detail},
                   fmt::format("sanitizer:{}:{}", stage, cause.substr(0, cause.find(": "))));
  }
  case TargetFailure::Kind::Unsupported:
    return verdict(Unsupported{failure.detail},
                   fmt::format("unsupported:{}", normaliseDiagnostic(failure.detail)));
  }
  ASSAY_ASSERT(false, "failure kind out of range");
}

Verdict inconclusiveVerdict(std::string reason) {
  std::string signature = fmt::format("inconclusive:{}", normaliseDiagnostic(reason));
  return verdict(Inconclusive{std::move(reason)}, std::move(signature));
}

Verdict knownVerdict(const std::string &id, std::string link) {
  return verdict(Known{id, std::move(link)}, fmt::format("known:{}", id));
}

static Signature differenceSignature(std::string_view kind, const Program &program,
                                     const Mismatch &mismatch, std::string_view more,
                                     Visibility visibility) {
  return {fmt::format("{}:{}{}{}", kind, valueLabel(program, mismatch.firstWrong), more,
                      visibility == Visibility::Together ? together : "")};
}

Signature mismatchSignature(const Program &program, const Mismatch &mismatch, Visibility visibility,
                            bool readsUnwritten) {
  return differenceSignature("mismatch", program, mismatch, readsUnwritten ? unwritten : "",
                             visibility);
}

Signature accuracySignature(const Program &program, const Inaccurate &inaccurate,
                            Visibility visibility) {
  return differenceSignature("accuracy", program, inaccurate, "", visibility);
}

bool isTogether(const Signature &signature) { return signature.text.ends_with(together); }

bool readsUnwritten(const Signature &signature) {
  return signature.text.find(unwritten) != std::string::npos;
}

Signature nondeterministicSignature(const Program &program, const Mismatch &mismatch) {
  return {fmt::format("{}:{}", nondeterministicTarget, opLabel(program, mismatch.firstWrong))};
}

bool isNondeterministic(std::string_view signature) {
  return signature.starts_with(nondeterministicTarget);
}

Signature finalSignature(const Program &program, const Verdict &verdict) {
  const Mismatch *mismatch = verdict.difference();
  if (!mismatch)
    return verdict.signature;
  if (mismatch->nondeterministic)
    return nondeterministicSignature(program, *mismatch);
  const ValueId value = mismatch->firstWrong;
  const bool isArgument = program.isArgument(value);
  return {fmt::format(
      "{}:{}{}{}{}{}{}", verdict.name(), opLabel(program, value), oddTypes(program, value),
      isArgument ? "" : oddSpelling(producerOf(program, value)), oddity(mismatch->difference),
      readsUnwritten(verdict.signature) ? unwritten : "",
      isTogether(verdict.signature) ? together : "")};
}

std::string withoutElementTypes(std::string_view signature) {
  static const Regex types(R"(\b(x?)(bf16|f16|f32|f64|i1|i8|i16|i32|i64)\b)");
  return types.replaced(signature, "$1T");
}

} // namespace assay
