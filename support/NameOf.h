#pragma once

#include <cstddef>
#include <string_view>

namespace assay {

/// An enumerator's name: of those that names(Enum) lists in their order.
template <class Enum> constexpr std::string_view nameOf(Enum value) {
  return names(value)[static_cast<size_t>(value)];
}

} // namespace assay
