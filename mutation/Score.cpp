#include "mutation/Score.h"

#include "program/Op.h"
#include "support/Random.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

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

std::string familyOf(const Change &change) {
  constexpr auto families = std::to_array<std::string_view>({
#define ASSAY_OP(Enumerator, tag, Family) #Family,
#include "program/Ops.def"
  });
  std::set<std::string_view> found;
  for (std::string_view rest = change.origin; !rest.empty();) {
    const size_t end = std::min(rest.find('+'), rest.size());
    if (const auto op = opKindFromName(rest.substr(0, end)))
      found.insert(families[static_cast<size_t>(*op)]);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (found.empty())
    return "unknown";
  if (found.size() > 1)
    return "several";
  std::string name(*found.begin());
  name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
  return name;
}

std::map<SemanticsLine, int64_t> countLines(std::span<const MutantRecord> records) {
  std::map<SemanticsLine, int64_t> counts;
  for (const MutantRecord &record : records)
    for (const SemanticsLine line : record.result.lines)
      ++counts[line];
  return counts;
}

int64_t EqualSample::differing() const {
  return std::ranges::count_if(
      records, [](const MutantRecord &record) { return isScored(record.result.outcome); });
}

Share shareOf(int64_t part, int64_t whole) {
  if (whole == 0)
    return {};
  constexpr double z = 1.959964; // of a normal distribution, 95 % lie so many deviations around 0
  const double n = double(whole), p = double(part) / n;
  const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double radius = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return {p, std::max(middle - radius, 0.0), std::min(middle + radius, 1.0)};
}

std::vector<MutantRecord> drawEqual(std::span<const MutantRecord> records, int64_t count,
                                    uint64_t seed) {
  std::vector<MutantRecord> equal;
  for (const MutantRecord &record : records)
    if (record.result.outcome == MutantOutcome::Equal)
      equal.push_back(record);
  Random(seed).shuffle(equal);
  equal.resize(std::min(equal.size(), static_cast<size_t>(count)));
  return equal;
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

/// Who votes with a pair of that change; one for all where there are no votes.
std::string voterOf(ScoreKind kind, const std::optional<Change> &change) {
  switch (kind) {
  case ScoreKind::All:
  case ScoreKind::ValuesOnly:
    return "";
  case ScoreKind::ByMutator:
    return change ? change->mutator : "";
  case ScoreKind::ByFamily:
    return change ? familyOf(*change) : "";
  }
  return "";
}

/// Of each program that was looked at, also if nothing of it is scored.
std::vector<Ballot> ballotsOf(std::span<const MutantRecord> records, ScoreKind kind) {
  std::map<int64_t, Ballot> programs;
  for (const MutantRecord &record : records) {
    const MutantResult &result = record.result;
    Ballot &ballot = programs[record.program];
    if (!isScored(result.outcome) || (kind == ScoreKind::ValuesOnly && !result.isOfValues))
      continue;
    Tally &tally = ballot[voterOf(kind, result.change)];
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
