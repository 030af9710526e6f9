#include "planner/Planner.h"

#include "support/Assert.h"

#include <algorithm>
#include <cmath>

namespace assay {

namespace {

/// So many programs of the average profile are added to what was seen of one.
constexpr double programsOfDoubt = 12;
constexpr int steps = 96;

/// How often a profile serves each goal, and what a program costs.
struct Candidate {
  const Profile *profile = nullptr;
  double secondsPerProgram = 0;
  std::vector<double> rates; // by goal, per program
};

std::vector<Candidate> candidatesFrom(std::span<const ProfileEvidence> evidence, size_t goals) {
  double programs = 0, seconds = 0;
  std::vector<double> average(goals, 0);
  for (const ProfileEvidence &one : evidence) {
    programs += one.programs;
    seconds += one.seconds;
    for (const auto &[goal, served] : one.served)
      average[goal] += served;
  }
  ASSAY_ASSERT(programs > 0, "there is nothing to plan from");
  for (double &rate : average)
    rate /= programs;
  std::vector<Candidate> all;
  for (const ProfileEvidence &one : evidence) {
    const double weight = one.programs + programsOfDoubt;
    Candidate candidate{&one.profile, (one.seconds + programsOfDoubt * seconds / programs) / weight,
                        average};
    for (double &rate : candidate.rates)
      rate *= programsOfDoubt / weight;
    for (const auto &[goal, served] : one.served)
      candidate.rates[goal] += served / weight;
    all.push_back(std::move(candidate));
  }
  return all;
}

/// Adds what the profile serves in so many programs.
void add(std::vector<double> &means, const Candidate &candidate, double programs) {
  for (size_t goal = 0; goal < means.size(); ++goal)
    means[goal] += candidate.rates[goal] * programs;
}

double gain(const std::vector<double> &means, const Candidate &candidate, double programs) {
  double sum = 0;
  for (size_t goal = 0; goal < means.size(); ++goal)
    // What counts fully already gains nothing.
    if (means[goal] < 4 * programsToReach)
      sum += expectedToCount(means[goal] + candidate.rates[goal] * programs) -
             expectedToCount(means[goal]);
  return sum;
}

} // namespace

GenerationPlan explorationPlan() {
  const Profile &usual = profiles().front();
  std::vector<GenerationPlan::Arm> arms{{8, usual}};
  const auto add = [&]() -> Profile & {
    Profile profile = usual;
    profile.swarm = false;
    return arms.emplace_back(GenerationPlan::Arm{1, profile}).profile;
  };
  /// What share of the draws one gets that is turned up.
  constexpr double opShare = 0.25, motifShare = 0.5, share = 0.5;
  const auto turnedUp = [](std::span<const double> weights, double up) {
    double total = 0;
    for (double weight : weights)
      total += weight;
    return total * up / (1 - up);
  };
  for (OpKind kind : allOpKinds)
    add().weight(kind) = turnedUp(usual.ops, opShare);
  for (size_t i = 0; i < usual.elements.size(); ++i)
    if (usual.elements[i] > 0)
      add().elements[i] = turnedUp(usual.elements, share);
  for (Motif motif : allMotifs) {
    Profile &profile = add();
    profile.weight(motif) = turnedUp(usual.motifs, motifShare);
    // So many that the others come about as often as they did.
    profile.motifPercent = 50;
    profile.firstMotifPercent = 100;
  }
  for (size_t i = 0; i < usual.knowledge.size(); ++i)
    add().knowledge[i] = turnedUp(usual.knowledge, share);
  for (double ExtentWeights::*extent :
       {&ExtentWeights::zero, &ExtentWeights::unit, &ExtentWeights::small, &ExtentWeights::medium,
        &ExtentWeights::odd, &ExtentWeights::large})
    add().extents.*extent = 80;
  add().complexPercent = 100;
  add().functionPercent = 100;
  add().bodyPercent = 100;
  add().bodyPercent = 0;
  add().destinationPercent = 80;
  add().argumentPercent = 60;
  add().twinPercent = 50;
  return GenerationPlan(std::move(arms));
}

double expectedToCount(double mean) {
  // The sum of P(N >= k) for k = 1 .. programsToReach.
  double exactly = std::exp(-mean), atMost = 0, sum = 0;
  for (int k = 1; k <= programsToReach; ++k) {
    atMost += exactly;
    exactly *= mean / k;
    sum += 1 - atMost;
  }
  return sum;
}

GenerationPlan makePlan(std::span<const ProfileEvidence> evidence, const PlannerOptions &options) {
  size_t goals = 0;
  double programs = 0, seconds = 0;
  for (const ProfileEvidence &one : evidence) {
    programs += one.programs;
    seconds += one.seconds;
    if (!one.served.empty())
      goals = std::max(goals, one.served.rbegin()->first + 1);
  }
  const std::vector<Candidate> candidates = candidatesFrom(evidence, goals);
  // Without a clock all programs cost the same.
  const double secondsPerProgram = seconds > 0 ? seconds / programs : 1;
  const auto programsIn = [&](const Candidate &candidate, double seconds) {
    const double each = candidate.secondsPerProgram > 0 ? candidate.secondsPerProgram : 1;
    return seconds / each;
  };

  const Profile &usual = profiles().front();
  std::vector<GenerationPlan::Arm> arms{{options.programs * options.defaultShare, usual}};
  std::vector<double> means(goals, 0);
  for (const Candidate &candidate : candidates)
    if (*candidate.profile == usual)
      add(means, candidate, arms[0].weight);

  std::vector<double> given(candidates.size(), 0);
  const double step = options.programs * (1 - options.defaultShare) * secondsPerProgram / steps;
  for (int i = 0; i < steps; ++i) {
    size_t best = 0;
    double most = -1;
    for (size_t at = 0; at < candidates.size(); ++at)
      if (const double gained = gain(means, candidates[at], programsIn(candidates[at], step));
          gained > most) {
        best = at;
        most = gained;
      }
    const double more = programsIn(candidates[best], step);
    given[best] += more;
    add(means, candidates[best], more);
  }
  for (size_t at = 0; at < candidates.size(); ++at)
    if (*candidates[at].profile == usual)
      arms[0].weight += given[at];
    else if (given[at] > 0)
      arms.push_back({given[at], *candidates[at].profile});
  for (GenerationPlan::Arm &arm : arms)
    arm.weight = std::round(arm.weight * 10) / 10;
  std::erase_if(arms, [](const GenerationPlan::Arm &arm) { return arm.weight == 0; });
  return GenerationPlan(std::move(arms), options.looksAnyway);
}

} // namespace assay
