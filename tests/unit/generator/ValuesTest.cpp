// What is among the inputs that the generator draws.

#include "generator/Generator.h"
#include "generator/growth/InputReach.h"
#include "naive/Naive.h"
#include "program/Text.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <set>

using namespace assay;

namespace {

const Profile &profileOf(std::string_view name) {
  const auto &all = profiles();
  return *std::find_if(all.begin(), all.end(),
                       [&](const Profile &profile) { return profile.name == name; });
}

template <class Visit> void eachCase(std::string_view profile, uint64_t count, Visit visit) {
  for (uint64_t index = 0; index < count; ++index)
    visit(generate(23, index, profileOf(profile)));
}

/// Calls visit(node, operand, recipe in the first run) wherever an op reads an argument.
template <class Visit> void eachReadArgument(const TestCase &testCase, Visit visit) {
  const Program &program = testCase.program();
  for (const Node &node : program.nodes())
    for (size_t i = 0; i < node.operands.size(); ++i)
      if (program.isArgument(node.operands[i]))
        visit(node, i,
              std::get<Recipe>(testCase.runs()[0].inputs[static_cast<size_t>(node.operands[i])]));
}

bool hasFloatArgument(const TestCase &testCase) {
  const auto &types = testCase.program().arguments();
  return std::any_of(types.begin(), types.end(),
                     [](const TensorType &type) { return isFloat(type.element); });
}

bool hasSpecialInput(const TestCase &testCase) {
  const auto &inputs = testCase.runs()[0].inputs;
  return std::any_of(inputs.begin(), inputs.end(), [](const Input &input) {
    return std::get<Recipe>(input).special != Special::None;
  });
}

/// Calls visit(op, type, least score) for each attention whose queries and keys are arguments that
/// are not negative.
template <class Visit> void eachAttention(const TestCase &testCase, Visit visit) {
  const Program &program = testCase.program();
  const Run &run = testCase.runs()[0];
  for (const Node &node : program.nodes()) {
    const auto *op = std::get_if<Attention>(&node.op);
    if (!op)
      continue;
    double score = op->scale;
    for (size_t i = 0; i < 2; ++i)
      score *=
          program.isArgument(node.operands[i])
              ? std::max(std::get<Recipe>(run.inputs[static_cast<size_t>(node.operands[i])]).low,
                         0.0)
              : 0.0;
    const TensorType &queries = program.type(node.operands[0]);
    visit(*op, queries.element,
          score * static_cast<double>(queries.dims.back().evaluate(run.bindings)));
  }
}

/// So many of so many.
struct Share {
  int part = 0, whole = 0;

  void count(bool belongs) {
    part += belongs;
    ++whole;
  }
  double percent() const { return 100.0 * part / std::max(whole, 1); }
};

} // namespace

TEST_CASE("special values leave every program defined, however it is computed") {
  Share undefined;
  eachCase("special", 700, [&](const TestCase &testCase) {
    for (const Run &run : testCase.runs())
      for (naive::Style style : {naive::Style::Rounded, naive::Style::Backwards}) {
        auto values = naive::evaluate(testCase, run, testCase.inputs(run), style);
        undefined.count(std::holds_alternative<Undefined>(values));
        // At extents that the generator did not reckon with, an index may be out of range.
        if (auto *found = std::get_if<Undefined>(&values);
            found && run.bindings == testCase.runs().front().bindings)
          FAIL(found->node << ": " << found->reason);
      }
  });
  CHECK(undefined.percent() <= 3);
}

TEST_CASE("most programs with dynamic extents run at extents that the generator did not draw") {
  Share runs, other;
  eachCase("default", 500, [&](const TestCase &testCase) {
    std::set<Bindings> seen;
    for (const Run &run : testCase.runs())
      seen.insert(run.bindings);
    if (std::ranges::count(testCase.specialization(), Knowledge::Dynamic) == 0)
      return;
    runs.count(testCase.runs().size() > 2);
    other.count(seen.size() > 2);
  });
  CHECK(runs.percent() >= 80);
  CHECK(other.percent() >= 65);
}

TEST_CASE("nearly every unknown symbol is more than 1 in some run") {
  Share roomy;
  eachCase("dynamic", 500, [&](const TestCase &testCase) {
    for (size_t symbol = 0; symbol < testCase.specialization().size(); ++symbol)
      if (testCase.specialization()[symbol] == Knowledge::Dynamic)
        roomy.count(std::ranges::any_of(testCase.runs(),
                                        [&](const Run &run) { return run.bindings[symbol] > 1; }));
  });
  CHECK(roomy.percent() >= 93);
}

