#pragma once

#include "campaign/Campaign.h"
#include "campaign/night/NightConfig.h"
#include "campaign/night/NightRecord.h"

namespace assay {

/// What a night needs of the program around it.
struct NightHost {
  const Services &services;
  WorkerCommand worker;
  /// This program, which installs and retests.
  std::string program;
  int jobs = 1;
  /// Whoever watches a campaign.
  std::function<std::unique_ptr<CampaignObserver>()> watch;
  std::function<bool()> stopRequested;
  /// For people: what is done, and what becomes of it.
  std::function<void(const std::string &)> say;
  /// The version of this program, with what the targets are if that is no release.
  std::function<Expected<std::string>(const std::vector<TargetName> &)> versionWith;
  /// What stands for the list of known bugs in a campaign on these.
  std::function<std::string(const std::vector<TargetName> &)> knownListFor;
  /// The text of the plan that these stores make for so many programs; empty if they do not tell.
  std::function<Expected<std::string>(const std::vector<std::string> &stores, int64_t programs)>
      planFrom;
  /// The releases of a compiler that could be installed, and those that are.
  std::function<Expected<std::vector<VersionNumber>>(const std::string &compiler)> released,
      installed;
  /// By bug of a compiler, its state.
  std::function<Expected<std::map<std::string, std::string>>(const std::string &compiler)>
      bugStates;
  /// Whether a finding, of that store, is a bug that is closed.
  std::function<Expected<bool>(const NightFinding &, const std::filesystem::path &store)> isClosed;
  /// Whether a page can be written into the folder.
  std::function<Expected<void>(const std::filesystem::path &folder)> checkPage;
  /// Writes the page of all campaigns into the folder.
  std::function<Expected<void>(const Store &all, const std::filesystem::path &folder)> writePage;
};

struct NightResult {
  NightRecord night;
  /// It goes on when it is started again.
  bool isInterrupted = false;
};

/// Runs the night that is due in the config's folder: what a kill or an interrupt left of the
/// latest one, or the next. Each campaign is on one target, with a seed that no campaign of the
/// folder had. An error says what is in the way here, and then nothing is lost: the night goes on
/// when it is started again.
Expected<NightResult> runNight(const NightConfig &config, const NightHost &host);

/// Deletes what the config does not keep, as each night does at its end.
Expected<void> pruneNights(const NightConfig &config, const NightHost &host);

} // namespace assay
