#pragma once

#include "mutation/SemanticsLine.h"
#include "target/Mutant.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What is said of a program that a mutant of a compiler compiled.
enum class MutantOutcome : uint8_t {
  Unusable, // the program says nothing without the mutant: undefined, not supported, or a finding
  Invalid,  // nothing to change, or what was changed does not verify, compile or fit the target
  Equal,    // no bit differs
  Legal,    // bits differ, each by a line of docs/semantics.md
  Weak,     // a probe differs, no run of the case
  Missed,   // a run of the case differs, and the check does not report it
  Reported, // the check reports it
};
inline constexpr std::array<std::string_view, 7> names(MutantOutcome) {
  return {"unusable", "invalid", "equal", "legal", "weak", "missed", "reported"};
}

/// The mutant has changed what the program does: it counts in a score.
constexpr bool isScored(MutantOutcome outcome) { return outcome >= MutantOutcome::Weak; }

/// Where in the life of a pair of program and mutant something happened.
enum class MutantStep : uint8_t {
  Prepare, // the program without the mutant
  Compile, // with it
  Check,
  Probe,
};

/// The seed of a mutant: of the program of that index in the campaign with that seed, the mutant of
/// that number.
uint64_t mutantSeed(uint64_t seed, int64_t index, int64_t number);
/// The seed of that program's probes.
uint64_t probeSeed(uint64_t seed, int64_t index);

/// The detail of an invalid pair in which there was nothing to change.
inline constexpr std::string_view nothingToChange = "nothing to change";

/// What came of a pair.
struct MutantResult {
  MutantOutcome outcome = MutantOutcome::Unusable;
  /// What the mutant is; nothing if there was nothing to change.
  std::optional<Change> change = {};
  /// In what the difference shows: the name of the check's verdict, "mismatch", or "values",
  /// "shape", or a failure's stage; empty where there is none.
  std::string kind = {};
  /// Results have other values, and nothing else is wrong.
  bool isOfValues = false;
  /// Weak: the reference admits what each probe gives, so that a check could not report it.
  bool isAdmitted = false;
  /// Legal: by which lines, in their order.
  std::vector<SemanticsLine> lines = {};
  std::string detail = {}; // for people

  bool operator==(const MutantResult &) const = default;
};

} // namespace assay