TEST_CASE("most programs of special inputs have a run without") {
  Share has;
  eachCase("special", 500, [&](const TestCase &testCase) {
    if (hasFloatArgument(testCase))
      has.count(std::ranges::any_of(testCase.runs(), [](const Run &run) {
        return std::ranges::all_of(run.inputs, [](const Input &input) {
          return std::get<Recipe>(input).special == Special::None;
        });
      }));
  });
  CHECK(has.percent() >= 60);
}

TEST_CASE("many arguments of both signs have a run of one, and many reals one of ties") {
  Share ofOneSign, tied;
  eachCase("default", 400, [&](const TestCase &testCase) {
    const std::vector<TensorType> &types = testCase.program().arguments();
    for (size_t i = 0; i < types.size(); ++i) {
      const Recipe &first = std::get<Recipe>(testCase.runs()[0].inputs[i]);
      const bool isReal = first.distribution == Distribution::Uniform;
      if (isBool(types[i].element) || !(first.low < 0 && first.high > 0) ||
          !(isReal || first.distribution == Distribution::Integers))
        continue;
      bool hasOneSign = false, hasTies = false;
      for (const Run &run : testCase.runs()) {
        const Recipe &recipe = std::get<Recipe>(run.inputs[i]);
        hasOneSign |= recipe.special == Special::None && (recipe.low == 0 || recipe.high == 0);
        hasTies |= recipe.distribution == Distribution::Halves;
      }
      ofOneSign.count(hasOneSign);
      if (isReal)
        tied.count(hasTies);
    }
  });
  CAPTURE(ofOneSign.part, ofOneSign.whole, tied.part, tied.whole);
  CHECK(ofOneSign.percent() > 35);
  CHECK(tied.percent() > 20);
}

TEST_CASE("most special programs have special inputs, some default ones do, exact ones do not") {
  Share special, normal, exact;
  eachCase("special", 500, [&](const TestCase &testCase) {
    if (hasFloatArgument(testCase))
      special.count(hasSpecialInput(testCase));
  });
  eachCase("default", 1500,
           [&](const TestCase &testCase) { normal.count(hasSpecialInput(testCase)); });
  eachCase("exact", 300, [&](const TestCase &testCase) { exact.count(hasSpecialInput(testCase)); });
  CHECK(special.percent() >= 75);
  CHECK(normal.percent() >= 5);
  CHECK(normal.percent() <= 20);
  CHECK(exact.part == 0);
}

TEST_CASE("inputs are drawn freely at the extents of a run that has others") {
  Share free, wide;
  eachCase("default", 500, [&](const TestCase &testCase) {
    const auto &runs = testCase.runs();
    auto isRepeated = [&](const Run &run) {
      return std::ranges::any_of(
          runs, [&](const Run &other) { return &other < &run && other.bindings == run.bindings; });
    };
    bool hasSpecial = false;
    for (const Run &run : runs)
      for (size_t i = 0; isRepeated(run) && i < run.inputs.size(); ++i) {
        const auto &recipe = std::get<Recipe>(run.inputs[i]);
        hasSpecial |= recipe.special != Special::None;
        const ElementType element = testCase.program().arguments()[i].element;
        if (isInteger(element))
          wide.count(recipe.high >= 0.9 * (static_cast<double>(maxInteger(element)) / 4));
      }
    if (hasFloatArgument(testCase))
      free.count(hasSpecial);
  });
  CHECK(free.percent() >= 60);
  CHECK(wide.percent() >= 5);
}

TEST_CASE("a program of few elements has many runs, of small numbers in some and NaN in some") {
  Share many, nan, few;
  eachCase("default", 500, [&](const TestCase &testCase) {
    const std::vector<TensorType> &types = testCase.program().arguments();
    // One value has most of what few elements have together.
    const bool isSmall = std::ranges::all_of(types, [&](const TensorType &type) {
      return elementCount(type.shape(testCase.runs()[0].bindings)) <= 8;
    });
    if (!isSmall || types.empty() || testCase.program().nodes().size() > 12)
      return;
    many.count(testCase.runs().size() >= 8);
    for (size_t i = 0; i < types.size(); ++i) {
      if (!isFloat(types[i].element))
        continue;
      const auto hasRun = [&](auto &&is) {
        return std::ranges::any_of(
            testCase.runs(), [&](const Run &run) { return is(std::get<Recipe>(run.inputs[i])); });
      };
      nan.count(hasRun([](const Recipe &recipe) { return recipe.special == Special::Nan; }));
      few.count(hasRun([](const Recipe &recipe) {
        return recipe.distribution == Distribution::Integers && recipe.high - recipe.low <= 4;
      }));
    }
  });
  CAPTURE(many.part, many.whole, nan.part, nan.whole, few.part, few.whole);
  CHECK(many.whole >= 20);
  CHECK(many.percent() >= 75);
  CHECK(nan.percent() >= 50);
  CHECK(few.percent() >= 50);
}

