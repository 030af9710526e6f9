#pragma once

#include "program/types/ElementType.h"
#include "support/Assert.h"
#include "support/Float16.h"

#include <cstdint>

namespace assay {

/// use<Stored>(widened, narrowed), of what a tensor stores floats of that type as, or each part of
/// complex numbers, how one becomes a double, and what a double becomes there.
template <class Use> auto withStoredFloat(ElementType type, Use use) {
  const auto widened = [](auto stored) { return static_cast<double>(stored); };
  switch (type) {
  case ElementType::F64:
    return use.template operator()<double>(widened, [](double number) { return number; });
  case ElementType::F32:
  case ElementType::C64:
    return use.template operator()<float>(widened,
                                          [](double number) { return static_cast<float>(number); });
  case ElementType::F16:
    return use.template operator()<uint16_t>(fromHalf, toHalf);
  case ElementType::BF16:
    return use.template operator()<uint16_t>(fromBFloat, toBFloat);
  case ElementType::I64:
  case ElementType::I32:
  case ElementType::I16:
  case ElementType::I8:
  case ElementType::I1:
    break;
  }
  ASSAY_ASSERT(false, "floats of an integer tensor");
}

/// use<Stored>(), of what a tensor stores integers of that type, or truth values, as.
template <class Use> auto withStoredInteger(ElementType type, Use use) {
  switch (type) {
  case ElementType::I64:
    return use.template operator()<int64_t>();
  case ElementType::I32:
    return use.template operator()<int32_t>();
  case ElementType::I16:
    return use.template operator()<int16_t>();
  case ElementType::I8:
    return use.template operator()<int8_t>();
  case ElementType::I1:
    return use.template operator()<uint8_t>();
  case ElementType::F64:
  case ElementType::F32:
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::C64:
    break;
  }
  ASSAY_ASSERT(false, "integers of a float tensor");
}

} // namespace assay
