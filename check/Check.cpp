#include "check/Check.h"

#include "check/FailureVerdict.h"
#include "check/Localise.h"
#include "check/MismatchSignature.h"
#include "check/MissedOptimisation.h"
#include "oracle/EvaluationState.h"
#include "oracle/Judge.h"
#include "support/NameOf.h"
#include "support/Stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay {

namespace {

/// One run of the case that is defined, with what it should give.
struct Expectation {
  std::vector<Tensor> inputs;
  Evaluation reference;
  /// What the target takes for granted and the reference says is not so: then the run is left out.
  std::optional<std::string> brokenPremise;

  bool isHeld() const { return !brokenPremise; }
};

/// The least or greatest number of a type; an infinity where there is one.
double extremeOf(ElementType type, bool least) {
  const double greatest = isFloat(type)
                              ? std::numeric_limits<double>::infinity()
                              : std::ldexp(1, 8 * static_cast<int>(storageBytes(type)) - 1) - 1;
  return !least ? greatest : isFloat(type) ? -greatest : -greatest - 1;
}

/// A result that is wrong is computed so often in all: it may be right, or wrong otherwise.
constexpr int runsOfWhatIsWrong = 3;
/// Whether an element is known to be what the premise excludes.
bool breaks(const oracle::Elements &elements, size_t i, Premise::Without without) {
  if (!elements.isExact(i))
    return false;
  const double value = elements.isReal() ? elements.value[i] : static_cast<double>(elements.low[i]);
  switch (without) {
  case Premise::Without::Least:
  case Premise::Without::Greatest:
    return value == extremeOf(elements.type, without == Premise::Without::Least);
  case Premise::Without::Nan:
    return std::isnan(value);
  }
  return false;
}

/// The stages of one check, in order; each either goes on or settles the verdict.
class Checker {
public:
  Checker(const TestCase &testCase, const Target &target, const StageObserver &observe)
      : testCase(testCase), target(target), observe(observe),
        premises(target.premises(testCase.program())) {}

  Verdict check() {
    Verdict verdict = decide();
    if (target.isMeasured() && std::holds_alternative<Agree>(verdict.outcome))
      verdict = withMetrics(std::move(verdict));
    verdict.exact = exact;
    verdict.bounded = bounded;
    verdict.inconclusive = inconclusive;
    verdict.seconds = seconds;
    return verdict;
  }

private:
  Verdict decide();
  /// Of what agrees: what can be counted, and whether another spelling does better.
  Verdict withMetrics(Verdict verdict);
  /// Evaluates every run.
  void evaluateRuns();
  /// What the run should give a target that is granted this; nothing if it is undefined then.
  std::optional<Evaluation> evaluation(size_t run, const Accuracy &accuracy) const;
  /// What of its premises the target does not find in that reference.
  std::optional<std::string> brokenPremise(const Evaluation &reference) const;
  Verdict runAndCompare(Executable &executable);
  /// The verdict on a run that gave others where what runs at the same time does so in another
  /// order; nothing if neither is wrong.
  std::optional<Verdict> race(Executable &executable, size_t run,
                              const std::vector<Tensor> &results,
                              const std::vector<Tensor> &others);
  /// The verdict on results that the reference does not admit.
  Verdict difference(Executable &executable, size_t run, const Comparison &comparison,
                     const std::vector<Tensor> &results);
  /// Of results that are wrong by `reference`, whatever is granted.
  Verdict mismatch(Executable &executable, size_t run, const Comparison &comparison,
                   const Evaluation &reference, const std::vector<Tensor> &results);
  /// Names what is not granted and would make the results right.
  std::string excuses(size_t run, const std::vector<Tensor> &results) const;
  /// Whether running again gives something else than these wrong results.
  bool isNondeterministic(Executable &executable, size_t run, const Comparison &comparison,
                          const Evaluation &reference);
  /// Whether wrong results depend on what memory held that nobody had written.
  bool readsUnwritten(Executable &executable, size_t run, const std::vector<Tensor> &results);
  /// `runs` of each program that is tried.
  Origin originOf(size_t run, const Comparison &comparison, const Evaluation &reference,
                  int runs = 1);
  void enter(Stage stage) {
    if (observe)
      observe(stage);
  }

  const TestCase &testCase;
  const Target &target;
  const StageObserver &observe;
  const std::vector<Premise> premises;
  std::vector<std::optional<Expectation>> expectations; // by run; of what is undefined none
  std::string undefined;                                // why the last such run is
  int64_t exact = 0, bounded = 0, inconclusive = 0;
  StageSeconds seconds;
};

void Checker::evaluateRuns() {
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
    if (const auto *found = std::get_if<Undefined>(&evaluated)) {
      const Node &node = testCase.program().node(found->node);
      undefined = fmt::format("undefined in {}: {}", name(kindOf(node.op)), found->reason);
      expectations.emplace_back();
      continue;
    }
    auto &reference = std::get<Evaluation>(evaluated);
    auto broken = brokenPremise(reference);
    expectations.push_back(Expectation{std::move(inputs), std::move(reference), std::move(broken)});
  }
}

