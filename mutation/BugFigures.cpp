#include "mutation/BugFigures.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace assay {

int64_t BugFigures::matched() const {
  return std::accumulate(counts.begin(), counts.end(), int64_t(0));
}

std::optional<int64_t> BugFigures::median() const {
  constexpr int64_t never = std::numeric_limits<int64_t>::max();
  std::vector<int64_t> programs;
  for (const std::optional<int64_t> &one : found)
    programs.push_back(one.value_or(never));
  std::ranges::sort(programs);
  const int64_t middle = programs.empty() ? never : programs[(programs.size() - 1) / 2];
  return middle == never ? std::nullopt : std::optional(middle);
}

bool BugFigures::isAlwaysFound() const {
  return std::ranges::all_of(found, [](const auto &one) { return one.has_value(); });
}

std::vector<BugFigures> figuresOf(std::span<const BugTrial> records, size_t bugs,
                                  size_t campaigns) {
  std::vector<BugFigures> all(bugs);
  for (BugFigures &figures : all)
    figures.found.resize(campaigns);
  for (const BugTrial &record : records)
    if (record.result.outcome == MutantOutcome::Reported) {
      std::optional<int64_t> &found = all[record.bug].found[record.campaign];
      found = std::min(found.value_or(record.program + 1), record.program + 1);
    }
  for (const BugTrial &record : records) {
    BugFigures &figures = all[record.bug];
    if (const auto found = figures.found[record.campaign]; !found || record.program < *found)
      ++figures.counts[static_cast<size_t>(record.result.outcome)];
  }
  return all;
}

} // namespace assay
