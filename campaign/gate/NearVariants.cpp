#include "campaign/gate/NearVariants.h"

#include "support/Hash.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

constexpr size_t mostExtents = 4;

/// Another draw. Tensors that are written out have the shape of their extents, and integers among
/// them may be places in others.
void drawAgain(TestCaseParts &parts, uint64_t seed) {
  for (Run &run : parts.runs)
    for (size_t i = 0; i < run.inputs.size(); ++i) {
      if (auto *recipe = std::get_if<Recipe>(&run.inputs[i])) {
        recipe->seed = hash64(fmt::format("{} {} {}", recipe->seed, seed, i));
        continue;
      }
      const auto &tensor = std::get<Tensor>(run.inputs[i]);
      if (isFloat(tensor.element()) || isComplex(tensor.element())) {
        Recipe recipe;
        recipe.seed = hash64(fmt::format("{} {}", seed, i));
        run.inputs[i] = recipe;
      }
    }
}

/// Integers that are written out keep their values as far as these go.
void resize(TestCaseParts &parts, SymbolId symbol, int64_t difference) {
  for (Run &run : parts.runs) {
    run.bindings[static_cast<size_t>(symbol)] += difference;
    for (Input &input : run.inputs)
      if (std::holds_alternative<Tensor>(input)) {
        Recipe recipe;
        if (!isFloat(std::get<Tensor>(input).element()))
          recipe.low = recipe.high = 0; // a place that there is, if it is one
        input = recipe;
      }
  }
}

void keep(std::vector<NearVariant> &variants, std::string how, TestCaseParts parts) {
  auto made = TestCase::make(std::move(parts));
  if (auto *testCase = std::get_if<TestCase>(&made))
    variants.push_back({std::move(how), std::move(*testCase)});
}

} // namespace

std::vector<NearVariant> nearVariants(const TestCase &testCase) {
  std::vector<NearVariant> variants;
  for (uint64_t seed : {1, 2}) {
    TestCaseParts parts = testCase.parts();
    drawAgain(parts, seed);
    if (parts != testCase.parts())
      keep(variants, "with other inputs", std::move(parts));
  }
  const size_t symbols = std::min(testCase.specialization().size(), mostExtents);
  for (size_t symbol = 0; symbol < symbols; ++symbol)
    for (int64_t difference : {1, -1}) {
      TestCaseParts parts = testCase.parts();
      resize(parts, static_cast<SymbolId>(symbol), difference);
      keep(variants, fmt::format("with d{} one {}", symbol, difference > 0 ? "more" : "less"),
           std::move(parts));
    }
  return variants;
}

} // namespace assay
