#include "support/VersionNumber.h"

#include <charconv>

namespace assay {

std::string VersionNumber::text() const {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

std::optional<VersionNumber> parseVersion(std::string_view text) {
  VersionNumber version;
  const char *at = text.data(), *end = text.data() + text.size();
  for (int *part : {&version.major, &version.minor, &version.patch}) {
    auto [next, code] = std::from_chars(at, end, *part);
    if (code != std::errc() || *part < 0)
      return std::nullopt;
    if (next == end)
      return version;
    if (*next != '.')
      return std::nullopt;
    at = next + 1;
  }
  return std::nullopt;
}

} // namespace assay
