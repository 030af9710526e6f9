#include "check/Tightness.h"

#include "oracle/Judge.h"
#include "oracle/RoundedRun.h"
#include "support/NameOf.h"
#include "support/Random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay {

void LeastErrors::add(std::optional<int> step) {
  ++total;
  if (!step)
    return;
  ++visibleCases;
  ++byStep[*step];
}

std::optional<double> LeastErrors::least(double cases) const {
  int64_t reported = 0;
  for (auto [step, count] : byStep)
    if (reported += count; static_cast<double>(reported) >= cases)
      return units(step);
  return std::nullopt;
}

std::optional<double> LeastErrors::reportedIn(double share) const {
  return least(share * static_cast<double>(total));
}

std::optional<double> LeastErrors::reportedInOfVisible(double share) const {
  return least(share * static_cast<double>(visibleCases));
}

namespace {

/// Elements of each result that are looked at: few, so that large tensors do not outweigh others.
constexpr size_t elementsOfResult = 4;

/// The op, with what tells its functions apart: "exp", "div", "reduce(sum)".
std::string labelOf(const Op &op) {
  std::string function;
  visitAttributes(op, [&](std::string_view attribute, const auto &value) {
    if constexpr (requires { nameOf(value); } && requires { names(value); })
      if (attribute == "function" || attribute == "combine")
        function = nameOf(value);
  });
  const OpKind kind = kindOf(op);
  if (kind == OpKind::Unary || kind == OpKind::Binary)
    return function;
  return function.empty() ? std::string(name(kind)) : fmt::format("{}({})", name(kind), function);
}

/// Whether an op computes floats, so that they may be off: others move them.
bool computes(const Op &op) {
  switch (kindOf(op)) {
  case OpKind::Unary:
  case OpKind::Binary:
  case OpKind::Cast:
  case OpKind::Contraction:
  case OpKind::Conv:
  case OpKind::Reduce:
  case OpKind::ReduceWindow:
  case OpKind::Scan:
  case OpKind::Softmax:
  case OpKind::Attention:
    return true;
  case OpKind::Scatter:
    return std::get<Scatter>(op).combine == Combine::Add;
  case OpKind::ScatterNd:
    return std::get<ScatterNd>(op).combine == Combine::Add;
  default:
    return false;
  }
}

/// The least step at which `isReported`, among those whose error is less than half of a value.
/// Whatever is reported, more than that is: found by bisection.
template <class IsReported>
std::optional<int> leastReported(ElementType type, const IsReported &isReported) {
  int below = -1, reported = LeastErrors::stepsToDouble * (precision(type) - 2);
  if (!isReported(reported))
    return std::nullopt;
  while (reported - below > 1) {
    const int middle = (reported + below) / 2;
    (isReported(middle) ? reported : below) = middle;
  }
  return reported;
}

/// Errors in one result of an op.
class Injections {
public:
  Injections(const Evaluation &evaluation, const RoundedRun &rounded, ValueId value)
      : evaluation(evaluation), rounded(rounded), value(value), held(rounded.held(value)),
        alone(rounded.known(value)),
        inProgram(evaluation.detail().values[static_cast<size_t>(value)]) {}

  void count(Tightness &tightness, bool alsoReturned) {
    std::vector<size_t> elements;
    for (size_t i = 0; i < held.stored(); ++i)
      // Others have no ulp to speak of, or none that targets which flush must have.
      if (std::isfinite(held.value[i]) && std::fabs(held.value[i]) >= minNormal(held.type))
        elements.push_back(i);
    if (elements.empty())
      return;
    Random random = Random::forIndex(static_cast<uint64_t>(value), elements.size());
    for (double sign : {1.0, -1.0}) {
      countWhole(alone, elements, sign, tightness.wholeResult.alone);
      countWhole(inProgram, elements, sign, tightness.wholeResult.inProgram);
      for (size_t n = 0; n < std::min(elementsOfResult, elements.size()); ++n) {
        const size_t i = random.pick(elements);
        const auto least = leastReportedOf(alone, i, sign);
        tightness.anyElement.add(least);
        if (!hasOneAnswer(alone, i))
          tightness.oneElement.alone.add(least);
        if (!hasOneAnswer(inProgram, i))
          tightness.oneElement.inProgram.add(leastReportedOf(inProgram, i, sign));
        if (n == 0 && alsoReturned && !hasOneAnswer(alone, i))
          tightness.returned.add(leastReported(held.type, [&](int step) {
            const auto results = rounded.returnedWith(value, i, wrong(i, sign, step));
            return results &&
                   !compare(evaluation.detail().testCase, evaluation, *results).differences.empty();
          }));
      }
    }
  }

private:
  static bool hasOneAnswer(const oracle::Elements &bounds, size_t i) {
    return bounds.isExact(i) || (bounds.mark[i] & oracle::Rounded);
  }

  double wrong(size_t i, double sign, int step) const {
    const double unit = std::ldexp(1, 1 - precision(held.type));
    return roundTo(held.type, held.value[i] * (1 + sign * unit * LeastErrors::units(step)));
  }

  bool isReported(const oracle::Elements &bounds, size_t i, double sign, int step) const {
    Tensor element(held.type, {});
    element.setReal(0, wrong(i, sign, step));
    return !oracle::admits(bounds, i, element, 0);
  }

  std::optional<int> leastReportedOf(const oracle::Elements &bounds, size_t i, double sign) const {
    return leastReported(held.type, [&](int step) { return isReported(bounds, i, sign, step); });
  }

  void countWhole(const oracle::Elements &bounds, const std::vector<size_t> &elements, double sign,
                  LeastErrors &errors) const {
    if (std::ranges::all_of(elements, [&](size_t i) { return hasOneAnswer(bounds, i); }))
      return;
    errors.add(leastReported(held.type, [&](int step) {
      return std::ranges::any_of(elements,
                                 [&](size_t i) { return isReported(bounds, i, sign, step); });
    }));
  }

  const Evaluation &evaluation;
  const RoundedRun &rounded;
  const ValueId value;
  const oracle::Elements &held, &alone, &inProgram;
};

} // namespace

void measureTightness(const TestCase &testCase, const Accuracy &accuracy, TightnessTable &table) {
  const Run &run = testCase.runs()[0];
  const std::vector<Tensor> inputs = testCase.inputs(run);
  const auto evaluated = evaluate(testCase, run, inputs, accuracy);
  const auto rounded = RoundedRun::of(testCase, run, inputs, accuracy);
  const auto *evaluation = std::get_if<Evaluation>(&evaluated);
  if (!evaluation || !rounded)
    return;
  // Not so where a tie was broken against a contract.
  const bool isRight = compare(testCase, *evaluation, rounded->returned()).differences.empty();
  const Program &program = testCase.program();
  for (auto value = static_cast<ValueId>(program.arguments().size()); value < program.valueCount();
       ++value) {
    const Op &op = program.node(program.producer(value)).op;
    const ElementType type = program.type(value).element;
    if (computes(op) && isFloat(type))
      Injections(*evaluation, *rounded, value)
          .count(table[fmt::format("{} {}", labelOf(op), name(type))], isRight);
  }
}

} // namespace assay
