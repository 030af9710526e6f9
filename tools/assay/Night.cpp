#include "campaign/night/Night.h"

#include "campaign/night/NightSummary.h"
#include "campaign/site/Site.h"
#include "campaign/site/SiteFolder.h"
#include "campaign/store/Paths.h"
#include "program/Json.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "targets/toolchains/Install.h"
#include "tools/assay/BugFlags.h"
#include "tools/assay/CampaignSetup.h"
#include "tools/assay/Cli.h"
#include "tools/assay/KnownLists.h"
#include "tools/assay/PlanEvidence.h"
#include "tools/assay/Say.h"
#include "tools/assay/StatusDisplay.h"

namespace assay {
namespace {

struct Flags {
  std::string config;
  bool prune = false;
};

/// The page of all campaigns of a folder.
Expected<void> writePage(const Context &context, const Store &all, const KnownToday &today,
                         const std::filesystem::path &folder) {
  const auto content = campaignContent({all.path()}, today, context.services.upstreamPoints);
  if (!content)
    return content.error();
  return writeSite({&*content, {}, today.bugs}, folder);
}

Expected<std::string> planFrom(const std::vector<std::string> &stores, int64_t programs) {
  PlanEvidence evidence;
  bool isAny = false;
  for (const std::string &store : stores) {
    auto added = evidence.add(store);
    if (!added)
      return added.error();
    isAny |= *added;
  }
  return isAny ? evidence.plan(programs).text() : std::string();
}

Expected<std::vector<VersionNumber>> installedIree() {
  auto toolchains = ireeToolchains();
  if (!toolchains)
    return toolchains.error();
  std::vector<VersionNumber> versions;
  for (const IreeToolchain &toolchain : *toolchains)
    if (toolchain.isRelease())
      versions.push_back(toolchain.version);
  return versions;
}

Expected<BugRecords> bugsOf(const NightConfig &config) {
  BugFlags flags;
  flags.writes = true; // as a retest does
  for (const std::filesystem::path &folder : config.bugs)
    flags.folders.push_back(folder.string());
  return loadBugs(flags);
}

Expected<std::map<std::string, std::string>> bugStates(const NightConfig &config,
                                                       const std::string &compiler) {
  auto bugs = bugsOf(config);
  if (!bugs)
    return bugs.error();
  std::map<std::string, std::string> states;
  for (const BugRecord &bug : bugs->all())
    if (bug.compiler() == compiler)
      states.emplace(bug.id, nameOf(bug.history.state()));
  return states;
}

/// What is not written down as a bug is open.
Expected<bool> isClosed(const Context &context, const BugRecords &bugs, const NightFinding &finding,
                        const std::filesystem::path &path) {
  auto store = Store::open(path, Store::Mode::Read);
  if (!store)
    return store.error();
  auto findings = store->findings();
  if (!findings)
    return findings.error();
  const auto found = std::ranges::find_if(*findings, [&](const Finding &one) {
    return one.row.raw == finding.raw && one.row.about == finding.about;
  });
  if (found == findings->end() || !context.services.known)
    return false;
  const std::string file = Paths(path).caseFile(found->row.caseName).string();
  auto text = readFile(file);
  if (!text)
    return text.error();
  auto testCase = readJson(*text, file);
  if (!testCase)
    return testCase.error();
  const auto verdict = verdictOnCase(*found);
  if (!verdict)
    return false;
  const auto known = context.services.known(*testCase, found->row.caseTarget(), &*verdict);
  if (!known)
    return false;
  auto bug = bugs.find(std::get<Known>(known->outcome).id);
  return bug && !rowOf((*bug)->history.state()).isOpen;
}

/// The user's own lists stand in the config, beside the bugs of the data folder: the first is asked
/// first.
std::vector<std::string> listsOf(const NightConfig &config) {
  std::vector<std::string> lists;
  if (!config.known.empty())
    lists.push_back(config.known.string());
  for (const std::filesystem::path &folder : config.bugs)
    lists.push_back(folder.string());
  return lists;
}

Expected<Context> withKnown(const Context &context, const NightConfig &config) {
  std::vector<std::string> lists = ownBugs();
  const std::vector<std::string> own = listsOf(config);
  lists.insert(lists.end(), own.rbegin(), own.rend());
  return withKnownLists(context, lists);
}

/// A list or folder that is not there would be one that explains nothing. The first folder of bugs
/// may be made by a retest.
Expected<void> checkLists(const std::string &file, const NightConfig &config) {
  std::error_code code;
  if (!config.known.empty() && !std::filesystem::exists(config.known, code))
    return Error{fmt::format("{}: /known: there is no {}", file, config.known.string())};
  for (size_t i = 0; i < config.bugs.size(); ++i) {
    const std::string folder = config.bugs[i].string();
    if (std::filesystem::is_directory(config.bugs[i], code))
      continue;
    if (i > 0)
      return Error{fmt::format("{}: /bugs/{}: there is no folder {}", file, i, folder)};
    say(stderr, "{}: /bugs/0: there is no folder {} yet; what becomes of bugs goes there\n", file,
        folder);
  }
  return {};
}

int exitCodeOf(const NightResult &result) {
  if (result.isInterrupted || !result.night.unhealthy.empty())
    return NothingConcluded;
  const NightNews news = newsIn(result.night.told());
  const size_t found = news.fresh.size() + news.perhapsKnown.size() + news.open.size() +
                       countRegressed(result.night);
  return found > 0 ? SomethingFound : AllAgree;
}

int runNightCommand(const Flags &flags, const Context &given) {
  auto config = NightConfig::read(flags.config);
  if (!config)
    return complain(config.error());
  if (auto there = checkLists(flags.config, *config); !there)
    return complain(there.error());
  auto known = withKnown(given, *config);
  if (!known)
    return complain(known.error());
  const Context &context = *known;
  const auto onlyIree = [](auto body) {
    // The config has ranges of no other compiler.
    return [body](const std::string &) { return body(); };
  };
  const NightHost host{
      .services = context.services,
      .worker = context.worker,
      .program = thisProgram,
      .jobs = static_cast<int>(config->jobs.value_or(defaultJobs())),
      .watch = [] { return std::make_unique<StatusDisplay>(stderr); },
      .stopRequested = StatusDisplay::interruptRequested,
      .say = [](const std::string &text) { say(stderr, "{}\n", text); },
      .versionWith =
          [&](const std::vector<TargetName> &targets) { return versionWith(targets, context); },
      .knownListFor =
          [&](const std::vector<TargetName> &targets) {
            return knownListName(context, targets, false);
          },
      .planFrom = planFrom,
      .released = onlyIree(releasedIree),
      .installed = onlyIree(installedIree),
      .bugStates = [&](const std::string &compiler) { return bugStates(*config, compiler); },
      .isClosed = [&](const NightFinding &finding,
                      const std::filesystem::path &store) -> Expected<bool> {
        auto bugs = bugsOf(*config);
        return bugs ? isClosed(context, *bugs, finding, store) : bugs.error();
      },
      .checkPage = [](const std::filesystem::path &folder) -> Expected<void> {
        auto page = SiteFolder::open(folder);
        return page ? Expected<void>() : page.error();
      },
      .writePage = [&](const Store &all, const std::filesystem::path &folder) -> Expected<void> {
        auto bugs = bugsOf(*config);
        if (!bugs)
          return bugs.error();
        auto list = allKnownBugs(listsOf(*config));
        return list ? writePage(context, all, {*bugs, *list}, folder) : list.error();
      },
  };
  catchInterrupts();
  if (flags.prune) {
    auto pruned = pruneNights(*config, host);
    return pruned ? int(AllAgree) : complain(pruned.error());
  }
  auto result = runNight(*config, host);
  if (!result)
    return complain(result.error());
  if (result->isInterrupted)
    say(stderr, "interrupted; go on: {} night {}\n", context.self, flags.config);
  else
    say("{}", nightText(result->night, *config));
  return exitCodeOf(*result);
}

} // namespace

Action declareNight(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("CONFIG", &flags->config, "What nights are to do, as docs/night.md says").required();
  parser.add("--prune", &flags->prune, "Only delete what the config's \"keep\" does not keep");
  return [flags](const Context &context) { return runNightCommand(*flags, context); };
}

} // namespace assay
