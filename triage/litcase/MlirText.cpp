#include "triage/litcase/MlirText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstring>

namespace assay {

std::string mlirElementType(ElementType type) {
  return isComplex(type) ? "complex<f32>" : std::string(name(type));
}

std::string mlirType(ElementType type, const Shape &shape) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += fmt::format("{}x", extent);
  return text + mlirElementType(type) + ">";
}

std::string mlirType(const TensorType &type, const Specialization &specialization,
                     const Bindings &bindings) {
  std::string text = "tensor<";
  for (const Dim &dim : type.dims) {
    bool isStatic = true;
    dim.forEachSymbol([&](SymbolId id) {
      isStatic = isStatic && specialization[static_cast<size_t>(id)] == Knowledge::Static;
    });
    text += isStatic ? fmt::format("{}x", dim.evaluate(bindings)) : "?x";
  }
  return text + mlirElementType(type.element) + ">";
}

std::string mlirFloat(double value, ElementType type) {
  if (!std::isfinite(value)) {
    // MLIR writes these as bit patterns of the type's width.
    Tensor one(type, {});
    one.setReal(0, value);
    uint64_t bits = 0;
    std::memcpy(&bits, one.data(), one.byteSize());
    return fmt::format("0x{:0{}X}", bits, one.byteSize() * 2);
  }
  std::string text = fmt::format("{}", value);
  size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos)
    text.insert(std::min(exponent, text.size()), ".0");
  return text;
}

static std::string element(const Tensor &tensor, int64_t index) {
  ElementType type = tensor.element();
  if (isComplex(type))
    return fmt::format("({}, {})", mlirFloat(tensor.real(index), ElementType::F32),
                       mlirFloat(tensor.imaginary(index), ElementType::F32));
  if (isFloat(type))
    return mlirFloat(tensor.real(index), type);
  if (isBool(type))
    return tensor.integer(index) ? "true" : "false";
  return fmt::format("{}", tensor.integer(index));
}

/// The elements from `index` on as nested lists, from dim `dim` inwards.
static std::string nested(const Tensor &tensor, size_t dim, int64_t &index) {
  if (dim == tensor.shape().size())
    return element(tensor, index++);
  std::vector<std::string> items;
  for (int64_t i = 0; i < tensor.shape()[dim]; ++i)
    items.push_back(nested(tensor, dim + 1, index));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

static bool isSplat(const Tensor &tensor) {
  const size_t width = storageBytes(tensor.element());
  for (int64_t i = 1; i < tensor.size(); ++i)
    if (std::memcmp(tensor.data(), tensor.data() + static_cast<size_t>(i) * width, width) != 0)
      return false;
  return true;
}

std::string mlirConstant(const Tensor &tensor) {
  std::string elements;
  int64_t index = 0;
  if (tensor.size() > 0)
    elements = isSplat(tensor) ? element(tensor, 0) : nested(tensor, 0, index);
  return fmt::format("dense<{}> : {}", elements, mlirType(tensor.element(), tensor.shape()));
}

} // namespace assay
