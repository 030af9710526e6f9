#include "target/Metrics.h"

#include "support/Closest.h"
#include "support/NameOf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace assay {
namespace {

/// The least difference that says something.
int64_t noiseOf(Metric metric, int64_t count) {
  constexpr int64_t bytes = 4096, part = 5;
  const bool isExact = metric != Metric::Bytes && metric != Metric::Allocated;
  return isExact ? 0 : std::max(bytes, count / part);
}

bool isLess(Metric metric, int64_t one, int64_t other) {
  return one + noiseOf(metric, one) < other;
}

} // namespace

std::string textOf(const Metrics &metrics) {
  std::vector<std::string> out;
  for (const auto &[metric, count] : metrics)
    out.push_back(fmt::format("{} {}", nameOf(metric), count));
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string textOf(std::span<const Metric> metrics) {
  std::vector<std::string_view> out;
  for (const Metric metric : metrics)
    out.push_back(nameOf(metric));
  return fmt::format("{}", fmt::join(out, ","));
}

Expected<std::vector<Metric>> metricsFrom(std::string_view text) {
  std::set<Metric> found;
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(','));
    text.remove_prefix(std::min(name.size() + 1, text.size()));
    const auto metric = enumeratorNamed<Metric>(name);
    if (!metric)
      return Error{fmt::format("there is no metric '{}'; there are {}{}", name,
                               fmt::join(names(Metric()), ", "),
                               didYouMean(name, names(Metric())))};
    found.insert(*metric);
  }
  return std::vector(found.begin(), found.end());
}

bool mayBeLess(const Metrics &counts, std::span<const Metric> metrics) {
  return std::ranges::any_of(metrics, [&](Metric metric) {
    const auto count = counts.find(metric);
    const int64_t least = metric == Metric::Dispatches ? 1 : 0;
    return count != counts.end() && isLess(metric, least, count->second);
  });
}

std::vector<Metric> savings(const Metrics &worse, const Metrics &better,
                            std::span<const Metric> metrics) {
  std::vector<Metric> out;
  for (const Metric metric : metrics) {
    const auto before = worse.find(metric), after = better.find(metric);
    if (before == worse.end() || after == better.end())
      continue;
    if (isLess(metric, before->second, after->second))
      return {};
    if (isLess(metric, after->second, before->second))
      out.push_back(metric);
  }
  return out;
}

} // namespace assay
