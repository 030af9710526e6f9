#include "triage/pattern/PatternInference.h"

#include "program/Text.h"
#include "triage/known/NodePattern.h"
#include "triage/pattern/NodeKeys.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace assay;
using nlohmann::json;

namespace {

const TestCase &topk() {
  static const TestCase testCase =
      *readText("assay 1\n"
                "%0 = argument f32[3]\n"
                "%1, %2 = topk(%0) {k=2, largest=false} : f32[2], i64[2]\n"
                "return %1\n"
                "run\n"
                "  %0 = f32[3] [1, 2, 3]\n",
                "test");
  return testCase;
}

/// Fails as `fails` says of a node.
FailsSo failsWhere(std::function<bool(const TestCase &, NodeId)> fails) {
  return [fails = std::move(fails)](std::span<const TestCase> cases) {
    std::vector<std::optional<bool>> answers;
    for (const TestCase &one : cases) {
      bool any = false;
      for (NodeId node = 0; node < static_cast<NodeId>(one.program().nodes().size()); ++node)
        any |= fails(one, node);
      answers.emplace_back(any);
    }
    return Expected<std::vector<std::optional<bool>>>(std::move(answers));
  };
}

FailsSo failsWhere(const json &structure) {
  return failsWhere(
      [structure](const TestCase &one, NodeId node) { return matches(structure, one, node); });
}

bool has(const std::vector<json> &keys, const json &key) {
  return std::ranges::find(keys, key) != keys.end();
}

} // namespace

TEST_CASE("The keys of a node all hold for it") {
  const auto keys = keysOf(topk(), 0);
  for (const json &key : keys)
    CHECK(matches(key, topk(), 0));
  CHECK(has(keys, {{"op", "topk"}}));
  CHECK(has(keys, {{"largest", false}}));
  CHECK(has(keys, {{"element", "f32"}}));
  CHECK(has(keys, {{"unused", 1}}));
  CHECK_FALSE(has(keys, {{"strided", false}}));
  CHECK(textOf("index_type", topk(), 0) == "i64");
  CHECK_FALSE(textOf("largest", topk(), 0));
}

TEST_CASE("What a failure needs is kept, each key with the programs that it was tested by") {
  const auto found = inferPattern(
      topk(), 0, failsWhere(json{{"op", "topk"}, {"largest", false}, {"element", "f32"}}));
  REQUIRE(found);
  REQUIRE(found->pattern);
  CHECK(has(found->structure, {{"op", "topk"}}));
  CHECK(has(found->structure, {{"largest", false}}));
  CHECK((has(found->structure, {{"element", "f32"}}) || has(found->structure, {{"from", "f32"}})));
  CHECK(found->structure.size() == 3);
  CHECK(found->pattern->with >= 12);
  CHECK(found->pattern->failing == found->pattern->with);
  for (const PatternKey &key : found->pattern->keys)
    CHECK(key.failing * 10 <= key.without);
  CHECK(hasPattern(found->structure, topk()));
}

TEST_CASE("A key may have several values that fail") {
  const auto found =
      inferPattern(topk(), 0, failsWhere(json{{"op", "topk"}, {"element", {"f32", "f64", "i64"}}}));
  REQUIRE(found);
  REQUIRE(found->pattern);
  const auto list = std::ranges::find_if(found->structure, [](const json &key) {
    return key.contains("element") || key.contains("from");
  });
  REQUIRE(list != found->structure.end());
  REQUIRE(list->begin()->is_array());
  CHECK(std::set<std::string>(list->begin()->begin(), list->begin()->end()) ==
        std::set<std::string>{"f32", "f64", "i64"});
}

TEST_CASE("What no keys can say has no pattern, and it is said what was tried") {
  const auto found = inferPattern(topk(), 0, failsWhere([](const TestCase &one, NodeId node) {
                                    return kindOf(one.program().node(node).op) == OpKind::Topk &&
                                           one.contentName() < "4";
                                  }));
  REQUIRE(found);
  CHECK_FALSE(found->pattern);
  CHECK(found->none.find("programs") != std::string::npos);
}

TEST_CASE("Nothing is made of programs of which nothing can be said, or when the time is over") {
  const FailsSo tellsNothing = [](std::span<const TestCase> cases) {
    return Expected<std::vector<std::optional<bool>>>(
        std::vector<std::optional<bool>>(cases.size()));
  };
  CHECK_FALSE(inferPattern(topk(), 0, tellsNothing)->pattern);
  const auto over = inferPattern(topk(), 0, failsWhere(json{{"op", "topk"}}), [] { return true; });
  CHECK_FALSE(over->pattern);
  CHECK(over->none == "the time was over; no program was tried");
  // What there was no time for was not tried.
  int asked = 0;
  const FailsSo once = [&](std::span<const TestCase> cases) {
    ++asked;
    std::vector<std::optional<bool>> answers(cases.size());
    answers.front() = true;
    return Expected<std::vector<std::optional<bool>>>(answers);
  };
  const auto soon = inferPattern(topk(), 0, once, [&] { return asked > 0; });
  CHECK(soon->none.find("were left after 1 program:") != std::string::npos);
  CHECK(asked == 1);
  const FailsSo breaks =
      [](std::span<const TestCase>) -> Expected<std::vector<std::optional<bool>>> {
    return Error{"no workers"};
  };
  CHECK(inferPattern(topk(), 0, breaks).error().message == "no workers");
}
