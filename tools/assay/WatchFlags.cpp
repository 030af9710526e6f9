#include "tools/assay/WatchFlags.h"

namespace assay {

Expected<std::optional<std::vector<Metric>>> WatchFlags::watched() const {
  if (!metrics)
    return std::optional<std::vector<Metric>>();
  auto found = metricsFrom(*metrics);
  if (!found)
    return found.error();
  return std::optional(std::move(*found));
}

void addWatchFlag(ArgumentParser &parser, WatchFlags &flags) {
  parser.add("--watch", "METRICS", &flags.metrics,
             "Compile other spellings of each program as well, and report those that are better in "
             "one of these metrics and worse in none: transposes, relayouts, dispatches, bytes, "
             "allocated, with commas between");
}

void addWatchFlags(ArgumentParser &parser, WatchFlags &flags) {
  addWatchFlag(parser, flags);
  parser.add("--fail-on-missed", &flags.failOnMissed,
             "Exit with 1 for missed optimisations, too, which --watch finds");
}

} // namespace assay
