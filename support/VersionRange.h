#pragma once

#include "support/VersionNumber.h"

#include <vector>

namespace assay {

/// ">=3.11,<4": each of the bounds holds.
class VersionRange {
public:
  /// One or more of >=, >, <=, <, == with a version behind each, and commas between; nothing for
  /// other texts.
  static std::optional<VersionRange> parse(std::string_view text);

  bool contains(VersionNumber version) const;
  const std::string &text() const { return written; }

private:
  struct Bound {
    std::string_view relation; // one of ours
    VersionNumber version;
  };

  std::string written;
  std::vector<Bound> bounds;
};

} // namespace assay
