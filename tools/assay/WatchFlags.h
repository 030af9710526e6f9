#pragma once

#include "target/Metrics.h"
#include "tools/assay/ArgumentParser.h"

namespace assay {

/// For which metrics other spellings of a program are tried, and what the exit code makes of what
/// is found.
struct WatchFlags {
  std::optional<std::string> metrics;
  bool failOnMissed = false;

  /// Those that were given; nothing without --watch. An error names what is no metric.
  Expected<std::optional<std::vector<Metric>>> watched() const;
};

/// Adds --watch. `flags` must live until the command line is parsed.
void addWatchFlag(ArgumentParser &parser, WatchFlags &flags);
/// Adds --fail-on-missed as well.
void addWatchFlags(ArgumentParser &parser, WatchFlags &flags);

} // namespace assay