std::optional<std::string> Checker::brokenPremise(const Evaluation &reference) const {
  for (const Premise &premise : premises) {
    const oracle::Elements &elements =
        reference.detail().values[static_cast<size_t>(premise.value)];
    for (size_t i = 0; i < static_cast<size_t>(elements.count); ++i)
      if (breaks(elements, i, premise.without))
        return fmt::format("its reader does not say what it makes of the {} in {}",
                           oracle::describe(elements, i),
                           valueLabel(testCase.program(), premise.value));
  }
  return std::nullopt;
}

Verdict Checker::decide() {
  evaluateRuns();
  const auto defined =
      std::ranges::find_if(expectations, [](const auto &one) { return one.has_value(); });
  if (defined == expectations.end())
    return inconclusiveVerdict(std::move(undefined));
  if (std::ranges::none_of(expectations, [](const auto &one) { return one && one->isHeld(); }))
    return failureVerdict(
        {TargetFailure::Kind::Unsupported, Stage::Emit, std::move(*(*defined)->brokenPremise)});
  for (const Contract contract : testCase.contracts())
    if (!target.honours(contract))
      return failureVerdict(
          {TargetFailure::Kind::Unsupported, Stage::Emit,
           fmt::format("nothing that its reader is given promises {}", nameOf(contract))});
  enter(Stage::Compile);
  Outcome<std::unique_ptr<Executable>> executable = [&] {
    Stopwatch watch(seconds.compile);
    return target.compile(testCase);
  }();
  if (const auto *failure = executable.failure())
    return failureVerdict(*failure);
  Verdict verdict = runAndCompare(**executable);
  // What was compiled is the target's to take down, in its time.
  Stopwatch watch(seconds.run);
  executable->reset();
  return verdict;
}

Verdict Checker::withMetrics(Verdict verdict) {
  enter(Stage::Compile);
  Stopwatch watch(seconds.compile);
  const auto counted = target.measure(testCase);
  if (!counted)
    return verdict;
  verdict.metrics = *counted;
  if (target.watched().empty())
    return verdict;
  auto agrees = [&](const TestCase &other) {
    Checker checker(other, target, observe);
    return std::holds_alternative<Agree>(checker.decide().outcome);
  };
  auto missed = missedOptimisation(testCase, *counted, target, agrees);
  if (!missed)
    return verdict;
  missed->metrics = *counted;
  return std::move(*missed);
}

Verdict Checker::runAndCompare(Executable &executable) {
  std::optional<Verdict> inaccurate;
  const auto isHeld = [&](size_t run) { return expectations[run] && expectations[run]->isHeld(); };
  std::vector<Run> held;
  for (size_t i = 0; i < testCase.runs().size(); ++i)
    if (isHeld(i))
      held.push_back(testCase.runs()[i]);
  executable.expect(held);
  for (size_t i = 0; i < testCase.runs().size(); ++i) {
    if (!isHeld(i))
      continue;
    const Expectation &expectation = *expectations[i];
    enter(Stage::Run);
    Outcome<std::vector<Tensor>> results = [&] {
      Stopwatch watch(seconds.run);
      return executable.run(testCase.runs()[i], expectation.inputs);
    }();
    if (const auto *failure = results.failure())
      return failureVerdict(*failure);
    auto others = [&] {
      Stopwatch watch(seconds.run);
      return executable.runInOtherOrder(testCase.runs()[i], expectation.inputs);
    }();
    if (const auto *failure = others ? (*others).failure() : nullptr)
      return failureVerdict(*failure);
    enter(Stage::Compare);
    Comparison comparison;
    {
      Stopwatch watch(seconds.compare);
      comparison = compare(testCase, expectation.reference, *results);
    }
    if (others && **others != *results)
      if (auto verdict = race(executable, i, *results, **others))
        return std::move(*verdict);
    exact += comparison.exact;
    bounded += comparison.bounded;
    inconclusive += comparison.inconclusive;
    if (comparison.differences.empty())
      continue;
    Verdict verdict = difference(executable, i, comparison, *results);
    if (!std::holds_alternative<Inaccurate>(verdict.outcome))
      return verdict;
    // Another run may be wrong whatever is granted.
    if (!inaccurate)
      inaccurate = std::move(verdict);
  }
  if (inaccurate)
    return std::move(*inaccurate);
  if (exact + bounded == 0 && inconclusive > 0)
    return inconclusiveVerdict("no element of the results is conclusive");
  return {};
}

std::optional<Evaluation> Checker::evaluation(size_t run, const Accuracy &accuracy) const {
  auto evaluated = evaluate(testCase, testCase.runs()[run], expectations[run]->inputs, accuracy);
  if (auto *reference = std::get_if<Evaluation>(&evaluated))
    return std::move(*reference);
  return std::nullopt;
}

