#include "check/Check.h"

#include "check/Localise.h"
#include "check/Signature.h"
#include "support/Stopwatch.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace assay {

namespace {

/// One run of the case with what it should give.
struct Expectation {
  std::vector<Tensor> inputs;
  Evaluation reference;
};

/// The least or greatest number of a type; an infinity where there is one.
double extremeOf(ElementType type, bool least) {
  const double greatest = isFloat(type)
                              ? std::numeric_limits<double>::infinity()
                              : std::ldexp(1, 8 * static_cast<int>(storageBytes(type)) - 1) - 1;
  return !least ? greatest : isFloat(type) ? -greatest : -greatest - 1;
}

/// The stages of one check, in order; each either goes on or settles the verdict.
class Checker {
public:
  Checker(const TestCase &testCase, const Target &target, const StageObserver &observe)
      : testCase(testCase), target(target), observe(observe) {}

  Verdict check() {
    Verdict verdict = decide();
    verdict.exact = exact;
    verdict.bounded = bounded;
    verdict.inconclusive = inconclusive;
    verdict.seconds = seconds;
    return verdict;
  }

private:
  Verdict decide();
  /// Evaluates every run; says why that cannot be done.
  std::optional<std::string> evaluateRuns();
  /// What the target takes for granted and the reference says is not so.
  std::optional<std::string> brokenPremise() const;
  Verdict runAndCompare(Executable &executable);
  /// The verdict on a run that gave others where what runs at the same time does so in another
  /// order; nothing if neither is wrong.
  std::optional<Verdict> race(Executable &executable, size_t run, const Comparison &comparison,
                              const std::vector<Tensor> &others);
  Verdict mismatch(size_t run, const Comparison &comparison);
  void enter(Stage stage) {
    if (observe)
      observe(stage);
  }

  const TestCase &testCase;
  const Target &target;
  const StageObserver &observe;
  std::vector<Expectation> expectations;
  int64_t exact = 0, bounded = 0, inconclusive = 0;
  StageSeconds seconds;
};

std::optional<std::string> Checker::evaluateRuns() {
  for (const Run &run : testCase.runs()) {
    std::vector<Tensor> inputs;
    {
      enter(Stage::Generate);
      Stopwatch watch(seconds.generate);
      inputs = testCase.inputs(run);
    }
    enter(Stage::Oracle);
    Stopwatch watch(seconds.oracle);
    auto evaluated = evaluate(testCase, run, inputs, target.accuracy());
    if (const auto *undefined = std::get_if<Undefined>(&evaluated)) {
      const Node &node = testCase.program().nodes()[static_cast<size_t>(undefined->node)];
      return fmt::format("undefined in {}: {}", name(kindOf(node.op)), undefined->reason);
    }
    expectations.push_back({std::move(inputs), std::get<Evaluation>(std::move(evaluated))});
  }
  return std::nullopt;
}

std::optional<std::string> Checker::brokenPremise() const {
  for (const Premise &premise : target.premises(testCase.program())) {
    const ElementType element = testCase.program().type(premise.value).element;
    const double extreme = extremeOf(element, premise.least);
    for (const Expectation &expectation : expectations) {
      const std::optional<Tensor> value = expectation.reference.tensor(premise.value);
      for (int64_t i = 0; value && i < value->size(); ++i)
        if (value->real(i) == extreme)
          return fmt::format("{} of {} is what its reader starts from",
                             valueLabel(testCase.program(), premise.value), extreme);
    }
  }
  return std::nullopt;
}

Verdict Checker::decide() {
  if (auto reason = evaluateRuns())
    return inconclusiveVerdict(std::move(*reason));
  if (auto reason = brokenPremise())
    return failureVerdict({TargetFailure::Kind::Unsupported, Stage::Emit, std::move(*reason)});
  enter(Stage::Compile);
  Outcome<std::unique_ptr<Executable>> executable = [&] {
    Stopwatch watch(seconds.compile);
    return target.compile(testCase);
  }();
  if (const auto *failure = std::get_if<TargetFailure>(&executable))
    return failureVerdict(*failure);
  return runAndCompare(*std::get<0>(executable));
}

Verdict Checker::runAndCompare(Executable &executable) {
  for (size_t i = 0; i < testCase.runs().size(); ++i) {
    const Expectation &expectation = expectations[i];
    enter(Stage::Run);
    Outcome<std::vector<Tensor>> results = [&] {
      Stopwatch watch(seconds.run);
      return executable.run(testCase.runs()[i], expectation.inputs);
    }();
    if (const auto *failure = std::get_if<TargetFailure>(&results))
      return failureVerdict(*failure);
    auto others = [&] {
      Stopwatch watch(seconds.run);
      return executable.runInOtherOrder(testCase.runs()[i], expectation.inputs);
    }();
    if (const auto *failure = others ? std::get_if<TargetFailure>(&*others) : nullptr)
      return failureVerdict(*failure);
    enter(Stage::Compare);
    Comparison comparison;
    {
      Stopwatch watch(seconds.compare);
      comparison = compare(testCase, expectation.reference, std::get<0>(results));
    }
    if (others && std::get<0>(*others) != std::get<0>(results))
      if (auto verdict = race(executable, i, comparison, std::get<0>(*others)))
        return std::move(*verdict);
    exact += comparison.exact;
    bounded += comparison.bounded;
    inconclusive += comparison.inconclusive;
    if (!comparison.differences.empty())
      return mismatch(i, comparison);
  }
  if (exact + bounded == 0 && inconclusive > 0)
    return inconclusiveVerdict("no element of the results is conclusive");
  return {};
}

std::optional<Verdict> Checker::race(Executable &executable, size_t run,
                                     const Comparison &comparison,
                                     const std::vector<Tensor> &others) {
  const Expectation &expectation = expectations[run];
  const Comparison other = compare(testCase, expectation.reference, others);
  // Where both are right, the program leaves the choice to the target.
  if (comparison.differences.empty() && other.differences.empty())
    return std::nullopt;
  const Difference &wrong =
      (comparison.differences.empty() ? other : comparison).differences.front();
  enter(Stage::Run);
  std::string detail = executable.racesIn(testCase.runs()[run], expectation.inputs);
  if (detail.empty())
    detail = "race: what runs at the same time gives other results in another order";
  return failureVerdict({TargetFailure::Kind::Sanitizer, Stage::Run,
                         fmt::format("{}\nin one of two orders, run {}: {}", detail, run,
                                     describeDifference(wrong))});
}

Verdict Checker::mismatch(size_t run, const Comparison &comparison) {
  std::vector<ValueId> wrong;
  for (const Difference &difference : comparison.differences)
    wrong.push_back(difference.value);
  // The target compiles and runs again: if that kills the process, it is the target that did it.
  enter(Stage::Compile);
  const Origin origin = localise(testCase, target, testCase.runs()[run], expectations[run].inputs,
                                 expectations[run].reference, wrong, seconds);
  Mismatch found{run, comparison.differences.front(), origin.value};
  Verdict verdict;
  verdict.signature = mismatchSignature(testCase.program(), found, origin.visibility);
  verdict.outcome = std::move(found);
  return verdict;
}

} // namespace

Verdict check(const TestCase &testCase, const Target &target, const StageObserver &observe) {
  return Checker(testCase, target, observe).check();
}

} // namespace assay
