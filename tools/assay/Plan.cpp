#include "campaign/store/Store.h"
#include "generator/GenerationPlan.h"
#include "planner/Planner.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace assay {
namespace {

struct Flags {
  std::vector<std::string> stores;
  std::string out = "-";
  int64_t programs = 1000;
  bool explore = false;
};

/// What programs were drawn from, for profiles and stored plans alike.
Expected<GenerationPlan> planOf(const CampaignParameters &campaign) {
  if (!campaign.plan.empty())
    return GenerationPlan::parse(campaign.plan, campaign.profile);
  auto profile = profileFromName(campaign.profile);
  if (!profile)
    return profile.error();
  return GenerationPlan(*profile);
}

/// Gathers what stores say, profile by profile.
class Gathering {
public:
  Expected<void> add(const std::string &path);

  std::vector<ProfileEvidence> evidence;
  size_t goals() const { return numbers.size(); }
  /// Of all programs, those that met or were passed over for a known bug.
  double knownShare() const { return programs > 0 ? known / programs : 0; }

private:
  Expected<void> add(const Store &store, const CampaignParameters &campaign,
                     const std::vector<SourceRow> &rows);
  /// Those of equal profiles are one.
  ProfileEvidence &of(const Profile &profile);
  size_t goal(const std::string &target, const std::string &what) {
    return numbers.try_emplace({target, what}, numbers.size()).first->second;
  }

  std::map<std::pair<std::string, std::string>, size_t> numbers;
  std::set<int64_t> seen; // campaigns
  double programs = 0, known = 0;
};

ProfileEvidence &Gathering::of(const Profile &profile) {
  const auto found = std::ranges::find(evidence, profile, &ProfileEvidence::profile);
  return found != evidence.end() ? *found : evidence.emplace_back(ProfileEvidence{profile});
}

Expected<void> Gathering::add(const std::string &path) {
  auto store = Store::open(path, Store::Mode::Read);
  if (!store)
    return store.error();
  auto campaigns = store->campaigns();
  if (!campaigns)
    return campaigns.error();
  auto rows = store->sources();
  if (!rows)
    return rows.error();
  if (std::ranges::none_of(*rows, [](const SourceRow &row) { return !row.points.empty(); }))
    return Error{fmt::format("the store {} has no coverage to plan from: its targets cannot tell, "
                             "it was written before that was counted, or holds no 64 programs of "
                             "one session",
                             path)};
  for (const CampaignParameters &campaign : *campaigns)
    if (seen.insert(campaign.key()).second)
      ASSAY_TRY(add(*store, campaign, *rows));
  return {};
}

Expected<void> Gathering::add(const Store &store, const CampaignParameters &campaign,
                              const std::vector<SourceRow> &rows) {
  auto plan = planOf(campaign);
  if (!plan)
    return plan.error();
  auto failures = store.failures(campaign.key());
  if (!failures)
    return failures.error();
  std::set<std::pair<int, int64_t>> counted;
  const auto addTo = [&](ProfileEvidence &one, const SourceRow &row) {
    // Each program is checked on all targets, and is one.
    if (row.target == 0)
      one.programs += static_cast<double>(row.programs);
    one.seconds += row.seconds;
    const std::string target = campaign.targets[static_cast<size_t>(row.target)].text();
    for (const auto &[point, served] : row.points)
      one.served[goal(target, fmt::format("{}", point))] += static_cast<double>(served);
  };
  // A profile that swarms is one to choose, and each of the profiles that it becomes is as well.
  const auto each = [&](int64_t source, const auto &body) {
    const Profile &whole = plan->arms()[static_cast<size_t>(source) % plan->arms().size()].profile;
    const Profile drawn = plan->profileOf(campaign.seed, source);
    body(of(drawn));
    if (drawn != whole)
      body(of(whole));
  };
  for (const SourceRow &row : rows)
    if (row.campaign == campaign.key()) {
      counted.insert({row.target, row.source});
      each(row.source, [&](ProfileEvidence &one) { addTo(one, row); });
      programs += static_cast<double>(row.target == 0 ? row.programs : 0);
    }
  for (const FailureRow &row : *failures) {
    const int64_t source = plan->sourceOf(campaign.seed, static_cast<uint64_t>(row.index));
    if (!counted.contains({row.target, source}))
      continue;
    known += row.known;
    // What is known already is nothing to look for.
    if (!row.known)
      each(source, [&](ProfileEvidence &one) {
        one.served[goal(campaign.targets[static_cast<size_t>(row.target)].text(), row.cause)] += 1;
      });
  }
  return {};
}

/// Looking at programs that most likely meet a known bug may take one program in 50.
int64_t looksAnywayFor(double knownShare) {
  return std::clamp(static_cast<int64_t>(50 * knownShare), GenerationPlan::defaultLooksAnyway,
                    int64_t(64));
}

int runPlan(const Flags &flags) {
  if (flags.explore) {
    auto written = writeOutput(flags.out, explorationPlan().text());
    return written ? int(AllAgree) : complain(written.error());
  }
  Gathering gathering;
  for (const std::string &path : flags.stores)
    if (auto added = gathering.add(path); !added)
      return complain(added.error());
  PlannerOptions options;
  options.programs = static_cast<double>(flags.programs);
  options.looksAnyway = looksAnywayFor(gathering.knownShare());
  const GenerationPlan plan = makePlan(gathering.evidence, options);
  if (auto written = writeOutput(flags.out, plan.text()); !written)
    return complain(written.error());
  say(stderr, "{}: {} arms of {} profiles as they were drawn, for {} patterns, passes and causes\n",
      plan.name(), plan.arms().size(), gathering.evidence.size(), gathering.goals());
  return AllAgree;
}

} // namespace

Action declarePlan(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  const Option from =
      parser.add("--from", "STORE", &flags->stores, "Stores of `assay fuzz`, from which to learn");
  parser
      .add("--explore", &flags->explore,
           "Instead, a plan whose campaigns tell most: each arm turns up one thing")
      .excludes(from);
  parser
      .add("--programs", "N", &flags->programs,
           "The length of campaigns that it is for, in programs of average cost")
      .check(wholeNumber(64))
      .showDefault();
  parser.add("-o,--output", "FILE", &flags->out, "Write the plan here; default: standard output");
  return [flags](const Context &) {
    if (flags->stores.empty() && !flags->explore)
      return complain({"name stores with --from to learn from, or --explore; see `assay plan "
                       "--help`"});
    return runPlan(*flags);
  };
}

} // namespace assay
