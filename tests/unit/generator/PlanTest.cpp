#include "generator/GenerationPlan.h"
#include "generator/Generator.h"
#include "program/Json.h"
#include "support/Hash.h"

#include <catch2/catch.hpp>

#include <map>
#include <set>

using namespace assay;

namespace {

GenerationPlan parsed(std::string_view text) {
  auto plan = GenerationPlan::parse(text, "test");
  INFO((plan ? "" : plan.error().message));
  REQUIRE(plan);
  return *plan;
}

std::string wrongIn(std::string_view text) {
  auto plan = GenerationPlan::parse(text, "test");
  REQUIRE_FALSE(plan);
  return plan.error().message;
}

/// A hash of the first programs of seed 7, written out.
std::string drawn(const GenerationPlan &plan, uint64_t count) {
  std::string all;
  for (uint64_t index = 0; index < count; ++index)
    all += writeJson(generate(7, index, plan));
  return contentName(all);
}

} // namespace

TEST_CASE("A plan of a profile is called as it is, and draws its programs") {
  for (const Profile &profile : profiles()) {
    const GenerationPlan plan(profile);
    CHECK(plan.name() == profile.name);
    for (uint64_t index : {0, 63, 70}) // of two batches
      CHECK(writeJson(generate(3, index, plan)) == writeJson(generate(3, index, profile)));
  }
}

TEST_CASE("Equal plans have one name and one text, however they were written") {
  const GenerationPlan plan =
      parsed(R"({"arms": [{"profile": "sorting", "weight": 2, "ops": {"topk": 3.5},
    "knobs": {"swarm": true, "minOps": 4}}, {"motifs": {"PadOfPad": 9}}]})");
  const GenerationPlan again =
      parsed(R"({"steer": 8, "arms": [{"weight": 2.0, "knobs": {"minOps": 4,
    "swarm": true, "maxOps": 60}, "ops": {"sort": 8, "topk": 3.5}, "profile": "sorting"},
    {"weight": 1, "profile": "default", "motifs": {"PadOfPad": 9.0}}]})");
  CHECK(plan.name() == again.name());
  CHECK(plan.text() == again.text());
  CHECK(plan.name().starts_with("plan-"));
  CHECK(parsed(plan.text()).name() == plan.name());
  CHECK(parsed(plan.text()).arms() == plan.arms());
  CHECK(plan.arms()[0].profile.minOps == 4);
  CHECK(plan.arms()[0].profile.ops[size_t(OpKind::Topk)] == 3.5);
  CHECK(plan.arms()[1].profile.motifs[size_t(Motif::PadOfPad)] == 9);
  const GenerationPlan other = parsed(R"({"arms": [{"profile": "sorting"}]})");
  CHECK(other.name() != plan.name());
  CHECK(drawn(other, 4) != drawn(plan, 4));
  // What is passed over is part of it.
  CHECK(parsed(R"({"steer": 3, "arms": [{"profile": "sorting"}]})").name() != other.name());
}

TEST_CASE("Arms are drawn by their weights, and by seed and index alone") {
  const GenerationPlan plan = parsed(R"({"arms": [
    {"weight": 3, "profile": "sorting", "knobs": {"maxOps": 1}},
    {"weight": 0, "profile": "attention"},
    {"weight": 1, "knobs": {"swarm": false, "minOps": 20}}]})");
  std::map<int64_t, int> counts;
  for (uint64_t index = 0; index < 2000; ++index)
    ++counts[plan.sourceOf(1, index)];
  CHECK(counts.size() == 2);
  CHECK(counts[0] > 1400);
  CHECK(counts[0] < 1600);
  CHECK(writeJson(generate(1, 9, plan)) == writeJson(generate(1, 9, plan)));
  CHECK(writeJson(generate(1, 9, plan)) != writeJson(generate(2, 9, plan)));
}

TEST_CASE("A source names the profile that a program is drawn from") {
  const GenerationPlan plan =
      parsed(R"({"arms": [{"profile": "default"}, {"profile": "sorting"}]})");
  std::set<int64_t> sources;
  for (uint64_t index = 0; index < 200; ++index) {
    const int64_t source = plan.sourceOf(5, index);
    sources.insert(source);
    const Profile profile = plan.profileOf(5, source);
    CHECK_FALSE(profile.swarm);
    CHECK(profile.name == (source % 2 ? "sorting" : "default"));
  }
  // The one that swarms in four batches, and the other.
  CHECK(sources.size() == 5);
  // Of a profile by itself, they are the batches as the profile draws them.
  const Profile &usual = profiles().front();
  const GenerationPlan alone(usual);
  const Profile batch = alone.profileOf(5, alone.sourceOf(5, 130));
  CHECK(batch.ops == swarmed(usual, 5, 130).ops);
  CHECK(batch.ops != swarmed(usual, 5, 63).ops);
}

TEST_CASE("A plan that is wrong is one sentence that says where") {
  CHECK(wrongIn("{") ==
        "the plan test: line 1 is no JSON: it ends too soon; a bracket or a quotation mark is "
        "missing; see docs/plans.md");
  CHECK(wrongIn("[]").find("no JSON object") != std::string::npos);
  CHECK(wrongIn("{}").find("no list of arms") != std::string::npos);
  CHECK(wrongIn(R"({"arms": []})").find("weights leave nothing") != std::string::npos);
  CHECK(wrongIn(R"({"arms": [{"weight": 0}]})").find("weights leave nothing") != std::string::npos);
  CHECK(wrongIn(R"({"arms": [{}], "arm": 1})").find("there is no 'arm'") != std::string::npos);
  CHECK(wrongIn(R"({"arms": [{"knobs": {"speed": 1}}]})").find("no knob 'speed'") !=
        std::string::npos);
  CHECK(wrongIn(R"({"arms": [{}, {"ops": {"gemm": 1}}]})").find("arm 1: ops: there is no 'gemm'") !=
        std::string::npos);
  CHECK(wrongIn(R"({"arms": [{"profile": "huge"}]})").find("there is no profile 'huge'") !=
        std::string::npos);
  CHECK(wrongIn(R"({"arms": [{"weight": -1}]})").find("no number from 0") != std::string::npos);
  CHECK(wrongIn(R"({"arms": [{"knobs": {"minOps": 2.5}}]})").find("no whole number") !=
        std::string::npos);
  CHECK(wrongIn(R"({"arms": [{"knobs": {"minOps": 9, "maxOps": 4}}]})").find("maxOps 4") !=
        std::string::npos);
  CHECK(wrongIn(R"({"arms": [{"knobs": {"motifPercent": 101}}]})").find("0 to 100") !=
        std::string::npos);
  CHECK(wrongIn(R"({"arms": [{"elements": {"f32": 0, "f16": 0, "bf16": 0, "f64": 0, "i1": 0,
    "i8": 0, "i16": 0, "i32": 0, "i64": 0}}]})")
            .find("its weights leave nothing: no element type") != std::string::npos);
}
