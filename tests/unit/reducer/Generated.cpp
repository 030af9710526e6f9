// Passes on generated programs: what they must not change, they do not.

#include "generator/Generator.h"
#include "naive/Naive.h"
#include "oracle/DefinedRuns.h"
#include "reducer/Size.h"
#include "support/Random.h"
#include "tests/unit/reducer/Cases.h"

#include <algorithm>
#include <cstring>
#include <map>

using namespace assay;

namespace {

constexpr uint64_t programs = 400;

std::optional<naive::Values> evaluated(const TestCase &testCase, size_t run) {
  const std::vector<Tensor> inputs = testCase.inputs(testCase.runs()[run]);
  auto values = naive::evaluate(testCase, testCase.runs()[run], inputs, naive::Style::Rounded);
  if (naive::Values *all = std::get_if<naive::Values>(&values))
    return std::move(*all);
  return std::nullopt;
}

std::vector<Tensor> returned(const TestCase &testCase, size_t run) {
  auto values = evaluated(testCase, run);
  REQUIRE(values);
  return naive::returned(testCase.program(), *values);
}

std::optional<RunValues> reference(const TestCase &testCase, size_t run) {
  auto values = evaluated(testCase, run);
  if (!values)
    return std::nullopt;
  ProgramParts parts = testCase.program().parts();
  parts.returns.clear();
  for (ValueId value = 0; value < testCase.program().valueCount(); ++value)
    parts.returns.push_back(value);
  RunValues tensors;
  for (Tensor &tensor : naive::returned(Program::makeValid(std::move(parts)), *values))
    tensors.emplace_back(std::move(tensor));
  return tensors;
}

/// Equal elements in row-major order: dims may have vanished.
bool sameElements(const Tensor &a, const Tensor &b) {
  // Where there are none, there is nothing to point at.
  return a.element() == b.element() && a.byteSize() == b.byteSize() &&
         (a.byteSize() == 0 || std::memcmp(a.data(), b.data(), a.byteSize()) == 0);
}

std::optional<TestCase> appliedTo(const TestCase &testCase, std::string_view pass, Places places) {
  static const Evaluator evaluator = reference;
  CaseValues values(testCase, evaluator);
  return apply(*findPass(pass), testCase, values, std::move(places));
}

TestCase generated(uint64_t index) {
  return withDefinedRuns(generate(7, index, profiles().front()));
}

} // namespace

TEST_CASE("what a compiler is told, spellings, groups and unit dims do not change results") {
  std::map<std::string_view, int> changed;
  for (uint64_t index = 0; index < programs; ++index) {
    const TestCase start = generated(index);
    for (std::string_view pass :
         {"remove_groups", "simplify_spellings", "make_static", "undisguise", "bind_symbols",
          "merge_symbols", "rename_extents", "drop_dims"}) {
      auto after = appliedTo(start, pass, Places(0, 1000));
      if (!after || *after == start)
        continue;
      ++changed[pass];
      INFO(pass << "\n" << textOf(start) << "becomes\n" << textOf(*after));
      for (size_t run = 0; run < start.runs().size(); ++run) {
        const std::vector<Tensor> was = returned(start, run), is = returned(*after, run);
        REQUIRE(was.size() == is.size());
        for (size_t i = 0; i < was.size(); ++i)
          REQUIRE(sameElements(was[i], is[i]));
      }
    }
  }
  for (const auto &[pass, count] : changed)
    CHECK(count > 0);
  CHECK(changed.size() == 8);
}

TEST_CASE("cutting nodes out keeps the values of the others") {
  Random random(3);
  int cuts = 0;
  for (uint64_t index = 0; index < programs; ++index) {
    const TestCase start = generated(index);
    std::vector<bool> chosen;
    for (size_t i = 0; i < start.program().nodes().size(); ++i)
      chosen.push_back(random.chance(40));
    auto after = appliedTo(start, "remove_nodes", Places(chosen));
    if (!after)
      continue;
    ++cuts;
    INFO(textOf(start) << "becomes\n" << textOf(*after));
    CHECK(after->program().nodes().size() <=
          static_cast<size_t>(std::count(chosen.begin(), chosen.end(), false)));
    for (size_t run = 0; run < start.runs().size(); ++run) {
      const RunValues was = *reference(start, run);
      for (const Tensor &is : returned(*after, run))
        REQUIRE(std::any_of(was.begin(), was.end(),
                            [&](const auto &tensor) { return sameElements(*tensor, is); }));
    }
  }
  CHECK(cuts > 200);
}

TEST_CASE("every pass at any place makes a valid case or none") {
  Random random(4);
  std::map<std::string_view, int> made;
  for (uint64_t index = 0; index < programs; ++index) {
    const TestCase start = generated(index);
    const Evaluator evaluator = reference;
    CaseValues values(start, evaluator);
    for (const Pass &pass : allPasses()) {
      size_t count = countPlaces(pass, start, values);
      if (count == 0)
        continue;
      size_t first = random.below(count);
      // Draft::finish() goes through Program::make and TestCase::make.
      if (apply(pass, start, values, Places(first, first + 1 + random.below(count))))
        ++made[pass.name];
    }
  }
  for (std::string_view pass : {"remove_nodes", "bypass_nodes", "nodes_to_fills", "halve_extents",
                                "simplify_types", "simplify_attributes", "zero_inputs"})
    CHECK(made[pass] > 50);
}
