#include "tools/assay/WatchFlags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

Expected<std::optional<std::vector<Metric>>> WatchFlags::watched() const {
  if (!metrics)
    return std::optional<std::vector<Metric>>();
  auto found = metricsFrom(*metrics);
  if (!found)
    return found.error();
  return std::optional(std::move(*found));
}

void addWatchFlag(ArgumentParser &parser, WatchFlags &flags, const std::string &what) {
  parser.add("--watch", "METRICS", &flags.metrics,
             fmt::format("{}: {}, with commas between", what, fmt::join(names(Metric()), ", ")));
}

void addWatchFlags(ArgumentParser &parser, WatchFlags &flags) {
  addWatchFlag(parser, flags,
               "Compile other spellings of each program as well, and report those that are better "
               "in one of these metrics and worse in none");
  parser.add("--fail-on-missed", &flags.failOnMissed,
             "Exit with 1 for missed optimisations, too, which --watch finds");
}

} // namespace assay
