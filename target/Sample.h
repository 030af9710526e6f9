#pragma once

#include "oracle/Accuracy.h"
#include "program/types/ElementType.h"
#include "target/TargetName.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What check/Sweep.h looks at, and how samples are written. Samples of another version hold no
/// longer: an allowance may mean something else.
inline constexpr int sweepVersion = 1;

/// Operands that are all of f32.
inline constexpr int64_t allOfF32 = int64_t(1) << 32;

/// What was seen of one operation in one element type.
struct Sighting {
  std::string operation; // "tanh", "attention"
  ElementType element = ElementType::F32;
  int64_t inputs = 0;
  /// The largest error in units in the last place of the type, 0.5 where all results round
  /// correctly, and the operand that gave it. Of functions; 0 of other operations.
  double ulps = 0, at = 0;
  /// What had to be granted for the elements that it excuses.
  Allowances needed;
  /// Elements that are wrong whatever is granted, and the first of them in words.
  int64_t wrong = 0;
  std::string example;

  bool operator==(const Sighting &) const = default;
};

/// What could not be looked at, or not to the end: "erf f64", and why.
struct Unseen {
  std::string what, reason;
  bool operator==(const Unseen &) const = default;
};

/// What was seen of a target.
struct Sample {
  std::vector<Sighting> sightings;
  std::vector<Unseen> missing;

  /// What was needed. An operation that is wrong grants nothing: its error would excuse itself
  /// where it is small.
  Allowances allowances() const {
    Allowances all;
    for (const Sighting &sighting : sightings)
      if (sighting.wrong == 0)
        all = all.with(sighting.needed);
    return all;
  }
  bool operator==(const Sample &) const = default;
};

/// By how much functions in f32 and f64 are off on the target that this was seen of, for
/// Accuracy::swept. Only of a target that computes a function in one way wherever it stands.
///
/// After a sweep of all operands of f32 it is what was seen, or what rounds a result that double
/// has. After one of 2^20 operands at least, such as there are of f64, what exceeds half an ulp is
/// doubled, and an eighth added, since a sample does not see the worst (docs/tightness.md). Nothing
/// is said of what was wrong or needs an allowance.
void grantSwept(const Sample &sample, Accuracy &accuracy);

/// By the names of targets.
using Samples = std::map<TargetName, Sample>;

/// The samples as JSON.
std::string writeSamples(const Samples &samples);
/// Reads what writeSamples() wrote; nothing if that was another version of the sweep. `source`
/// names the text in messages.
Expected<std::optional<Samples>> readSamples(std::string_view text, std::string_view source);

/// What the samples of which `matches` holds granted; nothing if there are none.
template <class Matches>
std::optional<Allowances> unionOf(const Samples &samples, const Matches &matches) {
  std::optional<Allowances> all;
  for (const auto &[name, sample] : samples)
    if (matches(name))
      all = all.value_or(Allowances()).with(sample.allowances());
  return all;
}

/// What was sampled on a target or on one that does the same by all that is known: of the same
/// name, of other flags of the same backend and level ("iree@3.13.0:llvm-cpu:O2,--x",
/// "mycc:O2,--fast"), of any level of that backend. Nothing without any of these.
std::optional<Allowances> sampledOn(const Samples &samples, const TargetName &target);

} // namespace assay