TEST_CASE("a dividend may be anything where no quotient is undefined") {
  const auto isDefined = [](std::string_view divisor, std::string_view attributes) {
    const auto parsed =
        readText(fmt::format("assay 1\n%0 = argument i8[2]\n%1 = argument i8[2]\n%2 = {}\n"
                             "%3 = binary(%0, %2) {{function=div{}}} : i8[2]\nreturn %3\n"
                             "run\n  %0 = i8[2] [1,2]\n  %1 = i8[2] [1,2]\n",
                             divisor, attributes),
                 "test");
    REQUIRE(parsed);
    const ReachStart dividend{0, {false, true}};
    return staysDefined(parsed->program(), std::span(&dividend, 1));
  };
  const std::string_view any = "unary(%1) {function=neg} : i8[2]";
  CHECK_FALSE(isDefined(any, ""));
  CHECK(isDefined(any, ", unsigned=true"));
  CHECK(isDefined("fill() {shape=[2], element=i8, value=3} : i8[2]", ""));
  CHECK(isDefined("fill() {shape=[2], element=i8, value=-3} : i8[2]", ""));
  CHECK_FALSE(isDefined("fill() {shape=[2], element=i8, value=-1} : i8[2]", ""));
  CHECK_FALSE(isDefined("binary(%0, %1) {function=max} : i8[2]", ", unsigned=true"));
}

TEST_CASE("NaN is never what a sort, a topk or an argmax orders by") {
  auto isNan = [](const naive::Array &keys) {
    return isFloat(keys.element) &&
           std::any_of(keys.elements.begin(), keys.elements.end(),
                       [](const naive::Element &key) { return std::isnan(key.real); });
  };
  Share infinite;
  auto visit = [&](const TestCase &testCase, const Run &run) {
    auto values = naive::evaluate(testCase, run, testCase.inputs(run), naive::Style::Rounded);
    if (std::holds_alternative<Undefined>(values))
      return;
    for (const Node &node : testCase.program().nodes()) {
      const OpKind kind = kindOf(node.op);
      if (kind != OpKind::Sort && kind != OpKind::Topk && kind != OpKind::ArgReduce)
        continue;
      const naive::Array &keys =
          std::get<naive::Values>(values)[static_cast<size_t>(node.operands[0])];
      CHECK_FALSE(isNan(keys));
      if (isFloat(keys.element))
        infinite.count(std::any_of(keys.elements.begin(), keys.elements.end(),
                                   [](const naive::Element &key) { return std::isinf(key.real); }));
    }
  };
  eachCase("special", 700, [&](const TestCase &testCase) {
    for (const Run &run : testCase.runs())
      visit(testCase, run);
  });
  CHECK(infinite.percent() >= 20);
}

TEST_CASE("one softmax or attention in twenty goes where exp overflows or is 0") {
  Share softmax, attention;
  eachCase("default", 8000, [&](const TestCase &testCase) {
    const Program &program = testCase.program();
    for (const Node &node : program.nodes()) {
      const auto *attend = std::get_if<Attention>(&node.op);
      if (kindOf(node.op) != OpKind::Softmax && !attend)
        continue;
      const bool hasScores = !attend || attend->mask == MaskKind::Additive;
      const ValueId scores = node.operands[attend ? (hasScores ? 3 : 0) : 0];
      bool isExtreme = false;
      if (hasScores && program.isArgument(scores)) {
        const auto &recipe =
            std::get<Recipe>(testCase.runs()[0].inputs[static_cast<size_t>(scores)]);
        isExtreme = recipe.distribution == Distribution::Uniform &&
                    (recipe.low >= 89 || recipe.high <= -104);
      }
      (attend ? attention : softmax).count(isExtreme);
    }
  });
  CHECK(softmax.percent() >= 4);
  CHECK(attention.percent() >= 4);
}

TEST_CASE(
    "scores of queries and keys alone go where exp overflows, whatever the mask and the type") {
  std::array<Share, 3> byMask;
  std::set<ElementType> types;
  eachCase("default", 8000, [&](const TestCase &testCase) {
    eachAttention(testCase, [&](const Attention &op, ElementType type, double score) {
      const bool overflows = score > (type == ElementType::F64 ? 709.8 : 88.8);
      byMask[static_cast<size_t>(op.mask)].count(overflows);
      if (overflows)
        types.insert(type);
    });
  });
  for (const Share &share : byMask)
    CHECK(share.percent() >= 2);
  CHECK(types.size() == 4);
}

