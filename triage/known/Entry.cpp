#include "triage/known/Entry.h"

#include "support/NameOf.h"

#include <fmt/format.h>

namespace assay {

using Json = nlohmann::ordered_json;

namespace {

/// How much of a node a structure says.
enum class Detail : uint8_t { Op, All };

/// A node with the first of its operands that another node makes, and so on: which function it is
/// of, and in detail the type of its elements and how it is spelled.
Json chainOf(const Program &program, int index, Detail detail) {
  const Node &node = program.node(index);
  Json pattern = {{"op", name(kindOf(node.op))}};
  visitAttributes(node.op, [&](const char *key, const auto &attribute) {
    using Attribute = std::decay_t<decltype(attribute)>;
    if constexpr (std::is_enum_v<Attribute> && !std::is_same_v<Attribute, ElementType>)
      pattern[key] = nameOf(attribute);
  });
  if (detail == Detail::All) {
    pattern["element"] = name(program.type(program.firstResult(index)).element);
    if (node.spelling != Spelling::Named)
      pattern["spelling"] = nameOf(node.spelling);
  }
  for (const ValueId operand : node.operands)
    if (!program.isArgument(operand)) {
      pattern["operand"] = chainOf(program, program.producer(operand), detail);
      break;
    }
  return pattern;
}

/// Whether the signature names functions, or what a compiler asserts: one bug alone says that.
bool saysWhichBug(const Verdict &verdict) {
  return std::holds_alternative<Crash>(verdict.outcome) &&
         verdict.signature.what.find(':') != std::string::npos;
}

/// Whether the signature has words of the compiler's own. If the same pass hides it, two failures
/// that say the same are one bug, whatever the programs are.
bool hasWordsOfItsOwn(const Verdict &verdict) {
  return std::holds_alternative<CompileFailure>(verdict.outcome) ||
         std::holds_alternative<Crash>(verdict.outcome);
}

/// What hides the failure, as a name's settings.
struct HidingSettings {
  std::vector<std::string> texts;
  bool leaveOutPasses = false;
};

/// What leaves a pass out, if the target can be told to; else the others, since a level hides what
/// other passes do as well.
HidingSettings settingsOf(const TargetName &target, std::span<const Hiding> hiding) {
  constexpr size_t most = 3; // each is a check
  std::vector<std::string> passes, others;
  for (const Hiding &one : hiding) {
    const bool isPass = one.kind == VariationKind::Pass;
    std::string setting = settingOf(one);
    std::vector<std::string> &settings = isPass ? passes : others;
    if (settings.size() < most && target.with(setting) != target)
      settings.push_back(std::move(setting));
  }
  return passes.empty() ? HidingSettings{others, false} : HidingSettings{passes, true};
}

/// Where the chain ends; nothing for a program without nodes.
std::optional<int> lastNode(const Program &program, const Verdict &verdict) {
  if (const Mismatch *mismatch = verdict.difference())
    if (!program.isArgument(mismatch->firstWrong))
      return program.producer(mismatch->firstWrong);
  if (program.nodes().empty())
    return std::nullopt;
  return static_cast<int>(program.nodes().size()) - 1;
}

} // namespace

Json entryFor(const TestCase &testCase, const TargetName &target, const Verdict &verdict,
              const std::string &caseFile, std::span<const Hiding> hiding) {
  const auto last = lastNode(testCase.program(), verdict);
  const HidingSettings hidden = settingsOf(target, hiding);
  Json entry;
  entry["id"] =
      fmt::format("{}-{}-{}", target.compiler, verdict.name(), testCase.contentName().substr(0, 8));
  entry["compiler"] = target.absoluteCompiler();
  if (auto version = target.version())
    entry["since"] = entry["until"] = version->text();
  entry["verdict"] = verdict.name();
  // What is wrong first says a mismatch's signature, in the types of this case.
  if (!verdict.difference())
    entry["says"] = verdict.signature.text();
  if (last && !saysWhichBug(verdict) && !(hidden.leaveOutPasses && hasWordsOfItsOwn(verdict)))
    entry["structure"] =
        chainOf(testCase.program(), *last, hidden.texts.empty() ? Detail::All : Detail::Op);
  if (!hidden.texts.empty())
    entry["hidden_by"] = hidden.texts;
  entry["case"] = caseFile;
  return entry;
}

} // namespace assay
