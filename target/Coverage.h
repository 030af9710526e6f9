#pragma once

#include "support/NameOf.h"

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A part of a compiler of which can be told whether it did anything.
struct CoveragePoint {
  enum class Kind : uint8_t {
    Pattern, // a rewrite pattern
    Pass,
  };
  Kind kind = Kind::Pattern;
  /// A pattern's debug name, the type that it is; a pass as pipelines name it.
  std::string name;
  /// The op that the pattern is for, or "interface", "trait" or "any"; empty for a pass.
  std::string root = {};

  auto operator<=>(const CoveragePoint &) const = default;
};

constexpr std::array<std::string_view, 2> names(CoveragePoint::Kind) { return {"pattern", "pass"}; }

/// How often it had its turn, and how often it changed the module.
struct PointCount {
  CoveragePoint point;
  int64_t tries = 0;
  int64_t successes = 0;
  bool operator==(const PointCount &) const = default;
};

/// What is counted while a target compiles.
enum class CoverageScope : uint8_t {
  Nothing,
  Patterns,          // at next to no cost
  PatternsAndPasses, // whether a pass changed something takes a look at the whole module
};

/// Of a campaign's programs, passes are counted in one of so many.
inline constexpr int64_t programsPerPassCount = 16;

} // namespace assay

template <> struct std::hash<assay::CoveragePoint> {
  size_t operator()(const assay::CoveragePoint &point) const noexcept {
    const std::hash<std::string> hash;
    return (hash(point.name) * 31 + hash(point.root)) * 2 + static_cast<size_t>(point.kind);
  }
};
