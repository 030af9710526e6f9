#include "tests/naive/Agree.h"

#include "oracle/EvaluationState.h"

#include <cmath>
#include <numeric>

namespace assay::naive {

TestCase returning(const TestCase &testCase, std::vector<ValueId> returns) {
  ProgramParts program = testCase.program().parts();
  program.returns = std::move(returns);
  TestCaseParts parts = testCase.parts();
  parts.program = Program::makeValid(std::move(program));
  return TestCase::makeValid(std::move(parts));
}

TestCase returningAll(const TestCase &testCase) {
  std::vector<ValueId> all(static_cast<size_t>(testCase.program().valueCount()));
  std::iota(all.begin(), all.end(), 0);
  return returning(testCase, std::move(all));
}

namespace {

/// One run of a case whose values are all returned.
class Agreement {
public:
  Agreement(const TestCase &testCase, size_t run, Statistics &statistics,
            std::vector<std::string> &lines)
      : testCase(testCase), program(testCase.program()), run(run), statistics(statistics),
        lines(lines) {}

  void check() {
    const Run &binding = testCase.runs()[run];
    const std::vector<Tensor> inputs = testCase.inputs(binding);
    auto reference = assay::evaluate(testCase, binding, inputs);
    // What backwards loses besides: see Style.
    Accuracy flashing;
    flashing.allowances =
        Allowances().with(Allowance::FlushesSubnormals).with(Allowance::FlashAttention);
    auto lenient = assay::evaluate(testCase, binding, inputs, flashing);
    Accuracy inOrder;
    inOrder.sumsInOrder = true;
    auto strict = assay::evaluate(testCase, binding, inputs, inOrder);
    std::array<Values, allStyles.size()> values;
    bool undefined = false;
    for (Style style : allStyles) {
      auto result = naive::evaluate(testCase, binding, inputs, style);
      undefined |= holdDefinedness(style == Style::Backwards ? lenient : reference, result, style);
      if (auto *computed = std::get_if<Values>(&result))
        values[static_cast<size_t>(style)] = std::move(*computed);
    }
    if (undefined)
      return;
    const auto &evaluation = std::get<Evaluation>(reference);
    for (Style style : allStyles)
      if (style == Style::Backwards)
        holdResults(std::get<Evaluation>(lenient), values[static_cast<size_t>(style)], style);
      else if (style != Style::Wide)
        holdResults(evaluation, values[static_cast<size_t>(style)], style);
    // Which is what a target does that promises it.
    holdResults(std::get<Evaluation>(strict), values[static_cast<size_t>(Style::Rounded)],
                Style::Rounded);
    for (ValueId value = 0; value < program.valueCount(); ++value)
      holdWide(evaluation, values, value);
  }

private:
  void disagree(Style style, ValueId value, std::string_view what) {
    std::string_view maker = program.isArgument(value)
                                 ? "argument"
                                 : name(kindOf(program.node(program.producer(value)).op));
    lines.push_back(fmt::format("run {}, {}, value {} ({} {}): {}", run, nameOf(style), value,
                                maker, program.type(value).text(), what));
  }

  /// Whether one of them finds the program undefined, in which case both must.
  bool holdDefinedness(const std::variant<Evaluation, Undefined> &reference,
                       const std::variant<Values, Undefined> &result, Style style) {
    const auto *theirs = std::get_if<Undefined>(&reference);
    const auto *ours = std::get_if<Undefined>(&result);
    if (!theirs && !ours)
      return false;
    if (!theirs || !ours || theirs->node != ours->node)
      disagree(style, program.firstResult((theirs ? theirs : ours)->node),
               fmt::format("the oracle says {}, the naive one {}",
                           theirs ? theirs->reason : "it is defined",
                           ours ? ours->reason : "it is defined"));
    return true;
  }

