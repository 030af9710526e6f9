#include "generator/GenerationPlan.h"

#include "generator/Generator.h"
#include "program/HandwrittenJson.h"
#include "support/Hash.h"
#include "support/Random.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <variant>

namespace assay {

using nlohmann::json;

namespace {

constexpr double mostWeight = 1e6;

/// A number or a switch of a profile that a plan may set, by the field's name.
struct Knob {
  std::string_view name;
  std::variant<double Profile::*, int Profile::*, bool Profile::*> field;
  double least = 0, most = 100;
};
constexpr Knob knobs[] = {
    {"minOps", &Profile::minOps, 1, 60},
    {"maxOps", &Profile::maxOps, 1, 60},
    {"maxElements", &Profile::maxElements, 1000, 1e7},
    {"maxWork", &Profile::maxWork, 1000, 1e8},
    {"boundedPercent", &Profile::boundedPercent},
    {"complexPercent", &Profile::complexPercent},
    {"motifPercent", &Profile::motifPercent},
    {"firstMotifPercent", &Profile::firstMotifPercent},
    {"destinationPercent", &Profile::destinationPercent},
    {"unsignedPercent", &Profile::unsignedPercent},
    {"functionPercent", &Profile::functionPercent},
    {"bodyPercent", &Profile::bodyPercent},
    {"returnPercent", &Profile::returnPercent},
    {"repeatReturnPercent", &Profile::repeatReturnPercent},
    {"argumentPercent", &Profile::argumentPercent},
    {"twinPercent", &Profile::twinPercent},
    {"specialPercent", &Profile::specialPercent},
    {"contractPercent", &Profile::contractPercent},
    {"drawsFreely", &Profile::drawsFreely},
    {"furtherWork", &Profile::furtherWork, 0, 1e7},
    {"swarm", &Profile::swarm},
};

/// The weights of one kind, by what they are called.
struct Weights {
  std::string_view key;
  std::vector<std::pair<std::string_view, double *>> each;
};

std::vector<Weights> weightsOf(Profile &profile) {
  std::vector<Weights> all{{"ops", {}}, {"elements", {}}, {"motifs", {}}, {"knowledge", {}}};
  for (OpKind kind : allOpKinds)
    all[0].each.emplace_back(name(kind), &profile.weight(kind));
  for (ElementType type : allElementTypes)
    all[1].each.emplace_back(name(type), &profile.weight(type));
  for (Motif motif : allMotifs)
    all[2].each.emplace_back(nameOf(motif), &profile.weight(motif));
  for (size_t mode = 0; mode < profile.knowledge.size(); ++mode)
    all[3].each.emplace_back(names(KnowledgeMode())[mode], &profile.knowledge[mode]);
  ExtentWeights &extents = profile.extents;
  all.push_back({"extents",
                 {{"zero", &extents.zero},
                  {"unit", &extents.unit},
                  {"small", &extents.small},
                  {"medium", &extents.medium},
                  {"odd", &extents.odd},
                  {"large", &extents.large}}});
  return all;
}

double sum(std::span<const double> weights) {
  double total = 0;
  for (double weight : weights)
    total += weight;
  return total;
}

/// What of the profile nothing can be drawn from; empty if all is well.
std::string whatIsLeftOut(const Profile &profile) {
  if (sum(profile.ops) == 0)
    return "no op";
  if (sum(profile.elements) == 0)
    return "no element type";
  if (sum(profile.motifs) == 0 && profile.motifPercent + profile.firstMotifPercent > 0)
    return "no motif, though motifPercent or firstMotifPercent asks for some";
  if (sum(profile.knowledge) == 0)
    return "no knowledge";
  const ExtentWeights &extents = profile.extents;
  // Odd and large ones are not drawn where small ones are asked for.
  if (extents.unit + extents.small + extents.medium == 0)
    return "no extent of the classes unit, small and medium";
  return "";
}

/// Reads what is in a plan; the first thing that is wrong is kept.
class Reader {
public:
  explicit Reader(std::string_view source) : source(source) {}

