#pragma once

#include "program/TestCase.h"

#include <compare>
#include <string>
#include <vector>

namespace assay {

/// The place of a case in the total order that reduction descends: what a reader has to take in,
/// the heaviest first. Different cases have different sizes.
class CaseSize {
public:
  explicit CaseSize(const TestCase &testCase);

  auto operator<=>(const CaseSize &) const = default;
  bool operator==(const CaseSize &) const = default;
  /// The canonical JSON of the case.
  const std::string &text() const { return json; }

private:
  std::vector<int64_t> components;
  std::string json;
};

/// The largest extent of any value in any run.
int64_t largestExtent(const TestCase &testCase);

} // namespace assay
