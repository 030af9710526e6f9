#include "generator/growth/FurtherExtents.h"

#include "generator/growth/Extents.h"
#include "program/IndexInputs.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace assay {

double workIn(const Program &program, const Bindings &bindings) {
  double work = 0;
  for (ValueId value = 0; value < program.valueCount(); ++value)
    work += elementsAt(program.type(value), bindings);
  for (NodeId node = 0; node < static_cast<NodeId>(program.nodes().size()); ++node) {
    const Node &made = program.node(node);
    if (traitsOf(made.op).work == Work::Elements)
      continue;
    std::vector<Shape> read, written;
    for (const ValueId operand : made.operands)
      read.push_back(program.type(operand).shape(bindings));
    for (ValueId result = program.firstResult(node); result < program.firstResult(node + 1);
         ++result)
      written.push_back(program.type(result).shape(bindings));
    work += ownSteps(made.op, read, written);
  }
  return work;
}

namespace {

/// Those of a workgroup of assay's own kernels, and of most others.
constexpr double workItems = 256;

/// Where extents are apart, the others are more.
constexpr int64_t mostOfShort = 4;

/// The longest extents of each try: what was too much work goes on with less.
constexpr std::array<int64_t, 4> longestInTries{90, 40, 24, 13};

/// What a symbol may be bound to in place of `before`, in the order in which it is tried.
std::vector<int64_t> candidates(Random &random, RunExtents extents, int64_t before, bool isLong,
                                int64_t longest) {
  std::vector<int64_t> drawn;
  switch (extents) {
  case RunExtents::Same:
    break;
  case RunExtents::Roomy:
    drawn = {2, 3, 4, 5, 6, 7, 8};
    random.shuffle(drawn);
    for (const int64_t more : {before + 1, before + 2, 2 * before + 3})
      drawn.push_back(more);
    break;
  case RunExtents::Near:
    drawn = {before + 1,
             before - 1,
             before + 2,
             2 * before + 3,
             before / 2 + 1,
             1,
             random.between(0, 12),
             random.between(13, 40)};
    random.shuffle(drawn);
    break;
  case RunExtents::Apart:
    drawn = isLong ? std::vector<int64_t>{12, 9, 7} : std::vector<int64_t>{1, 2, 3, 4};
    random.shuffle(drawn);
    // Work-items beyond the first workgroup, of one dim or of several.
    if (isLong)
      drawn.insert(random.chance(70) ? drawn.begin() : drawn.end(),
                   random.between(13, std::min<int64_t>(longest, 40)));
    if (isLong && longest > 65 && random.chance(40))
      drawn.insert(drawn.begin(), random.between(65, longest));
    break;
  }
  drawn.push_back(before);
  return drawn;
}

/// Whether there are enough different rows at other extents than the run's, where it has such.
bool hasEnoughRows(const Program &program, const Run &around, const Bindings &bindings) {
  const auto areUnique = [](const Input &input) {
    return std::get<Recipe>(input).distribution == Distribution::UniqueRows;
  };
  if (std::ranges::none_of(around.inputs, areUnique))
    return true;
  Run other{bindings, around.inputs};
  confineIndices(program, other);
  for (size_t i = 0; i < other.inputs.size(); ++i)
    if (areUnique(other.inputs[i]) && rowsIn(program.arguments()[i].shape(bindings)) >
                                          differentRows(std::get<Recipe>(other.inputs[i])))
      return false;
  return true;
}

} // namespace

FurtherExtents::FurtherExtents(const TestCaseParts &testCase)
    : testCase(testCase),
      hasDynamic(std::ranges::find(testCase.specialization, Knowledge::Dynamic) !=
                 testCase.specialization.end()),
      isLong(testCase.specialization.size()) {}

bool FurtherExtents::isDegenerate(const Bindings &bindings) const {
  for (size_t symbol = 0; symbol < bindings.size(); ++symbol)
    if (isDynamic(symbol) && bindings[symbol] <= 1)
      return true;
  return false;
}