  std::optional<GenerationPlan> plan(const json &content) {
    if (!isObject(content, "it") || !hasOnly(content, "it", {"arms", "steer"}))
      return std::nullopt;
    double steer = GenerationPlan::defaultLooksAnyway;
    if (content.contains("steer") && !number(content["steer"], "steer", 1, 1'000'000, true, steer))
      return std::nullopt;
    if (!content.contains("arms") || !content["arms"].is_array())
      return fail("there is no list of arms");
    std::vector<GenerationPlan::Arm> arms;
    double total = 0;
    for (const json &entry : content["arms"]) {
      auto arm = this->arm(entry, fmt::format("arm {}", arms.size()));
      if (!arm)
        return std::nullopt;
      total += arm->weight;
      arms.push_back(*arm);
    }
    if (total == 0)
      return fail("its weights leave nothing: no arm has one");
    return GenerationPlan(std::move(arms), static_cast<int64_t>(steer));
  }

  Error error() const { return {fmt::format("the plan {} is wrong: {}", source, what)}; }

private:
  std::optional<GenerationPlan::Arm> arm(const json &entry, const std::string &where) {
    if (!isObject(entry, where) || !hasOnly(entry, where,
                                            {"weight", "profile", "ops", "elements", "motifs",
                                             "knowledge", "extents", "knobs"}))
      return std::nullopt;
    GenerationPlan::Arm arm{1, profiles().front()};
    if (entry.contains("profile")) {
      if (!entry["profile"].is_string())
        return fail(where + ": profile is no text");
      auto profile = profileFromName(entry["profile"].get<std::string>());
      if (!profile)
        return fail(fmt::format("{}: {}", where, profile.error().message));
      arm.profile = *profile;
    }
    if (entry.contains("weight") &&
        !number(entry["weight"], where + ": weight", 0, mostWeight, false, arm.weight))
      return std::nullopt;
    for (const Weights &weights : weightsOf(arm.profile))
      if (entry.contains(weights.key) && !read(entry[std::string(weights.key)], where, weights))
        return std::nullopt;
    if (entry.contains("knobs") && !readKnobs(entry["knobs"], where, arm.profile))
      return std::nullopt;
    if (const std::string left = whatIsLeftOut(arm.profile); !left.empty())
      return fail(fmt::format("{}: its weights leave nothing: {}", where, left));
    return arm;
  }

  bool read(const json &entry, const std::string &where, const Weights &weights) {
    const std::string place = fmt::format("{}: {}", where, weights.key);
    if (!isObject(entry, place))
      return false;
    for (const auto &[key, value] : entry.items()) {
      const auto found = std::ranges::find(weights.each, key,
                                           [](const auto &one) { return std::string(one.first); });
      if (found == weights.each.end()) {
        std::vector<std::string_view> known;
        for (const auto &one : weights.each)
          known.push_back(one.first);
        return isWrong(
            fmt::format("{}: there is no '{}': choose of {}", place, key, fmt::join(known, ", ")));
      }
      if (!number(value, fmt::format("{}: {}", place, key), 0, mostWeight, false, *found->second))
        return false;
    }
    return true;
  }

  bool readKnobs(const json &entry, const std::string &where, Profile &profile) {
    if (!isObject(entry, where + ": knobs"))
      return false;
    for (const auto &[key, value] : entry.items()) {
      const auto *knob = std::ranges::find(knobs, key, &Knob::name);
      if (knob == std::end(knobs)) {
        std::vector<std::string_view> known;
        for (const Knob &one : knobs)
          known.push_back(one.name);
        return isWrong(fmt::format("{}: there is no knob '{}': choose of {}", where, key,
                                   fmt::join(known, ", ")));
      }
      if (!set(*knob, value, fmt::format("{}: {}", where, key), profile))
        return false;
    }
    return profile.minOps <= profile.maxOps ||
           isWrong(fmt::format("{}: minOps is {}, and maxOps {}", where, profile.minOps,
                               profile.maxOps));
  }

  bool set(const Knob &knob, const json &value, const std::string &where, Profile &profile) {
    if (const auto *field = std::get_if<bool Profile::*>(&knob.field)) {
      if (!value.is_boolean())
        return isWrong(where + " is neither true nor false");
      profile.**field = value;
      return true;
    }
    double given = 0;
    const auto *whole = std::get_if<int Profile::*>(&knob.field);
    if (!number(value, where, knob.least, knob.most, whole != nullptr, given))
      return false;
    if (whole)
      profile.**whole = static_cast<int>(given);
    else
      profile.*std::get<double Profile::*>(knob.field) = given;
    return true;
  }

  bool number(const json &value, const std::string &where, double least, double most, bool isWhole,
              double &out) {
    const double given = value.is_number() ? value.get<double>() : std::nan("");
    if (!(given >= least && given <= most) || (isWhole && given != std::floor(given)))
      return isWrong(fmt::format("{} is no {}number from {:g} to {:g}", where,
                                 isWhole ? "whole " : "", least, most));
    out = given;
    return true;
  }

