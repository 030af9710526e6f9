// Prints how many elements of results say nothing, in which runs, and where that begins: with the
// op of a value that could be several or anything though all that it reads says something. Bounds
// are those of Accuracy's defaults.
// Usage: inconclusive_bench [programs] [seed] [profile]

#include "generator/Generator.h"
#include "oracle/EvaluationState.h"
#include "oracle/Oracle.h"
#include "support/NameOf.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

using namespace assay;

namespace {

struct Share {
  int64_t elements = 0, inconclusive = 0;

  double percent() const {
    return 100 * static_cast<double>(inconclusive) /
           static_cast<double>(std::max<int64_t>(elements, 1));
  }
};

/// What begins with ops of one kind.
struct Loss {
  int64_t elements = 0, runs = 0;
  std::map<std::string, int64_t> byRun; // "index/run"
};

std::string labelOf(const Op &op) {
  std::string text(name(kindOf(op)));
  if (const auto *unary = std::get_if<Unary>(&op))
    text += fmt::format(" {}", nameOf(unary->function));
  if (const auto *binary = std::get_if<Binary>(&op))
    text += fmt::format(" {}", nameOf(binary->function));
  return text;
}

/// One run of a program.
class Examination {
public:
  Examination(const TestCase &testCase, const Evaluation &evaluation)
      : program(testCase.program()), evaluation(evaluation) {
    for (ValueId value = 0; value < program.valueCount(); ++value)
      comparisons.push_back(compareAlone(testCase, value));
  }

  Share returned() const {
    Share share;
    for (ValueId value : program.returns()) {
      const Comparison &comparison = at(value);
      share.inconclusive += comparison.inconclusive;
      share.elements += comparison.exact + comparison.bounded + comparison.inconclusive;
    }
    return share;
  }

  void addTo(std::map<std::string, Loss> &losses, const std::string &run) const {
    for (ValueId value : program.returns())
      if (const int64_t elements = at(value).inconclusive) {
        Loss &loss = losses[originOf(value)];
        loss.elements += elements;
        ++loss.runs;
        loss.byRun[run] += elements;
      }
  }

private:
  const Comparison &at(ValueId value) const { return comparisons[static_cast<size_t>(value)]; }
  const oracle::Elements &elementsOf(ValueId value) const {
    return evaluation.detail().values[static_cast<size_t>(value)];
  }

  /// As if it alone were returned.
  Comparison compareAlone(const TestCase &testCase, ValueId value) const {
    ProgramParts parts = program.parts();
    parts.returns = {value};
    TestCaseParts alone = testCase.parts();
    alone.program = Program::makeValid(std::move(parts));
    return compare(TestCase::makeValid(std::move(alone)), evaluation,
                   {oracle::valuesOf(elementsOf(value))});
  }

  bool isChosen(ValueId value) const {
    return std::ranges::any_of(elementsOf(value).mark,
                               [](uint8_t mark) { return (mark & oracle::Chosen) != 0; });
  }

  /// Goes back along the first operands that say nothing in part, or may be one of several.
  std::string originOf(ValueId value) const {
    std::string reader;
    while (!program.isArgument(value)) {
      const Node &node = program.node(program.producer(value));
      const auto before = std::ranges::find_if(node.operands, [&](ValueId operand) {
        return at(operand).inconclusive > 0 || isChosen(operand);
      });
      if (before == node.operands.end())
        return labelOf(node.op) + (isChosen(value) ? ", one of several, in" + reader : "");
      reader = " " + labelOf(node.op);
      value = *before;
    }
    return "argument";
  }

  const Program &program;
  const Evaluation &evaluation;
  std::vector<Comparison> comparisons; // by value
};

/// By what the inputs have.
std::string_view kindOf(const Run &run) {
  bool isSpecial = false, isOfAnySize = false;
  for (const Input &input : run.inputs)
    if (const auto *recipe = std::get_if<Recipe>(&input)) {
      isSpecial |=
          recipe->special != Special::None || recipe->distribution == Distribution::Special;
      isOfAnySize |= recipe->distribution == Distribution::LogUniform;
    }
  return isSpecial ? "special values" : isOfAnySize ? "any size" : "ordinary";
}

/// The largest first.
template <class Map, class Size> auto sorted(const Map &map, Size size) {
  std::vector<std::pair<std::string, typename Map::mapped_type>> all(map.begin(), map.end());
  std::ranges::sort(all, std::greater(), [&](const auto &one) { return size(one.second); });
  return all;
}

} // namespace

int main(int count, char **arguments) {
  const uint64_t programs = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'500;
  const uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  auto profile = profileFromName(count > 3 ? arguments[3] : "default");
  if (!profile) {
    fmt::print(stderr, "{}\n", profile.error().message);
    return 2;
  }
  std::map<std::string, Loss> losses;
  std::map<std::string, Share> shares;
  for (uint64_t index = 0; index < programs; ++index) {
    const TestCase testCase = generate(seed, index, *profile);
    for (size_t i = 0; i < testCase.runs().size(); ++i) {
      const Run &run = testCase.runs()[i];
      auto evaluated = evaluate(testCase, run, testCase.inputs(run));
      const auto *evaluation = std::get_if<Evaluation>(&evaluated);
      if (!evaluation)
        continue;
      const Examination examination(testCase, *evaluation);
      const Share returned = examination.returned();
      for (std::string_view kind : {kindOf(run), std::string_view("all")}) {
        Share &share = shares[std::string(kind)];
        share.elements += returned.elements;
        share.inconclusive += returned.inconclusive;
      }
      examination.addTo(losses, fmt::format("{}/{}", index, i));
    }
  }
  fmt::print("| runs | elements | inconclusive | |\n| --- | ---: | ---: | ---: |\n");
  for (const auto &[kind, share] : sorted(shares, [](const Share &one) { return one.elements; }))
    fmt::print("| {} | {} | {} | {:.2f} % |\n", kind, share.elements, share.inconclusive,
               share.percent());
  fmt::print("\n| begins with | elements | results | most in program/run |\n| --- | ---: | ---: | "
             "--- |\n");
  for (const auto &[origin, loss] : sorted(losses, [](const Loss &one) { return one.elements; })) {
    std::string most;
    for (const auto &[run, elements] : sorted(loss.byRun, std::identity()))
      if (most.size() < 40)
        most += fmt::format("{}{}: {}", most.empty() ? "" : ", ", run, elements);
    fmt::print("| {} | {} | {} | {} |\n", origin, loss.elements, loss.runs, most);
  }
}
