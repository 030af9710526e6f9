#include "campaign/report/Coverage.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace assay {

using Json = nlohmann::ordered_json;

int64_t TargetCoverage::patternsThatFired(int64_t programs) const {
  return std::ranges::count_if(patterns,
                               [&](const CoverageRow &row) { return row.programs >= programs; });
}

int64_t TargetCoverage::passesThatChanged() const {
  return std::ranges::count_if(passes, [](const CoverageRow &row) { return row.successes > 0; });
}

int64_t TargetCoverage::unreachedOf(CoveragePoint::Kind kind) const {
  return std::ranges::count(unreached, kind, &CoveragePoint::kind);
}

std::string TargetCoverage::text() const {
  return fmt::format("{}: {} patterns tried, {} fired, {} of them in at least {} programs; {}",
                     target, patterns.size(), patternsThatFired(),
                     patternsThatFired(programsToCount), programsToCount,
                     passes.empty() ? "passes are not counted"
                                    : fmt::format("{} of {} passes changed something",
                                                  passesThatChanged(), passes.size()));
}

std::vector<TargetCoverage>
coverageByTarget(std::span<const CoverageRow> rows,
                 const std::function<std::vector<CoveragePoint>()> &known) {
  std::vector<TargetCoverage> out;
  for (CoverageRow &row : coverageOverCampaigns(rows)) {
    if (out.empty() || out.back().target != row.target)
      out.emplace_back().target = row.target;
    auto &list =
        row.point.kind == CoveragePoint::Kind::Pass ? out.back().passes : out.back().patterns;
    list.push_back(std::move(row));
  }
  const std::vector<CoveragePoint> all =
      known && !out.empty() ? known() : std::vector<CoveragePoint>();
  for (TargetCoverage &target : out) {
    std::set<CoveragePoint> reached;
    for (auto *list : {&target.patterns, &target.passes}) {
      for (const CoverageRow &row : *list)
        reached.insert(row.point);
      std::ranges::sort(*list, {}, [](const CoverageRow &row) {
        return std::tuple(-row.programs, -row.successes, -row.tries, row.point);
      });
    }
    for (const CoveragePoint &point : all) {
      const bool isCounted = point.kind != CoveragePoint::Kind::Pass || !target.passes.empty();
      if (isCounted && !reached.contains(point))
        target.unreached.push_back(point);
    }
  }
  return out;
}

static Json toJson(const CoveragePoint &point) {
  return {{"kind", nameOf(point.kind)}, {"name", point.name}, {"root", point.root}};
}

Json coverageJson(std::span<const TargetCoverage> coverage) {
  Json out = Json::array();
  for (const TargetCoverage &target : coverage) {
    Json points = Json::array(), unreached = Json::array();
    for (const auto *list : {&target.patterns, &target.passes})
      for (const CoverageRow &row : *list) {
        Json point = toJson(row.point);
        point["tries"] = row.tries;
        point["successes"] = row.successes;
        point["programs"] = row.programs;
        point["first"] = row.first ? Json(*row.first) : Json();
        points.push_back(std::move(point));
      }
    for (const CoveragePoint &point : target.unreached)
      unreached.push_back(toJson(point));
    out.push_back({{"target", target.target},
                   {"patternsTried", target.patterns.size()},
                   {"patternsFired", target.patternsThatFired()},
                   {"patternsFiredOften", target.patternsThatFired(programsToCount)},
                   {"passesRun", target.passes.size()},
                   {"passesThatChanged", target.passesThatChanged()},
                   {"points", points},
                   {"unreached", unreached}});
  }
  return out;
}

} // namespace assay
