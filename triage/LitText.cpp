#include "triage/LitText.h"

#include "reducer/LitCase.h"
#include "targets/WrittenOut.h"
#include "triage/IreeLit.h"
#include "triage/LitRecipe.h"
#include "triage/Reference.h"

#include <fmt/format.h>

namespace assay {

Expected<std::string> litText(const TestCase &testCase, const Verdict &verdict,
                              const std::string &name, const TargetOptions &options) {
  const std::string target = writtenOut(name);
  auto expected = expectedRuns(testCase, {});
  if (!expected)
    return expected.error();
  LitCase litCase;
  if (target.starts_with("iree@")) {
    auto lit = ireeLit(testCase, verdict, target, *expected, options.inject);
    if (!lit)
      return lit.error();
    litCase.module = lit->module;
    litCase.runLines = lit->runLines;
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
  litCase.target = options.inject.empty() ? target : target + " --inject " + options.inject;
  litCase.version = ASSAY_VERSION;
  litCase.expected = std::move(*expected);
  return writeLitCase(litCase);
}

Expected<std::string> jointLitText(std::span<const TestCase> cases, size_t accused,
                                   const Verdict &verdict, const std::string &name) {
  const std::string target = writtenOut(name);
  auto expected = expectedRuns(cases[accused], {});
  if (!expected)
    return expected.error();
  auto lit = ireeJointLit(cases, accused, verdict, target, *expected);
  if (!lit)
    return lit.error();
  std::string text = fmt::format("// {} on {}\n// None of these programs fails alone.\n",
                                 verdict.signature.text, target);
  for (const std::string &line : lit->runLines)
    text += fmt::format("// RUN: {}\n", line);
  return text + lit->module;
}

} // namespace assay
