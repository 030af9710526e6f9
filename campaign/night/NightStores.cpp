#include "campaign/night/NightStores.h"

#include "campaign/store/Paths.h"
#include "support/FirstLine.h"
#include "support/process/Command.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay {

namespace fs = std::filesystem;

namespace {

using State = NightCampaign::State;

fs::path allCampaigns(const fs::path &folder) { return folder / "all.db"; }

/// A store with its cases and what SQLite has beside it.
Expected<void> removeStore(const fs::path &store) {
  std::error_code code;
  const auto fails = [&] {
    return Error{
        fmt::format("cannot remove {}: {}; make its folder writable, or delete it yourself",
                    store.string(), code.message())};
  };
  for (const char *suffix : {"", "-wal", "-shm"})
    if (fs::remove(store.string() + suffix, code); code)
      return fails();
  fs::remove_all(Paths(store).cases(), code);
  return code ? fails() : Expected<void>();
}

/// The folders of stores that no record names any longer.
std::vector<fs::path> unnamedFolders(const fs::path &folder, const NightRecords &records) {
  std::set<fs::path> named;
  for (const NightRecord &night : records.all())
    for (const NightCampaign &campaign : night.campaigns)
      named.insert((folder / campaign.store).parent_path());
  std::vector<fs::path> unnamed;
  std::error_code code;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder / "campaigns", code))
    if (!named.contains(entry.path()))
      unnamed.push_back(entry.path());
  return unnamed;
}

Expected<void> pruneStores(const NightConfig &config, const NightHost &host,
                           NightRecords &records) {
  auto &nights = records.all();
  const size_t kept = static_cast<size_t>(*config.keptNights);
  for (size_t i = 0; i + kept < nights.size(); ++i) {
    bool isChanged = false;
    for (NightCampaign &campaign : nights[i].campaigns) {
      if (campaign.store.empty())
        continue;
      bool isNeeded = false;
      for (const NightFinding &finding : campaign.fresh) {
        auto closed = host.isClosed(finding, config.folder / campaign.store);
        if (!closed)
          return closed.error();
        isNeeded |= !*closed;
      }
      if (isNeeded)
        continue;
      campaign.store.clear();
      isChanged = true;
    }
    if (isChanged)
      ASSAY_TRY(records.keep(nights[i]));
  }
  const auto unnamed = unnamedFolders(config.folder, records);
  if (unnamed.empty())
    return {};
  // It goes first: what is not there is made again, whatever a kill leaves of the others.
  ASSAY_TRY(removeStore(allCampaigns(config.folder)));
  for (const fs::path &removed : unnamed) {
    std::error_code code;
    fs::remove_all(removed, code);
    if (code)
      return Error{fmt::format("cannot remove {}: {}", removed.string(), code.message())};
  }
  auto all = openAllCampaigns(config, host, records);
  return all ? Expected<void>() : all.error();
}

/// Of the releases that nights installed, all but the newest of the range and those that the config
/// names.
Expected<void> pruneReleases(const NightConfig &config, const NightHost &host,
                             NightRecords &records) {
  std::vector<TargetName> installed;
  for (const NightRecord &night : records.all())
    for (const std::string &release : night.installed)
      if (auto name = TargetName::parse(release); name && name->version())
        installed.push_back(std::move(*name));
  std::ranges::sort(installed, std::ranges::greater(), &TargetName::version);
  std::map<std::string, int64_t> seen; // by compiler
  for (const TargetName &name : installed) {
    const std::string release = name.compilerText();
    const bool isNamed = std::ranges::any_of(
        config.targets, [&](const auto &target) { return target.name.compilerText() == release; });
    const auto range = config.releases.find(name.compiler);
    const bool isInRange =
        range == config.releases.end() || range->second.contains(*name.version());
    if (isNamed || (isInRange && ++seen[name.compiler] <= *config.keptReleases))
      continue;
    host.say(fmt::format("removing {}", release));
    auto done = runCommand({host.program, "target", "remove", release});
    if (!done)
      return done.error();
    // What somebody else removed meanwhile is gone as well.
    for (NightRecord &night : records.all())
      if (std::erase(night.installed, release) > 0)
        ASSAY_TRY(records.keep(night));
  }
  return {};
}

} // namespace

Expected<Store> openAllCampaigns(const NightConfig &config, const NightHost &host,
                                 const NightRecords &records) {
  const fs::path &folder = config.folder;
  const fs::path path = allCampaigns(folder);
  std::error_code code;
  if (fs::exists(path, code)) {
    auto store = Store::open(path, Store::Mode::Write);
    if (store || !Store::isDamaged(path))
      return store;
    const fs::path damaged = folder / "all.damaged.db";
    fs::rename(path, damaged, code);
    if (code)
      return store;
    host.say(fmt::format("{} is damaged: it is made again of the campaigns' stores, and what there "
                         "was is kept as {}",
                         path.string(), damaged.string()));
  }
  // Under another name until it is complete, for a kill.
  const fs::path made = folder / "all.new.db";
  ASSAY_TRY(removeStore(made));
  ASSAY_TRY(removeStore(path));
  {
    auto store = Store::open(made, Store::Mode::Write);
    if (!store)
      return store;
    for (const NightRecord &night : records.all())
      for (const NightCampaign &campaign : night.campaigns)
        if (campaign.state == State::Done && !campaign.store.empty())
          ASSAY_TRY(store->merge(folder / campaign.store));
  }
  fs::rename(Paths(made).cases(), Paths(path).cases(), code);
  if (!code)
    fs::rename(made, path, code);
  if (code)
    return Error{fmt::format("cannot rename {} to {}: {}; make their folder writable",
                             made.string(), path.string(), code.message())};
  return Store::open(path, Store::Mode::Write);
}

Expected<void> prune(const NightConfig &config, const NightHost &host, NightRecords &records) {
  if (config.keptReleases)
    ASSAY_TRY(pruneReleases(config, host, records));
  return config.keptNights ? pruneStores(config, host, records) : Expected<void>();
}

} // namespace assay