void FurtherExtents::drawLongOnes(Random &random) {
  if (isSecond)
    isLong.flip();
  else
    for (size_t symbol = 0; symbol < isLong.size(); ++symbol)
      isLong[symbol] = random.chance(50);
  isSecond = !isSecond;
}

std::optional<int64_t> FurtherExtents::beyondWorkgroup(Random &random, size_t symbol,
                                                       Bindings bindings, int64_t longest) const {
  const Program &program = testCase.program;
  const TensorType &type =
      program.type(static_cast<ValueId>(random.below(static_cast<size_t>(program.valueCount()))));
  const auto isWithin = [&](int64_t extent) {
    bindings[symbol] = extent;
    return elementsAt(type, bindings) <= workItems;
  };
  if (!isWithin(mostOfShort) || isWithin(longest))
    return std::nullopt;
  return *std::ranges::partition_point(std::views::iota(mostOfShort, longest), isWithin);
}

std::optional<Bindings> FurtherExtents::tryOnce(Random &random, RunExtents extents,
                                                const Bindings &around, int64_t longest) const {
  Bindings other = around;
  const auto fits = [&] {
    return std::ranges::all_of(testCase.program.nonNegative(),
                               [&](const Dim &dim) { return dim.evaluate(other) >= 0; });
  };
  std::vector<size_t> order;
  for (size_t symbol = 0; symbol < around.size(); ++symbol)
    if (isDynamic(symbol) && (extents != RunExtents::Near || !random.chance(15)))
      order.push_back(symbol);
  random.shuffle(order);
  // What one symbol may be may hang on another one that comes later.
  constexpr int rounds = 2;
  for (int round = 0; round < rounds; ++round)
    for (const size_t symbol : order) {
      if (other[symbol] != around[symbol])
        continue;
      std::vector<int64_t> inOrder =
          candidates(random, extents, around[symbol], isLong[symbol], longest);
      if (extents == RunExtents::Apart && isLong[symbol] && random.chance(40))
        if (const auto beyond = beyondWorkgroup(random, symbol, other, longest))
          inOrder.insert(inOrder.begin(), *beyond);
      for (const int64_t candidate : inOrder) {
        other[symbol] = candidate;
        if (candidate >= 0 && fits())
          break;
      }
    }
  if (std::ranges::find(testCase.runs, other, &Run::bindings) != testCase.runs.end())
    return std::nullopt;
  return other;
}

double FurtherExtents::workAt(const Bindings &bindings) {
  const auto [known, isNew] = works.try_emplace(bindings);
  if (isNew)
    known->second = workIn(testCase.program, bindings);
  return known->second;
}

std::optional<Bindings> FurtherExtents::find(Random &random, RunExtents extents, const Run &around,
                                             double mostWork) {
  for (const int64_t longest : longestInTries)
    if (auto other = tryOnce(random, extents, around.bindings, longest);
        other && workAt(*other) <= mostWork && hasEnoughRows(testCase.program, around, *other))
      return other;
  return std::nullopt;
}

Bindings FurtherExtents::draw(Random &random, RunExtents extents, const Run &around,
                              double mostWork) {
  const bool mayStay = extents == RunExtents::Same;
  if (mayStay && isDegenerate(around.bindings))
    extents = RunExtents::Roomy;
  if (extents == RunExtents::Same || !hasDynamic)
    return around.bindings;
  if (extents == RunExtents::Apart)
    drawLongOnes(random);
  std::vector<RunExtents> tried{extents, RunExtents::Roomy};
  // Where there is no room, other extents show more than those of the run once more.
  if (!mayStay)
    tried.push_back(RunExtents::Near);
  for (const RunExtents one : tried)
    if (auto other = find(random, one, around, mostWork))
      return *other;
  return around.bindings;
}

} // namespace assay
