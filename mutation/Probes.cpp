#include "mutation/Probes.h"

#include "support/Random.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace assay {

namespace {

/// How freely inputs are drawn. A program that is undefined for what is drawn freely is tried with
/// less: indices must stay in range, and NaN is no integer.
enum class Freedom : uint8_t {
  All,
  IntegersOfTheCase, // integers are drawn from those that the case has in their place
  FloatsOnly,        // integers are those of the case
  FiniteFloats,      // and floats are small numbers
};
constexpr Freedom freedoms[] = {Freedom::All, Freedom::IntegersOfTheCase, Freedom::FloatsOnly,
                                Freedom::FiniteFloats};

void setBits(Random &random, Tensor &tensor, int64_t index, size_t bytes) {
  const uint64_t bits = random.next();
  std::memcpy(tensor.data() + static_cast<size_t>(index) * bytes, &bits, bytes);
}

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A float that code for special cases looks at.
double specialFloat(Random &random, ElementType type) {
  const ElementType part = isComplex(type) ? ElementType::F32 : type;
  const double sign = random.chance(50) ? 1 : -1;
  const double numbers[] = {0,
                            infinity,
                            std::numeric_limits<double>::quiet_NaN(),
                            maxFinite(part),
                            minNormal(part),
                            minNormal(part) / 2,
                            minNormal(part) * std::ldexp(1, 1 - precision(part)),
                            1,
                            0.5,
                            std::ldexp(1, precision(part))};
  return sign * random.pick(std::span<const double>(numbers));
}

int64_t specialInteger(Random &random, ElementType type) {
  const int64_t numbers[] = {0, 1, -1, minInteger(type), maxInteger(type), minInteger(type) + 1};
  return random.pick(std::span<const int64_t>(numbers));
}

/// In what manner a tensor is drawn.
enum class Manner : uint8_t { Bits, Special, Mixed, Ties, Small, OfTheCase };
constexpr Manner manners[] = {Manner::Bits, Manner::Special, Manner::Mixed,
                              Manner::Ties, Manner::Small,   Manner::OfTheCase};

void drawElement(Random &random, Manner manner, Tensor &tensor, int64_t index) {
  const ElementType type = tensor.element();
  const bool isOfFloats = isFloat(type) || isComplex(type);
  const bool isSpecial =
      manner == Manner::Special || (manner == Manner::Mixed && random.chance(30));
  if (type == ElementType::I1)
    tensor.setInteger(index, random.chance(50));
  else if (manner == Manner::Bits)
    setBits(random, tensor, index, storageBytes(type));
  else if (isSpecial && isComplex(type))
    tensor.setComplex(index, {specialFloat(random, type), specialFloat(random, type)});
  else if (isSpecial && isOfFloats)
    tensor.setReal(index, specialFloat(random, type));
  else if (isSpecial)
    tensor.setInteger(index, specialInteger(random, type));
  else if (isComplex(type))
    tensor.setComplex(index, {8 * random.unit() - 4, 8 * random.unit() - 4});
  else if (isOfFloats)
    tensor.setReal(index, 8 * random.unit() - 4);
  else
    tensor.setInteger(index, random.between(-3, 3));
}

void copyElement(Tensor &to, int64_t index, const Tensor &from, int64_t other) {
  const size_t bytes = storageBytes(to.element());
  std::memcpy(to.data() + static_cast<size_t>(index) * bytes,
              from.data() + static_cast<size_t>(other) * bytes, bytes);
}

/// A tensor like `given`, which is what the case has in its place.
Tensor drawTensor(Random &random, Freedom freedom, const Tensor &given) {
  const bool isOfFloats = isFloat(given.element()) || isComplex(given.element());
  Manner manner = random.pick(std::span<const Manner>(manners));
  if (!isOfFloats && freedom == Freedom::IntegersOfTheCase)
    manner = Manner::OfTheCase;
  if (!isOfFloats && freedom >= Freedom::FloatsOnly)
    return given;
  if (freedom == Freedom::FiniteFloats)
    manner = Manner::Small;
  Tensor tensor(given.element(), given.shape());
  if (tensor.size() == 0)
    return tensor;
  if (manner == Manner::Ties) {
    // A few elements, each in many places.
    Tensor values(given.element(), {3});
    for (int64_t i = 0; i < values.size(); ++i)
      drawElement(random, Manner::Mixed, values, i);
    for (int64_t i = 0; i < tensor.size(); ++i)
      copyElement(tensor, i, values, random.between(0, values.size() - 1));
    return tensor;
  }
  for (int64_t i = 0; i < tensor.size(); ++i)
    if (manner == Manner::OfTheCase)
      copyElement(tensor, i, given, random.between(0, given.size() - 1));
    else
      drawElement(random, manner, tensor, i);
  return tensor;
}

/// Draws the probes of one case.
class Drawer {
public:
  Drawer(const TestCase &testCase, uint64_t seed, const Accuracy &accuracy,
         std::function<bool(Probe)> take)
      : testCase(testCase), seed(seed), accuracy(accuracy), take(std::move(take)) {}

