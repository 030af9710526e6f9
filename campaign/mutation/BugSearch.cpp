#include "campaign/mutation/BugSearch.h"

#include "campaign/CaseReduction.h"
#include "campaign/workers/FreshCheck.h"
#include "program/Text.h"
#include "reducer/Size.h"
#include "support/Version.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay {
namespace {

/// One campaign's records, and which bugs are still looked for.
class Campaign {
public:
  Campaign(const BugSearch &search, size_t number)
      : search(search), number(number), found(search.bugs.size()) {}

  /// The bugs that have not been reported yet, of which a program may tell.
  std::vector<size_t> open() const {
    std::vector<size_t> bugs;
    for (size_t bug = 0; bug < found.size(); ++bug)
      if (!found[bug])
        bugs.push_back(bug);
    return bugs;
  }
  void begin(int64_t program, size_t pairs) { left[program] = pairs; }
  void add(size_t bug, const CheckReply &reply) {
    const MutantResult &result = reply.mutant->result;
    if (result.detail != nothingToChange)
      records.push_back({bug, number, reply.index - search.first, result});
    found[bug] = found[bug] || result.outcome == MutantOutcome::Reported;
    if (--left[reply.index] == 0)
      left.erase(reply.index);
  }
  size_t reported() const { return static_cast<size_t>(std::ranges::count(found, true)); }
  /// Of programs before which all are done, whichever worker was first.
  std::vector<BugTrial> sound() const {
    std::vector<BugTrial> all = records;
    if (!left.empty())
      std::erase_if(all, [&](const BugTrial &record) {
        return record.program + search.first >= left.begin()->first;
      });
    return all;
  }

private:
  const BugSearch &search;
  size_t number;
  std::vector<bool> found;
  std::map<int64_t, size_t> left; // pairs that are not done, by program
  std::vector<BugTrial> records;
};

/// Workers that draw from that seed.
Pool::Options workers(const BugSearch &search, uint64_t seed, const std::string &inject = {}) {
  Setup setup{seed, search.profile, {search.target}, {inject}};
  setup.plan = search.plan;
  return {search.worker, std::move(setup), search.jobs, mutantLimits};
}

/// Until each bug is reported, or the programs or the time are at their end.
Expected<std::vector<BugTrial>> run(const BugSearch &search, MutationObserver &observer,
                                    size_t number) {
  Pool pool(workers(search, search.seed + number));
  ASSAY_TRY(pool.start());
  const auto isOver = [&] {
    return observer.stopRequested() ||
           (search.minutes && observer.seconds() >= 60 * *search.minutes);
  };
  Campaign campaign(search, number);
  int64_t next = search.first;
  const int64_t end = search.first + search.programs;
  const auto isLast = [&] { return next >= end || campaign.open().empty(); };
  while (!isOver() && (!isLast() || pool.busy())) {
    while (!isLast() && pool.wantsMore()) {
      const std::vector<size_t> open = campaign.open();
      MutantsRequest request{next++, 0, static_cast<int64_t>(open.size()), search.probes};
      for (const size_t bug : open)
        request.bugs.push_back(search.bugs[bug]);
      campaign.begin(request.index, open.size());
      pool.submit(request, [&campaign, open](const CheckReply &reply) {
        campaign.add(open[static_cast<size_t>(reply.mutant->number)], reply);
      });
    }
    ASSAY_TRY(pool.poll(100));
    observer.onProgress(fmt::format("campaign {} of {}: {} programs, {} of {} {}s reported",
                                    number + 1, search.campaigns, next - search.first,
                                    campaign.reported(), search.bugs.size(), search.kind));
  }
  pool.abandon();
  return campaign.sound();
}

/// Drops what came after the bug was reported.
void keepWhatCounts(std::vector<BugTrial> &records, const std::vector<BugFigures> &figures) {
  std::erase_if(records, [&](const BugTrial &record) {
    const auto found = figures[record.bug].found[record.campaign];
    return found && record.program >= *found;
  });
  std::ranges::sort(records, {}, [](const BugTrial &record) {
    return std::tuple(record.bug, record.campaign, record.program);
  });
}

/// Shrinks the case in which the first campaign that does reports the bug; nothing if it does not
/// come back.
Expected<std::optional<BugReduction>> reduceFirst(const BugSearch &search, const Services &services,
                                                  MutationObserver &observer, size_t bug,
                                                  const BugFigures &figures) {
  constexpr double seconds = 120;
  const auto first =
      std::ranges::find_if(figures.found, [](const auto &found) { return found.has_value(); });
  if (first == figures.found.end())
    return std::optional<BugReduction>();
  const uint64_t seed = search.seed + static_cast<uint64_t>(first - figures.found.begin());
  auto testCase =
      services.generate(seed, static_cast<uint64_t>(search.first + **first - 1), search.profile);
  if (!testCase)
    return testCase.error();
  Pool pool(workers(search, seed, search.bugs[bug]));
  ASSAY_TRY(pool.start());
  observer.onProgress(fmt::format("reducing the first case of {}", search.bugs[bug]));
  CaseReductionOptions options;
  options.seconds = seconds;
  options.stop = [&] { return observer.stopRequested(); };
  auto verdict = checkConfirmed(pool, *testCase, 0, options.stop);
  if (!verdict)
    return verdict.error();
  if (!*verdict || !(*verdict)->isFinding())
    return std::optional<BugReduction>();
  const double begun = observer.seconds();
  auto reduced = reduceOnWorkers(pool, services, *testCase, **verdict, options);
  if (!reduced)
    return reduced.error();
  if (!*reduced)
    return std::optional<BugReduction>();
  const TestCase &small = (*reduced)->testCase;
  return std::optional(BugReduction{static_cast<int64_t>((*reduced)->checks),
                                    observer.seconds() - begun, testCase->program().nodes().size(),
                                    small.program().nodes().size(), largestExtent(small),
                                    writeText(small)});
}

} // namespace

Expected<BugReport> searchBugs(const BugSearch &search, const Services &services,
                               MutationObserver &observer) {
  BugReport report;
  report.version = version;
  report.target = search.target.text();
  report.profile = search.profile;
  report.kind = search.kind;
  report.bugs = search.bugs;
  report.programs = search.programs;
  report.probes = search.probes;
  const auto campaigns = static_cast<size_t>(search.campaigns);
  for (size_t number = 0; number < campaigns; ++number) {
    report.seeds.push_back(search.seed + number);
    auto records = run(search, observer, number);
    if (!records)
      return records.error();
    report.records.insert(report.records.end(), records->begin(), records->end());
  }
  report.figures = figuresOf(report.records, search.bugs.size(), campaigns);
  keepWhatCounts(report.records, report.figures);
  if (search.reduces)
    for (size_t bug = 0; bug < search.bugs.size(); ++bug) {
      auto reduced = reduceFirst(search, services, observer, bug, report.figures[bug]);
      if (!reduced)
        return reduced.error();
      report.reductions.push_back(*reduced);
    }
  report.seconds = observer.seconds();
  return report;
}

} // namespace assay
