#include "campaign/Merge.h"

#include "campaign/FindingStore.h"
#include "campaign/store/Paths.h"
#include "support/FolderLock.h"
#include "support/WriteFile.h"

#include <cstring>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace assay {
namespace fs = std::filesystem;
namespace {

/// A folder beside `out` in which it is made anew: gone in the end, and emptied first where a kill
/// left it behind. One merge at a time.
class WorkFolder {
public:
  static Expected<WorkFolder> open(const fs::path &path) {
    WorkFolder folder(path);
    std::error_code failure;
    fs::create_directories(path, failure);
    folder.lock = FolderLock(path);
    if (!folder.lock.isOpen())
      return Error{fmt::format("cannot make the folder {} ({}); check its permissions, or name "
                               "another file with -o",
                               path.string(), failure ? failure.message() : strerror(errno))};
    if (!folder.lock.tryHold()) {
      folder.isOurs = false;
      return Error{fmt::format("another process merges into {}; wait for it", path.string())};
    }
    for (const auto &entry : fs::directory_iterator(path, failure))
      fs::remove_all(entry.path(), failure);
    return folder;
  }
  WorkFolder(WorkFolder &&other) noexcept
      : path(std::move(other.path)), lock(std::move(other.lock)),
        isOurs(std::exchange(other.isOurs, false)) {}
  WorkFolder &operator=(WorkFolder &&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    if (isOurs)
      fs::remove_all(path, ignored);
  }

  fs::path path;

private:
  explicit WorkFolder(fs::path path) : path(std::move(path)) {}

  FolderLock lock;
  bool isOurs = true;
};

class Merger {
public:
  Merger(const Services &services, Store store, fs::path out)
      : services(services), merged(std::move(store)), out(std::move(out)) {}

  /// Takes over what a store holds.
  Expected<void> add(const fs::path &path);
  /// What is there already, which stays in nobody else's hands.
  Expected<void> addOut();
  /// Puts what depends on all findings right, and the cases beside them.
  Expected<MergedCampaign> finish();
  /// Has `out` be what was merged.
  Expected<void> replaceOut();

private:
  Expected<void> add(const Store &store);

