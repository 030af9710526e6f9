#include "triage/litcase/LitText.h"

#include "oracle/DefinedRuns.h"
#include "program/Text.h"
#include "support/Version.h"
#include "triage/litcase/LitCase.h"

#include <fmt/format.h>

namespace assay {

static LitRequest requestFor(std::span<const TestCase> cases, size_t accused,
                             const Verdict &verdict, const std::string &inject = {}) {
  LitRequest request;
  request.cases = cases;
  request.accused = accused;
  request.inject = inject;
  request.compiles = !verdict.failsToCompile();
  request.isWrong = verdict.difference() != nullptr;
  request.isInaccurate = std::holds_alternative<Inaccurate>(verdict.outcome);
  request.readsUnwritten = verdict.signature.unwritten;
  request.timesOut = std::holds_alternative<Timeout>(verdict.outcome);
  if (const auto *failure = std::get_if<CompileFailure>(&verdict.outcome))
    request.diagnostic = failure->diagnostic;
  return request;
}

Expected<std::string> litText(const TestCase &given, const Verdict &verdict,
                              const TargetName &target, const std::string &inject,
                              const LitPartsOf &partsOf) {
  const TestCase testCase = withDefinedRuns(given);
  auto parts = partsOf(target, requestFor({&testCase, 1}, 0, verdict, inject));
  if (!parts)
    return parts.error();
  LitCase litCase;
  litCase.testCase = testCase;
  litCase.seen = verdict.describe();
  litCase.signature = verdict.signature.text();
  litCase.origin = {parts->target, inject, version};
  litCase.runLines = std::move(parts->runLines);
  litCase.byHand = std::move(parts->byHand);
  // That another spelling is better takes somebody who counts.
  if (const auto *missed = std::get_if<MissedOptimisation>(&verdict.outcome)) {
    litCase.origin.watch = missed->watched;
    litCase.seen = litCase.seen.substr(0, litCase.seen.find('\n'));
    litCase.spellings = fmt::format("The program:\n{}\nThe other spelling:\n{}\n",
                                    MissedOptimisation{{}, {}, {}, writeText(testCase)}.program(),
                                    missed->program());
    litCase.runLines = {"assay replay %s --fail-on-missed"};
    litCase.byHand.clear();
  }
  litCase.functions = std::move(parts->functions);
  litCase.module = std::move(parts->module);
  litCase.expected = std::move(parts->expected);
  return writeLitCase(litCase);
}

Expected<std::string> jointLitText(std::span<const TestCase> given, size_t accused,
                                   const Verdict &verdict, const TargetName &target,
                                   const LitPartsOf &partsOf) {
  std::vector<TestCase> cases(given.begin(), given.end());
  cases[accused] = withDefinedRuns(cases[accused]);
  auto parts = partsOf(target, requestFor(cases, accused, verdict));
  if (!parts)
    return parts.error();
  std::string text =
      fmt::format("// {}\n{}// None of these programs fails alone.\n", verdict.signature.text(),
                  litOriginLines({parts->target, "", version}));
  for (const std::string &line : parts->runLines)
    text += fmt::format("// RUN: {}\n", line);
  return text + parts->module;
}

} // namespace assay
