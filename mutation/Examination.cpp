#include "mutation/Examination.h"

#include "mutation/Legality.h"
#include "mutation/SameBits.h"
#include "oracle/DefinedRuns.h"
#include "support/FirstLine.h"
#include "support/NameOf.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace assay {

namespace {

/// Runs another, and keeps what comes out first of each run of a case: those whose premises do not
/// hold are left out.
class RecordedExecutable : public Executable {
public:
  using Results = std::map<const Run *, Outcome<std::vector<Tensor>>>;
  RecordedExecutable(Executable &inner, Results &results) : inner(inner), results(results) {}

  void expect(const std::vector<Run> &runs) override { inner.expect(runs); }
  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
    auto outcome = inner.run(run, inputs);
    results.emplace(&run, outcome);
    return outcome;
  }
  std::optional<Outcome<std::vector<Tensor>>>
  runInOtherOrder(const Run &run, const std::vector<Tensor> &inputs) override {
    return inner.runInOtherOrder(run, inputs);
  }
  std::optional<Outcome<std::vector<Tensor>>>
  runWithOtherFill(const Run &run, const std::vector<Tensor> &inputs) override {
    return inner.runWithOtherFill(run, inputs);
  }
  std::string racesIn(const Run &run, const std::vector<Tensor> &inputs) override {
    return inner.racesIn(run, inputs);
  }

private:
  Executable &inner;
  Results &results;
};

/// What a target made of one case. Of others it makes nothing: the same seed would be another
/// mutant in them, so that nothing can be learnt from these about this one.
class CompiledTarget : public Target {
public:
  CompiledTarget(const Target &inner, const TestCase &compiled, Executable &executable,
                 RecordedExecutable::Results &results)
      : inner(inner), compiled(compiled), executable(executable), results(results) {}

  const TargetName &name() const override { return inner.name(); }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
    // The very same: one with a NaN in it is not equal to itself.
    if (&testCase == &compiled)
      return std::make_unique<RecordedExecutable>(executable, results);
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Compile, "another case"};
  }
  Accuracy accuracy() const override { return inner.accuracy(); }
  std::optional<Device> device() const override { return inner.device(); }
  std::vector<Premise> premises(const Program &program) const override {
    return inner.premises(program);
  }

private:
  const Target &inner;
  const TestCase &compiled;
  Executable &executable;
  RecordedExecutable::Results &results;
};

/// Of a result that has another shape the difference is the shape.
bool isOfShape(const TestCase &testCase, const Verdict &verdict,
               const std::vector<std::vector<Tensor>> &before,
               const RecordedExecutable::Results &results) {
  const Mismatch *mismatch = verdict.difference();
  if (!mismatch)
    return false;
  const auto found = results.find(&testCase.runs()[mismatch->run]);
  if (found == results.end() || !found->second)
    return false;
  const auto difference = bitDifference(*found->second, before[mismatch->run]);
  return difference && !difference->isOfValues;
}

} // namespace

Examination::Examination(const TestCase &testCase, const Target &target, CheckFunction check,
                         Options options, const ExaminationObserver &observe)
    : testCase(withDefinedRuns(testCase)), target(target), check(std::move(check)),
      options(options), observe(observe) {
  reason = prepare();
}

std::optional<std::vector<std::vector<Tensor>>>
Examination::steadyResults(const std::vector<Run> &runs,
                           const std::vector<std::vector<Tensor>> &inputs) {
  observe.enter(Stage::Run);
  std::vector<std::vector<Tensor>> first;
  for (const bool isFirst : {true, false}) {
    executable->expect(runs);
    for (size_t i = 0; i < runs.size(); ++i) {
      Outcome<std::vector<Tensor>> results = executable->run(runs[i], inputs[i]);
      if (!results || (!isFirst && bitDifference(*results, first[i])))
        return std::nullopt;
      if (isFirst)
        first.push_back(*std::move(results));
    }
  }
  const auto differs = [&](const std::optional<Outcome<std::vector<Tensor>>> &other, size_t i) {
    return other && (!*other || bitDifference(**other, first[i]));
  };
  for (size_t i = 0; i < runs.size(); ++i)
    if (differs(executable->runInOtherOrder(runs[i], inputs[i]), i) ||
        differs(executable->runWithOtherFill(runs[i], inputs[i]), i))
      return std::nullopt;
  return first;
}

