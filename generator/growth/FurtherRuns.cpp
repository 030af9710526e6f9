#include "generator/growth/FurtherRuns.h"

#include "generator/growth/Extents.h"
#include "generator/growth/InputReach.h"
#include "support/Assert.h"

#include <numeric>
#include <ranges>

namespace assay {

namespace {

/// Elements of all values together, in a run.
double elementsIn(const Program &program, const Bindings &bindings) {
  double elements = 0;
  for (ValueId value = 0; value < program.valueCount(); ++value)
    elements += static_cast<double>(elementCount(program.type(value).shape(bindings)));
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

/// Where equal ones, NaN and infinities are many.
Recipe ofSpecials(Recipe recipe) {
  recipe.distribution = Distribution::Special;
  recipe.low = -2;
  recipe.high = 2;
  return recipe;
}

Special specialOf(ElementType element, Reach most) {
  return most.nan || isInteger(element) ? Special::Any : Special::Infinite;
}

/// With as much of what is special as `most` allows.
Recipe densely(Random &random, const Recipe &given, ElementType element, Reach most) {
  Recipe recipe = again(random, given);
  if (!most.changed)
    return recipe;
  if (isInteger(element))
    recipe = ofAnySize(random, recipe, element);
  else if (most.nan && isFloat(element) && random.chance(75))
    recipe = ofSpecials(recipe);
  recipe.special = specialOf(element, most);
  return recipe;
}

/// As freely as `most` allows.
Recipe freely(Random &random, const Recipe &given, ElementType element, Reach most) {
  Recipe recipe = again(random, given);
  if (!most.changed)
    return recipe;
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
    if (most.nan && isFloat(element))
      recipe = ofSpecials(recipe);
  }
  recipe.special = specialOf(element, most);
  return recipe;
}

/// Other extents of dynamic symbols than those, which the program can have and no run has; nothing
/// if none were found.
std::optional<Bindings> otherExtents(Random &random, const TestCaseParts &testCase,
                                     const Bindings &bindings) {
  const auto fits = [&](const Bindings &tried) {
    return std::ranges::all_of(testCase.program.nonNegative(),
                               [&](const Dim &dim) { return dim.evaluate(tried) >= 0; });
  };
  Bindings other = bindings;
  for (size_t symbol = 0; symbol < bindings.size(); ++symbol) {
    if (testCase.specialization[symbol] != Knowledge::Dynamic || random.chance(15))
      continue;
    const int64_t before = other[symbol];
    std::vector<int64_t> candidates{before + 1,           before - 1,     before + 2,
                                    2 * before + 3,       before / 2 + 1, 1,
                                    random.between(0, 12)};
    random.shuffle(candidates);
    candidates.push_back(before);
    for (const int64_t candidate : candidates) {
      other[symbol] = candidate;
      if (candidate >= 0 && fits(other))
        break;
    }
  }
  if (std::ranges::find(testCase.runs, other, &Run::bindings) != testCase.runs.end())
    return std::nullopt;
  return other;
}

/// What a further run is.
struct Variation {
  enum class Inputs : uint8_t { Again, Free, Dense } inputs;
  bool hasOtherExtents;
};
using Inputs = Variation::Inputs;
/// The first come off where few elements are left.
constexpr std::array variations{Variation{Inputs::Dense, false}, Variation{Inputs::Again, false},
                                Variation{Inputs::Free, true},   Variation{Inputs::Again, true},
                                Variation{Inputs::Dense, false}, Variation{Inputs::Free, false}};

Recipe varied(Random &random, Inputs inputs, const Recipe &given, ElementType element, Reach most) {
  switch (inputs) {
  case Inputs::Again:
    return again(random, given);
  case Inputs::Free:
    return freely(random, given, element, most);
  case Inputs::Dense:
    return densely(random, given, element, most);
  }
  ASSAY_ASSERT(false, "variation out of range");
}

/// Their number of rows hangs on the extents.
bool hasUniqueRows(const Run &run) {
  return std::ranges::any_of(run.inputs, [](const Input &input) {
    return std::get<Recipe>(input).distribution == Distribution::UniqueRows;
  });
}

} // namespace

std::vector<Run> furtherRuns(Random &random, const Profile &profile,
                             const TestCaseParts &testCase) {
  const Program &program = testCase.program;
  if (std::ranges::min(testCase.runs | std::views::transform([&](const Run &run) {
                         return elementsIn(program, run.bindings);
                       })) > profile.furtherElements)
    return {};

  std::vector<Run> further;
  double left = profile.furtherElements;
  const std::vector<Reach> most = mostOf(random, program);
  for (const Variation &variation : variations) {
    if (variation.inputs != Inputs::Again && !profile.drawsFreely)
      continue;
    const Run &chosen = random.pick(testCase.runs);
    Run run{chosen.bindings, {}};
    if (variation.hasOtherExtents && !hasUniqueRows(chosen))
      run.bindings = otherExtents(random, testCase, chosen.bindings).value_or(chosen.bindings);
    const bool isRepeated = variation.hasOtherExtents && run.bindings == chosen.bindings &&
                            variation.inputs == Inputs::Again;
    const double elements = elementsIn(program, run.bindings);
    if (isRepeated || elements > left)
      continue;
    left -= elements;
    for (size_t argument = 0; argument < most.size(); ++argument)
      run.inputs.push_back(varied(random, variation.inputs,
                                  std::get<Recipe>(chosen.inputs[argument]),
                                  program.arguments()[argument].element, most[argument]));
    further.push_back(std::move(run));
  }
  return further;
}

} // namespace assay