  bool isObject(const json &value, const std::string &where) {
    return value.is_object() || isWrong(where + " is no JSON object");
  }

  bool hasOnly(const json &value, const std::string &where,
               std::initializer_list<std::string_view> keys) {
    for (const auto &[key, ignored] : value.items())
      if (std::ranges::find(keys, key) == keys.end())
        return isWrong(
            fmt::format("{}: there is no '{}': choose of {}", where, key, fmt::join(keys, ", ")));
    return true;
  }

  bool isWrong(std::string why) {
    what = std::move(why);
    return false;
  }
  std::nullopt_t fail(std::string why) {
    what = std::move(why);
    return std::nullopt;
  }

  std::string source, what;
};

/// A whole number as such.
json written(double value) {
  return value == std::floor(value) ? json(static_cast<int64_t>(value)) : json(value);
}

json written(const GenerationPlan::Arm &arm) {
  Profile profile = arm.profile, base = *profileFromName(arm.profile.name);
  json out{{"weight", written(arm.weight)}, {"profile", profile.name}};
  const auto own = weightsOf(profile), before = weightsOf(base);
  for (size_t kind = 0; kind < own.size(); ++kind)
    for (size_t i = 0; i < own[kind].each.size(); ++i)
      if (const auto &[name, value] = own[kind].each[i]; *value != *before[kind].each[i].second)
        out[std::string(own[kind].key)][std::string(name)] = written(*value);
  for (const Knob &knob : knobs)
    std::visit(
        [&](auto field) {
          if (profile.*field == base.*field)
            return;
          json &value = out["knobs"][std::string(knob.name)];
          if constexpr (std::is_same_v<decltype(field), double Profile::*>)
            value = written(profile.*field);
          else
            value = profile.*field;
        },
        knob.field);
  return out;
}

} // namespace

GenerationPlan::GenerationPlan(const Profile &profile)
    : ownName(profile.name), all{{1, profile}}, isOfProfile(true) {}

GenerationPlan::GenerationPlan(std::vector<Arm> arms, int64_t looksAnyway)
    : all(std::move(arms)), looks(looksAnyway) {
  ownName = "plan-" + contentName(text()).substr(0, 16);
}

Expected<GenerationPlan> GenerationPlan::parse(std::string_view text, std::string_view source) {
  const auto content = parseHandwrittenJson(text);
  if (!content)
    return Error{
        fmt::format("the plan {}: {}; see docs/plans.md", source, content.error().message)};
  Reader reader(source);
  auto plan = reader.plan(json(*content));
  return plan ? Expected<GenerationPlan>(std::move(*plan)) : reader.error();
}

std::string GenerationPlan::text() const {
  json arms = json::array();
  for (const Arm &arm : all)
    arms.push_back(written(arm));
  return json{{"steer", looks}, {"arms", arms}}.dump(1) + "\n";
}

uint64_t GenerationPlan::streamOf(uint64_t seed) const {
  return isOfProfile ? seed : seed ^ hash64(ownName);
}

size_t GenerationPlan::armAt(uint64_t seed, uint64_t index) const {
  if (all.size() == 1)
    return 0;
  std::vector<double> weights;
  for (const Arm &arm : all)
    weights.push_back(arm.weight);
  // Another stream than the one that the program is drawn from.
  Random random = Random::forIndex(~streamOf(seed), index);
  return pickWeighted(random, weights);
}

int64_t GenerationPlan::sourceOf(uint64_t seed, uint64_t index) const {
  const size_t arm = armAt(seed, index);
  const uint64_t batch = all[arm].profile.swarm ? index / batchSize + 1 : 0;
  return static_cast<int64_t>(batch * all.size() + arm);
}

Profile GenerationPlan::profileOf(uint64_t seed, int64_t source) const {
  const auto number = static_cast<uint64_t>(source);
  const Profile &profile = all[number % all.size()].profile;
  const uint64_t batch = number / all.size();
  if (batch == 0)
    return profile;
  Profile drawn = swarmed(profile, streamOf(seed), (batch - 1) * batchSize);
  drawn.swarm = false;
  return drawn;
}

TestCase generate(uint64_t seed, uint64_t index, const GenerationPlan &plan) {
  return generate(plan.streamOf(seed), index, plan.all[plan.armAt(seed, index)].profile);
}

} // namespace assay
