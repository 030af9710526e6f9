#include "campaign/gate/OutputText.h"
#include "campaign/gate/Outputs.h"
#include "support/FirstLine.h"
#include "support/Printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

/// As the text of an element or the value of an attribute.
std::string xml(std::string_view text) {
  std::string out;
  for (char letter : printable(text))
    switch (letter) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\n':
      out += "&#10;";
      break;
    default:
      out += letter;
    }
  return out;
}

/// A suite as it is written: how many of each, and its test cases.
struct Suite {
  std::string name;
  int tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
  std::string cases;

  /// `child` is the element that says what became of it; empty if it passed.
  void add(std::string_view className, std::string_view name, double time,
           const std::string &child) {
    ++tests;
    seconds += time;
    failures += child.starts_with("<failure");
    errors += child.starts_with("<error");
    skipped += child.starts_with("<skipped");
    const std::string head =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml(className),
                    xml(name), time);
    cases += child.empty() ? head + "/>\n"
                           : fmt::format("{}>\n      {}\n    </testcase>\n", head, child);
  }
  std::string text() const {
    return fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                       "skipped=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
                       xml(name), tests, failures, errors, skipped, seconds, cases);
  }
};

/// As an element of that name.
std::string element(std::string_view name, const GateResult &result, const GateFinding &finding) {
  constexpr size_t longest = 20'000;
  std::string text = fmt::format("{}\n{}\n{}", targetsText(finding), finding.detail,
                                 replayCommand(result, finding));
  if (const std::string cause = causeOf(finding); !cause.empty())
    text += fmt::format("\ncause: {}", cause);
  if (!finding.baseSignature.empty())
    text += fmt::format("\non the base: {}\n{}", finding.baseSignature, finding.baseDetail);
  return fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>", name, xml(finding.verdict),
                     xml(fmt::format("{}: {}", titleOf(finding), finding.signature)),
                     xml(shortened(std::move(text), longest)));
}

/// What became of a case of the corpus, by the finding that it shows if there is one.
std::string child(const GateResult &result, const GateJudgement &judgement,
                  const GateCaseResult &one, FlakyInJunit flaky) {
  const auto skipped = [&](std::string_view why) {
    return fmt::format("<skipped message=\"{}\"/>",
                       xml(fmt::format("{}: {} {}", why, one.verdict, one.signature)));
  };
  if (!one.change)
    return one.verdict == "agree" ? "" : skipped("nothing was checked");
  const GateFinding *finding = one.finding ? &result.findings[*one.finding] : nullptr;
  switch (*one.change) {
  case GateChange::New:
  case GateChange::Changed:
    return fails(*finding, judgement.failOn) ? element("failure", result, *finding)
                                             : skipped("not failed on");
  case GateChange::Known:
    return skipped("known");
  case GateChange::OnBase:
    return skipped("on the base as well");
  case GateChange::Flaky:
    return flaky == FlakyInJunit::Passed ? element("flakyFailure", result, *finding)
                                         : skipped("seen once, and not again");
  case GateChange::Open:
    return skipped("not looked at closely");
  case GateChange::Fixed:
    return "";
  }
  return "";
}

} // namespace

std::string gateJunit(const GateResult &result, const GateJudgement &judgement,
                      FlakyInJunit flaky) {
  std::vector<Suite> suites(3);
  suites[0].name = "gate";
  const bool isOpen = judgement.exitCode == 3;
  suites[0].add(
      "assay", "gate", result.seconds,
      judgement.exitCode == 0 ? ""
      : isOpen
          ? fmt::format("<error type=\"gate\" message=\"{}\"/>", xml(judgement.text(result)))
          : fmt::format("<failure type=\"gate\" message=\"{}\"/>", xml(judgement.text(result))));
  suites[1].name = "corpus";
  for (const GateCaseResult &one : result.cases)
    suites[1].add(one.target.text(), one.name, one.seconds, child(result, judgement, one, flaky));
  suites[2].name = "findings";
  const auto addFinding = [&](const GateFinding &finding, const std::string &child) {
    suites[2].add(finding.targets.front().target.text(),
                  fmt::format("{}: {}", titleOf(finding), finding.signature), 0, child);
  };
  for (const GateFinding *finding : accusing(result))
    addFinding(*finding, fails(*finding, judgement.failOn)
                             ? element("failure", result, *finding)
                             : "<skipped message=\"not failed on\"/>");
  if (flaky == FlakyInJunit::Passed)
    for (const GateFinding *finding : result.of(GateChange::Flaky))
      addFinding(*finding, element("flakyFailure", result, *finding));
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay gate\">\n";
  for (const Suite &suite : suites)
    out += suite.text();
  return out + "</testsuites>\n";
}

} // namespace assay
