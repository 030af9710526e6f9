#include "program/types/TensorNumbers.h"

#include "support/Assert.h"
#include "support/Float16.h"

#include <cstring>

namespace assay {

/// Every `step`-th stored number from `first` on.
template <class Stored, class Number, class Convert>
static void readAs(const Tensor &tensor, std::span<Number> numbers, Convert convert,
                   size_t first = 0, size_t step = 1) {
  const std::byte *from = tensor.data() + first * sizeof(Stored);
  for (Number &number : numbers) {
    Stored stored;
    std::memcpy(&stored, from, sizeof(Stored));
    number = convert(stored);
    from += step * sizeof(Stored);
  }
}

void readReals(const Tensor &tensor, std::span<double> numbers) {
  const auto widened = [](auto stored) { return static_cast<double>(stored); };
  switch (tensor.element()) {
  case ElementType::F64:
    return readAs<double>(tensor, numbers, widened);
  case ElementType::F32:
    return readAs<float>(tensor, numbers, widened);
  case ElementType::F16:
    return readAs<uint16_t>(tensor, numbers, fromHalf);
  case ElementType::BF16:
    return readAs<uint16_t>(tensor, numbers, fromBFloat);
  case ElementType::C64:
    readAs<float>(tensor, numbers.first(numbers.size() / 2), widened, 0, 2);
    return readAs<float>(tensor, numbers.last(numbers.size() / 2), widened, 1, 2);
  case ElementType::I64:
  case ElementType::I32:
  case ElementType::I16:
  case ElementType::I8:
  case ElementType::I1:
    break;
  }
  ASSAY_ASSERT(false, "readReals() of integers");
}

void readIntegers(const Tensor &tensor, std::span<int64_t> numbers) {
  const auto widened = [](auto stored) { return static_cast<int64_t>(stored); };
  switch (tensor.element()) {
  case ElementType::I64:
    return readAs<int64_t>(tensor, numbers, widened);
  case ElementType::I32:
    return readAs<int32_t>(tensor, numbers, widened);
  case ElementType::I16:
    return readAs<int16_t>(tensor, numbers, widened);
  case ElementType::I8:
    return readAs<int8_t>(tensor, numbers, widened);
  case ElementType::I1:
    return readAs<uint8_t>(tensor, numbers, widened);
  case ElementType::F64:
  case ElementType::F32:
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::C64:
    break;
  }
  ASSAY_ASSERT(false, "readIntegers() of floats");
}

} // namespace assay
