#include "campaign/night/NightRecord.h"

#include "support/ReadFile.h"
#include "support/WriteFile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <set>
#include <thread>

namespace assay {

namespace fs = std::filesystem;

// Of records of before that was kept nothing is known to be reduced, or tried again.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(NightFinding, compiler, signature, raw, about,
                                                verdict, detail, target, caseFile, cause, reduced,
                                                attempts, sameCauseAs, failures, knownBug,
                                                perhapsKnown, hardlyTried, notReduced)
NLOHMANN_JSON_SERIALIZE_ENUM(NightCampaign::State, {{NightCampaign::State::Begun, "begun"},
                                                    {NightCampaign::State::Done, "done"},
                                                    {NightCampaign::State::Dropped, "dropped"}})
// Records of before missed optimisations, or bugs that checks end as, were kept have none.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(NightCampaign, target, profile, tested, drawn, seed,
                                                store, state, seconds, programs, checks, verdicts,
                                                givenOps, acceptedOps, fresh, missed, unconfirmed,
                                                attempts, knownBugs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BugChange, bug, from, to)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NightRetest, on, identity, isDone, before, changes)
// Records of before findings were tried again have reduced none.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(NightRecord, number, began, seconds, isOver,
                                                campaigns, retests, installed, reduced, late, gone,
                                                troubles, unhealthy)

std::vector<const NightFinding *> NightRecord::fresh() const {
  std::vector<const NightFinding *> all;
  for (const NightCampaign &campaign : campaigns)
    for (const NightFinding &finding : campaign.fresh)
      all.push_back(&finding);
  for (const NightFinding &finding : late)
    all.push_back(&finding);
  return all;
}

std::vector<const NightFinding *> NightRecord::told() const {
  std::vector<const NightFinding *> all = fresh();
  for (const NightFinding &finding : reduced)
    all.push_back(&finding);
  return all;
}

bool isOpen(const NightFinding &finding) {
  return !finding.reduced || finding.cause.empty() || finding.hardlyTried;
}

NightNews newsIn(const std::vector<const NightFinding *> &findings) {
  NightNews news;
  for (const NightFinding *finding : findings)
    (isOpen(*finding)                 ? news.open
     : !finding->knownBug.empty()     ? news.ofKnownCause
     : !finding->perhapsKnown.empty() ? news.perhapsKnown
                                      : news.fresh)
        .push_back(finding);
  return news;
}

size_t countCauses(const std::vector<const NightFinding *> &findings) {
  return static_cast<size_t>(std::ranges::count_if(
      findings, [](const NightFinding *finding) { return finding->sameCauseAs.empty(); }));
}

uint64_t unusedSeed(std::span<const NightRecord> nights, const std::function<uint64_t()> &draw) {
  std::set<uint64_t> used;
  for (const NightRecord &night : nights)
    for (const NightCampaign &campaign : night.campaigns)
      used.insert(campaign.seed);
  uint64_t seed = draw();
  while (used.contains(seed))
    seed = draw();
  return seed;
}

Expected<void> NightRecords::hold() {
  ASSAY_TRY(makeWritable(folder));
  lock = FolderLock(folder);
  if (!lock.isOpen())
    return Error{fmt::format("cannot open the folder {}: {}; name another in the config",
                             folder.string(), std::strerror(errno))};
  // What a night that was killed had started holds it until that has ended as well.
  constexpr int patience = 5000, pause = 50; // milliseconds
  for (int waited = 0; !lock.tryHold(); waited += pause) {
    if (waited >= patience)
      return Error{fmt::format("another night holds the folder {}: wait for its end, or name "
                               "another folder in the config",
                               folder.parent_path().string())};
    std::this_thread::sleep_for(std::chrono::milliseconds(pause));
  }
  return {};
}

Expected<NightRecords> NightRecords::open(const fs::path &folder) {
  const fs::path kept = folder / "nights";
  NightRecords records(kept);
  std::error_code ignored;
  if (!fs::exists(kept, ignored))
    return records;
  ASSAY_TRY(records.hold());
  std::error_code code;
  for (const fs::directory_entry &entry : fs::directory_iterator(kept, code)) {
    // What a kill left of a file that was to replace another has another ending.
    if (entry.path().extension() != ".json")
      continue;
    auto text = readFile(entry.path());
    if (!text)
      return text.error();
    NightRecord night;
    try {
      night = nlohmann::json::parse(*text).get<NightRecord>();
    } catch (const nlohmann::json::exception &) {
      night.number = 0;
    }
    if (night.number == 0)
      return Error{fmt::format("{} is damaged: restore it from a copy, or delete it to forget that "
                               "night",
                               entry.path().string())};
    records.nights.push_back(std::move(night));
  }
  std::ranges::sort(records.nights, {}, &NightRecord::number);
  return records;
}

Expected<void> NightRecords::keep(const NightRecord &night) {
  if (!lock.isOpen()) {
    ASSAY_TRY(hold());
    std::error_code ignored;
    if (!fs::is_empty(folder, ignored))
      return Error{fmt::format("another night began in the folder {} meanwhile: begin again",
                               folder.parent_path().string())};
  }
  return writeDurably(
      folder / fmt::format("{:05}.json", night.number),
      nlohmann::json(night).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

} // namespace assay