  /// The naive results as if a compiler had returned them.
  void holdResults(const Evaluation &reference, const Values &values, Style style) {
    Comparison comparison = compare(testCase, reference, returned(program, values));
    for (const Difference &difference : comparison.differences)
      disagree(style, difference.value,
               fmt::format("at [{}] the oracle has {}, the naive one {}; {} of {} differ",
                           fmt::join(difference.index, ","), difference.expected, difference.actual,
                           difference.wrong, difference.elements));
  }

  /// Counts the elements of one value, holds the wide ones against the bounds, and measures these.
  void holdWide(const Evaluation &reference, const std::array<Values, allStyles.size()> &styles,
                ValueId value) {
    if (program.isArgument(value))
      return;
    auto valueIn = [&](Style style) -> const Array & {
      return styles[static_cast<size_t>(style)][static_cast<size_t>(value)];
    };
    const Array &exact = valueIn(Style::Wide), &computed = valueIn(Style::Rounded);
    const int node = program.producer(value);
    Tally &tally = statistics[{kindOf(program.node(node).op), program.type(value).element}];
    Comparison comparison = compare(returning(testCase, {value}), reference, {toTensor(computed)});
    ++tally.values;
    tally.exact += comparison.exact;
    tally.bounded += comparison.bounded;
    tally.inconclusive += comparison.inconclusive;
    const oracle::Elements &known = reference.detail().values[static_cast<size_t>(value)];
    if (!isFloat(exact.element))
      return;
    const bool own = operandsAreExact(reference, node);
    for (size_t i = 0; i < exact.elements.size(); ++i) {
      const oracle::Real bound = known.real(i);
      const long double truth = exact.elements[i].real;
      if (!isInformative(known, i))
        continue;
      // The wide value is itself off by a few units of long double.
      const long double slack = std::fabs(truth) * 0x1p-61L;
      if (!(std::fabs(truth - bound.value) <= bound.error + slack)) {
        disagree(Style::Wide, value,
                 fmt::format("element {} is {}, the oracle has {} +- {}", i,
                             static_cast<double>(truth), bound.value, bound.error));
        return;
      }
      long double error = 0; // of the worst that is held against this bound
      for (Style style : allStyles)
        if (style != Style::Wide && style != Style::Backwards)
          error = std::fmax(error, std::fabs(valueIn(style).elements[i].real - truth));
      if (own && std::fabs(truth) >= minNormal(exact.element)) {
        const long double unit = std::ldexp(std::fabs(truth), 1 - precision(exact.element));
        tally.legalError.add(static_cast<double>(std::fmax(error / unit, 0x1p-10L)));
      }
      // Below the normal numbers the bound is that of flushing to zero. An element whose bound is
      // no smaller than an eighth of it says little or nothing.
      if (error <= slack || std::fabs(truth) < minNormal(exact.element) ||
          bound.error >= std::fabs(bound.value) / 8)
        continue;
      const auto ratio = static_cast<double>(bound.error / error);
      tally.tightness.add(ratio);
      if (own)
        tally.ownTightness.add(ratio);
    }
  }

  bool operandsAreExact(const Evaluation &reference, int node) const {
    const Node &what = program.node(node);
    for (ValueId operand : what.operands)
      if (!reference.isExact(operand))
        return false;
    return !what.destination || reference.isExact(*what.destination);
  }

  /// The reference gives an interval around a finite number, not a choice among several.
  static bool isInformative(const oracle::Elements &known, size_t i) {
    return std::isfinite(known.value[i]) && std::isfinite(known.error[i]) && known.error[i] > 0 &&
           !(known.mark[i] & (oracle::MaskedRow | oracle::Chosen));
  }

  const TestCase &testCase;
  const Program &program;
  size_t run;
  Statistics &statistics;
  std::vector<std::string> &lines;
};

} // namespace

std::vector<std::string> agree(const TestCase &testCase, Statistics &statistics) {
  std::vector<std::string> lines;
  const TestCase all = returningAll(testCase);
  for (size_t run = 0; run < all.runs().size(); ++run)
    Agreement(all, run, statistics, lines).check();
  return lines;
}

} // namespace assay::naive
