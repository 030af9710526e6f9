#include "reducer/Passes.h"

#include <algorithm>
#include <cmath>

namespace assay {

namespace {

Tensor materialised(const Draft &draft, size_t argument, size_t run) {
  const TensorType &type = draft.arguments[argument].type;
  return materialise(draft.arguments[argument].inputs[run], type.element,
                     type.shape(draft.bindings[run]));
}

/// Replaces chosen inputs (in all runs) by simpler(tensor). Places are the arguments for which that
/// changes a run's tensor.
void simplify(Draft &draft, Places &places, Tensor (*simpler)(Tensor)) {
  for (size_t i = 0; i < draft.arguments.size(); ++i) {
    std::vector<Input> inputs;
    bool changes = false;
    for (size_t run = 0; run < draft.runs(); ++run) {
      Tensor before = materialised(draft, i, run);
      Tensor after = simpler(before);
      changes = changes || !(after == before);
      inputs.push_back(std::move(after));
    }
    if (changes && places.take())
      draft.arguments[i].inputs = std::move(inputs);
  }
}

// One of the functions that simplify() takes. NOLINTNEXTLINE(performance-unnecessary-value-param)
Tensor zeros(Tensor tensor) { return Tensor(tensor.element(), tensor.shape()); }

/// Elements by their place along the last dim.
Tensor byPlace(Tensor tensor, int64_t (*element)(int64_t place)) {
  const int64_t row = tensor.shape().empty() ? 1 : tensor.shape().back();
  for (int64_t i = 0; i < tensor.size(); ++i)
    if (isComplex(tensor.element()))
      tensor.setComplex(i, static_cast<double>(element(i % row)));
    else if (isBool(tensor.element()))
      tensor.setInteger(i, element(i % row) % 2);
    else
      tensor.set(i, static_cast<double>(element(i % row)));
  return tensor;
}

/// 0, 1, 1, 1, ...: equal elements, and one that is not.
Tensor stepped(Tensor tensor) {
  return byPlace(std::move(tensor), [](int64_t place) { return std::min<int64_t>(place, 1); });
}
/// 0, 1, 2, ...; i1 alternates.
Tensor counted(Tensor tensor) {
  return byPlace(std::move(tensor), [](int64_t place) { return place; });
}

double smallInteger(double value) {
  return std::isfinite(value) ? std::clamp(std::round(value), -9.0, 9.0) : value;
}

/// Each element rounded to an integer within +-9; what is not finite stays.
Tensor smallIntegers(Tensor tensor) {
  for (int64_t i = 0; i < tensor.size(); ++i)
    if (isComplex(tensor.element()))
      tensor.setComplex(i, {smallInteger(tensor.real(i)), smallInteger(tensor.imaginary(i))});
    else if (isFloat(tensor.element()))
      tensor.setReal(i, smallInteger(tensor.real(i)));
    else
      tensor.setInteger(i, std::clamp<int64_t>(tensor.integer(i), -9, 9));
  return tensor;
}

bool isZero(const Tensor &tensor, int64_t i) {
  if (isComplex(tensor.element()))
    return tensor.real(i) == 0 && tensor.imaginary(i) == 0;
  return isFloat(tensor.element()) ? tensor.real(i) == 0 : tensor.integer(i) == 0;
}

/// Above this many elements single ones are not worth a check each.
constexpr int64_t maxElementPlaces = 24;

} // namespace

void zeroInputs(Draft &draft, Places &places) { simplify(draft, places, zeros); }
void stepInputs(Draft &draft, Places &places) { simplify(draft, places, stepped); }
void countInputs(Draft &draft, Places &places) { simplify(draft, places, counted); }
void integerInputs(Draft &draft, Places &places) { simplify(draft, places, smallIntegers); }

/// Single elements of small inputs become 0, if the case has one run.
void zeroElements(Draft &draft, Places &places) {
  if (draft.runs() != 1)
    return;
  for (size_t i = 0; i < draft.arguments.size(); ++i) {
    Tensor tensor = materialised(draft, i, 0);
    if (tensor.size() > maxElementPlaces)
      continue;
    bool changed = false;
    for (int64_t element = 0; element < tensor.size(); ++element)
      if (!isZero(tensor, element) && places.take()) {
        tensor.set(element, 0);
        changed = true;
      }
    if (changed)
      draft.arguments[i].inputs[0] = std::move(tensor);
  }
}

} // namespace assay
