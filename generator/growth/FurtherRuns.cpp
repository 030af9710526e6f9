#include "generator/growth/FurtherRuns.h"

#include "generator/growth/Extents.h"
#include "generator/growth/InputReach.h"
#include "program/IndexInputs.h"
#include "support/Assert.h"

#include <numeric>
#include <ranges>

namespace assay {

namespace {

/// Elements of all values together, in a run.
double elementsIn(const Program &program, const Bindings &bindings) {
  double elements = 0;
  for (ValueId value = 0; value < program.valueCount(); ++value) {
    double count = 1;
    for (const Dim &dim : program.type(value).dims)
      count *= static_cast<double>(dim.evaluate(bindings));
    elements += count;
  }
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

/// Of one sign at times: the maximum of negative numbers tells a reduction that begins with 0.
Recipe ofOneSign(Random &random, Recipe recipe) {
  if (recipe.low < 0 && recipe.high > 0 && random.chance(30))
    (random.chance(50) ? recipe.low : recipe.high) = 0;
  return recipe;
}

/// Of the other sign, where all have one.
Recipe mirrored(Recipe recipe) {
  constexpr std::array ranged{
      Distribution::Uniform,  Distribution::Halves,    Distribution::Integers,
      Distribution::Ties,     Distribution::Edges,     Distribution::Sparse,
      Distribution::Distinct, Distribution::Ascending, Distribution::Descending};
  if (std::ranges::find(ranged, recipe.distribution) != ranged.end() && recipe.low >= 0) {
    std::swap(recipe.low, recipe.high);
    recipe.low = -recipe.low;
    recipe.high = -recipe.high;
  }
  return recipe;
}

/// Reals in [low, high], of one sign at times, and at times those that rounding to an integer or to
/// a shorter type decides by its rule for ties, or integers, which are equal at times.
Recipe ofReals(Random &random, Recipe recipe) {
  const double ways[] = {55, 20, 25};
  constexpr std::array distributions{Distribution::Uniform, Distribution::Halves,
                                     Distribution::Integers};
  recipe.distribution = distributions[pickWeighted(random, ways)];
  // One integer would say nothing.
  if (recipe.high - recipe.low < 2 && recipe.distribution == Distribution::Integers)
    recipe.distribution = Distribution::Uniform;
  return ofOneSign(random, recipe);
}

/// The same for numbers that are to be different from one another along an axis, if those of one
/// sign are enough.
Recipe distinctOfOneSign(Random &random, const Recipe &recipe, const TensorType &type,
                         const Bindings &bindings) {
  const Recipe one = ofOneSign(random, recipe);
  const auto axis = static_cast<size_t>(recipe.axis);
  const bool isEnough =
      axis >= type.dims.size() ||
      one.high - one.low >= static_cast<double>(type.dims[axis].evaluate(bindings));
  return isEnough ? one : recipe;
}

/// Drawn anew, and so that what is known of the argument stays true. Without what is special: where
/// each run has NaN, little of a program may be seen beside them.
Recipe again(Random &random, Recipe recipe, const TensorType &type, const Bindings &bindings) {
  recipe.seed = random.next() >> 32;
  recipe.special = Special::None;
  constexpr std::array anywhere{Distribution::Integers, Distribution::Ties, Distribution::Edges,
                                Distribution::Sparse};
  // Different from one another along the last dim, if there is room.
  constexpr std::array lines{Distribution::Ascending, Distribution::Descending,
                             Distribution::Distinct, Distribution::Distinct};
  switch (recipe.distribution) {
  case Distribution::Integers:
  case Distribution::Equal:
  case Distribution::Ties:
  case Distribution::Edges:
  case Distribution::Sparse:
    recipe.distribution = random.pick(anywhere);
    return ofOneSign(random, recipe);
  case Distribution::Normal:
    if (random.chance(50))
      return recipe;
    recipe.low = -3;
    recipe.high = 3;
    return ofReals(random, recipe);
  case Distribution::Uniform:
    return ofReals(random, recipe);
  case Distribution::Ascending:
  case Distribution::Descending:
    recipe.distribution = random.pick(lines);
    recipe.axis = std::max<int64_t>(0, static_cast<int64_t>(type.dims.size()) - 1);
    return ofOneSign(random, recipe);
  case Distribution::Distinct:
    return distinctOfOneSign(random, recipe, type, bindings);
  case Distribution::Special:
    recipe.distribution = Distribution::Uniform;
    break;
  default:
    break;
  }
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
    recipe = ofOneSign(random, recipe);
  } else if (isFloat(element)) {
    recipe.distribution = Distribution::LogUniform;
    recipe.low = std::ilogb(minNormal(element));
    recipe.high = std::ilogb(maxFinite(element)) - 1;
  }
  return recipe;
}

/// Few numbers of little size: their sums are exact, and they are equal at times, within an input
/// and in several. At times they only rise or fall along a line, so that the last one is an
/// extreme.
Recipe ofFew(Random &random, Recipe recipe, ElementType element) {
  constexpr std::array shapes{Distribution::Integers, Distribution::Integers,
                              Distribution::Ascending, Distribution::Descending};
  const bool isInSteps = !isFloat(element) || random.chance(70);
  recipe.distribution = isInSteps ? random.pick(shapes) : Distribution::Halves;
  const bool isRamp = recipe.distribution == Distribution::Ascending ||
                      recipe.distribution == Distribution::Descending;
  recipe.high = isRamp ? 8 : 2;
  recipe.low = -recipe.high;
  // Of one sign half of the time, with 0 or without.
  if (random.chance(50))
    (random.chance(50) ? recipe.low : recipe.high) = 0;
  if (random.chance(50))
    recipe.low += recipe.low == 0;
  else
    recipe.high -= recipe.high == 0;
  return recipe;
}

/// Where equal ones, NaN and infinities are many, or, at times, numbers that are far apart.
Recipe ofSpecials(Random &random, Recipe recipe, ElementType element) {
  const double ways[] = {45, 35, 20};
  switch (pickWeighted(random, ways)) {
  case 0:
    break;
  case 1:
    return ofFew(random, recipe, element);
  default:
    return ofAnySize(random, recipe, element);
  }
  recipe.distribution = Distribution::Special;
  recipe.low = -2;
  recipe.high = 2;
  return recipe;
}

/// NaN alone at times: among few elements it is there for certain then.
Special specialOf(Random &random, ElementType element, Reach most) {
  if (isInteger(element))
    return Special::Any;
  if (!most.nan)
    return Special::Infinite;
  return random.chance(50) ? Special::Any : Special::Nan;
}

/// With as much of what is special as `most` allows.
Recipe densely(Random &random, const Recipe &given, const TensorType &type,
               const Bindings &bindings, Reach most) {
  const ElementType element = type.element;
  Recipe recipe = again(random, given, type, bindings);
  if (!most.changed)
    return recipe;
  if (isInteger(element))
    recipe =
        random.chance(60) ? ofAnySize(random, recipe, element) : ofFew(random, recipe, element);
  else if (most.nan && isFloat(element) && random.chance(90))
    recipe = ofSpecials(random, recipe, element);
  else if (random.chance(50))
    recipe = ofFew(random, recipe, element);
  recipe.special = specialOf(random, element, most);
  return recipe;
}

/// As freely as `most` allows.
Recipe freely(Random &random, const Recipe &given, const TensorType &type, const Bindings &bindings,
              Reach most) {
  const ElementType element = type.element;
  Recipe recipe = again(random, given, type, bindings);
  if (!most.changed)
    return recipe;
  const double ways[] = {15, 20, 20, 15, 15, 15};
  switch (pickWeighted(random, ways)) {
  case 0:
    return recipe;
  case 1:
    return ofAnySize(random, recipe, element);
  case 2:
    return ofFew(random, recipe, element);
  case 3:
    recipe = ofAnySize(random, recipe, element);
    break;
  case 4:
    recipe = mirrored(recipe);
    break;
  default:
    if (most.nan && isFloat(element))
      recipe = ofSpecials(random, recipe, element);
  }
  recipe.special = specialOf(random, element, most);
  return recipe;
}

/// Small numbers, as far as `most` allows.
Recipe few(Random &random, const Recipe &given, const TensorType &type, const Bindings &bindings,
           Reach most) {
  const Recipe recipe = again(random, given, type, bindings);
  return most.changed ? ofFew(random, recipe, type.element) : recipe;
}

/// What extents a further run has.
enum class RunExtents : uint8_t {
  Same, // as one of the case's runs
  /// Those of dynamic symbols are small and neither 0 nor 1, as far as the program can have that:
  /// what is empty or has one element says little.
  Roomy,
  Other, // those of dynamic symbols are drawn around the ones of a run
};

/// What a symbol may be bound to in place of `before`, in the order in which it is tried.
std::vector<int64_t> candidates(Random &random, RunExtents extents, int64_t before) {
  std::vector<int64_t> drawn;
  if (extents == RunExtents::Roomy) {
    drawn = {2, 3, 4, 5, 6, 7, 8};
    random.shuffle(drawn);
    for (const int64_t more : {before + 1, before + 2, 2 * before + 3})
      drawn.push_back(more);
  } else {
    drawn = {before + 1,
             before - 1,
             before + 2,
             2 * before + 3,
             before / 2 + 1,
             1,
             random.between(0, 12),
             random.between(13, 40)};
    random.shuffle(drawn);
  }
  drawn.push_back(before);
  return drawn;
}

/// Such extents, if the program can have them and no run has.
std::optional<Bindings> drawExtents(Random &random, RunExtents extents,
                                    const TestCaseParts &testCase, const Bindings &bindings) {
  const auto fits = [&](const Bindings &tried) {
    return std::ranges::all_of(testCase.program.nonNegative(),
                               [&](const Dim &dim) { return dim.evaluate(tried) >= 0; });
  };
  Bindings other = bindings;
  for (size_t symbol = 0; symbol < bindings.size(); ++symbol) {
    if (testCase.specialization[symbol] != Knowledge::Dynamic ||
        (extents == RunExtents::Other && random.chance(15)))
      continue;
    for (const int64_t candidate : candidates(random, extents, bindings[symbol])) {
      other[symbol] = candidate;
      if (candidate >= 0 && fits(other))
        break;
    }
  }
  if (std::ranges::find(testCase.runs, other, &Run::bindings) != testCase.runs.end())
    return std::nullopt;
  return other;
}

/// Such extents; nothing if none were found.
std::optional<Bindings> otherExtents(Random &random, RunExtents extents,
                                     const TestCaseParts &testCase, const Bindings &bindings) {
  constexpr int tries = 3;
  for (int tried = 0; tried < tries; ++tried)
    if (auto other = drawExtents(random, extents, testCase, bindings))
      return other;
  return std::nullopt;
}

/// What a further run is.
struct Variation {
  enum class Inputs : uint8_t { Again, Free, Dense, Few } inputs;
  RunExtents extents;
};
using Inputs = Variation::Inputs;
/// The first come off where few elements are left.
constexpr std::array variations{
    Variation{Inputs::Dense, RunExtents::Same}, Variation{Inputs::Again, RunExtents::Roomy},
    Variation{Inputs::Free, RunExtents::Other}, Variation{Inputs::Dense, RunExtents::Roomy},
    Variation{Inputs::Few, RunExtents::Other},  Variation{Inputs::Free, RunExtents::Same}};
/// More of them where a run has few elements, of all values together, and shows little. Not many:
/// to some compilers each run is a process.
constexpr double fewElements = 2000;
constexpr std::array smallVariations{Variation{Inputs::Few, RunExtents::Same},
                                     Variation{Inputs::Dense, RunExtents::Other},
                                     Variation{Inputs::Few, RunExtents::Roomy}};

Recipe varied(Random &random, Inputs inputs, const Recipe &given, const TensorType &type,
              const Bindings &bindings, Reach most) {
  switch (inputs) {
  case Inputs::Again:
    return again(random, given, type, bindings);
  case Inputs::Free:
    return freely(random, given, type, bindings, most);
  case Inputs::Dense:
    return densely(random, given, type, bindings, most);
  case Inputs::Few:
    return few(random, given, type, bindings, most);
  }
  ASSAY_ASSERT(false, "variation out of range");
}

/// Their number of rows hangs on the extents.
bool hasUniqueRows(const Run &run) {
  return std::ranges::any_of(run.inputs, [](const Input &input) {
    return std::get<Recipe>(input).distribution == Distribution::UniqueRows;
  });
}

/// Whether a symbol that the compiler is not told is 0 or 1 there.
bool isDegenerate(const TestCaseParts &testCase, const Bindings &bindings) {
  for (size_t symbol = 0; symbol < bindings.size(); ++symbol)
    if (testCase.specialization[symbol] == Knowledge::Dynamic && bindings[symbol] <= 1)
      return true;
  return false;
}

} // namespace

std::vector<Run> furtherRuns(Random &random, const Profile &profile,
                             const TestCaseParts &testCase) {
  const Program &program = testCase.program;
  const bool hasDynamic = std::ranges::find(testCase.specialization, Knowledge::Dynamic) !=
                          testCase.specialization.end();
  // Where there is room for one alone, it may be larger.
  const double mostElements = 2 * profile.furtherElements;
  if (!hasDynamic && elementsIn(program, testCase.runs.front().bindings) > mostElements)
    return {};

  std::vector<Run> further;
  double left = profile.furtherElements;
  const std::vector<Reach> most = mostOf(random, program);
  const auto add = [&](const Variation &variation, double limit) {
    if (variation.inputs != Inputs::Again && !profile.drawsFreely)
      return;
    const Run &chosen = random.pick(testCase.runs);
    Run run{chosen.bindings, {}};
    const bool isLifted =
        variation.extents == RunExtents::Same && isDegenerate(testCase, chosen.bindings);
    const RunExtents wanted = isLifted ? RunExtents::Roomy : variation.extents;
    if (wanted != RunExtents::Same && !hasUniqueRows(chosen))
      run.bindings =
          otherExtents(random, wanted, testCase, chosen.bindings).value_or(chosen.bindings);
    const double elements = elementsIn(program, run.bindings);
    const bool isTheSame = most.empty() && run.bindings == chosen.bindings;
    if (elements > limit || isTheSame)
      return;
    left -= elements;
    run.inputs.reserve(most.size());
    for (size_t argument = 0; argument < most.size(); ++argument)
      run.inputs.push_back(varied(random, variation.inputs,
                                  std::get<Recipe>(chosen.inputs[argument]),
                                  program.arguments()[argument], run.bindings, most[argument]));
    if (run.bindings != chosen.bindings)
      confineIndices(program, run);
    further.push_back(std::move(run));
  };
  for (const Variation &variation : variations)
    add(variation, further.empty() ? mostElements : left);
  for (const Variation &variation : smallVariations)
    add(variation, std::min(left, fewElements));
  return further;
}

} // namespace assay
