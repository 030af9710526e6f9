#include "generator/growth/FurtherRuns.h"

#include "generator/growth/AimedInputs.h"
#include "generator/growth/Extents.h"
#include "generator/growth/FurtherExtents.h"
#include "generator/growth/InputReach.h"
#include "program/IndexInputs.h"
#include "support/Assert.h"

#include <numeric>
#include <ranges>

namespace assay {

namespace {

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

/// Whether all elements lie in [low, high].
bool liesInRange(const Recipe &recipe) {
  constexpr std::array ranged{
      Distribution::Integers, Distribution::Uniform,   Distribution::Equal,
      Distribution::Ties,     Distribution::Ascending, Distribution::Descending,
      Distribution::Distinct, Distribution::Halves,    Distribution::Edges,
      Distribution::Unlike,   Distribution::Sparse};
  return recipe.special == Special::None &&
         std::ranges::find(ranged, recipe.distribution) != ranged.end();
}

/// The arguments whose elements are positive in all runs.
std::set<ValueId> positiveArguments(const TestCaseParts &testCase) {
  std::set<ValueId> positive;
  for (size_t i = 0; i < testCase.program.arguments().size(); ++i)
    if (std::ranges::all_of(testCase.runs, [&](const Run &run) {
          const auto &recipe = std::get<Recipe>(run.inputs[i]);
          return liesInRange(recipe) && recipe.low > 0;
        }))
      positive.insert(static_cast<ValueId>(i));
  return positive;
}

/// How much more than the generator knew each argument may be given, all at once.
std::vector<Reach> mostOf(Random &random, const TestCaseParts &testCase) {
  const Program &program = testCase.program;
  const std::set<ValueId> positive = positiveArguments(testCase);
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
      if (staysDefined(program, starts, positive)) {
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
  if (liesInRange(recipe) && recipe.low >= 0) {
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
  case Distribution::Unlike: // which has no 0
    if (random.chance(50))
      recipe.distribution = random.pick(anywhere);
    return recipe;
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

/// Large integers that differ in their last bits alone, as a float of fewer bits does not.
Recipe closeTogether(Random &random, Recipe recipe, ElementType element) {
  constexpr int64_t bitsOfDouble = 52;
  const int64_t width = std::min<int64_t>(bitWidth(element) - 2, bitsOfDouble);
  const double base = std::exp2(static_cast<double>(random.between(width / 2, width)));
  const bool isNegative = random.chance(50);
  recipe.distribution = Distribution::Integers;
  recipe.low = (isNegative ? -base : base) - 3;
  recipe.high = recipe.low + 6;
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
    if (random.chance(35))
      return closeTogether(random, recipe, element);
    recipe = ofOneSign(random, recipe);
  } else if (isFloat(element)) {
    recipe.distribution = Distribution::LogUniform;
    recipe.low = std::ilogb(minNormal(element));
    recipe.high = std::ilogb(maxFinite(element)) - 1;
  }
  return recipe;
}

/// What small numbers are.
enum class Numbers : uint8_t {
  Whole,
  Halves, // if the type has them
  Ramp,   // they only rise or fall along a line
};

/// What further runs choose for an argument in other ways each.
struct ArgumentChoice {
  bool isSpecial = true;   // or ordinary beside others that are special
  bool needsNan = false;   // where it is special for the first time in such runs
  bool isOfOneSign = true; // or of both, and 0 among them, where numbers are small
  bool isNegative = false; // where they are of one sign
  bool isEqual = false;    // of truth values all, or nearly all
  bool rises = false;      // where numbers rise or fall along a line
  bool areNear = false;    // few of them, so that what is computed from them is equal at times
  bool overflows = false;  // as exponents, where those would
  Numbers numbers = Numbers::Whole;

  /// After three of these numbers have been all that they may be.
  void becomeOpposite() {
    isNegative = !isNegative;
    isEqual = !isEqual;
    rises = !rises;
    areNear = !areNear;
    overflows = !overflows;
    numbers = static_cast<Numbers>((static_cast<int>(numbers) + 1) % 3);
  }
};

/// The choices of the first run. Half of the time all arguments are of the same numbers and of one
/// sign: then they are equal at times, so are their sums and products of one sign, and the maximum
/// of negative ones tells a reduction that begins with 0.
std::vector<ArgumentChoice> drawChoices(Random &random, size_t arguments) {
  std::vector<ArgumentChoice> choices(arguments);
  const auto drawNumbers = [&] { return static_cast<Numbers>(random.below(3)); };
  const bool areAlike = random.chance(50), isNegative = random.chance(50);
  const bool areNear = random.chance(50);
  const Numbers numbers = drawNumbers();
  for (ArgumentChoice &choice : choices) {
    choice.isNegative = areAlike ? isNegative : random.chance(50);
    choice.areNear = areAlike ? areNear : random.chance(50);
    choice.overflows = random.chance(50);
    choice.isEqual = random.chance(50);
    choice.rises = random.chance(50);
    choice.numbers = areAlike ? numbers : drawNumbers();
  }
  return choices;
}

/// Few numbers of little size: their sums are exact, and they are equal at times, within an input
/// and in several. The last one of a ramp is an extreme.
Recipe ofFew(Random &random, Recipe recipe, ElementType element, ArgumentChoice choice,
             double oneSignPercent = 50) {
  const bool isRamp = choice.numbers == Numbers::Ramp;
  if (isRamp)
    recipe.distribution = choice.rises ? Distribution::Ascending : Distribution::Descending;
  else
    recipe.distribution = choice.numbers == Numbers::Whole || !isFloat(element)
                              ? Distribution::Integers
                              : Distribution::Halves;
  const bool areHalves = recipe.distribution == Distribution::Halves;
  recipe.high = isRamp ? 8 : choice.areNear ? 1 : 2;
  // The least and the greatest of a line are ties of rounding as well.
  recipe.high += areHalves ? 0.5 : 0;
  recipe.low = -recipe.high;
  if (!choice.isOfOneSign || !random.chance(oneSignPercent))
    return recipe;
  // Without 0 mostly: the maximum of negative numbers is none then.
  const double least = random.chance(75) ? (areHalves ? 0.5 : 1) : 0;
  recipe.low = choice.isNegative ? recipe.low - least : least;
  recipe.high = choice.isNegative ? 0 - least : recipe.high + least;
  return recipe;
}

/// Whether any numbers in the range will do.
bool hasRange(const Recipe &recipe) {
  constexpr std::array ranged{Distribution::Uniform, Distribution::Halves, Distribution::Integers,
                              Distribution::Ties,    Distribution::Edges,  Distribution::Sparse,
                              Distribution::Unlike};
  return std::ranges::find(ranged, recipe.distribution) != ranged.end();
}

/// The same within what is known of the argument, where that leaves two numbers.
Recipe ofFewKnown(Random &random, const Recipe &known, ArgumentChoice choice) {
  if (!hasRange(known))
    return known;
  Recipe recipe = known;
  const bool hasNegative = choice.isNegative || !choice.isOfOneSign;
  const bool hasPositive = !choice.isNegative || !choice.isOfOneSign;
  recipe.low = std::max(known.low, hasNegative ? -2.0 : 0.0);
  recipe.high = std::min(known.high, hasPositive ? 2.0 : 0.0);
  if (std::floor(recipe.high) - std::ceil(recipe.low) < 1)
    return known;
  recipe.distribution = random.chance(75) ? Distribution::Integers : known.distribution;
  return recipe;
}

/// What the program compares elements with, and what is next to it on both sides, few numbers or
/// many.
Recipe near(Random &random, double number, Recipe recipe, ElementType element) {
  const double reach = isInteger(element)
                           ? std::min(static_cast<double>(maxInteger(element)), 0x1p52)
                           : maxFinite(element);
  const auto isWhole = [](double value) { return value == std::floor(value); };
  recipe.distribution = isWhole(number)       ? Distribution::Integers
                        : isWhole(2 * number) ? Distribution::Halves
                                              : Distribution::Uniform;
  const double wide = std::max(isWhole(2 * number) ? 1.0 : 0.0, std::fabs(number) / 8);
  const double width = isWhole(2 * number) && random.chance(50) ? 1 : wide;
  recipe.low = std::clamp(number - width, -reach, reach);
  recipe.high = std::clamp(number + width, -reach, reach);
  return recipe;
}

/// Numbers of both signs and that size.
Recipe reaching(double magnitude, Recipe recipe) {
  recipe.distribution = Distribution::Uniform;
  recipe.low = -magnitude;
  recipe.high = magnitude;
  return recipe;
}

/// Where equal ones, NaN and infinities are many, or, at times, numbers that are far apart.
Recipe ofSpecials(Random &random, Recipe recipe, ElementType element, ArgumentChoice choice) {
  const double ways[] = {45, 35, 20};
  switch (pickWeighted(random, ways)) {
  case 0:
    break;
  case 1:
    return ofFew(random, recipe, element, choice);
  default:
    return ofAnySize(random, recipe, element);
  }
  recipe.distribution = Distribution::Special;
  recipe.low = -2;
  recipe.high = 2;
  return recipe;
}

/// NaN alone mostly: it is there for certain then, and shows most. In half of the places or in all
/// of them at times: a slice or a reduction may have left one, and which one is read shows where
/// another is not NaN. `needsNan`: infinities and numbers can wait.
Special specialOf(Random &random, ElementType element, Reach most, bool needsNan) {
  if (isInteger(element))
    return Special::Any;
  const bool takesNan = most.nan && needsNan;
  if (!takesNan && random.chance(10))
    return Special::AllInfinite;
  if (!most.nan)
    return Special::Infinite;
  const double ways[] = {45, takesNan ? 0.0 : 20.0, 13, 22};
  constexpr std::array specials{Special::Nan, Special::Any, Special::AllNan, Special::HalfNan};
  return specials[pickWeighted(random, ways)];
}

/// One argument of a further run.
struct Argument {
  const Recipe &given; // what another run draws it by
  const TensorType &type;
  const Bindings &bindings;
  Reach most;
  const std::optional<Facts> &wider; // where `most` allows nothing
  ArgumentChoice choice;
  double keptPercent;              // percentKeptPlain()
  std::span<const double> numbers; // numbersMet()
  double exponentsReach;           // exponentsReach()

  ElementType element() const { return type.element; }
};

Recipe again(Random &random, const Argument &argument) {
  return again(random, argument.given, argument.type, argument.bindings);
}

/// Small numbers, or those that the argument meets in the program.
Recipe ofFew(Random &random, const Recipe &recipe, const Argument &argument,
             double oneSignPercent = 50) {
  if (!argument.numbers.empty() && random.chance(40))
    return near(random, random.pick(argument.numbers), recipe, argument.element());
  if (argument.exponentsReach > 0 && argument.choice.overflows)
    return reaching(argument.exponentsReach, recipe);
  return ofFew(random, recipe, argument.element(), argument.choice, oneSignPercent);
}

/// The same within what is known of the argument.
Recipe ofFewKnown(Random &random, const Recipe &known, const Argument &argument) {
  if (!argument.numbers.empty() && random.chance(40)) {
    Recipe recipe = near(random, random.pick(argument.numbers), known, argument.element());
    recipe.low = std::max(recipe.low, known.low);
    recipe.high = std::min(recipe.high, known.high);
    if (hasRange(known) && recipe.low < recipe.high)
      return recipe;
  }
  return ofFewKnown(random, known, argument.choice);
}

/// What is known of the argument, or, where there is more that leaves the program defined, of that
/// as well.
Recipe widened(Random &random, Recipe recipe, const Argument &argument) {
  if (!argument.wider || !random.chance(60))
    return recipe;
  constexpr std::array whole{Distribution::Integers, Distribution::Edges, Distribution::Sparse,
                             Distribution::Ties, Distribution::Unlike};
  constexpr std::array real{Distribution::Integers, Distribution::Uniform, Distribution::Halves};
  const Interval range = argument.wider->range();
  recipe.distribution = argument.wider->integral ? random.pick(whole) : random.pick(real);
  recipe.low = range.low;
  recipe.high = range.high;
  // Not so large at times, that they meet others.
  if (range.high > 100 && random.chance(50)) {
    recipe.high = std::max(100.0, argument.given.high);
    recipe.low = std::max(range.low, -recipe.high);
  }
  return ofOneSign(random, recipe);
}

/// With as much of what is special as `most` allows, or small numbers beside it.
Recipe densely(Random &random, const Argument &argument) {
  const ElementType element = argument.element();
  const Reach most = argument.most;
  Recipe recipe = again(random, argument);
  if (!most.changed)
    return widened(random, recipe, argument);
  if (isInteger(element))
    recipe =
        random.chance(60) ? ofAnySize(random, recipe, element) : ofFew(random, recipe, argument);
  else if (!argument.choice.isSpecial)
    return random.chance(50) ? ofFew(random, recipe, argument) : recipe;
  else if (most.nan && isFloat(element) && random.chance(90))
    recipe = ofSpecials(random, recipe, element, argument.choice);
  else if (random.chance(50))
    recipe = ofFew(random, recipe, argument);
  recipe.special = specialOf(random, element, most, argument.choice.needsNan);
  return recipe;
}

/// As freely as `most` allows.
Recipe freely(Random &random, const Argument &argument) {
  const ElementType element = argument.element();
  const Reach most = argument.most;
  Recipe recipe = again(random, argument);
  if (!most.changed)
    return widened(random, recipe, argument);
  const double ways[] = {15, 20, 20, 15, 15, 15};
  switch (pickWeighted(random, ways)) {
  case 0:
    return recipe;
  case 1:
    return ofAnySize(random, recipe, element);
  case 2:
    return ofFew(random, recipe, argument);
  case 3:
    recipe = ofAnySize(random, recipe, element);
    break;
  case 4:
    recipe = mirrored(recipe);
    break;
  default:
    if (most.nan && isFloat(element))
      recipe = ofSpecials(random, recipe, element, argument.choice);
  }
  recipe.special = specialOf(random, element, most, argument.choice.needsNan);
  return recipe;
}

/// One truth value everywhere, or nearly: of many fair ones `and` and `or` are known beforehand.
Recipe ofOneTruth(Recipe recipe, ArgumentChoice choice) {
  recipe.distribution = choice.isEqual ? Distribution::Equal : Distribution::Sparse;
  return recipe;
}

/// Small numbers of one sign, as far as `most` allows.
Recipe few(Random &random, const Argument &argument) {
  const Recipe recipe = again(random, argument);
  if (isBool(argument.element()))
    return ofOneTruth(recipe, argument.choice);
  return argument.most.changed ? ofFew(random, recipe, argument, 100)
                               : ofFewKnown(random, widened(random, recipe, argument), argument);
}

/// What a further run is.
struct Variation {
  enum class Inputs : uint8_t { Again, Free, Dense, Few } inputs;
  RunExtents extents;
};
using Inputs = Variation::Inputs;
/// The first come off where little work is left.
constexpr std::array variations{
    Variation{Inputs::Dense, RunExtents::Same},  Variation{Inputs::Few, RunExtents::Apart},
    Variation{Inputs::Dense, RunExtents::Roomy}, Variation{Inputs::Free, RunExtents::Apart},
    Variation{Inputs::Again, RunExtents::Near},  Variation{Inputs::Few, RunExtents::Same}};
/// Where the run that is there has what is special, ordinary numbers come first.
auto variationsAfter(const Run &run) {
  const bool isSpecial = std::ranges::any_of(run.inputs, [](const Input &input) {
    return std::get<Recipe>(input).special != Special::None;
  });
  auto ordered = variations;
  if (isSpecial)
    std::swap(ordered[0].inputs, ordered[1].inputs);
  return ordered;
}

/// As many whatever work they are.
constexpr size_t fewestRuns = 4;
/// More of them where a run is little work (workIn()) and shows little, and twice as many where it
/// is next to none and a single element may be all that tells. Not too many: to some compilers each
/// run is a process.
constexpr double littleWork = 10000;
constexpr double leastWork = 600;
constexpr std::array smallVariations{
    Variation{Inputs::Few, RunExtents::Roomy},  Variation{Inputs::Dense, RunExtents::Near},
    Variation{Inputs::Free, RunExtents::Same},  Variation{Inputs::Free, RunExtents::Apart},
    Variation{Inputs::Dense, RunExtents::Same}, Variation{Inputs::Free, RunExtents::Near},
    Variation{Inputs::Free, RunExtents::Roomy}};

Recipe varied(Random &random, Inputs inputs, const Argument &argument) {
  if (random.chance(argument.keptPercent)) {
    Recipe recipe = argument.given;
    recipe.seed = random.next() >> 32;
    recipe.special = Special::None;
    if (!argument.most.changed)
      return widened(random, recipe, argument);
    return random.chance(30) ? mirrored(recipe) : recipe;
  }
  switch (inputs) {
  case Inputs::Again:
    return again(random, argument);
  case Inputs::Free:
    return freely(random, argument);
  case Inputs::Dense:
    return densely(random, argument);
  case Inputs::Few:
    return few(random, argument);
  }
  ASSAY_ASSERT(false, "variation out of range");
}

/// Of further runs of the same inputs each chooses in the opposite way of the one before. After two
/// of one sign the third has small numbers of both.
/// Of three runs with what is special, each leaves another third of the arguments ordinary: NaN in
/// one operand hides what is done with the other.
class Opposites {
public:
  Opposites(Random &random, size_t arguments) : thirds(arguments) {
    std::iota(thirds.begin(), thirds.end(), size_t(0));
    random.shuffle(thirds);
  }

  const std::vector<ArgumentChoice> &choices(Random &random, Inputs inputs) {
    std::vector<ArgumentChoice> &drawn = lastOf[static_cast<size_t>(inputs)];
    if (drawn.empty())
      drawn = drawChoices(random, thirds.size());
    else
      for (ArgumentChoice &choice : drawn)
        choice.becomeOpposite();
    size_t &before = runs[static_cast<size_t>(inputs)];
    for (size_t i = 0; i < drawn.size(); ++i) {
      drawn[i].isOfOneSign = before % 3 != 2;
      // Of one or two arguments the first run has all.
      drawn[i].isSpecial = (thirds[i] + before) % 3 != 2;
      drawn[i].needsNan = before == (thirds[i] % 3 == 2 ? 1 : 0);
    }
    ++before;
    return drawn;
  }

private:
  std::vector<size_t> thirds; // by argument, modulo 3
  // By Inputs.
  std::array<size_t, 4> runs{};
  std::array<std::vector<ArgumentChoice>, 4> lastOf;
};

} // namespace

std::vector<Run> furtherRuns(Random &random, const Profile &profile, const TestCaseParts &testCase,
                             std::span<const std::optional<Facts>> wider) {
  if (profile.furtherWork == 0)
    return {};
  const Program &program = testCase.program;
  FurtherExtents extents(testCase);
  // Where there is room for none else, four may be as large as the run that is there: two of other
  // inputs, two of other extents.
  const double mostWork =
      std::max(profile.furtherWork, extents.workAt(testCase.runs.front().bindings));
  std::vector<Run> further;
  double left = profile.furtherWork;
  const std::vector<Reach> most = mostOf(random, testCase);
  const std::vector<double> keptPercents = percentKeptPlain(program);
  const std::vector<std::vector<double>> numbers = numbersMet(program);
  const std::vector<double> exponents = exponentsReach(program);
  Opposites opposites(random, most.size());
  const auto add = [&](const Variation &variation, double limit) {
    if (variation.inputs != Inputs::Again && !profile.drawsFreely)
      return;
    const Run &chosen = random.pick(testCase.runs);
    Run run{extents.draw(random, variation.extents, chosen, limit), {}};
    const double work = extents.workAt(run.bindings);
    const bool isTheSame = most.empty() && run.bindings == chosen.bindings;
    if (work > limit || isTheSame)
      return;
    left -= work;
    const std::vector<ArgumentChoice> &choices = opposites.choices(random, variation.inputs);
    run.inputs.reserve(most.size());
    for (size_t i = 0; i < most.size(); ++i)
      run.inputs.push_back(
          varied(random, variation.inputs,
                 {std::get<Recipe>(chosen.inputs[i]), program.arguments()[i], run.bindings, most[i],
                  wider[i], choices[i], keptPercents[i], numbers[i], exponents[i]}));
    if (run.bindings != chosen.bindings)
      confineIndices(program, run);
    further.push_back(std::move(run));
  };
  for (const Variation &variation : variationsAfter(testCase.runs.front()))
    add(variation, further.size() < fewestRuns ? mostWork : left);
  for (const double limit : {littleWork, leastWork})
    for (const Variation &variation : smallVariations)
      add(variation, std::min(left, limit));
  return further;
}

} // namespace assay
