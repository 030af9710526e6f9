#include "generator/growth/FurtherRuns.h"

#include "generator/growth/Extents.h"
#include "generator/growth/InputReach.h"

#include <numeric>

namespace assay {

namespace {

/// Elements of all values together, in a run.
double elementsIn(const Program &program, const Run &run) {
  double elements = 0;
  for (ValueId value = 0; value < program.valueCount(); ++value)
    elements += static_cast<double>(elementCount(program.type(value).shape(run.bindings)));
  return elements;
}

/// Starts where the program holds NaN or infinities by itself.
std::vector<ReachStart> startsIn(const Program &program) {
  std::vector<ReachStart> starts;
  auto start = [&](int node, double value) {
    if (!std::isfinite(value))
      starts.push_back({program.firstResult(node), {std::isnan(value), true}});
  };
  for (int node = 0; node < static_cast<int>(program.nodes().size()); ++node) {
    const Op &op = program.node(node).op;
    if (const auto *fill = std::get_if<Fill>(&op))
      start(node, fill->value);
    else if (const auto *pad = std::get_if<Pad>(&op))
      start(node, pad->value);
    else if (const auto *constant = std::get_if<Constant>(&op);
             constant && isFloat(constant->value.element()))
      for (int64_t i = 0; i < constant->value.size(); ++i)
        start(node, constant->value.real(i));
  }
  return starts;
}

/// How much more than the generator knew each argument may be given, all at once.
std::vector<Reach> mostOf(Random &random, const Program &program) {
  std::vector<ReachStart> starts = startsIn(program);
  std::vector<Reach> most(program.arguments().size());
  std::vector<size_t> order(most.size());
  std::iota(order.begin(), order.end(), size_t(0));
  random.shuffle(order);
  for (size_t argument : order) {
    const ElementType element = program.arguments()[argument].element;
    if (isBool(element))
      continue;
    for (bool nan : {true, false}) {
      if (nan && isInteger(element))
        continue;
      starts.push_back({static_cast<ValueId>(argument), {nan, true}});
      if (staysDefined(program, starts)) {
        most[argument] = starts.back().reach;
        break;
      }
      starts.pop_back();
    }
  }
  return most;
}

/// Drawn anew, and so that what is known of the argument stays true.
Recipe again(Random &random, Recipe recipe) {
  recipe.seed = random.next() >> 32;
  constexpr std::array shapes{Distribution::Integers, Distribution::Ties, Distribution::Edges};
  if (std::ranges::find(shapes, recipe.distribution) != shapes.end())
    recipe.distribution = random.pick(shapes);
  return recipe;
}

/// Numbers of any size.
Recipe ofAnySize(Random &random, Recipe recipe, ElementType element) {
  if (isInteger(element)) {
    // What a recipe holds is a double; of 64 bits it holds no more.
    const double reach = std::min(static_cast<double>(maxInteger(element)), 0x1p61);
    recipe.distribution =
        random.pick(std::array{Distribution::Integers, Distribution::Integers, Distribution::Ties});
    recipe.low = -reach;
    recipe.high = reach;
  } else if (isFloat(element)) {
    recipe.distribution = Distribution::LogUniform;
    recipe.low = std::ilogb(minNormal(element));
    recipe.high = std::ilogb(maxFinite(element)) - 1;
  }
  return recipe;
}

/// As freely as `most` allows.
Recipe freely(Random &random, const Recipe &given, ElementType element, Reach most) {
  Recipe recipe = again(random, given);
  if (!most.changed)
    return recipe;
  const Special special = most.nan || isInteger(element) ? Special::Any : Special::Infinite;
  const double ways[] = {15, 20, 20, 20, 25};
  switch (pickWeighted(random, ways)) {
  case 0:
    return recipe;
  case 1:
    return ofAnySize(random, recipe, element);
  case 2:
    recipe = ofAnySize(random, recipe, element);
    break;
  case 3:
    break;
  default:
    // Equal ones are many then.
    if (most.nan && isFloat(element)) {
      recipe.distribution = Distribution::Special;
      recipe.low = -2;
      recipe.high = 2;
    }
  }
  recipe.special = special;
  return recipe;
}

} // namespace

std::vector<Run> furtherRuns(Random &random, const Profile &profile,
                             const TestCaseParts &testCase) {
  const Program &program = testCase.program;
  std::vector<double> elements;
  for (const Run &run : testCase.runs)
    elements.push_back(elementsIn(program, run));
  if (std::ranges::min(elements) > profile.furtherElements)
    return {};

  std::vector<Run> further;
  double left = profile.furtherElements;
  const std::vector<Reach> most = mostOf(random, program);
  for (int i = 0; i <= profile.freeRuns; ++i) {
    const size_t chosen = random.below(testCase.runs.size());
    left -= elements[chosen];
    if (left < 0)
      break;
    const bool isAgain = i == std::min(1, profile.freeRuns);
    Run run{testCase.runs[chosen].bindings, {}};
    for (size_t argument = 0; argument < most.size(); ++argument) {
      const auto &given = std::get<Recipe>(testCase.runs[chosen].inputs[argument]);
      run.inputs.push_back(
          isAgain ? again(random, given)
                  : freely(random, given, program.arguments()[argument].element, most[argument]));
    }
    further.push_back(std::move(run));
  }
  return further;
}

} // namespace assay
