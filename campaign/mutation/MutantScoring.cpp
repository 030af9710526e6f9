#include "campaign/mutation/MutantScoring.h"

#include "support/Version.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

/// The programs whose pairs are all done, and these pairs; in the order of programs, whichever
/// worker was first.
class Collection {
public:
  void begin(int64_t program, int64_t mutants) { open[program] = mutants; }
  void add(const CheckReply &reply) {
    pairs[{reply.index, reply.mutant->number}] = reply.mutant->result;
    ++counts[static_cast<size_t>(reply.mutant->result.outcome)];
    if (--open[reply.index] == 0)
      open.erase(reply.index);
  }
  const OutcomeCounts &outcomes() const { return counts; }
  /// Of programs that are done.
  std::vector<MutantRecord> records() const {
    std::vector<MutantRecord> all;
    for (const auto &[key, result] : pairs)
      if (!open.contains(key.first))
        all.push_back({key.first, key.second, result});
    return all;
  }

private:
  std::map<int64_t, int64_t> open; // pairs that are not done, by program
  std::map<std::pair<int64_t, int64_t>, MutantResult> pairs;
  OutcomeCounts counts{};
};

class Scorer {
public:
  Scorer(const MutantScoring &scoring, MutationObserver &observer)
      : scoring(scoring), observer(observer), pool(workers(scoring)) {}

  Expected<MutationReport> run() {
    ASSAY_TRY(pool.start());
    ASSAY_TRY(lookAtPrograms());
    pool.abandon();
    MutationReport report;
    report.version = version;
    report.target = scoring.target.text();
    report.profile = scoring.profile;
    report.seed = scoring.seed;
    report.mutantsPerProgram = scoring.mutants;
    report.probes = scoring.probes;
    report.records = collection.records();
    for (size_t kind = 0; kind < report.scores.size(); ++kind)
      report.scores[kind] = scoreOf(report.records, static_cast<ScoreKind>(kind));
    report.programs = static_cast<int64_t>(report.records.size()) / scoring.mutants;
    report.equal = EqualSample{scoring.equalSample, scoring.equalProbes, {}};
    ASSAY_TRY(probeEqualPairs(report));
    pool.abandon();
    report.seconds = observer.seconds();
    return report;
  }

private:
  static Pool::Options workers(const MutantScoring &scoring) {
    Setup setup{scoring.seed, scoring.profile, {scoring.target}};
    setup.plan = scoring.plan;
    return {scoring.worker, std::move(setup), scoring.jobs, mutantLimits};
  }

  /// Whether that share of the time is over.
  bool isOver(double share) const {
    return observer.stopRequested() ||
           (scoring.minutes && observer.seconds() >= share * 60 * *scoring.minutes);
  }

  Expected<void> lookAtPrograms() {
    // The rest of the time is for equal pairs.
    const double share = scoring.equalSample > 0 ? 0.75 : 1;
    int64_t next = scoring.first;
    const auto isLast = [&] { return scoring.count && next - scoring.first >= *scoring.count; };
    while (!isOver(share) && (!isLast() || pool.busy())) {
      while (!isLast() && pool.wantsMore()) {
        collection.begin(next, scoring.mutants);
        pool.submit(MutantsRequest{next, 0, scoring.mutants, scoring.probes},
                    [&](const CheckReply &reply) { collection.add(reply); });
        ++next;
      }
      ASSAY_TRY(pool.poll(100));
      observer.onProgress(progress(next - scoring.first));
    }
    return {};
  }

  std::string progress(int64_t programs) const {
    std::string text = scoring.count ? fmt::format("{} of {} programs", programs, *scoring.count)
                                     : fmt::format("{} programs", programs);
    const OutcomeCounts &counts = collection.outcomes();
    for (size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0)
        text += fmt::format("  {} {}", counts[i], names(MutantOutcome())[i]);
    return text;
  }

  Expected<void> probeEqualPairs(MutationReport &report) {
    std::vector<MutantRecord> pairs = drawEqual(report.records, scoring.equalSample, scoring.seed);
    std::vector<bool> isDone(pairs.size());
    size_t next = 0;
    while (!isOver(1) && (next < pairs.size() || pool.busy())) {
      while (next < pairs.size() && pool.wantsMore()) {
        const MutantRecord &pair = pairs[next];
        pool.submit(MutantsRequest{pair.program, pair.number, pair.number + 1, scoring.equalProbes},
                    [&, at = next](const CheckReply &reply) {
                      pairs[at].result = reply.mutant->result;
                      isDone[at] = true;
                    });
        ++next;
      }
      ASSAY_TRY(pool.poll(100));
      observer.onProgress(fmt::format("{} of {} equal pairs get more probes",
                                      std::ranges::count(isDone, true), pairs.size()));
    }
    for (size_t i = 0; i < pairs.size(); ++i)
      if (isDone[i] && pairs[i].result.outcome >= MutantOutcome::Equal)
        report.equal.records.push_back(std::move(pairs[i]));
    return {};
  }

  const MutantScoring &scoring;
  MutationObserver &observer;
  Pool pool;
  Collection collection;
};

} // namespace

Expected<MutationReport> scoreMutants(const MutantScoring &scoring, MutationObserver &observer) {
  return Scorer(scoring, observer).run();
}

} // namespace assay
