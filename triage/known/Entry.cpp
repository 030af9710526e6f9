#include "triage/known/Entry.h"

#include "support/NameOf.h"

#include <fmt/format.h>

namespace assay {

using Json = nlohmann::ordered_json;

namespace {

/// A node with the first of its operands that another node makes, and so on.
Json chainOf(const Program &program, int index) {
  const Node &node = program.node(index);
  Json pattern = {{"op", name(kindOf(node.op))},
                  {"element", name(program.type(program.firstResult(index)).element)}};
  if (node.spelling != Spelling::Named)
    pattern["spelling"] = nameOf(node.spelling);
  for (const ValueId operand : node.operands)
    if (!program.isArgument(operand)) {
      pattern["operand"] = chainOf(program, program.producer(operand));
      break;
    }
  return pattern;
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
              const std::string &caseFile) {
  const auto last = lastNode(testCase.program(), verdict);
  Json entry;
  entry["id"] =
      fmt::format("{}-{}-{}", target.compiler, verdict.name(), testCase.contentName().substr(0, 8));
  entry["compiler"] = target.compiler;
  if (auto version = target.version())
    entry["since"] = entry["until"] = version->text();
  entry["verdict"] = verdict.name();
  // What is wrong first says a mismatch's signature, in the types of this case.
  if (!verdict.difference())
    entry["says"] = verdict.signature.text();
  if (last)
    entry["structure"] = chainOf(testCase.program(), *last);
  entry["case"] = caseFile;
  return entry;
}

} // namespace assay