std::string Examination::prepare() {
  observe.enter(MutantStep::Prepare);
  observe.enter(Stage::Compile);
  Outcome<std::unique_ptr<Executable>> compiled = target.compile(testCase);
  if (const auto *failure = compiled.failure())
    return failure->detail;
  executable = std::move(*compiled);
  RecordedExecutable::Results recorded;
  const Verdict verdict =
      check(testCase, CompiledTarget(target, testCase, *executable, recorded), observe.stage);
  // A program that is undefined has nothing that a mutant could get wrong; one whose results are
  // all open has.
  const bool isOpen =
      std::holds_alternative<Inconclusive>(verdict.outcome) && verdict.inconclusive > 0;
  if (!std::holds_alternative<Agree>(verdict.outcome) && !isOpen)
    return fmt::format("{} without a mutant: {}", verdict.name(), firstLine(verdict.describe()));
  std::vector<std::vector<Tensor>> inputs;
  for (const Run &run : testCase.runs())
    inputs.push_back(testCase.inputs(run));
  auto steady = steadyResults(testCase.runs(), inputs);
  if (!steady)
    return "without a mutant, results are others each time";
  results = std::move(*steady);
  return "";
}

void Examination::forEachKnownProbe(const std::function<bool(const KnownProbe &)> &visit) {
  // So many fit into memory.
  constexpr int64_t mostKept = 64;
  const auto draw = [&](const std::function<bool(KnownProbe)> &take) {
    observe.enter(MutantStep::Prepare);
    observe.enter(Stage::Oracle);
    forEachProbe(testCase, options.probes, options.seed, target.accuracy(), [&](Probe probe) {
      observe.enter(MutantStep::Prepare);
      auto steady = steadyResults({probe.run}, {probe.inputs});
      const bool wantsMore = !steady || take({std::move(probe), std::move(steady->front())});
      observe.enter(Stage::Oracle);
      return wantsMore;
    });
  };
  if (options.probes > mostKept)
    return draw([&](const KnownProbe &known) { return visit(known); });
  if (!probes) {
    probes.emplace();
    draw([&](KnownProbe known) {
      probes->push_back(std::move(known));
      return true;
    });
  }
  for (const KnownProbe &known : *probes)
    if (!visit(known))
      return;
}

std::optional<MutantResult> Examination::differenceOf(const Outcome<std::vector<Tensor>> &after,
                                                      const std::vector<Tensor> &before,
                                                      std::string_view where) const {
  MutantResult result;
  if (const auto *failure = after.failure()) {
    // What is refused is not wrong.
    if (failure->kind == TargetFailure::Kind::Unsupported)
      return std::nullopt;
    result.kind = "run";
    result.detail = fmt::format("{}: {}", where, firstLine(failure->detail));
    return result;
  }
  const auto difference = bitDifference(*after, before);
  if (!difference)
    return std::nullopt;
  result.kind = difference->isOfValues ? "values" : "shape";
  result.isOfValues = difference->isOfValues;
  result.detail = fmt::format("{}: {}", where, difference->text);
  return result;
}

void Examination::judgeOthers(Executable &mutated, Differences &differences) const {
  observe.enter(MutantStep::Probe);
  for (size_t i = 0; i < testCase.runs().size() && !differences.wrong; ++i) {
    const Run &run = testCase.runs()[i];
    const std::vector<Tensor> inputs = testCase.inputs(run);
    const auto judge = [&](const std::optional<Outcome<std::vector<Tensor>>> &other,
                           std::string_view where) {
      if (!other || differences.wrong)
        return;
      auto found = differenceOf(*other, results[i], fmt::format("run {} in other {}", i, where));
      if (!found)
        return;
      // A mutant that is legal is so in each order.
      const auto lines =
          *other ? linesOf(testCase, run, inputs, **other, results[i]) : std::nullopt;
      if (lines)
        return differences.addLegal(std::move(*found), *lines);
      found->outcome = MutantOutcome::Weak;
      differences.wrong = std::move(found);
    };
    observe.enter(Stage::Run);
    judge(mutated.runInOtherOrder(run, inputs), "order");
    observe.enter(Stage::Run);
    judge(mutated.runWithOtherFill(run, inputs), "memory");
  }
}