TEST_CASE("inputs are aimed at the ops that read them") {
  Share halves, ties, edges, unlike, negative;
  eachCase("default", 6000, [&](const TestCase &testCase) {
    const Program &program = testCase.program();
    eachReadArgument(testCase, [&](const Node &node, size_t i, const Recipe &recipe) {
      const ElementType element = program.type(node.operands[i]).element;
      const bool isReal = recipe.distribution == Distribution::Uniform ||
                          recipe.distribution == Distribution::Normal ||
                          recipe.distribution == Distribution::LogUniform;
      if (const auto *unary = std::get_if<Unary>(&node.op);
          unary && unary->function == UnaryKind::RoundEven &&
          (isReal || recipe.distribution == Distribution::Halves))
        halves.count(recipe.distribution == Distribution::Halves);
      const OpKind kind = kindOf(node.op);
      if ((kind == OpKind::Sort || kind == OpKind::Topk || kind == OpKind::ArgReduce) && i == 0)
        ties.count(recipe.distribution == Distribution::Ties);
      if ((kind == OpKind::Gather || kind == OpKind::GatherNd) && i == 1)
        edges.count(recipe.distribution == Distribution::Edges);
      const auto *binary = std::get_if<Binary>(&node.op);
      if (binary && isInteger(element) && i == 0 && !binary->isUnsigned &&
          (binary->function == BinaryKind::Div || binary->function == BinaryKind::Rem))
        unlike.count(recipe.distribution == Distribution::Unlike);
    });
    for (const Node &node : program.nodes()) {
      const auto *binary = std::get_if<Binary>(&node.op);
      const bool divides =
          binary && (binary->function == BinaryKind::Div || binary->function == BinaryKind::Rem ||
                     binary->function == BinaryKind::FloorDiv);
      if (!divides || binary->isUnsigned || !isInteger(program.type(node.operands[0]).element) ||
          program.isArgument(node.operands[1]))
        continue;
      const auto *guard = std::get_if<Unary>(&program.node(program.producer(node.operands[1])).op);
      negative.count(guard && guard->function == UnaryKind::Neg);
    }
  });
  CHECK(halves.percent() >= 25);
  CHECK(ties.percent() >= 15);
  CHECK(edges.percent() >= 15);
  CHECK(unlike.percent() >= 15);
  CHECK(negative.percent() >= 15);
}

TEST_CASE("positions go beyond what 8 and 16 bits hold") {
  Share beyond8, beyond16, winner, depth;
  eachCase("default", 8000, [&](const TestCase &testCase) {
    const Program &program = testCase.program();
    for (const Node &node : program.nodes()) {
      if (const auto *op = std::get_if<OneHot>(&node.op))
        depth.count(op->depth.evaluate(testCase.runs()[0].bindings) > 128);
      int64_t dim = 0;
      if (const auto *op = std::get_if<ArgReduce>(&node.op))
        dim = op->dim;
      else if (const auto *op = std::get_if<Topk>(&node.op))
        dim = op->dim;
      else if (const auto *op = std::get_if<Gather>(&node.op))
        dim = op->dim;
      else if (const auto *op = std::get_if<Scatter>(&node.op))
        dim = op->dim;
      else
        continue;
      int64_t extent = 0;
      for (const Run &run : testCase.runs())
        extent = std::max(
            extent,
            program.type(node.operands[0]).dims[static_cast<size_t>(dim)].evaluate(run.bindings));
      beyond8.count(extent > 128);
      beyond16.count(extent > 32768);
      if (kindOf(node.op) == OpKind::ArgReduce && program.isArgument(node.operands[0])) {
        const auto &recipe =
            std::get<Recipe>(testCase.runs()[0].inputs[static_cast<size_t>(node.operands[0])]);
        winner.count(extent > 128 && (recipe.distribution == Distribution::Ascending ||
                                      recipe.distribution == Distribution::Descending));
      }
    }
  });
  CHECK(beyond8.percent() >= 4);
  CHECK(beyond16.percent() >= 0.1);
  // Among equal elements the first wins, which is never far.
  CHECK(winner.percent() >= 1);
  CHECK(depth.percent() >= 4);
}

TEST_CASE("sums cancel, and products of f16 leave it at either end") {
  Share cancelling, wide;
  eachCase("default", 4000, [&](const TestCase &testCase) {
    eachReadArgument(testCase, [&](const Node &node, size_t i, const Recipe &recipe) {
      const ElementType element = testCase.program().type(node.operands[i]).element;
      const OpKind kind = kindOf(node.op);
      if (isFloat(element) && (kind == OpKind::Contraction || kind == OpKind::Reduce))
        cancelling.count(recipe.distribution == Distribution::Cancelling);
      if (element == ElementType::F16)
        wide.count(recipe.distribution == Distribution::LogUniform && recipe.high > 8);
    });
  });
  CHECK(cancelling.percent() >= 1);
  CHECK(wide.percent() >= 1);
}
