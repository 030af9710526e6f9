#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// "3.13.0"; parts that are not written are 0.
struct VersionNumber {
  int major = 0, minor = 0, patch = 0;

  auto operator<=>(const VersionNumber &) const = default;
  std::string text() const;
};

/// Up to three numbers with points between; nothing for other texts.
std::optional<VersionNumber> parseVersion(std::string_view text);

} // namespace assay
