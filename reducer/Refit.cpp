#include "reducer/Refit.h"

#include <cmath>

namespace assay {

static void convertElement(const Tensor &from, int64_t source, Tensor &to, int64_t target) {
  if (isComplex(to.element()))
    to.setComplex(target,
                  {from.real(source), isComplex(from.element()) ? from.imaginary(source) : 0});
  else if (isFloat(to.element()))
    to.setReal(target, from.real(source));
  else if (isFloat(from.element()) || isComplex(from.element())) {
    // Out of an integer's range nothing sensible is left.
    double value = from.real(source);
    to.setInteger(target, std::fabs(value) < 0x1p62 ? static_cast<int64_t>(value) : 0);
  } else
    to.setInteger(target, from.integer(source));
}

Tensor refit(const Tensor &tensor, ElementType element, const Shape &shape) {
  Tensor result(element, shape);
  if (tensor.size() == 0)
    return result;
  const bool sameRank = tensor.shape().size() == shape.size();
  if (tensor.size() == result.size() || !sameRank) {
    for (int64_t i = 0; i < result.size(); ++i)
      convertElement(tensor, i % tensor.size(), result, i);
    return result;
  }
  const std::vector<int64_t> strides = rowMajorStrides(tensor.shape());
  Shape place(shape.size(), 0);
  for (int64_t i = 0; i < result.size(); ++i) {
    int64_t source = 0;
    for (size_t dim = 0; dim < place.size(); ++dim)
      source += place[dim] % tensor.shape()[dim] * strides[dim];
    convertElement(tensor, source, result, i);
    for (size_t dim = place.size(); dim > 0 && ++place[dim - 1] == shape[dim - 1]; --dim)
      place[dim - 1] = 0;
  }
  return result;
}

Input refitInput(const Input &input, ElementType element, const Shape &shape) {
  if (const Tensor *tensor = std::get_if<Tensor>(&input)) {
    if (tensor->element() == element && tensor->shape() == shape)
      return input;
    return refit(*tensor, element, shape);
  }
  Recipe recipe = std::get<Recipe>(input);
  if (recipe.axis >= static_cast<int64_t>(shape.size()))
    recipe.axis = 0;
  return recipe;
}

} // namespace assay
