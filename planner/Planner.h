#pragma once

#include "generator/GenerationPlan.h"

#include <map>
#include <span>

namespace assay {

/// What campaigns saw of the programs that one profile drew.
struct ProfileEvidence {
  Profile profile;
  double programs = 0;
  double seconds = 0; // of their checks, on all targets
  /// By the number of a goal, the programs that served it.
  std::map<size_t, double> served = {};
};

/// A plan to learn from: beside the default profile, an arm for each op, element type, motif, class
/// of extents and kind of knowledge, which it has at the cost of its like, and for some knobs. What
/// comes of an arm tells what turning that one up does.
GenerationPlan explorationPlan();

struct PlannerOptions {
  /// The length that the plan is made for, in programs of average cost.
  double programs = 1000;
  /// Of these, what the default profile gets in any case, so that nothing is no longer drawn.
  double defaultShare = 0.25;
  int64_t looksAnyway = GenerationPlan::defaultLooksAnyway;
};

/// A goal is served by a program in which a pattern fires, or that shows a cause; it is reached
/// with so many.
inline constexpr int programsToReach = 5;

/// Of a goal whose programs come with a Poisson distribution of that mean, the expected number of
/// programs that count: no more than programsToReach of them do. Concave in the mean.
double expectedToCount(double mean);

/// The plan that reaches most goals: time is handed out in small steps, each to the profile with
/// which the expected number of programs that count, over all goals, grows most. How often a
/// profile serves a goal is what was seen, drawn towards the average of all profiles where there is
/// little of it. Depends on nothing but the arguments. At least one profile has programs.
GenerationPlan makePlan(std::span<const ProfileEvidence> evidence, const PlannerOptions &options);

} // namespace assay
