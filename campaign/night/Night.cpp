#include "campaign/night/Night.h"

#include "campaign/night/NightHealth.h"
#include "campaign/night/NightSchedule.h"
#include "campaign/night/NightStores.h"
#include "campaign/night/NightSummary.h"
#include "campaign/report/Summary.h"
#include "campaign/store/Paths.h"
#include "support/FirstLine.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "support/process/Command.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <set>

namespace assay {

namespace fs = std::filesystem;

namespace {

using State = NightCampaign::State;

/// A target and a profile of the config.
struct Pair {
  const NightConfig::WeightedTarget *target;
  const NightProfile *profile;
};

/// What makes two findings one, over all campaigns of a folder: those of different compilers never
/// are.
std::string keyOf(const std::string &compiler, const std::string &about,
                  const std::string &signature) {
  return fmt::format("{}\n{}\n{}", compiler, about, signature);
}

Expected<void> writePage(const NightConfig &config, const NightHost &host,
                         const NightRecords &records) {
  auto all = openAllCampaigns(config, host, records);
  return all ? host.writePage(*all, config.page) : all.error();
}

/// Whether two records of a finding are of one, whatever became known of it in between.
static bool isSameFinding(const NightFinding &one, const NightFinding &other) {
  return one.compiler == other.compiler && one.raw == other.raw && one.about == other.about;
}

/// One night. Its phases, in their order; each is written down when it is done, and passed over
/// when the night goes on:
/// 1. choose(): what stands for the targets, with releases that are installed for it.
/// 2. retest(): the bugs of compilers that are new.
/// 3. goOn(): campaigns that a kill left.
/// 4. finishEarlier(): what earlier nights had no time to confirm, reduce or explain.
/// 5. campaign(), again and again.
/// 6. end(): judges, and sends the summary.
class Night {
public:
  Night(const NightConfig &config, const NightHost &host, NightRecords records)
      : config(config), host(host), records(std::move(records)) {}

  Expected<NightResult> run();

private:
  Expected<void> checkProfiles() const;
  Expected<void> checkRetests() const;
  void begin();
  Expected<void> choose();
  void chooseRelease(const std::string &compiler, const VersionRange &range);
  Expected<void> install(const std::string &release);
  Expected<void> tryOut(const TargetName &target, const std::string &inject) const;
  void isGone(const std::string &target, const Error &why);
  bool becameGone(const std::string &target, const TargetName &tested);
  Expected<void> retest();
  Expected<void> retest(const TargetName &on);
  Expected<void> goOn();
  Expected<void> campaign();
  Expected<CampaignParameters> parametersFor(const Pair &pair);
  Expected<ProgramSource> drawnFor(const Pair &pair) const;
  static Expected<std::optional<CampaignParameters>> storedIn(const fs::path &path);
  Expected<void> runOn(NightCampaign &campaign, const CampaignParameters &parameters);
  Expected<CampaignEnd> runToEnd(const Paths &paths, const CampaignParameters &parameters);
  Expected<CampaignEnd> runRest(Store &store, const CampaignParameters &parameters);
  Expected<void> finishEarlier();
  Expected<void> finishRest(NightRecord &earlier, NightCampaign &campaign);
  Expected<CampaignEnd> runOnce(Store &store, const CampaignParameters &parameters,
                                std::optional<int64_t> count, double seconds);
  Expected<void> takeOver(NightCampaign &campaign);
  Expected<Summary> takeFigures(NightCampaign &campaign) const;
  NightFinding nightFinding(const FindingRow &row, const Finding *finding,
                            const Paths &paths) const;
  std::vector<NightFinding> notSeen(const std::vector<Finding> &findings,
                                    std::vector<NightFinding> NightCampaign::*list,
                                    const Paths &paths) const;
  Expected<void> groupByCause();
  Expected<void> markInEarlier(const NightFinding &finding);
  Expected<NightResult> end();

  Expected<void> keep() { return records.keep(night()); }
  NightRecord &night() { return records.all().back(); }
  TargetName tested(const TargetName &configured) const;
  std::vector<Pair> pairs() const;
  std::vector<PastCampaign> pastOf(std::span<const Pair> pairs) const;
  double secondsLeft() {
    return double(night().began) + night().seconds - double(std::time(nullptr));
  }
  double wholeCampaign() const { return 60 * std::min(config.campaignMinutes, config.minutes); }
  bool isOver();

