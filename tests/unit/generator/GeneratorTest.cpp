#include "generator/Generator.h"
#include "program/Json.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <map>
#include <set>

using namespace assay;

namespace {

/// Calls visit(case) for `count` cases of a profile.
template <class Visit> void eachCase(std::string_view profile, uint64_t count, Visit visit) {
  auto found = profileFromName(profile);
  REQUIRE(found);
  for (uint64_t index = 0; index < count; ++index)
    visit(generate(7, index, *found));
}

} // namespace

TEST_CASE("the same seed, index and profile give the same case, whatever was made before") {
  const Profile &profile = profiles().front();
  TestCase late = generate(3, 100, profile);
  for (uint64_t index : {uint64_t(5), uint64_t(100), uint64_t(100000)})
    (void)generate(3, index, profile);
  CHECK(writeJson(generate(3, 100, profile)) == writeJson(late));
  CHECK(writeJson(generate(4, 100, profile)) != writeJson(late));
  CHECK(writeJson(generate(3, 101, profile)) != writeJson(late));
}

TEST_CASE("an unknown profile is answered with those that exist") {
  auto profile = profileFromName("nothing");
  REQUIRE_FALSE(profile);
  CHECK(profile.error().message.find("default") != std::string::npos);
}

TEST_CASE("every profile makes valid cases") {
  for (const Profile &profile : profiles()) {
    INFO(std::string(profile.name));
    for (uint64_t index = 0; index < 400; ++index) {
      TestCase testCase = generate(1, index, profile);
      // Made once more from its parts, the case passes every check again.
      CHECK(std::holds_alternative<TestCase>(TestCase::make(testCase.parts())));
      CHECK(testCase.program().nodes().size() >= 1);
      CHECK_FALSE(testCase.program().returns().empty());
    }
  }
}

TEST_CASE("several thousand default cases hold their constraints in every run") {
  eachCase("default", 4000, [](const TestCase &testCase) {
    for (const Run &run : testCase.runs())
      for (const Dim &dim : testCase.program().nonNegative())
        REQUIRE(dim.evaluate(run.bindings) >= 0);
  });
}

TEST_CASE("every op, element type, spelling and distribution is reached") {
  std::set<OpKind> kinds;
  std::set<ElementType> elements;
  std::set<std::pair<OpKind, Spelling>> spellings;
  std::set<std::pair<OpKind, bool>> destinations;
  std::set<Distribution> distributions;
  std::set<Knowledge> knowledge;
  eachCase("default", 4000, [&](const TestCase &testCase) {
    for (const Node &node : testCase.program().nodes()) {
      kinds.insert(kindOf(node.op));
      spellings.insert({kindOf(node.op), node.spelling});
      destinations.insert({kindOf(node.op), node.destination.has_value()});
    }
    for (ValueId value = 0; value < testCase.program().valueCount(); ++value)
      elements.insert(testCase.program().type(value).element);
    for (const Run &run : testCase.runs())
      for (const Input &input : run.inputs)
        distributions.insert(std::get<Recipe>(input).distribution);
    for (Knowledge told : testCase.specialization())
      knowledge.insert(told);
  });
  CHECK(kinds.size() == std::size(allOpKinds));
  CHECK(elements.size() == std::size(allElementTypes));
  CHECK(knowledge.size() == 3);
  CHECK(distributions.size() == names(Distribution()).size());
  for (OpKind kind : allOpKinds) {
    INFO(std::string(name(kind)));
    for (Spelling spelling : spellingsOf(kind))
      CHECK(spellings.contains({kind, spelling}));
    CHECK(destinations.contains({kind, true}) == (destinationRole(kind) != DestinationRole::None));
  }
}

TEST_CASE("the median default program has at least 6 ops, and none has many more than 60") {
  std::vector<size_t> sizes;
  eachCase("default", 3000,
           [&](const TestCase &testCase) { sizes.push_back(testCase.program().nodes().size()); });
  std::sort(sizes.begin(), sizes.end());
  CHECK(sizes[sizes.size() / 2] >= 6);
  CHECK(sizes[sizes.size() / 2] <= 9);
  CHECK(sizes.front() == 1);
  CHECK(sizes.back() <= 68);
  CHECK(sizes.back() >= 50);
}

TEST_CASE("at least 40 percent of default programs hold reals and 20 percent 16-bit floats") {
  int real = 0, narrow = 0, count = 3000;
  eachCase("default", static_cast<uint64_t>(count), [&](const TestCase &testCase) {
    bool isReal = false, isNarrow = false;
    for (size_t i = 0; i < testCase.program().arguments().size(); ++i) {
      auto distribution = std::get<Recipe>(testCase.runs()[0].inputs[i]).distribution;
      isReal = isReal || distribution == Distribution::Uniform ||
               distribution == Distribution::Normal || distribution == Distribution::LogUniform;
    }
    for (ValueId value = 0; value < testCase.program().valueCount(); ++value) {
      ElementType element = testCase.program().type(value).element;
      isNarrow = isNarrow || element == ElementType::F16 || element == ElementType::BF16;
    }
    real += isReal;
    narrow += isNarrow;
  });
  CHECK(real >= count * 40 / 100);
  CHECK(narrow >= count * 20 / 100);
}

TEST_CASE("the exact profile has no reals") {
  eachCase("exact", 500, [](const TestCase &testCase) {
    for (const Run &run : testCase.runs())
      for (const Input &input : run.inputs) {
        auto distribution = std::get<Recipe>(input).distribution;
        CHECK(distribution != Distribution::Uniform);
        CHECK(distribution != Distribution::Normal);
        CHECK(distribution != Distribution::LogUniform);
      }
  });
}

TEST_CASE("the elements of a run stay within the budget") {
  eachCase("default", 2000, [](const TestCase &testCase) {
    for (const Run &run : testCase.runs()) {
      int64_t total = 0;
      for (ValueId value = 0; value < testCase.program().valueCount(); ++value)
        total += elementCount(testCase.program().type(value).shape(run.bindings));
      CHECK(total <= 250'000);
    }
  });
}

TEST_CASE("neighbours in a batch share what is switched off; other batches differ") {
  const Profile &profile = profiles().front();
  CHECK(swarmed(profile, 1, 0).ops == swarmed(profile, 1, batchSize - 1).ops);
  CHECK(swarmed(profile, 1, 0).ops != swarmed(profile, 1, batchSize).ops);
  CHECK(swarmed(profile, 1, 0).ops != swarmed(profile, 2, 0).ops);
}

TEST_CASE("runs of one dynamic program differ in their extents") {
  int several = 0, different = 0;
  eachCase("dynamic", 300, [&](const TestCase &testCase) {
    if (testCase.program().symbols() == 0)
      return;
    ++several;
    different += std::ranges::any_of(testCase.runs(), [&](const Run &run) {
      return run.bindings != testCase.runs().front().bindings;
    });
  });
  CHECK(several >= 100);
  CHECK(different >= several * 7 / 10);
}
