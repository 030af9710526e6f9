#include "triage/explain/Divergence.h"

#include <catch2/catch.hpp>

using namespace assay;

static std::vector<PassDump>
dumpsOf(const std::vector<std::pair<std::string, std::string>> &passes) {
  std::vector<PassDump> dumps;
  for (const auto &[pass, text] : passes)
    dumps.push_back({{static_cast<int>(dumps.size())}, pass + ".mlir", pass, text});
  return dumps;
}

TEST_CASE("compilations part at the first pass that makes something else, or is another one") {
  const auto one = dumpsOf({{"a", "x"}, {"b", "y"}, {"c", "z"}});
  CHECK_FALSE(firstDivergence(one, one));
  CHECK(firstDivergence(one, dumpsOf({{"a", "x"}, {"b", "w"}})) == "b");
  CHECK(firstDivergence(one, dumpsOf({{"d", "x"}})) == "a");
  CHECK(firstDivergence(one, dumpsOf({{"a", "x"}, {"b", "y"}})) == "c");
  CHECK(firstDivergence(one, {}) == "a");
}

static const std::vector<DispatchTrace> traces = {{"0::neg", "-1 -2", "1 2"},
                                                  {"1::sort", "1 2", "2 1"}};

TEST_CASE("the first difference is in what a dispatch makes, or in what it is given") {
  CHECK_FALSE(compareTraces(traces, traces).first);
  auto other = traces;
  other[1].outputs = "2 2";
  const auto made = compareTraces(traces, other);
  CHECK(made.common == 2);
  REQUIRE(made.first);
  CHECK(made.first->dispatch == "1::sort");
  CHECK_FALSE(made.first->isInput);
  other[0].inputs = "-1 -3";
  const auto given = compareTraces(traces, other);
  REQUIRE(given.first);
  CHECK(given.first->dispatch == "0::neg");
  CHECK(given.first->isInput);
}

TEST_CASE("dispatches that only one run has are not compared") {
  auto other = traces;
  other[0] = {"0::fused", "5", "6"};
  const auto compared = compareTraces(traces, other);
  CHECK_FALSE(compared.first);
  CHECK(compared.common == 1);
  CHECK(compared.unmatched == 1);
}

TEST_CASE("of several calls of a dispatch the first is held against the first") {
  const std::vector<DispatchTrace> twice = {{"a", "1", "1"}, {"a", "2", "2"}};
  CHECK_FALSE(compareTraces(twice, twice).first);
  CHECK(compareTraces(twice, twice).common == 2);
}