std::optional<Verdict> Checker::race(Executable &executable, size_t run,
                                     const std::vector<Tensor> &results,
                                     const std::vector<Tensor> &others) {
  const Expectation &expectation = *expectations[run];
  // What is inaccurate in both orders is no race.
  const auto reference = evaluation(run, target.accuracy().with(Allowances::all()));
  if (!reference)
    return std::nullopt;
  const Comparison comparison = compare(testCase, *reference, results);
  const Comparison other = compare(testCase, *reference, others);
  // Where both are right, the program leaves the choice to the target.
  if (comparison.differences.empty() && other.differences.empty())
    return std::nullopt;
  const Difference &wrong =
      (comparison.differences.empty() ? other : comparison).differences.front();
  enter(Stage::Run);
  std::string detail = executable.racesIn(testCase.runs()[run], expectation.inputs);
  if (detail.empty())
    detail = fmt::format("race in {}: what runs at the same time gives other results in another "
                         "order",
                         opLabel(testCase.program(), wrong.value));
  return failureVerdict({TargetFailure::Kind::Sanitizer, Stage::Run,
                         fmt::format("{}\nin one of two orders, run {}: {}", detail, run,
                                     describeDifference(wrong))});
}

bool Checker::readsUnwritten(Executable &executable, size_t run,
                             const std::vector<Tensor> &results) {
  using Kind = TargetFailure::Kind;
  enter(Stage::Run);
  Stopwatch watch(seconds.run);
  const std::vector<Tensor> &inputs = expectations[run]->inputs;
  const auto others = executable.runWithOtherFill(testCase.runs()[run], inputs);
  if (!others)
    return false;
  const auto *failure = (*others).failure();
  return failure ? failure->kind == Kind::Crashed || failure->kind == Kind::Sanitizer
                 : **others != results;
}

bool Checker::isNondeterministic(Executable &executable, size_t run, const Comparison &comparison,
                                 const Evaluation &reference) {
  for (int again = 1; again < runsOfWhatIsWrong; ++again) {
    enter(Stage::Run);
    Outcome<std::vector<Tensor>> results = [&] {
      Stopwatch watch(seconds.run);
      return executable.run(testCase.runs()[run], expectations[run]->inputs);
    }();
    if (!results)
      return true;
    enter(Stage::Compare);
    Stopwatch watch(seconds.compare);
    // What is right in either run may be rounded in two ways; what is wrong is looked at.
    if (compare(testCase, reference, *results).differences != comparison.differences)
      return true;
  }
  return false;
}

Origin Checker::originOf(size_t run, const Comparison &comparison, const Evaluation &reference,
                         int runs) {
  std::vector<ValueId> wrong;
  for (const Difference &difference : comparison.differences)
    wrong.push_back(difference.value);
  // The target compiles and runs again: if that kills the process, it is the target that did it.
  enter(Stage::Compile);
  return localise(testCase, target, testCase.runs()[run], expectations[run]->inputs, reference,
                  wrong, runs, seconds);
}

std::string Checker::excuses(size_t run, const std::vector<Tensor> &results) const {
  const Accuracy granted = target.accuracy();
  auto isExcusedBy = [&](Allowances more) {
    const auto reference = evaluation(run, granted.with(more));
    return !reference || compare(testCase, *reference, results).differences.empty();
  };
  return leastExcuse(granted.allowances, isExcusedBy).text();
}

Verdict Checker::difference(Executable &executable, size_t run, const Comparison &comparison,
                            const std::vector<Tensor> &results) {
  enter(Stage::Oracle);
  const auto lenient = evaluation(run, target.accuracy().with(Allowances::all()));
  if (lenient)
    if (const Comparison wrong = compare(testCase, *lenient, results); !wrong.differences.empty())
      return mismatch(executable, run, wrong, *lenient, results);
  std::string needed = excuses(run, results);
  const Origin origin = originOf(run, comparison, expectations[run]->reference);
  Inaccurate found{{run, comparison.differences.front(), origin.value}, std::move(needed)};
  Verdict verdict;
  verdict.signature =
      rawSignature(Signature::Kind::Accuracy, testCase.program(), found, origin.visibility);
  verdict.outcome = std::move(found);
  return verdict;
}

Verdict Checker::mismatch(Executable &executable, size_t run, const Comparison &comparison,
                          const Evaluation &reference, const std::vector<Tensor> &results) {
  const bool nondeterministic = isNondeterministic(executable, run, comparison, reference);
  // What differs each time differs for another reason.
  const bool unwritten = !nondeterministic && readsUnwritten(executable, run, results);
  const Origin origin =
      originOf(run, comparison, reference, nondeterministic ? runsOfWhatIsWrong : 1);
  Mismatch found{run, comparison.differences.front(), origin.value, nondeterministic};
  Verdict verdict;
  verdict.signature =
      rawSignature(Signature::Kind::Mismatch, testCase.program(), found, origin.visibility);
  verdict.signature.unwritten = unwritten;
  verdict.outcome = std::move(found);
  return verdict;
}

} // namespace

Verdict check(const TestCase &testCase, const Target &target, const StageObserver &observe) {
  return Checker(testCase, target, observe).check();
}

} // namespace assay
