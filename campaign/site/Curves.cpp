#include "campaign/site/Curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay {

int64_t TargetCurve::programs() const {
  int64_t sum = 0;
  for (const Night &night : nights)
    sum += night.programs;
  return sum;
}

std::vector<int64_t> TargetCurve::found() const {
  std::vector<int64_t> places;
  int64_t before = 0;
  for (const Night &night : nights) {
    for (const int64_t index : night.found)
      places.push_back(before + index);
    before += night.programs;
  }
  return places;
}

std::vector<TargetCurve::Step> TargetCurve::steps() const {
  constexpr int64_t count = 10;
  const std::vector<int64_t> places = found();
  std::vector<Step> steps;
  Step last;
  for (int64_t i = 1; i <= count; ++i) {
    Step step;
    step.programs = programs() * i / count;
    if (step.programs == last.programs)
      continue;
    step.found = std::ranges::lower_bound(places, step.programs) - places.begin();
    step.rate = 1000.0 * double(step.found - last.found) / double(step.programs - last.programs);
    steps.push_back(step);
    last = step;
  }
  return steps;
}

std::string TargetCurve::svg() const {
  constexpr double left = 52, right = 990, top = 12, bottom = 190;
  const std::vector<int64_t> places = found();
  const int64_t all = programs();
  const double most = std::max<double>(1, double(places.size()));
  const auto x = [&](int64_t program) {
    return left + (right - left) * double(program) / double(std::max<int64_t>(1, all));
  };
  const auto y = [&](double count) { return bottom - (bottom - top) * count / most; };
  std::string line = fmt::format("{:.1f},{:.1f} ", x(0), y(0)), marks;
  for (size_t i = 0; i < places.size(); ++i)
    line += fmt::format("{0:.1f},{1:.1f} {0:.1f},{2:.1f} ", x(places[i]), y(double(i)),
                        y(double(i + 1)));
  line += fmt::format("{:.1f},{:.1f}", x(all), y(double(places.size())));
  int64_t before = 0;
  for (size_t i = 0; i + 1 < nights.size(); ++i) {
    before += nights[i].programs;
    marks += fmt::format(R"(<line class="cut" x1="{0:.1f}" x2="{0:.1f}" y1="{1}" y2="{2}"/>)",
                         x(before), top, bottom);
  }
  return fmt::format(
      R"(<svg viewBox="0 0 1000 220" width="100%" role="img" aria-label="{0} findings in {1} programs">
<line class="grid" x1="{2}" x2="{3}" y1="{4}" y2="{4}"/><line class="grid" x1="{2}" x2="{3}" y1="{5}" y2="{5}"/>{8}
<text x="{6}" y="{5}" text-anchor="end">{0}</text><text x="{6}" y="{4}" text-anchor="end">0</text>
<text x="{3}" y="212" text-anchor="end">{1} programs</text><polyline class="line" points="{7}"/></svg>)",
      places.size(), all, left, right, bottom, top, left - 8, line, marks);
}

namespace {

/// A campaign with what it found.
struct Campaign {
  CampaignParameters parameters;
  int64_t programs = 0;
  std::string day;
  /// For each target, the programs that showed a finding first, by its name.
  std::vector<std::map<std::string, int64_t>> found = {};
};

/// The final names of findings, by the signature of their rows.
std::map<std::string, std::string> finalNames(const std::vector<FindingRow> &rows) {
  const std::vector<FindingName> names = namesOf(rows);
  std::map<std::string, std::string> out;
  for (size_t i = 0; i < rows.size(); ++i)
    out.emplace(rows[i].signature, names[i].signature);
  return out;
}

Expected<Campaign> campaignOf(const Store &store, const CampaignParameters &parameters,
                              const DayOf &dayOf) {
  auto position = store.position(parameters);
  if (!position)
    return position.error();
  auto rows = store.findingRows(parameters.key());
  if (!rows)
    return rows.error();
  auto failures = store.failures(parameters.key());
  if (!failures)
    return failures.error();
  Campaign campaign{parameters, position->index, ""};
  for (const FindingRow &row : *rows)
    if (const std::string day = dayOf(parameters.key(), row);
        !day.empty() && (campaign.day.empty() || day < campaign.day))
      campaign.day = day;
  const std::map<std::string, std::string> names = finalNames(*rows);
  campaign.found.resize(parameters.targets.size());
  for (const FailureRow &failure : *failures)
    if (const auto name = names.find(failure.cause);
        name != names.end() && static_cast<size_t>(failure.target) < campaign.found.size())
      campaign.found[static_cast<size_t>(failure.target)].emplace(name->second, failure.index);
  return campaign;
}

/// In the order of their days.
Expected<std::vector<Campaign>> campaignsOf(const Store &store, const DayOf &dayOf) {
  auto all = store.campaigns();
  if (!all)
    return all.error();
  std::vector<Campaign> campaigns;
  for (const CampaignParameters &one : *all) {
    auto campaign = campaignOf(store, one, dayOf);
    if (!campaign)
      return campaign.error();
    campaigns.push_back(std::move(*campaign));
  }
  std::ranges::sort(campaigns, {}, [](const Campaign &one) {
    return std::tuple(one.day.empty(), one.day, one.parameters.seed, one.parameters.key());
  });
  return campaigns;
}

} // namespace

Expected<std::vector<TargetCurve>> curvesOf(const Store &store, const DayOf &dayOf) {
  auto campaigns = campaignsOf(store, dayOf);
  if (!campaigns)
    return campaigns.error();
  std::map<std::string, TargetCurve> curves;
  std::set<std::string> seen; // on earlier nights
  for (const Campaign &campaign : *campaigns) {
    const CampaignParameters &parameters = campaign.parameters;
    for (size_t i = 0; i < parameters.targets.size() && campaign.programs; ++i) {
      TargetCurve::Night night{fmt::format("seed {}, {}", parameters.seed, parameters.profile),
                               campaign.day, campaign.programs};
      for (const auto &[name, index] : campaign.found[i])
        if (!seen.contains(name))
          night.found.push_back(index);
      std::ranges::sort(night.found);
      TargetCurve &curve = curves[parameters.targets[i].text()];
      curve.target = parameters.targets[i].text();
      curve.nights.push_back(std::move(night));
    }
    for (const auto &found : campaign.found)
      for (const auto &[name, index] : found)
        seen.insert(name);
  }
  std::vector<TargetCurve> out;
  for (auto &[target, curve] : curves)
    out.push_back(std::move(curve));
  return out;
}

} // namespace assay
