#include "check/Signature.h"

#include "support/Assert.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <regex>

namespace assay {

namespace {

constexpr size_t longestDiagnostic = 160;

std::string firstLine(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  // std::regex recurses over its input.
  constexpr size_t longestLine = 2000;
  return std::string(text.substr(0, std::min(text.find('\n'), longestLine)));
}

struct Rule {
  std::regex pattern;
  const char *replacement;
};

/// In this order: later rules rely on what earlier ones removed.
const std::vector<Rule> &rules() {
  static const std::vector<Rule> all = [] {
    auto rule = [](const char *pattern, const char *replacement) {
      return Rule{std::regex(pattern, std::regex::optimize), replacement};
    };
    return std::vector<Rule>{
        // loc("file":1:2): error: and file:1:2: error:
        rule(
            R"(^(loc\("[^"]*":\d+:\d+\):|[^\s:]*:\d+:\d+:|<unknown>:\d+:|loc\(unknown\):)?\s*((error|fatal error):\s*)?)",
            ""),
        rule(R"(0x[0-9a-fA-F]+)", "#"),
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
      label += fmt::format("({})", names(Attribute())[static_cast<size_t>(attribute)]);
  });
  return label;
}

/// What the result is called, with a dot in front, where the op has several.
std::string resultLabel(const Op &op, int count, int result) {
  if (count == 1)
    return "";
  const char *named[] = {"values", "indices"};
  if (std::holds_alternative<Topk>(op) || std::holds_alternative<ArgReduce>(op))
    return fmt::format(".{}", named[result]);
  return result == 0 ? ".keys" : ".values"; // sort: the others follow the first
}

std::string stageName(Stage stage) {
  return std::string(names(Stage())[static_cast<size_t>(stage)]);
}

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

} // namespace

std::string normaliseDiagnostic(std::string_view text) {
  std::string line = firstLine(text);
  for (const Rule &rule : rules())
    line = std::regex_replace(line, rule.pattern, rule.replacement);
  return line.substr(0, longestDiagnostic);
}

std::string valueLabel(const Program &program, ValueId value) {
  const std::string_view element = name(program.type(value).element);
  if (program.isArgument(value))
    return fmt::format("argument:{}", element);
  const int index = program.producer(value);
  const Node &node = program.nodes()[static_cast<size_t>(index)];
  std::string types(element);
  if (!node.operands.empty()) {
    const std::string_view from = name(program.type(node.operands[0]).element);
    if (from != element)
      types = fmt::format("{}->{}", from, element);
  }
  return fmt::format(
      "{}{}:{}:{}", opLabel(node.op),
      resultLabel(node.op, program.resultCount(index), value - program.firstResult(index)), types,
      names(Spelling())[static_cast<size_t>(node.spelling)]);
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

Signature mismatchSignature(const Program &program, const Mismatch &mismatch,
                            Visibility visibility) {
  return {fmt::format("mismatch:{}{}", valueLabel(program, mismatch.firstWrong),
                      visibility == Visibility::Together ? ":together" : "")};
}

} // namespace assay
