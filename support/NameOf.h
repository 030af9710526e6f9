#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace assay {

/// An enumerator's name: of those that names(Enum) lists in their order.
template <class Enum> constexpr std::string_view nameOf(Enum value) {
  return names(value)[static_cast<size_t>(value)];
}

/// The enumerator of that name; nothing if there is none.
template <class Enum> constexpr std::optional<Enum> enumeratorNamed(std::string_view name) {
  const auto all = names(Enum());
  const auto found = std::ranges::find(all, name);
  if (found == all.end())
    return std::nullopt;
  return static_cast<Enum>(found - all.begin());
}

} // namespace assay
