#include "check/Sweep.h"

#include "check/SweepPrograms.h"
#include "oracle/Oracle.h"
#include "oracle/RealFunction.h"
#include "support/Assert.h"
#include "support/FirstLine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace assay {

namespace {

/// |got - true| in units in the last place of the type. 0 where one of them is no normal number:
/// what is wrong there comes out of the comparison.
template <class T> double ulpsOff(UnaryKind function, ElementType type, T x, double got) {
  const T value = oracle::realFunction(function, x);
  const T size = std::fabs(value);
  if (!(size >= static_cast<T>(minNormal(type)) && size <= static_cast<T>(maxFinite(type))) ||
      !std::isfinite(got))
    return 0;
  const T ulp = std::ldexp(T(1), std::ilogb(size) - precision(type) + 1);
  return static_cast<double>(std::fabs(static_cast<T>(got) - value) / ulp);
}

std::string reasonOf(const TargetFailure &failure) { return firstLine(failure.detail); }

/// What one run's results are worth.
class Judgement {
public:
  Judgement(const SweepProgram &program, const std::vector<Tensor> &inputs,
            const std::vector<Tensor> &results, const Accuracy &promised)
      : program(program), inputs(inputs), results(results), promised(promised) {}

  struct Wrong {
    int64_t elements = 0;
    std::string example; // the first of them
  };
  /// Of each returned value, what is wrong for a target that is granted this.
  const std::vector<Wrong> &of(Allowances granted) {
    auto [place, isNew] = known.try_emplace(granted);
    if (!isNew)
      return place->second;
    place->second.resize(results.size());
    auto evaluated =
        evaluate(program.testCase, program.testCase.runs()[0], inputs, promised.with(granted));
    const auto *reference = std::get_if<Evaluation>(&evaluated);
    ASSAY_ASSERT(reference, "programs of the sweep are defined for all operands");
    for (const Difference &one : compare(program.testCase, *reference, results).differences)
      place->second[one.returned] = {one.wrong, exampleOf(one)};
    return place->second;
  }

private:
  std::string exampleOf(const Difference &difference) const {
    std::string of;
    if (!program.functions.empty() && !difference.index.empty())
      of = fmt::format("of {:.9g} ", inputs[0].real(difference.index[0]));
    return fmt::format("{}is {}, expected {}", of, difference.actual, difference.expected);
  }

  const SweepProgram &program;
  const std::vector<Tensor> &inputs, &results;
  const Accuracy &promised;
  std::map<Allowances, std::vector<Wrong>> known;
};

class Sweeper {
public:
  Sweeper(const Target &target, const SweepOptions &options)
      : target(target), options(options), promised(target.accuracy()) {
    promised.allowances = {};
  }

  Sample run() {
    const int64_t runs = std::max<int64_t>(options.operands / sweepRunSize, 1);
    // What programs are made of most comes first.
    for (ElementType element :
         {ElementType::F32, ElementType::F16, ElementType::BF16, ElementType::F64}) {
      lookAt(functionsProgram(element, sweptFunctions(),
                              element == ElementType::F64 ? std::min<int64_t>(runs, 16) : runs));
      for (const SweepProgram &program : formPrograms(element))
        lookAt(program);
    }
    return std::move(sample);
  }

private:
  bool isOver() const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    return spent.count() > options.seconds;
  }

  static std::string title(const SweepProgram &program) {
    return fmt::format("{} {}",
                       program.functions.size() > 1 ? "functions" : program.operations.front(),
                       name(program.element));
  }

  void miss(const SweepProgram &program, const std::string &reason) {
    Unseen unseen{title(program), reason};
    if (std::ranges::find(sample.missing, unseen) == sample.missing.end())
      sample.missing.push_back(std::move(unseen));
  }

  Sighting &sightingOf(const std::string &operation, ElementType element) {
    for (Sighting &known : sample.sightings)
      if (known.operation == operation && known.element == element)
        return known;
    Sighting fresh;
    fresh.operation = operation;
    fresh.element = element;
    return sample.sightings.emplace_back(std::move(fresh));
  }

