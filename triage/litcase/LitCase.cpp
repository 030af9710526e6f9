#include "triage/litcase/LitCase.h"

#include "program/Json.h"
#include "support/NameOf.h"
#include "support/Printable.h"
#include "support/Regex.h"
#include "triage/litcase/LitMain.h"
#include "triage/litcase/OpSentences.h"

#include <fmt/format.h>

namespace assay {

/// `text` line by line, each behind `prefix`.
static std::string prefixed(std::string_view prefix, std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t end = text.find('\n');
    out += fmt::format("{}{}\n", prefix, text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

/// The beginning of each of the first lines: diagnostics may quote whole functions.
static std::string beginning(std::string_view text) {
  constexpr size_t maxLines = 6, maxLetters = 160;
  std::string out;
  for (size_t line = 0; line < maxLines && !text.empty(); ++line) {
    const size_t end = std::min(text.find('\n'), text.size());
    out += fmt::format("{}{}\n", text.substr(0, std::min(end, maxLetters)),
                       end > maxLetters ? " ..." : "");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return text.empty() ? out : out + "...\n";
}

/// What a compiler said, in a comment in which it tells neither lit nor FileCheck nor readLitCase()
/// what to do. It is short.
static std::string inert(std::string_view said) {
  static const Regex order(
      R"((RUN|XFAIL|REQUIRES|UNSUPPORTED|ALLOW_RETRIES|DEFINE|CHECK[-\w{}]*|assay-\w+):|(END)\.)");
  return order.replaced(printable(said), "$1$2 :");
}

static std::string header(const LitCase &litCase) {
  std::string out =
      fmt::format("// {}\n{}", inert(litCase.signature), litOriginLines(litCase.origin));
  out += prefixed("// ", inert(beginning(litCase.seen)));
  out += prefixed("// ", litCase.spellings);
  // More cannot be worked out by hand.
  constexpr size_t maxSentences = 3;
  const std::vector<std::string> sentences = opSentences(litCase.testCase.program());
  if (sentences.size() <= maxSentences)
    for (const std::string &sentence : sentences)
      out += prefixed("//   ", sentence);
  for (Contract contract : litCase.testCase.contracts())
    out += fmt::format("// Rests on the contract {}: {}.\n", nameOf(contract),
                       contractSentence(contract));
  return out;
}

std::string writeLitCase(const LitCase &litCase) {
  std::string out = header(litCase) + "\n";
  for (const std::string &line : litCase.runLines)
    out += fmt::format("// RUN: {}\n", line);
  if (!litCase.byHand.empty())
    out += "// Without lit:\n" + prefixed("//   ", litCase.byHand);
  if (!litCase.module.empty()) {
    out += "\n" + litCase.module + "\n";
  } else {
    LitMain main = litMain(litCase.testCase, litCase.expected);
    out += "\n" + litCase.functions + (litCase.functions.ends_with('\n') ? "\n" : "\n\n");
    out += main.functions + "\n" + main.checks + "\n";
  }
  const std::string testCase = prefixed(litCasePrefix, writeJson(litCase.testCase));
  return fmt::format("{}{}{}\n{}", out, litContentPrefix, litContent(out + testCase), testCase);
}

} // namespace assay
