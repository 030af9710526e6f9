#include "mutation/Score.h"

#include "support/Random.h"

#include <algorithm>

namespace assay {

OutcomeCounts countOutcomes(std::span<const MutantRecord> records) {
  OutcomeCounts counts{};
  for (const MutantRecord &record : records)
    ++counts[static_cast<size_t>(record.result.outcome)];
  return counts;
}

std::map<std::string, OutcomeCounts> countBy(std::span<const MutantRecord> records,
                                             std::string (*keyOf)(const Change &change)) {
  std::map<std::string, OutcomeCounts> counts;
  for (const MutantRecord &record : records)
    if (record.result.change)
      ++counts[keyOf(*record.result.change)][static_cast<size_t>(record.result.outcome)];
  return counts;
}

namespace {

struct Tally {
  int64_t reported = 0, scored = 0;
  void operator+=(const Tally &other) {
    reported += other.reported;
    scored += other.scored;
  }
  double share() const { return scored ? double(reported) / double(scored) : 0; }
};

/// What counts of one program, by what has one vote.
using Ballot = std::map<std::string, Tally>;

double mean(const Ballot &ballot) {
  double sum = 0;
  int64_t votes = 0;
  for (const auto &[voter, tally] : ballot) {
    sum += tally.share();
    votes += tally.scored > 0;
  }
  return votes ? sum / double(votes) : 0;
}

void add(Ballot &all, const Ballot &more) {
  for (const auto &[voter, tally] : more)
    all[voter] += tally;
}

/// Of each program that was looked at, also if nothing of it is scored.
std::vector<Ballot> ballotsOf(std::span<const MutantRecord> records, ScoreKind kind) {
  std::map<int64_t, Ballot> programs;
  for (const MutantRecord &record : records) {
    const MutantResult &result = record.result;
    Ballot &ballot = programs[record.program];
    if (!isScored(result.outcome) || (kind == ScoreKind::ValuesOnly && !result.isOfValues))
      continue;
    const bool hasVote = kind == ScoreKind::ByMutator && result.change;
    Tally &tally = ballot[hasVote ? result.change->mutator : ""];
    ++tally.scored;
    tally.reported += result.outcome == MutantOutcome::Reported;
  }
  std::vector<Ballot> ballots;
  for (auto &[program, ballot] : programs)
    ballots.push_back(std::move(ballot));
  return ballots;
}

} // namespace

Score scoreOf(std::span<const MutantRecord> records, ScoreKind kind, int resamples) {
  constexpr uint64_t seed = 1979;
  const std::vector<Ballot> ballots = ballotsOf(records, kind);
  Score score;
  if (ballots.empty())
    return score;
  Ballot all;
  for (const Ballot &ballot : ballots)
    add(all, ballot);
  for (const auto &[voter, tally] : all) {
    score.reported += tally.reported;
    score.scored += tally.scored;
  }
  score.value = mean(all);
  Random random(seed);
  std::vector<double> drawn;
  for (int i = 0; i < resamples && score.scored > 0; ++i) {
    Ballot sample;
    for (size_t program = 0; program < ballots.size(); ++program)
      add(sample, random.pick(ballots));
    // A campaign without anything to score says nothing.
    if (std::ranges::any_of(sample, [](const auto &one) { return one.second.scored > 0; }))
      drawn.push_back(mean(sample));
  }
  std::ranges::sort(drawn);
  if (!drawn.empty()) {
    // As many lie below as above: 25 of 1000.
    const size_t outside = drawn.size() / 40;
    score.low = drawn[outside];
    score.high = drawn[drawn.size() - 1 - outside];
  }
  return score;
}

} // namespace assay
