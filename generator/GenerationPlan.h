#pragma once

#include "generator/growth/Profile.h"

namespace assay {

/// What programs are drawn from: for each one of the arms, by weight. docs/plans.md describes the
/// file.
class GenerationPlan {
public:
  struct Arm {
    double weight = 1;
    Profile profile;
    bool operator==(const Arm &) const = default;
  };

  /// That of a campaign that was given none: a single arm, whose programs are generate()'s of the
  /// profile.
  explicit GenerationPlan(const Profile &profile);
  /// At least one arm has a weight.
  explicit GenerationPlan(std::vector<Arm> arms, int64_t looksAnyway = defaultLooksAnyway);

  /// An error is a sentence that names `source` and what is wrong in it.
  static Expected<GenerationPlan> parse(std::string_view text, std::string_view source);
  /// What parse() reads, the same for equal plans: of each arm what differs from its profile.
  std::string text() const;

  /// "plan-" and 16 digits of a hash of text(); of a plan of a single profile the profile's name.
  const std::string &name() const { return ownName; }
  const std::vector<Arm> &arms() const { return all; }
  /// Of the programs that a known bug would most likely spoil, one in so many is checked.
  int64_t looksAnyway() const { return looks; }

  /// What the program of that index is drawn from in a campaign with that seed: an arm, or what one
  /// is in a batch if it swarms. Programs of one number are drawn from the same profile.
  int64_t sourceOf(uint64_t seed, uint64_t index) const;
  /// The profile of that number.
  Profile profileOf(uint64_t seed, int64_t source) const;

  static constexpr int64_t defaultLooksAnyway = 8;

private:
  friend TestCase generate(uint64_t seed, uint64_t index, const GenerationPlan &plan);
  size_t armAt(uint64_t seed, uint64_t index) const;
  /// The seed of the plan's stream.
  uint64_t streamOf(uint64_t seed) const;

  std::string ownName;
  std::vector<Arm> all;
  int64_t looks = defaultLooksAnyway;
  bool isOfProfile = false;
};

/// The case number `index` of the stream `seed`, which depends on nothing but these and the plan.
TestCase generate(uint64_t seed, uint64_t index, const GenerationPlan &plan);

} // namespace assay
