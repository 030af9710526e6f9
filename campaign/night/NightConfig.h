#pragma once

#include "support/Expected.h"
#include "support/VersionRange.h"
#include "target/Metrics.h"
#include "target/TargetName.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What programs of a night are drawn from.
struct NightProfile {
  std::string name; // as the config has it: of a profile, or the file of a plan
  double weight = 1;
  std::filesystem::path plan = {}; // that file; empty for a profile
};

/// What a night is to do; docs/night.md describes the file, docs/night.schema.json its form.
struct NightConfig {
  struct WeightedTarget {
    TargetName name; // without a release if there is a range for its compiler
    double weight = 1;
  };

  /// That it was read from, as that was named.
  std::filesystem::path file;
  /// Everything that nights keep, and the page.
  std::filesystem::path folder, page;
  /// Of a night; what is reached first.
  double minutes = 480;
  std::optional<int64_t> campaigns;
  /// Of one of its campaigns; what is reached first.
  double campaignMinutes = 5;
  std::optional<int64_t> programs;
  std::vector<WeightedTarget> targets;
  std::vector<NightProfile> profiles;
  /// By compiler, the releases of which the newest is tested.
  std::map<std::string, VersionRange> releases;
  /// Compilers, or backends of them, whose bugs are retested on what is new.
  std::vector<TargetName> retest;
  /// A shell command that gets each night's summary; empty for none.
  std::string notify;
  /// Nights, and releases that a night installed, that are kept; without end if nothing is given.
  std::optional<int64_t> keptNights, keptReleases;
  std::optional<int64_t> jobs;
  /// The user's list of known bugs, and folders of bugs; the first is written to.
  std::filesystem::path known;
  std::vector<std::filesystem::path> bugs;
  /// For these, other spellings of each program are compiled as well.
  std::vector<Metric> watch;
  /// A fault that is built into the targets, to see a night find it.
  std::string inject;

  /// Paths in it are seen from the folder that the file lies in. An error is a sentence that names
  /// the file and the place in it.
  static Expected<NightConfig> read(const std::filesystem::path &file);
  static Expected<NightConfig> parse(std::string_view text, const std::filesystem::path &file);

  /// That what stands at "/targets/cpu:O7" cannot be.
  Error refused(std::string_view place, const Error &why) const;
};

} // namespace assay