  const Services &services;
  std::optional<Store> merged;
  fs::path out;
  std::optional<Store> before; // what `out` was
  std::optional<CampaignParameters> campaign;
  std::optional<Shard> shard;
  fs::path first;                         // whose these are
  std::map<std::string, fs::path> stores; // that have the case of that name
  std::set<std::string> kept;             // cases of what was merged
};

Expected<void> Merger::add(const fs::path &path) {
  auto store = Store::open(path, Store::Mode::Merge);
  if (!store)
    return store.error();
  return add(*store);
}

Expected<void> Merger::add(const Store &store) {
  const std::string path = store.path().string();
  auto campaigns = store.campaigns();
  if (!campaigns)
    return campaigns.error();
  if (campaigns->empty())
    return Error{fmt::format("the store {} has no campaign yet: its shard ended before it checked "
                             "anything; let it go on by the command that began it",
                             path)};
  if (campaigns->size() != 1)
    return Error{fmt::format("the store {} holds {} campaigns; only stores of one can be merged",
                             path, campaigns->size())};
  if (campaign && campaigns->front() != *campaign)
    return Error{fmt::format("the store {} is of another campaign than {} ({}); merge those of one",
                             path, first.string(), differences(*campaign, campaigns->front()))};
  const int64_t key = campaigns->front().key();
  auto shards = store.shards(key);
  if (!shards)
    return shards.error();
  if (shards->empty())
    return Error{fmt::format("the store {} is damaged (it does not say what it holds); take a copy "
                             "of it from elsewhere",
                             path)};
  if (!campaign) {
    campaign = campaigns->front();
    shard = shards->front();
    first = store.path();
  }
  for (const Shard &one : *shards)
    if (one.count != shard->count)
      return Error{fmt::format("the store {} is of a campaign in {} shards, and {} of one in {}; "
                               "merge those of one",
                               path, one.count, first.string(), shard->count)};
  auto rows = store.findingRows(key);
  if (!rows)
    return rows.error();
  // What is damaged in what rows are copied without a look.
  if (auto causes = store.causes(key); !causes)
    return causes.error();
  if (auto coverage = store.coverage(); !coverage)
    return coverage.error();
  for (const FindingRow &row : *rows)
    stores.emplace(row.caseName, store.path());
  return merged->mergeRows(store);
}

Expected<void> Merger::addOut() {
  std::error_code ignored;
  if (!fs::exists(out, ignored))
    return {};
  auto whole = Store::open(out, Store::Mode::Merge);
  // What a kill left in a log beside it is to be in the store before that is replaced.
  if (whole && fs::exists(out.string() + "-wal", ignored)) {
    whole = Error{""};
    if (auto recovered = Store::open(out, Store::Mode::Write); !recovered)
      return recovered.error();
    whole = Store::open(out, Store::Mode::Merge);
  }
  if (!whole)
    return whole.error();
  before = std::move(*whole);
  return add(*before);
}

Expected<MergedCampaign> Merger::finish() {
  FindingStore findings(services, *merged, *campaign);
  ASSAY_TRY(findings.load());
  ASSAY_TRY(merged->commit());
  const Paths paths(merged->path());
  for (const FindingRow &row : findings.rows()) {
    kept.insert(row.caseName);
    const fs::path &store = stores.at(row.caseName);
    const auto from = Paths(store).filesOf(row.caseName), to = paths.filesOf(row.caseName);
    std::error_code failure;
    for (size_t i = 0; i < from.size(); ++i) {
      const bool isNeeded = i == 0 || (i == 1 && row.lit);
      if (!isNeeded && !fs::exists(from[i], failure))
        continue;
      if (!fs::copy_file(from[i], to[i], fs::copy_options::skip_existing, failure) && failure)
        return Error{fmt::format("cannot copy the case {} of the store {} ({}); take the folder of "
                                 "cases along with a store",
                                 from[i].string(), store.string(), failure.message())};
    }
  }
  if (!campaign->plan.empty())
    ASSAY_TRY(writeFile(paths.planFile(campaign->profile), campaign->plan));
  auto shards = merged->shards(campaign->key());
  if (!shards)
    return shards.error();
  auto unended = merged->shards(campaign->key(), Store::Shards::Unended);
  if (!unended)
    return unended.error();
  return MergedCampaign{*campaign, *shards, *unended};
}

Expected<void> Merger::replaceOut() {
  const Paths made(merged->path()), paths(out);
  merged.reset(); // with all that is in it on the disk
  std::error_code failure;
  fs::create_directories(paths.cases(), failure);
  // The cases first: they are named by what is in them, so that what is there loses none.
  for (const auto &entry : fs::directory_iterator(made.cases(), failure))
    if (!failure)
      fs::rename(entry.path(), paths.cases() / entry.path().filename(), failure);
  if (!failure)
    fs::rename(made.store(), paths.store(), failure);
  if (failure)
    return Error{fmt::format("cannot write the store {} ({}); check its folder, or name another "
                             "file with -o",
                             out.string(), failure.message())};
  // What `out` had, or a merge that was killed just here has left there.
  for (const auto &[name, store] : stores)
    if (!kept.contains(name))
      for (const fs::path &file : paths.filesOf(name))
        fs::remove(file, failure);
  return {};
}

} // namespace

Expected<MergedCampaign> mergeStores(const Services &services, std::span<const fs::path> stores,
                                     const fs::path &out) {
  auto folder = WorkFolder::open(out.string() + ".merging");
  if (!folder)
    return folder.error();
  auto store = Store::open(folder->path / "merged.db", Store::Mode::Write);
  if (!store)
    return store.error();
  Merger merger(services, std::move(*store), out);
  ASSAY_TRY(merger.addOut());
  for (const fs::path &path : stores) {
    std::error_code ignored;
    if (!fs::equivalent(path, out, ignored))
      ASSAY_TRY(merger.add(path));
  }
  auto result = merger.finish();
  if (result)
    ASSAY_TRY(merger.replaceOut());
  return result;
}

} // namespace assay
