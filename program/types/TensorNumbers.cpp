#include "program/types/TensorNumbers.h"

#include "program/types/StoredNumbers.h"

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
  withStoredFloat(tensor.element(), [&]<class Stored>(auto widened, auto) {
    if (!isComplex(tensor.element()))
      return readAs<Stored>(tensor, numbers, widened);
    readAs<Stored>(tensor, numbers.first(numbers.size() / 2), widened, 0, 2);
    readAs<Stored>(tensor, numbers.last(numbers.size() / 2), widened, 1, 2);
  });
}

void readIntegers(const Tensor &tensor, std::span<int64_t> numbers) {
  withStoredInteger(tensor.element(), [&]<class Stored>() {
    readAs<Stored>(tensor, numbers, [](Stored stored) { return static_cast<int64_t>(stored); });
  });
}

} // namespace assay
