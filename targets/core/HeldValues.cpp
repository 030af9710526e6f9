#include "targets/core/HeldValues.h"

#include <cstring>

namespace assay {

std::vector<ElementType> returnedElements(const Program &program) {
  std::vector<ElementType> elements;
  for (ValueId value : program.returns())
    elements.push_back(program.type(value).element);
  return elements;
}

/// Puts elements, in row-major order of a tensor whose dim i is dim permutation[i] of `to`, in
/// their places there.
static void copyPermuted(const std::byte *from, const std::vector<uint32_t> &permutation,
                         Tensor &to) {
  const size_t bytes = storageBytes(to.element());
  const std::vector<int64_t> strides = rowMajorStrides(to.shape());
  std::vector<int64_t> index(permutation.size(), 0);
  for (int64_t element = 0; element < to.size(); ++element, from += bytes) {
    int64_t place = 0;
    for (size_t i = 0; i < index.size(); ++i)
      place += index[i] * strides[permutation[i]];
    std::memcpy(to.data() + static_cast<size_t>(place) * bytes, from, bytes);
    for (size_t i = index.size(); i-- > 0;) {
      if (++index[i] < to.shape()[permutation[i]])
        break;
      index[i] = 0;
    }
  }
}

static DispatchResult dispatchResult(const Program &program, const Run &run,
                                     const HeldMemory &memory) {
  DispatchResult result{memory.held->by, {}, Tensor(ElementType::I8, {0})};
  const auto &value = memory.held->value;
  if (!value)
    return result;
  const auto id = static_cast<ValueId>(value->id);
  const TensorType &type = program.type(id);
  Tensor tensor(type.element, type.shape(run.bindings));
  const bool isPermuted = !value->permutation.empty();
  if (tensor.byteSize() != memory.bytes.size() ||
      (isPermuted && value->permutation.size() != tensor.shape().size()))
    return result;
  if (!isPermuted)
    std::memcpy(tensor.data(), memory.bytes.data(), tensor.byteSize());
  else
    copyPermuted(memory.bytes.data(), value->permutation, tensor);
  result.value = id;
  result.tensor = std::move(tensor);
  return result;
}

std::vector<DispatchResult> dispatchResults(const Program &program, const Run &run,
                                            const std::vector<HeldMemory> &held) {
  std::vector<DispatchResult> results;
  for (const HeldMemory &memory : held)
    results.push_back(dispatchResult(program, run, memory));
  return results;
}

} // namespace assay
