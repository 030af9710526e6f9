#include "runners/cpu/GuardedArguments.h"

#include <fmt/format.h>

#include <cstring>

namespace assay {

bool GuardedArguments::copy() {
  for (size_t i = 0; i < tensors.size(); ++i) {
    std::byte *buffer = heap.allocateForeign(tensors[i].byteSize(), fmt::format("argument {}", i));
    if (!buffer)
      return false;
    std::memcpy(buffer, tensors[i].data(), tensors[i].byteSize());
    copies.push_back(buffer);
  }
  return true;
}

std::optional<std::string> GuardedArguments::overwritten() const {
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor &before = tensors[i];
    if (std::memcmp(copies[i], before.data(), before.byteSize()) == 0)
      continue;
    const size_t bytes = storageBytes(before.element());
    int64_t changed = 0, first = before.size();
    for (int64_t element = before.size(); element-- > 0;)
      if (std::memcmp(copies[i] + static_cast<size_t>(element) * bytes,
                      before.data() + static_cast<size_t>(element) * bytes, bytes) != 0) {
        ++changed;
        first = element;
      }
    return fmt::format("argument {} was overwritten: {} of {} elements changed, the first is {}", i,
                       changed, before.size(), first);
  }
  return std::nullopt;
}

} // namespace assay
