#include "program/TestCase.h"

#include "program/IndexInputs.h"
#include "program/Json.h"
#include "support/Assert.h"
#include "support/Hash.h"

namespace assay {

static std::string typeOf(ElementType element, const Shape &shape) {
  return TensorType{element, {shape.begin(), shape.end()}}.text();
}

static std::optional<Rejection> checkInput(const Input &input, const TensorType &type,
                                           const Shape &shape) {
  if (const Tensor *tensor = std::get_if<Tensor>(&input)) {
    if (tensor->element() != type.element || tensor->shape() != shape)
      return Rejection{"", fmt::format("is {}, not {}", typeOf(tensor->element(), tensor->shape()),
                                       typeOf(type.element, shape))};
    return std::nullopt;
  }
  const Recipe &recipe = std::get<Recipe>(input);
  auto isSane = [](double bound) { return bound >= -0x1p62 && bound <= 0x1p62; };
  if (!isSane(recipe.low) || !isSane(recipe.high) || recipe.low > recipe.high)
    return Rejection{"", "low and high must be within +-2^62 and in order"};
  if (recipe.distribution == Distribution::UniqueRows) {
    for (int64_t extent : recipe.extents)
      if (extent < 0 || extent > maxElements)
        return Rejection{"/extents", fmt::format("{} is out of range", extent)};
    if (shape.empty() || static_cast<int64_t>(recipe.extents.size()) != shape.back())
      return Rejection{"/extents", "must have one entry for each element of a row"};
    if (const int64_t rows = rowsIn(shape), most = differentRows(recipe); rows > most)
      return Rejection{"", fmt::format("{} different rows do not exist, only {}", rows, most)};
  }
  if (recipe.axis < 0 || (recipe.axis > 0 && recipe.axis >= static_cast<int64_t>(shape.size())))
    return Rejection{"/axis", "is out of range"};
  return std::nullopt;
}

static std::optional<Rejection> checkRun(const Program &program, const Run &run) {
  if (run.bindings.size() != static_cast<size_t>(program.symbols()))
    return Rejection{"/bindings", fmt::format("has {} extents for {} symbols", run.bindings.size(),
                                              program.symbols())};
  for (size_t i = 0; i < run.bindings.size(); ++i)
    if (run.bindings[i] < 0 || run.bindings[i] > maxElements)
      return Rejection{fmt::format("/bindings/{}", i),
                       fmt::format("extent {} is out of range", run.bindings[i])};
  for (const Dim &dim : program.nonNegative())
    if (dim.evaluate(run.bindings) < 0)
      return Rejection{"/bindings", fmt::format("the program needs {} >= 0", dim.text())};
  int64_t total = 0;
  for (ValueId value = 0; value < program.valueCount(); ++value) {
    int64_t count = 1;
    for (const Dim &dim : program.type(value).dims) {
      const int64_t extent = dim.evaluate(run.bindings);
      count = extent > maxElements ? maxElements + 1 : std::min(count * extent, maxElements + 1);
    }
    total += count;
    if (count > maxElements || total > maxTotalElements)
      return Rejection{"/bindings", fmt::format("value {} is too large", value)};
  }
  if (run.inputs.size() != program.arguments().size())
    return Rejection{"/inputs", fmt::format("has {} inputs for {} arguments", run.inputs.size(),
                                            program.arguments().size())};
  for (size_t i = 0; i < run.inputs.size(); ++i) {
    const TensorType &type = program.arguments()[i];
    if (auto rejection = checkInput(run.inputs[i], type, type.shape(run.bindings)))
      return Rejection{fmt::format("/inputs/{}{}", i, rejection->place), rejection->message};
  }
  return std::nullopt;
}

std::variant<TestCase, Rejection> TestCase::make(TestCaseParts parts) {
  if (parts.specialization.size() != static_cast<size_t>(parts.program.symbols()))
    return Rejection{"/specialization",
                     fmt::format("has {} entries for {} symbols", parts.specialization.size(),
                                 parts.program.symbols())};
  if (parts.runs.empty())
    return Rejection{"/runs", "a case has at least one run"};
  for (size_t i = 0; i < parts.runs.size(); ++i) {
    if (auto rejection = checkRun(parts.program, parts.runs[i]))
      return Rejection{fmt::format("/runs/{}{}", i, rejection->place), rejection->message};
    for (size_t symbol = 0; symbol < parts.specialization.size(); ++symbol)
      if (parts.specialization[symbol] != Knowledge::Dynamic &&
          parts.runs[i].bindings[symbol] != parts.runs[0].bindings[symbol])
        return Rejection{fmt::format("/runs/{}/bindings/{}", i, symbol),
                         "only a dynamic symbol may differ between runs"};
  }
  TestCase testCase;
  testCase.state = std::make_shared<const TestCaseParts>(std::move(parts));
  return testCase;
}

TestCase TestCase::makeValid(TestCaseParts parts) {
  auto made = make(std::move(parts));
  if (auto *rejection = std::get_if<Rejection>(&made)) {
    std::fprintf(stderr, "%s: %s\n", rejection->place.c_str(), rejection->message.c_str());
    ASSAY_ASSERT(false, "a case that must be valid is not");
  }
  return std::get<TestCase>(made);
}

std::vector<Tensor> TestCase::inputs(const Run &run) const {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < run.inputs.size(); ++i) {
    const TensorType &type = program().arguments()[i];
    tensors.push_back(materialise(run.inputs[i], type.element, type.shape(run.bindings)));
  }
  return tensors;
}

std::string TestCase::contentName() const { return assay::contentName(writeJson(*this)); }

} // namespace assay