void Examination::judge(const Outcome<std::vector<Tensor>> &after, const KnownProbe &known,
                        int64_t number, Differences &differences) const {
  const auto &[probe, before] = known;
  auto found = differenceOf(
      after, before,
      fmt::format("probe {}{}", number, probe.hasOtherExtents ? ", of other extents" : ""));
  if (!found)
    return;
  observe.enter(Stage::Compare);
  found->outcome = MutantOutcome::Weak;
  found->isAdmitted = after && compare(probe.testCase, probe.reference, *after).differences.empty();
  if (!found->isAdmitted) {
    differences.wrong = std::move(found);
    return;
  }
  // One that is not legal decides.
  if (differences.admitted)
    return;
  if (auto lines = linesOf(probe.testCase, probe.run, probe.inputs, *after, before))
    differences.addLegal(std::move(*found), *lines);
  else
    differences.admitted = std::move(found);
}

void Examination::Differences::addLegal(MutantResult found,
                                        const std::vector<SemanticsLine> &more) {
  found.outcome = MutantOutcome::Legal;
  found.isAdmitted = false;
  if (!legal)
    legal = std::move(found);
  std::vector<SemanticsLine> all;
  std::ranges::set_union(legal->lines, more, std::back_inserter(all));
  legal->lines = std::move(all);
}

std::optional<std::vector<SemanticsLine>>
Examination::linesOf(const TestCase &of, const Run &run, const std::vector<Tensor> &inputs,
                     const std::vector<Tensor> &after, const std::vector<Tensor> &before) const {
  return Legality(of, run, inputs, [&] { observe.enter(Stage::Oracle); }).linesOf(after, before);
}

MutantResult Examination::examine(const Target &mutant) {
  if (!reason.empty())
    return {.outcome = MutantOutcome::Unusable, .detail = reason};
  observe.enter(MutantStep::Compile);
  observe.enter(Stage::Compile);
  Outcome<std::unique_ptr<Executable>> mutated = mutant.compile(testCase);
  if (const auto *failure = mutated.failure()) {
    const bool isReported =
        options.mustCompile && failure->kind != TargetFailure::Kind::Unsupported;
    return {.outcome = isReported ? MutantOutcome::Reported : MutantOutcome::Invalid,
            .kind = isReported ? "compile" : "",
            .detail = firstLine(failure->detail)};
  }

  observe.enter(MutantStep::Check);
  RecordedExecutable::Results recorded;
  const Verdict verdict =
      check(testCase, CompiledTarget(mutant, testCase, **mutated, recorded), observe.stage);
  MutantResult result;
  if (verdict.isFinding()) {
    result.outcome = MutantOutcome::Reported;
    result.kind = verdict.name();
    result.isOfValues = verdict.difference() && !isOfShape(testCase, verdict, results, recorded);
    result.detail = firstLine(verdict.describe());
    return result;
  }
  if (std::holds_alternative<Unsupported>(verdict.outcome))
    return {.outcome = MutantOutcome::Invalid, .detail = firstLine(verdict.describe())};
  Differences differences;
  for (size_t i = 0; i < results.size(); ++i) {
    const Run &run = testCase.runs()[i];
    const auto after = recorded.find(&run);
    if (after == recorded.end())
      continue;
    auto found = differenceOf(after->second, results[i], fmt::format("run {}", i));
    if (!found)
      continue;
    const auto lines =
        after->second ? linesOf(testCase, run, testCase.inputs(run), *after->second, results[i])
                      : std::nullopt;
    if (!lines) {
      found->outcome = MutantOutcome::Missed;
      return *found;
    }
    differences.addLegal(std::move(*found), *lines);
  }
  judgeOthers(**mutated, differences);
  if (differences.wrong)
    return *differences.wrong;
  int64_t number = 0;
  forEachKnownProbe([&](const KnownProbe &known) {
    observe.enter(MutantStep::Probe);
    observe.enter(Stage::Run);
    judge((*mutated)->run(known.probe.run, known.probe.inputs), known, ++number, differences);
    return !differences.wrong;
  });
  return differences.result();
}

MutantResult resultOfDeath(MutantStep step, const Verdict &verdict, bool mustCompile) {
  MutantResult result;
  result.detail = firstLine(verdict.describe());
  switch (step) {
  case MutantStep::Prepare:
    result.detail = "without a mutant: " + result.detail;
    return result;
  case MutantStep::Compile:
    if (!mustCompile || !verdict.isFinding()) {
      result.outcome = MutantOutcome::Invalid;
      return result;
    }
    result.outcome = MutantOutcome::Reported;
    break;
  case MutantStep::Check:
    // What dies in the reference says nothing of the mutant.
    if (verdict.isFinding())
      result.outcome = MutantOutcome::Reported;
    break;
  case MutantStep::Probe:
    result.outcome = MutantOutcome::Weak;
    break;
  }
  result.kind = verdict.name();
  return result;
}

} // namespace assay
