#include "triage/litcase/LitText.h"

#include "triage/litcase/LitCase.h"
#include "targets/Draws.h"
#include "targets/iree/IreeLit.h"
#include "targets/upstream/LitRecipe.h"
#include "targets/manifest/ManifestLit.h"
#include "oracle/ExpectedRuns.h"

#include <fmt/format.h>

namespace assay {

/// What a result must hold to be no longer what the verdict says: where an allowance excuses
/// nothing, none more is granted; where none would have, all are, so that only a wrong result
/// fails.
static Accuracy expectedAccuracy(const Verdict &verdict, const Accuracy &granted = {}) {
  return std::holds_alternative<Inaccurate>(verdict.outcome) ? granted
                                                             : granted.with(Allowances::all());
}

Expected<std::string> litText(const TestCase &testCase, const Verdict &verdict,
                              const TargetName &name, const TargetOptions &options) {
  TargetName target = withDrawsSpelledOut(name);
  auto choice = chooseManifest(target);
  if (!choice)
    return choice.error();
  auto expected = expectedRuns(
      testCase, expectedAccuracy(verdict, *choice ? (*choice)->accuracy() : Accuracy()));
  if (!expected)
    return expected.error();
  LitCase litCase;
  if (target.compiler == "iree") {
    auto lit = ireeLit(testCase, verdict, target, *expected, options.inject);
    if (!lit)
      return lit.error();
    litCase.module = lit->module;
    litCase.runLines = lit->runLines;
  } else if (*choice) {
    auto lit = manifestLit(testCase, verdict, **choice, *expected);
    if (!lit)
      return lit.error();
    litCase.module = lit->module;
    litCase.runLines = lit->runLines;
    litCase.byHand = lit->byHand;
    target = (*choice)->name;
  } else {
    auto recipe = litRecipe(target, options);
    if (!recipe)
      return recipe.error();
    auto functions = litFunctions(testCase, recipe->dialects, recipe->version);
    if (!functions)
      return functions.error();
    litCase.runLines = recipe->runLines;
    litCase.byHand = recipe->byHand;
    litCase.functions = *functions;
  }
  litCase.testCase = testCase;
  litCase.seen = verdict.describe();
  litCase.signature = verdict.signature.text;
  // As the command line says it, so that a replay knows both.
  litCase.target =
      options.inject.empty() ? target.text() : target.text() + " --inject " + options.inject;
  litCase.version = ASSAY_VERSION;
  litCase.expected = std::move(*expected);
  return writeLitCase(litCase);
}

Expected<std::string> jointLitText(std::span<const TestCase> cases, size_t accused,
                                   const Verdict &verdict, const TargetName &name) {
  const TargetName target = withDrawsSpelledOut(name);
  auto expected = expectedRuns(cases[accused], expectedAccuracy(verdict));
  if (!expected)
    return expected.error();
  auto lit = ireeJointLit(cases, accused, verdict, target, *expected);
  if (!lit)
    return lit.error();
  std::string text = fmt::format("// {} on {}\n// None of these programs fails alone.\n",
                                 verdict.signature.text, target.text());
  for (const std::string &line : lit->runLines)
    text += fmt::format("// RUN: {}\n", line);
  return text + lit->module;
}

} // namespace assay
