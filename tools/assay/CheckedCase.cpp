#include "tools/assay/CheckedCase.h"

#include "campaign/Surgery.h"
#include "campaign/Suspects.h"
#include "campaign/workers/FreshCheck.h"
#include "check/MismatchSignature.h"
#include "support/NameOf.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

namespace assay {

Pool::Options onePool(const Context &context, std::vector<TargetName> targets,
                      TargetOptions targetOptions, int jobs) {
  return {context.worker, {0, "", std::move(targets), std::move(targetOptions)}, jobs, {}};
}

Expected<std::vector<CheckedCase>> checkCase(Pool &pool, const std::vector<TargetName> &targets,
                                             const std::string &file, const TestCase &testCase,
                                             const OnWait &onWait) {
  const auto goOn = [&] {
    if (onWait)
      onWait();
    return false;
  };
  std::vector<CheckedCase> out;
  for (size_t i = 0; i < targets.size(); ++i) {
    auto verdict = checkConfirmed(pool, testCase, static_cast<int>(i), goOn);
    if (!verdict)
      return verdict.error();
    out.push_back({file, targets[i], std::move(**verdict), ""});
  }
  return out;
}

std::optional<Verdict> knownAs(const Context &context, const CheckedCase &checked,
                               const TestCase &testCase) {
  FuzzOptions options;
  options.parameters.targets = {checked.target};
  options.worker = context.worker;
  Suspects suspects(context.services, options, [](const CheckReply &) {}, [] { return false; });
  Pool pool(onePool(context, {checked.target}));
  Surgery surgery(context.services, options, pool, [](const CheckReply &) {});
  TestCase failing = testCase;
  Verdict verdict = checked.verdict;
  // What is left of a program without a known bug may be another one, as in a campaign.
  for (int cuts = 0;;) {
    auto known = suspects.explain(failing, checked.target, verdict);
    if (!known || !*known)
      return std::nullopt;
    if (cuts >= Surgery::fewCuts || !pool.start())
      return *known;
    const auto behind =
        surgery.lookBehind(failing, 0, verdict, std::get<Known>((**known).outcome).id, {});
    if (!behind || !*behind)
      return *known;
    const Surgery::Answer &rest = **behind;
    if (!rest.news)
      return rest.known ? rest.known : *known;
    cuts += std::max(1, rest.cuts);
    failing = *rest.news;
    verdict = rest.verdict;
  }
}

void lookUpKnown(const Context &context, const TestCase &testCase,
                 std::vector<CheckedCase> &checked) {
  for (CheckedCase &one : checked)
    if (one.verdict.isFinding())
      if (auto bug = knownAs(context, one, testCase))
        one.known = bug->describe();
}

Expected<Verdict> verdictOn(const Context &context, const TargetName &target,
                            const std::string &file, const TestCase &testCase, const OnWait &onWait,
                            const TargetOptions &options) {
  Pool pool(onePool(context, {target}, options));
  ASSAY_TRY(pool.start());
  auto checked = checkCase(pool, {target}, file, testCase, onWait);
  if (!checked)
    return checked.error();
  return checked->front().verdict;
}

void print(const CheckedCase &checked) {
  const Verdict &verdict = checked.verdict;
  if (std::holds_alternative<Agree>(verdict.outcome)) {
    say("{}: {}: agree ({} exact, {} bounded, {} inconclusive elements){}{}\n", checked.file,
        checked.target.text(), verdict.exact, verdict.bounded, verdict.inconclusive,
        verdict.metrics.empty() ? "" : "; ", textOf(verdict.metrics));
    return;
  }
  say("{}: {}: {}: {}\n", checked.file, checked.target.text(), verdict.name(),
      verdict.signature.text());
  std::string detail = verdict.describe();
  for (size_t start = 0; start < detail.size();) {
    size_t end = std::min(detail.find('\n', start), detail.size());
    say("    {}\n", detail.substr(start, end - start));
    start = end + 1;
  }
  if (!checked.known.empty())
    say("    known: {}\n", checked.known);
}

void printDispatches(const CheckedCase &checked, const Program &program) {
  if (checked.verdict.dispatches.empty())
    say("    no dispatches are known\n");
  for (const DispatchCheck &check : checked.verdict.dispatches) {
    const std::string made = check.value ? valueLabel(program, *check.value)
                                         : std::string("something that no value is known to be");
    say("    run {}: {} makes {}{}\n", check.run, check.dispatch, made,
        check.difference ? ": wrong: " + describeDifference(*check.difference)
        : check.value    ? ": right"
                         : "");
  }
}

/// For each dispatch what it made, and whether that is right.
static nlohmann::ordered_json toJson(const DispatchCheck &check) {
  nlohmann::ordered_json out = {{"dispatch", check.dispatch}, {"run", check.run}};
  if (check.value) {
    out["value"] = *check.value;
    out["right"] = !check.difference;
  }
  if (check.difference)
    out["difference"] = describeDifference(*check.difference);
  return out;
}

nlohmann::ordered_json toJson(const CheckedCase &checked) {
  const Verdict &verdict = checked.verdict;
  auto metrics = nlohmann::ordered_json::object();
  for (const auto &[metric, count] : verdict.metrics)
    metrics[std::string(nameOf(metric))] = count;
  nlohmann::ordered_json out = {{"case", checked.file},
                                {"target", checked.target.text()},
                                {"verdict", verdict.name()},
                                {"signature", verdict.signature.text()},
                                {"detail", verdict.describe()},
                                {"known", checked.known},
                                {"metrics", metrics},
                                {"elements",
                                 {{"exact", verdict.exact},
                                  {"bounded", verdict.bounded},
                                  {"inconclusive", verdict.inconclusive}}}};
  for (const DispatchCheck &check : verdict.dispatches)
    out["dispatches"].push_back(toJson(check));
  return out;
}

ExitCode exitCodeOf(const std::vector<CheckedCase> &checked, bool failOnMissed) {
  bool agreed = false, flaky = false;
  for (const CheckedCase &one : checked) {
    const bool isMissed = one.verdict.isMissedOptimisation();
    if (isMissed ? failOnMissed : one.verdict.isFinding())
      return SomethingFound;
    agreed |= isMissed || std::holds_alternative<Agree>(one.verdict.outcome);
    flaky |= std::holds_alternative<Flaky>(one.verdict.outcome);
  }
  return agreed && !flaky ? AllAgree : NothingConcluded;
}

} // namespace assay