  void lookAt(const SweepProgram &program) {
    if (isOver())
      return miss(program, "the time was up");
    auto compiled = target.compile(program.testCase);
    if (const auto *failure = compiled.failure()) {
      // One of them may be what it does not take.
      if (program.functions.size() > 1)
        for (UnaryKind function : program.functions)
          lookAt(functionsProgram(program.element, {function}, program.runs));
      else
        miss(program, reasonOf(*failure));
      return;
    }
    for (int64_t run = 0; run < program.runs; ++run) {
      if (run > 0 && isOver())
        return miss(program, fmt::format("{} of {} runs, then the time was up", run, program.runs));
      if (options.onStep)
        options.onStep(fmt::format("{}: {} of {}", title(program), run + 1, program.runs));
      const std::vector<Tensor> inputs = program.inputs(run);
      auto results = (*compiled)->run(program.testCase.runs()[0], inputs);
      if (const auto *failure = results.failure())
        return miss(program, reasonOf(*failure));
      measure(program, inputs, *results);
      judge(program, inputs, *results);
    }
    if (!program.functions.empty())
      lookAtInfinities(program, **compiled);
  }

  /// What becomes of infinities and NaN may be wrong, but it grants nothing.
  void lookAtInfinities(const SweepProgram &program, Executable &executable) {
    const std::vector<Tensor> inputs = program.inputs(program.runs);
    auto results = executable.run(program.testCase.runs()[0], inputs);
    if (const auto *failure = results.failure())
      return miss(program, reasonOf(*failure));
    Judgement judgement(program, inputs, *results, promised);
    for (size_t i = 0; i < program.operations.size(); ++i)
      if (const auto &wrong = judgement.of(Allowances::all())[i]; wrong.elements > 0) {
        Sighting &sighting = sightingOf(program.operations[i] + " of inf and nan", program.element);
        sighting.inputs += inputs[0].size();
        sighting.wrong += wrong.elements;
        sighting.example = wrong.example;
      }
  }

  void judge(const SweepProgram &program, const std::vector<Tensor> &inputs,
             const std::vector<Tensor> &results) {
    Judgement judgement(program, inputs, results, promised);
    for (size_t i = 0; i < results.size(); ++i) {
      Sighting &sighting = sightingOf(program.operations[i], program.element);
      const int64_t wrong = judgement.of(sighting.needed)[i].elements;
      if (wrong == 0)
        continue;
      const auto &[hopeless, example] = judgement.of(Allowances::all())[i];
      if (hopeless > 0 && sighting.wrong == 0)
        sighting.example = example;
      sighting.wrong += hopeless;
      if (wrong > hopeless)
        sighting.needed =
            sighting.needed.with(leastExcuse(sighting.needed, [&, left = hopeless](auto more) {
              return judgement.of(sighting.needed.with(more))[i].elements == left;
            }));
    }
  }

  void measure(const SweepProgram &program, const std::vector<Tensor> &inputs,
               const std::vector<Tensor> &results) {
    for (size_t i = 0; i < results.size(); ++i) {
      Sighting &sighting = sightingOf(program.operations[i], program.element);
      sighting.inputs += results[i].size();
      const Tensor &x = inputs[0];
      for (int64_t at = 0; at < x.size() && !program.functions.empty(); ++at) {
        const double got = results[i].real(at);
        const double ulps =
            program.element == ElementType::F64
                ? ulpsOff<long double>(program.functions[i], program.element, x.real(at), got)
                : ulpsOff<double>(program.functions[i], program.element, x.real(at), got);
        if (ulps > sighting.ulps) {
          sighting.ulps = ulps;
          sighting.at = x.real(at);
        }
      }
    }
  }

  const Target &target;
  const SweepOptions &options;
  Accuracy promised;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  Sample sample;
};

} // namespace

Sample sweep(const Target &target, const SweepOptions &options) {
  return Sweeper(target, options).run();
}

} // namespace assay