  void drawInputs(const Run &run, int64_t count);
  void drawExtents(const Run &run);

private:
  /// Keeps inputs like those given, drawn as freely as leaves the program defined.
  void keep(const Run &run, const std::vector<Tensor> &given);
  bool keepIfDefined(const TestCase &probed, const Run &run, std::vector<Tensor> inputs,
                     bool hasOtherExtents);

  const TestCase &testCase;
  uint64_t seed;
  const Accuracy &accuracy;
  uint64_t drawn = 0; // so far
  std::function<bool(Probe)> take;
  bool isDone = false;
};

bool Drawer::keepIfDefined(const TestCase &probed, const Run &run, std::vector<Tensor> inputs,
                           bool hasOtherExtents) {
  auto evaluated = evaluate(probed, run, inputs, accuracy);
  auto *reference = std::get_if<Evaluation>(&evaluated);
  if (!reference)
    return false;
  isDone = !take({probed, run, std::move(inputs), std::move(*reference), hasOtherExtents});
  return true;
}

void Drawer::keep(const Run &run, const std::vector<Tensor> &given) {
  Random random = Random::forIndex(seed, drawn++);
  for (Freedom freedom : freedoms) {
    std::vector<Tensor> inputs;
    for (const Tensor &tensor : given)
      inputs.push_back(drawTensor(random, freedom, tensor));
    if (keepIfDefined(testCase, run, std::move(inputs), false))
      return;
  }
}

void Drawer::drawInputs(const Run &run, int64_t count) {
  const std::vector<Tensor> given = testCase.inputs(run);
  for (int64_t i = 0; i < count && !isDone; ++i)
    keep(run, given);
}

void Drawer::drawExtents(const Run &run) {
  constexpr int wanted = 2;
  for (size_t symbol = 0; symbol < testCase.specialization().size(); ++symbol) {
    if (testCase.specialization()[symbol] != Knowledge::Dynamic)
      continue;
    const int64_t extent = run.bindings[symbol];
    int kept = 0;
    for (const int64_t other : {extent + 1, 2 * extent + 3, extent - 1, extent + 2, int64_t(1)}) {
      if (isDone)
        return;
      if (other == extent)
        continue;
      TestCaseParts parts = testCase.parts();
      Run probe = run;
      probe.bindings[symbol] = other;
      // A tensor has the shape of the extents that it was written for.
      for (Input &input : probe.inputs)
        if (std::holds_alternative<Tensor>(input)) {
          Recipe recipe;
          recipe.seed = seed;
          input = recipe;
        }
      parts.runs = {probe};
      auto made = TestCase::make(std::move(parts));
      const auto *probed = std::get_if<TestCase>(&made);
      if (probed && keepIfDefined(*probed, probe, probed->inputs(probe), true) && ++kept == wanted)
        break;
    }
  }
}

} // namespace

void forEachProbe(const TestCase &testCase, int64_t count, uint64_t seed, const Accuracy &accuracy,
                  std::function<bool(Probe)> take) {
  Drawer drawer(testCase, seed, accuracy, std::move(take));
  const auto runs = static_cast<int64_t>(testCase.runs().size());
  for (int64_t i = 0; i < runs; ++i)
    drawer.drawInputs(testCase.runs()[static_cast<size_t>(i)], count / runs + (i < count % runs));
  drawer.drawExtents(testCase.runs().front());
}

std::vector<Probe> drawProbes(const TestCase &testCase, int64_t count, uint64_t seed,
                              const Accuracy &accuracy) {
  std::vector<Probe> probes;
  forEachProbe(testCase, count, seed, accuracy, [&](Probe probe) {
    probes.push_back(std::move(probe));
    return true;
  });
  return probes;
}

} // namespace assay
