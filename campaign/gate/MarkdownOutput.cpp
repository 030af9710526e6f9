#include "campaign/gate/OutputText.h"
#include "campaign/gate/Outputs.h"
#include "support/FirstLine.h"
#include "support/Printable.h"

#include <fmt/format.h>

namespace assay {
namespace {

/// As code within a line: what stands in it names nobody and formats nothing.
std::string code(std::string_view text) {
  std::string out = printable(text);
  for (char &letter : out)
    if (letter == '`' || letter == '\n' || letter == '|')
      letter = letter == '`' ? '\'' : ' ';
  return fmt::format("`{}`", out);
}

/// As a block of code, which nothing in the text ends.
std::string block(std::string_view text) {
  std::string fence = "```";
  while (text.find(fence) != text.npos)
    fence += '`';
  return fmt::format("{}\n{}\n{}\n", fence, printable(text), fence);
}

std::string sectionOf(const GateResult &result, const GateFinding &finding) {
  constexpr size_t longest = 4'000;
  std::string out = fmt::format("\n### {}: {}\n\n{}, in {}{}\n\n{}", titleOf(finding),
                                code(shortened(finding.signature, longest)),
                                code(targetsText(finding)), code(finding.program),
                                finding.isReduced ? fmt::format(", reduced to {} op{}", finding.ops,
                                                                finding.ops == 1 ? "" : "s")
                                                  : "",
                                block(shortened(finding.detail, longest)));
  if (!finding.baseSignature.empty())
    out += fmt::format("\nOn the base: {}\n", code(shortened(finding.baseSignature, longest)));
  if (const std::string cause = causeOf(finding); !cause.empty())
    out += fmt::format("\nCause: {}\n", code(shortened(cause, longest)));
  const std::string filing = filingCommand(result, finding);
  return out + fmt::format("\n{}", block(replayCommand(result, finding) +
                                         (filing.empty() ? "" : "\n" + filing)));
}

} // namespace

std::string gateMarkdown(const GateResult &result, const GateJudgement &judgement, size_t longest) {
  constexpr size_t room = 200; // for what says how much was left out
  std::string out = fmt::format("## assay gate: {}\n\n{}\n", judgement.text(result),
                                code(shortened(pairsText(result), longest / 4)));
  if (result.end != GateResult::End::Equal)
    out += fmt::format("\nSaw {}.\n", sawText(result));
  size_t left = 0;
  const auto add = [&](const std::string &section) {
    if (left > 0 || out.size() + section.size() + room > longest)
      ++left;
    else
      out += section;
  };
  for (const GateFinding *finding : accusing(result))
    add(sectionOf(result, *finding));
  const auto notes = notesOf(result);
  if (!notes.empty())
    add("\n### Besides\n\n");
  for (const std::string &note : notes)
    add(fmt::format("- {}\n", code(shortened(note, 1'000))));
  if (left > 0)
    out += fmt::format("\n{} more left out here: they are in the JSON of `assay gate --json`.\n",
                       left);
  return out;
}

std::string gateAnnotations(const GateResult &result, const GateJudgement &judgement) {
  constexpr size_t most = 10, longestMessage = 1'000;
  const auto escaped = [](std::string_view text, bool isProperty) {
    std::string out;
    for (const char letter : printable(text))
      if (letter == '%' || letter == '\r' || letter == '\n' ||
          (isProperty && (letter == ':' || letter == ',')))
        out += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
      else
        out += letter;
    return out;
  };
  std::string out;
  const auto findings = accusing(result);
  for (size_t i = 0; i < std::min(findings.size(), most); ++i) {
    const GateFinding &finding = *findings[i];
    const bool isLast = i + 1 == most && findings.size() > most;
    const std::string file = fileOf(result, finding).string();
    out += fmt::format(
        "::{} {}title={}::{}\n", fails(finding, judgement.failOn) ? "error" : "warning",
        file.empty() ? "" : fmt::format("file={},line=1,", escaped(file, true)),
        escaped(shortened(fmt::format("{}: {}", titleOf(finding), finding.signature), 200), true),
        escaped(isLast
                    ? fmt::format("and {} more", findings.size() - i - 1)
                    : shortened(fmt::format("{}\n{}\n{}", firstLine(finding.detail),
                                            targetsText(finding), replayCommand(result, finding)),
                                longestMessage),
                false));
  }
  return out;
}

} // namespace assay
