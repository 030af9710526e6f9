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

/// Adds --watch, which does what `what` says with metrics. `flags` must live until the command line
/// is parsed.
void addWatchFlag(ArgumentParser &parser, WatchFlags &flags, const std::string &what);
/// The same where other spellings are tried, with --fail-on-missed.
void addWatchFlags(ArgumentParser &parser, WatchFlags &flags);

} // namespace assay