  /// Of a campaign's time, what it may take longer to reduce and explain what it found.
  static constexpr double finishingShare = 0.5;
  /// Of a night's time, what it may take to finish what earlier ones found, and how often each of
  /// these is tried.
  static constexpr double earlierShare = 0.25;
  static constexpr int mostAttempts = 3;
  /// What is left of a night is not begun with if it is less of a campaign than this.
  static constexpr double leastShare = 0.1;
  /// Campaigns of a pair that its next plan is made from.
  static constexpr size_t campaignsToLearnFrom = 8;
  /// One campaign in so many of a pair draws from its profile as it is, so that plans keep seeing
  /// what they leave out.
  static constexpr size_t plainEach = 4;

  const NightConfig &config;
  const NightHost &host;
  NightRecords records;
  /// By compiler with a range.
  std::map<std::string, VersionNumber> chosen;
};

Expected<void> Night::checkProfiles() const {
  for (const NightProfile &profile : config.profiles) {
    const std::string at = fmt::format("/profiles/{}", profile.name);
    if (profile.plan.empty()) {
      if (auto drawn = host.services.generate(0, 0, profile.name); !drawn)
        return config.refused(at, drawn.error());
      continue;
    }
    auto text = readFile(profile.plan);
    if (!text)
      return config.refused(at, text.error());
    if (auto added = host.services.addPlan(*text, profile.plan.string()); !added)
      return config.refused(at, added.error());
  }
  return {};
}

bool isTargetOf(const NightConfig &config, const TargetName &name) {
  return std::ranges::any_of(
      config.targets, [&](const auto &target) { return target.name.compiler == name.compiler; });
}

/// Of a compiler that is tested there may be no bug yet; of another it is a slip in a new config.
Expected<void> Night::checkRetests() const {
  if (records.all().size() > 1)
    return {};
  for (const TargetName &on : config.retest) {
    auto bugs = host.bugStates(on.absoluteCompiler());
    if (!bugs)
      return bugs.error();
    if (bugs->empty() && !isTargetOf(config, on))
      return config.refused(
          "/retest",
          Error{fmt::format("there is no bug of {}, and it is none of the targets", on.compiler)});
  }
  return {};
}

/// The latest night if it is not over, for a night's time if its own has passed or the config's is
/// another; else the next.
void Night::begin() {
  const int64_t now = std::time(nullptr);
  const bool goesOn = !records.all().empty() && !records.all().back().isOver;
  if (!goesOn) {
    NightRecord next;
    next.number = records.all().empty() ? 1 : records.all().back().number + 1;
    records.all().push_back(std::move(next));
  }
  const double seconds = 60 * config.minutes;
  if (!goesOn || secondsLeft() < 0 || night().seconds != seconds) {
    night().began = now;
    night().seconds = seconds;
  }
  // What was in the way may be no longer.
  night().gone.clear();
  night().troubles.clear();
}

TargetName Night::tested(const TargetName &configured) const {
  TargetName name = configured;
  if (const auto found = chosen.find(name.compiler); found != chosen.end() && name.release.empty())
    name.release = found->second.text();
  return name;
}

Expected<void> Night::install(const std::string &release) {
  host.say(fmt::format("installing {}", release));
  CommandLimits limits;
  limits.seconds = 3600;
  limits.fileMebibytes = 0; // compilers are large
  limits.processes = 0;
  auto done =
      runCommand({host.program, "target", "add", release}, limits, {}, {}, host.stopRequested);
  if (!done)
    return done.error();
  if (done->end == CommandResult::End::Exited && done->exitCode == 0)
    return {};
  return Error{fmt::format("{} could not be installed: {}", release,
                           done->end == CommandResult::End::Stopped ? "the night was ended"
                           : done->err.empty()                      ? "it took too long"
                                                                    : firstLine(done->err))};
}

/// The newest release of the range, which is installed if it is not there yet, or the newest that
/// is.
void Night::chooseRelease(const std::string &compiler, const VersionRange &range) {
  const auto newestOf = [&](const Expected<std::vector<VersionNumber>> &versions) {
    std::optional<VersionNumber> newest;
    if (!versions)
      night().troubles.push_back(versions.error().message);
    else
      for (const VersionNumber version : *versions)
        if (range.contains(version) && (!newest || *newest < version))
          newest = version;
    return newest;
  };
  const auto installed = newestOf(host.installed(compiler)),
             released = newestOf(host.released(compiler));
  if (installed)
    chosen[compiler] = *installed;
  if (!released || (installed && *released <= *installed))
    return;
  const std::string release = fmt::format("{}@{}", compiler, released->text());
  if (auto done = install(release); !done) {
    night().troubles.push_back(done.error().message);
  } else {
    night().installed.push_back(release);
    chosen[compiler] = *released;
  }
}

Expected<void> Night::tryOut(const TargetName &target, const std::string &inject) const {
  return Pool({host.worker, {0, "", {target}, {.inject = inject, .watch = config.watch}}, 1, {}})
      .start(host.stopRequested);
}

void Night::isGone(const std::string &target, const Error &why) {
  host.say(fmt::format("{} is gone: {}", target, why.message));
  night().gone[target] = why.message;
}

/// Whether the target cannot be had any longer, which is noted.
bool Night::becameGone(const std::string &target, const TargetName &tested) {
  auto tried = tryOut(tested, config.inject);
  if (!tried)
    isGone(target, tried.error());
  return !tried;
}

/// What was never there is a mistake in the config; what was, and is no longer, is gone.
Expected<void> Night::choose() {
  for (const auto &[compiler, range] : config.releases) {
    chooseRelease(compiler, range);
    if (!night().installed.empty())
      ASSAY_TRY(keep());
  }
  for (const auto &target : config.targets) {
    const std::string written = target.name.text();
    const bool hasNoRelease = config.releases.contains(target.name.compiler) &&
                              target.name.release.empty() && !chosen.contains(target.name.compiler);
    auto tried = hasNoRelease ? Expected<void>(Error{fmt::format(
                                    "there is no release of {} in {}", target.name.compiler,
                                    config.releases.at(target.name.compiler).text())})
                              : tryOut(tested(target.name), config.inject);
    if (tried)
      continue;
    if (!config.inject.empty() && tryOut(tested(target.name), ""))
      return config.refused("/inject", tried.error());
    const bool wasThere = std::ranges::any_of(records.all(), [&](const NightRecord &one) {
      return std::ranges::find(one.campaigns, written, &NightCampaign::target) !=
             one.campaigns.end();
    });
    if (!wasThere)
      return config.refused(fmt::format("/targets/{}", written), tried.error());
    isGone(written, tried.error());
  }
  return {};
}

Expected<void> Night::retest() {
  for (const TargetName &on : config.retest)
    if (!host.stopRequested())
      ASSAY_TRY(retest(tested(on)));
  return {};
}

/// The bugs of a compiler, unless they were retested on just that one.
Expected<void> Night::retest(const TargetName &on) {
  auto version = host.versionWith({on});
  if (!version) {
    night().troubles.push_back(version.error().message);
    return {};
  }
  const std::string identity = fmt::format("{} of {}", on.text(), *version);
  for (const NightRecord &one : records.all())
    for (const NightRetest &other : one.retests)
      if (other.isDone && other.identity == identity)
        return {};
  host.say(fmt::format("retesting on {}", on.text()));
  auto begun = std::ranges::find(night().retests, identity, &NightRetest::identity);
  if (begun == night().retests.end()) {
    auto before = host.bugStates(on.absoluteCompiler());
    if (!before)
      return before.error();
    if (before->empty() && isTargetOf(config, on))
      return {};
    begun = night().retests.insert(begun, {on.text(), identity, false, std::move(*before), {}});
    ASSAY_TRY(keep());
  }
  std::vector<std::string> words = {host.program, "retest", "--on",
                                    on.text(),    "--jobs", std::to_string(host.jobs)};
  for (const fs::path &folder : config.bugs)
    words.insert(words.end(), {"--bugs", folder.string()});
  CommandLimits limits;
  limits.seconds = 0;
  limits.processes = 0;
  limits.fileMebibytes = 0;
  auto done = runCommand(words, limits, {}, {}, host.stopRequested);
  if (!done)
    return done.error();
  if (done->end == CommandResult::End::Stopped)
    return {}; // the next one goes on
  constexpr int usageError = 2;
  if (done->end != CommandResult::End::Exited || done->exitCode == usageError) {
    night().troubles.push_back(
        fmt::format("the retest on {} failed: {}", on.text(), firstLine(done->err)));
    night().retests.erase(begun);
    return keep();
  }
  auto after = host.bugStates(on.absoluteCompiler());
  if (!after)
    return after.error();
  for (const auto &[bug, state] : *after)
    if (const auto was = begun->before.find(bug);
        was != begun->before.end() && was->second != state)
      begun->changes.push_back({bug, was->second, state});
  begun->before.clear();
  begun->isDone = true;
  return keep();
}

bool Night::isOver() {
  const auto done = std::ranges::count_if(night().campaigns, [](const NightCampaign &campaign) {
    return campaign.state == State::Done;
  });
  return host.stopRequested() || (config.campaigns && done >= *config.campaigns) ||
         secondsLeft() < leastShare * wholeCampaign() || pairs().empty();
}

/// Those whose target is there.
std::vector<Pair> Night::pairs() const {
  std::vector<Pair> pairs;
  for (const auto &target : config.targets)
    if (!records.all().back().gone.contains(target.name.text()))
      for (const NightProfile &profile : config.profiles)
        pairs.push_back({&target, &profile});
  return pairs;
}

std::vector<PastCampaign> Night::pastOf(std::span<const Pair> pairs) const {
  std::vector<PastCampaign> past;
  for (const NightRecord &one : records.all())
    for (const NightCampaign &campaign : one.campaigns) {
      const auto pair = std::ranges::find_if(pairs, [&](const Pair &pair) {
        return pair.target->name.text() == campaign.target &&
               pair.profile->name == campaign.profile;
      });
      if (pair == pairs.end() || campaign.state != State::Done)
        continue;
      std::vector<const NightFinding *> fresh;
      for (const NightFinding &finding : campaign.fresh)
        fresh.push_back(&finding);
      const NightNews news = newsIn(fresh);
      // What nobody has explained may well be one bug, however many findings it is.
      past.push_back({static_cast<size_t>(pair - pairs.begin()), campaign.seconds,
                      static_cast<int64_t>(countCauses(news.fresh)) + !news.open.empty()});
    }
  return past;
}

/// The plan that the pair's latest campaigns make; the profile as it is for the first, for one in
/// a few, and where stores do not tell.
Expected<ProgramSource> Night::drawnFor(const Pair &pair) const {
  std::vector<const NightCampaign *> before;
  for (const NightRecord &one : records.all())
    for (const NightCampaign &campaign : one.campaigns)
      if (campaign.state == State::Done && campaign.target == pair.target->name.text() &&
          campaign.profile == pair.profile->name)
        before.push_back(&campaign);
  std::vector<std::string> stores;
  for (size_t i = before.size() - std::min(before.size(), campaignsToLearnFrom); i < before.size();
       ++i)
    if (!before[i]->store.empty())
      stores.push_back((config.folder / before[i]->store).string());
  if (before.size() % plainEach != 0 && !stores.empty()) {
    const auto wanted = static_cast<double>(before.back()->programs) *
                        (wholeCampaign() / std::max(before.back()->seconds, 1.0));
    constexpr int64_t shortest = 64;
    auto text = host.planFrom(
        stores, std::max(shortest, config.programs.value_or(static_cast<int64_t>(wanted))));
    if (!text)
      return text.error();
    if (!text->empty())
      return host.services.addPlan(*text, "the plan of " + stores.back());
  }
  if (pair.profile->plan.empty())
    return ProgramSource{pair.profile->name, ""};
  auto text = readFile(pair.profile->plan);
  if (!text)
    return text.error();
  return host.services.addPlan(*text, pair.profile->plan.string());
}

Expected<CampaignParameters> Night::parametersFor(const Pair &pair) {
  CampaignParameters parameters;
  auto drawn = drawnFor(pair);
  if (!drawn)
    return drawn.error();
  parameters.seed = unusedSeed(records.all(), [] {
    constexpr uint64_t seeds = 1'000'000'000'000; // short enough to type
    std::random_device random;
    return ((uint64_t(random()) << 32) | random()) % seeds;
  });
  parameters.profile = drawn->name;
  parameters.plan = drawn->plan;
  parameters.targets = {tested(pair.target->name)};
  auto version = host.versionWith(parameters.targets);
  if (!version)
    return version.error();
  parameters.version = std::move(*version);
  parameters.inject = config.inject;
  parameters.watch = config.watch;
  parameters.known = host.knownListFor(parameters.targets);
  return parameters;
}

/// The next campaign, of the pair whose turn it is.
Expected<void> Night::campaign() {
  const auto all = pairs();
  std::vector<double> weights;
  for (const Pair &pair : all)
    weights.push_back(pair.target->weight * pair.profile->weight);
  const Pair &pair = all[nextPair(weights, pastOf(all))];
  auto parameters = parametersFor(pair);
  if (!parameters)
    return becameGone(pair.target->name.text(), tested(pair.target->name))
               ? keep()
               : Expected<void>(parameters.error());
  NightCampaign campaign;
  campaign.target = pair.target->name.text();
  campaign.profile = pair.profile->name;
  campaign.tested = parameters->targets[0].text();
  campaign.drawn = parameters->profile;
  campaign.seed = parameters->seed;
  campaign.store = fmt::format("campaigns/{:05}-{:03}/campaign.db", night().number,
                               night().campaigns.size() + 1);
  night().campaigns.push_back(std::move(campaign));
  ASSAY_TRY(keep());
  return runOn(night().campaigns.back(), *parameters);
}

/// What a store says that its campaign is; nothing if a kill came before that.
Expected<std::optional<CampaignParameters>> Night::storedIn(const fs::path &path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    return std::optional<CampaignParameters>();
  auto store = Store::open(path, Store::Mode::Write);
  if (!store)
    return store.error();
  auto campaigns = store->campaigns();
  if (!campaigns)
    return campaigns.error();
  return campaigns->empty() ? std::nullopt : std::optional(campaigns->front());
}

/// What a kill left of campaigns. What belongs to another version of this program or of the list of
/// known bugs ends as it is.
Expected<void> Night::goOn() {
  for (NightCampaign &campaign : night().campaigns) {
    if (campaign.state != State::Begun)
      continue;
    auto stored = storedIn(config.folder / campaign.store);
    if (!stored)
      return stored.error();
    if (!*stored) {
      campaign.state = State::Dropped;
      ASSAY_TRY(keep());
      continue;
    }
    const CampaignParameters &parameters = **stored;
    auto version = host.versionWith(parameters.targets);
    const bool isSame = version && *version == parameters.version &&
                        !night().gone.contains(campaign.target) &&
                        parameters.known == host.knownListFor(parameters.targets);
    ASSAY_TRY(isSame ? runOn(campaign, parameters) : takeOver(campaign));
  }
  return {};
}

Expected<CampaignEnd> Night::runOnce(Store &store, const CampaignParameters &parameters,
                                     std::optional<int64_t> count, double seconds) {
  FuzzOptions options;
  options.parameters = parameters;
  options.count = count;
  options.seconds = seconds;
  options.jobs = host.jobs;
  options.worker = host.worker;
  const auto observer = host.watch();
  return runCampaign(host.services, store, options, *observer);
}

/// Draws programs while there is time, and a while longer confirms, reduces and explains what they
/// showed.
Expected<CampaignEnd> Night::runToEnd(const Paths &paths, const CampaignParameters &parameters) {
  if (!parameters.plan.empty()) {
    ASSAY_TRY(host.services.addPlan(parameters.plan, paths.store().string()));
    ASSAY_TRY(writeFile(paths.planFile(parameters.profile), parameters.plan));
  }
  std::error_code ignored;
  fs::create_directories(paths.store().parent_path(), ignored);
  auto store = Store::open(paths.store(), Store::Mode::Write);
  if (!store)
    return store.error();
  auto end = runOnce(*store, parameters, config.programs,
                     std::min(wholeCampaign(), secondsLeft() / (1 + finishingShare)));
  return !end || *end != CampaignEnd::OutOfTime || host.stopRequested()
             ? end
             : runRest(*store, parameters);
}

/// Confirms, reduces and explains what the programs showed that were drawn so far.
Expected<CampaignEnd> Night::runRest(Store &store, const CampaignParameters &parameters) {
  auto position = store.position(parameters);
  if (!position)
    return position.error();
  auto pending = store.pending(parameters.key());
  if (!pending)
    return pending.error();
  auto totals = store.totals();
  if (!totals)
    return totals.error();
  int64_t programs = position->index;
  for (const PendingRow &row : *pending)
    programs = std::max(programs, row.index + 1);
  if (programs == 0)
    return CampaignEnd::OutOfTime;
  return runOnce(store, parameters, programs, totals->seconds + finishingShare * wholeCampaign());
}

/// What earlier nights had no time to confirm, reduce or explain, of the latest first, while there
/// is time for it.
Expected<void> Night::finishEarlier() {
  const double enough = secondsLeft() * (1 - earlierShare);
  const auto waits = [](const NightFinding &finding) {
    return isOpen(finding) && finding.attempts < mostAttempts;
  };
  const auto hasRest = [&](const NightCampaign &campaign) {
    return std::ranges::any_of(campaign.fresh, waits) ||
           (campaign.unconfirmed > 0 && campaign.attempts < mostAttempts);
  };
  for (size_t i = records.all().size() - 1; i-- > 0;)
    for (NightCampaign &campaign : records.all()[i].campaigns)
      if (campaign.state == State::Done && !campaign.store.empty() && hasRest(campaign) &&
          secondsLeft() > enough && !host.stopRequested() &&
          !night().gone.contains(campaign.target))
        ASSAY_TRY(finishRest(records.all()[i], campaign));
  return {};
}

/// What one campaign found. One of another version of this program, or of a compiler that changed
/// since, stays as it is: its failures may be no longer there.
Expected<void> Night::finishRest(NightRecord &earlier, NightCampaign &campaign) {
  const Paths paths(config.folder / campaign.store);
  auto stored = storedIn(paths.store());
  if (!stored)
    return stored.error();
  if (!*stored)
    return {};
  const CampaignParameters &parameters = **stored;
  auto version = host.versionWith(parameters.targets);
  if (!version || *version != parameters.version)
    return {};
  host.say(fmt::format("finishing what night {} found: {}, {}, seed {}", earlier.number,
                       campaign.tested, campaign.drawn, campaign.seed));
  for (NightFinding &finding : campaign.fresh)
    finding.attempts += isOpen(finding);
  ++campaign.attempts;
  ASSAY_TRY(records.keep(earlier));
  {
    if (!parameters.plan.empty())
      ASSAY_TRY(host.services.addPlan(parameters.plan, paths.store().string()));
    auto store = Store::open(paths.store(), Store::Mode::Write);
    if (!store)
      return store.error();
    auto end = runRest(*store, parameters);
    if (!end && !becameGone(campaign.target, parameters.targets[0]))
      return end.error();
  }
  auto summary = takeFigures(campaign);
  if (!summary)
    return summary.error();
  auto store = Store::open(paths.store(), Store::Mode::Read);
  auto rows = store ? store->findingRows(parameters.key()) : store.error();
  if (!rows)
    return rows.error();
  for (NightFinding &finding : campaign.fresh) {
    const auto row = std::ranges::find_if(*rows, [&](const FindingRow &one) {
      return one.reduced && one.raw == finding.raw && one.about == finding.about;
    });
    if (!isOpen(finding) || row == rows->end())
      continue;
    const auto named = std::ranges::find_if(summary->findings, [&](const Finding &one) {
      return one.row.signature == row->signature && one.row.about == row->about;
    });
    const bool isNamed = named != summary->findings.end();
    const NightFinding before = finding;
    finding = nightFinding(*row, isNamed ? &*named : nullptr, paths);
    finding.attempts = before.attempts;
    if (finding.reduced == before.reduced && finding.cause == before.cause)
      continue;
    std::erase_if(night().reduced,
                  [&](const NightFinding &one) { return isSameFinding(one, finding); });
    night().reduced.push_back(finding);
    host.say(fmt::format("{}: {} on {}", finding.cause.empty() ? "reduced" : "explained",
                         row->signature, row->caseTarget().text()));
  }
  for (NightFinding &late : notSeen(summary->findings, &NightCampaign::fresh, paths)) {
    campaign.fresh.push_back(late);
    night().late.push_back(std::move(late));
  }
  auto all = openAllCampaigns(config, host, records);
  if (!all)
    return all.error();
  ASSAY_TRY(all->merge(paths.store()));
  ASSAY_TRY(records.keep(earlier));
  return keep();
}

Expected<void> Night::runOn(NightCampaign &campaign, const CampaignParameters &parameters) {
  host.say(fmt::format("{}, {}, seed {}", campaign.tested, campaign.drawn, campaign.seed));
  auto end = runToEnd(Paths(config.folder / campaign.store), parameters);
  if (end && *end == CampaignEnd::Stopped)
    return keep();
  // Of a target that went away meanwhile, its like stay; anything else is in the way of all.
  if (!end && !becameGone(campaign.target, parameters.targets[0]))
    return end.error();
  return takeOver(campaign);
}

/// As a record has it; `finding` is null if the store counts it as none.
NightFinding Night::nightFinding(const FindingRow &row, const Finding *finding,
                                 const Paths &paths) const {
  const fs::path file = row.lit ? paths.litFile(row.caseName) : paths.caseFile(row.caseName);
  const Cause *cause = finding && finding->cause ? &finding->cause->cause : nullptr;
  const KnownCause known = cause ? cause->known : KnownCause();
  return {row.target.compiler,
          row.signature,
          row.raw,
          row.about,
          row.verdict,
          row.detail,
          row.caseTarget().text(),
          file.lexically_relative(config.folder).string(),
          cause ? headline(*cause) : "",
          row.reduced,
          0,
          "",
          finding ? finding->count : 0,
          known.bug,
          known.perhaps,
          cause && isHardlyTried(*cause),
          rawText(row)};
}

/// Those of a store that no campaign of the folder had in that list.
std::vector<NightFinding> Night::notSeen(const std::vector<Finding> &findings,
                                         std::vector<NightFinding> NightCampaign::*list,
                                         const Paths &paths) const {
  std::set<std::string> seen;
  for (const NightRecord &one : records.all())
    for (const NightCampaign &other : one.campaigns)
      for (const NightFinding &finding : other.*list)
        for (const std::string &signature : {finding.signature, finding.raw})
          seen.insert(keyOf(finding.compiler, finding.about, signature));
  std::vector<NightFinding> fresh;
  for (const Finding &finding : findings) {
    const FindingRow &row = finding.row;
    const std::string &compiler = row.target.compiler;
    if (seen.contains(keyOf(compiler, row.about, row.signature)) ||
        seen.contains(keyOf(compiler, row.about, row.raw)))
      continue;
    fresh.push_back(nightFinding(row, &finding, paths));
    host.say(fmt::format("new: {} on {}", row.signature, row.caseTarget().text()));
  }
  return fresh;
}

/// What the campaign's store counts, into the record.
Expected<Summary> Night::takeFigures(NightCampaign &campaign) const {
  const Paths paths(config.folder / campaign.store);
  auto store = Store::open(paths.store(), Store::Mode::Read);
  auto summary = store ? summarise(*store) : store.error();
  auto campaigns = store ? store->campaigns() : store.error();
  if (!summary || !campaigns)
    return !summary ? summary.error() : campaigns.error();
  campaign.unconfirmed = 0;
  for (const CampaignParameters &parameters : *campaigns) {
    auto pending = store->pending(parameters.key());
    if (!pending)
      return pending.error();
    campaign.unconfirmed += std::ranges::count(*pending, false, &PendingRow::settled);
  }
  const Totals &totals = summary->totals;
  campaign.seconds = totals.seconds;
  campaign.programs = totals.programs;
  campaign.checks = totals.checks;
  campaign.verdicts = totals.verdicts;
  campaign.knownBugs.clear();
  for (const KnownTally &tally : summary->known)
    if (tally.endedKnown > 0)
      campaign.knownBugs[tally.bug] = tally.endedKnown;
  campaign.givenOps = campaign.acceptedOps = 0;
  for (const auto &[op, acceptance] : totals.ops) {
    campaign.givenOps += acceptance.checks;
    campaign.acceptedOps += acceptance.accepted;
  }
  return summary;
}

/// What the campaign found, into the record and into the store of all.
Expected<void> Night::takeOver(NightCampaign &campaign) {
  const Paths paths(config.folder / campaign.store);
  auto summary = takeFigures(campaign);
  if (!summary)
    return summary.error();
  campaign.fresh.clear();
  campaign.fresh = notSeen(summary->findings, &NightCampaign::fresh, paths);
  campaign.missed.clear();
  campaign.missed = notSeen(summary->missedOptimisations, &NightCampaign::missed, paths);
  auto all = openAllCampaigns(config, host, records);
  if (!all)
    return all.error();
  ASSAY_TRY(all->merge(paths.store()));
  campaign.state = State::Done;
  ASSAY_TRY(keep());
  return host.writePage(*all, config.page);
}

/// Says of what is new whose cause it has as well.
Expected<void> Night::groupByCause() {
  if (night().told().empty())
    return {};
  auto all = openAllCampaigns(config, host, records);
  auto summary = all ? summarise(*all) : all.error();
  if (!summary)
    return summary.error();
  const std::vector<FindingsOfCause> causes = byCause(*summary);
  const auto standing = standsFor(causes);
  const auto mark = [&](std::vector<NightFinding> &list) {
    for (const auto &[finding, first] : standing)
      for (NightFinding &fresh : list)
        if (fresh.raw == finding->row.raw && fresh.about == finding->row.about)
          fresh.sameCauseAs = first->row.signature;
  };
  mark(night().late);
  for (NightCampaign &campaign : night().campaigns)
    mark(campaign.fresh);
  mark(night().reduced);
  for (const NightFinding &finding : night().reduced)
    ASSAY_TRY(markInEarlier(finding));
  return {};
}

/// Says of a finding whose cause it has in the record of the night that found it as well.
Expected<void> Night::markInEarlier(const NightFinding &finding) {
  for (NightRecord &earlier : std::span(records.all()).first(records.all().size() - 1))
    for (NightCampaign &campaign : earlier.campaigns)
      for (NightFinding &one : campaign.fresh)
        if (isSameFinding(one, finding) && one.sameCauseAs != finding.sameCauseAs) {
          one.sameCauseAs = finding.sameCauseAs;
          ASSAY_TRY(records.keep(earlier));
        }
  return {};
}

Expected<NightResult> Night::end() {
  if (host.stopRequested())
    return NightResult{night(), true};
  night().unhealthy =
      unhealthyReasons(night(), std::span(records.all()).first(records.all().size() - 1));
  ASSAY_TRY(groupByCause());
  ASSAY_TRY(keep());
  ASSAY_TRY(prune(config, host, records));
  // A kill may have come behind the last campaign, but ahead of its page.
  ASSAY_TRY(writePage(config, host, records));
  const fs::path file = config.folder / fmt::format("nights/{:05}.txt", night().number);
  ASSAY_TRY(writeFile(file, nightText(night(), config)));
  if (!config.notify.empty())
    if (auto sent =
            sendSummary(config.notify, file, nightVariables(night(), config), host.stopRequested);
        !sent) {
      host.say(sent.error().message);
      // The next one sends it.
      if (host.stopRequested())
        return NightResult{night(), true};
    }
  night().isOver = true;
  ASSAY_TRY(keep());
  return NightResult{night(), false};
}

Expected<NightResult> Night::run() {
  ASSAY_TRY(checkProfiles());
  begin();
  ASSAY_TRY(choose());
  ASSAY_TRY(checkRetests());
  if (auto page = host.checkPage(config.page); !page)
    return config.refused("/page", page.error());
  ASSAY_TRY(keep());
  host.say(fmt::format("night {}, until {:%H:%M} at the latest", night().number,
                       fmt::localtime(night().began + static_cast<int64_t>(night().seconds))));
  ASSAY_TRY(retest());
  ASSAY_TRY(goOn());
  ASSAY_TRY(finishEarlier());
  while (!isOver())
    ASSAY_TRY(campaign());
  return end();
}

} // namespace

Expected<NightResult> runNight(const NightConfig &config, const NightHost &host) {
  auto records = NightRecords::open(config.folder);
  if (!records)
    return records.error();
  return Night(config, host, std::move(*records)).run();
}

Expected<void> pruneNights(const NightConfig &config, const NightHost &host) {
  auto records = NightRecords::open(config.folder);
  if (!records)
    return records.error();
  ASSAY_TRY(prune(config, host, *records));
  return writePage(config, host, *records);
}

} // namespace assay
