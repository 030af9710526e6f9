#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace assay {

/// Asked by a pass at each place that it could simplify, always in the same order: one traversal
/// both counts the places and changes a choice of them.
class Places {
public:
  /// Chooses none: for counting.
  Places() = default;
  /// Chooses the places first .. end-1.
  Places(size_t first, size_t end) : first(first), end(end) {}
  /// Chooses the places that `chosen` has true for; those behind its end are not chosen.
  explicit Places(std::vector<bool> chosen) : chosen(std::move(chosen)) {}

  /// Whether to simplify at the next place.
  bool take() {
    size_t place = seen++;
    return (place >= first && place < end) || (place < chosen.size() && chosen[place]);
  }
  /// Places asked about so far.
  size_t count() const { return seen; }

private:
  size_t first = 0, end = 0;
  std::vector<bool> chosen;
  size_t seen = 0;
};

} // namespace assay
