#include "triage/explain/CaseChanges.h"

#include "program/Text.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace assay;

namespace {

TestCase caseOf(const char *text) { return *readText(text, "test"); }

const TestCase &topk() {
  static const TestCase testCase = caseOf("assay 1\n"
                                          "%0 = argument f32[3]\n"
                                          "%1, %2 = topk(%0) {k=2} : f32[2], i64[2]\n"
                                          "return %1\n"
                                          "run\n"
                                          "  %0 = f32[3] [1, 2, 3]\n");
  return testCase;
}

const SetCase *find(const std::vector<SetCase> &changes, const std::string &what) {
  const auto found = std::ranges::find(changes, what, &SetCase::what);
  return found == changes.end() ? nullptr : &*found;
}

/// The case that such a change makes.
const TestCase &changed(const std::vector<SetCase> &changes, const std::string &what) {
  const SetCase *change = find(changes, what);
  REQUIRE(change);
  REQUIRE(change->testCase);
  return *change->testCase;
}

} // namespace

TEST_CASE("A change sets one thing, and what is so already is none") {
  const auto changes = changesOf(topk(), std::nullopt);
  const TestCase &smallest = changed(changes, "largest=false");
  const Node &node = smallest.program().node(0);
  CHECK_FALSE(std::get<Topk>(node.op).largest);
  CHECK(node.operands == topk().program().node(0).operands);
  const SetCase *greatest = find(changes, "largest=true");
  REQUIRE(greatest);
  CHECK_FALSE(greatest->testCase);
}

TEST_CASE("Elements, with the values of inputs, become those of another type") {
  const auto changes = changesOf(topk(), 1);
  const TestCase &change = changed(changes, "elements=f64");
  CHECK(change.program().type(0).element == ElementType::F64);
  CHECK(change.program().type(1).element == ElementType::F64);
  CHECK(change.inputs(change.runs()[0])[0].real(2) == 3);
  // Not those of indices.
  CHECK(change.program().type(2).element == ElementType::I64);
}

TEST_CASE("Extents that are numbers can be such that are not told") {
  const auto changes = changesOf(topk(), 1);
  const TestCase &change = changed(changes, "extents=dynamic");
  CHECK(change.program().type(0).dims[0].asSymbol());
  CHECK(change.specialization() == Specialization{Knowledge::Dynamic});
  const SetCase *same = find(changes, "extents=static");
  REQUIRE(same);
  CHECK_FALSE(same->testCase);
}

TEST_CASE("The op makes way for one that does nothing, unless others are about it") {
  const auto changes = changesOf(topk(), 1);
  const TestCase &change = changed(changes, "op=negation");
  CHECK(kindOf(change.program().node(0).op) == OpKind::Unary);
  CHECK(change.program().type(1) == topk().program().type(0));
}

TEST_CASE("Of several nodes the others stay where the accused one's operands are negated") {
  const TestCase testCase = caseOf("assay 1\n"
                                   "%0 = argument f32[3]\n"
                                   "%1 = argument i32[3]\n"
                                   "%2 = scatter(%0, %1, %0) : f32[3]\n"
                                   "%3 = binary(%2, %0) : f32[3]\n"
                                   "return %3\n"
                                   "run\n"
                                   "  %0 = f32[3] [1, 2, 3]\n"
                                   "  %1 = i32[3] [0, 1, 2]\n");
  const auto changes = changesOf(testCase, 3);
  const TestCase &change = changed(changes, "op=negation");
  const Program &program = change.program();
  REQUIRE(program.nodes().size() == 3);
  CHECK(kindOf(program.node(0).op) == OpKind::Scatter);
  CHECK(program.node(1).operands == std::vector<ValueId>{2});
  CHECK(program.node(2).operands == std::vector<ValueId>{0});
  CHECK(program.returns() == std::vector<ValueId>{3, 4});
  // What nothing else reads is returned.
  const auto ofScatter = changesOf(testCase, 2);
  const TestCase &negated = changed(ofScatter, "op=negation");
  CHECK(negated.program().nodes().size() == 2);
}

TEST_CASE("Elements of all that the accused node reads are set alike") {
  const TestCase testCase = caseOf("assay 1\n"
                                   "%0 = argument f16[2]\n"
                                   "%1 = argument f32[2]\n"
                                   "%2 = contraction(%0, %1) {lhs=[0], rhs=[0], out=[]} : f32[]\n"
                                   "return %2\n"
                                   "run\n"
                                   "  %0 = f16[2] [1, 2]\n"
                                   "  %1 = f32[2] [1, 2]\n");
  const auto changes = changesOf(testCase, 2);
  const TestCase &change = changed(changes, "elements=bf16");
  CHECK(change.program().type(0).element == ElementType::BF16);
  CHECK(change.program().type(1).element == ElementType::BF16);
}

TEST_CASE("Inputs that are all unlike are of all values, both signs, also where there are few") {
  const auto changes = changesOf(topk(), 1);
  const SetCase *change = find(changes, "inputs=distinct");
  REQUIRE(change);
  bool hasNegative = false, hasPositive = false;
  for (const TestCase &other : change->withOtherInputs) {
    const Tensor input = other.inputs(other.runs()[0])[0];
    for (int64_t i = 0; i < input.size(); ++i)
      (input.real(i) < 0 ? hasNegative : hasPositive) = true;
  }
  CHECK(hasNegative);
  CHECK(hasPositive);
}

TEST_CASE("Inputs of two values have both where they are to be unlike") {
  const TestCase testCase = caseOf("assay 1\n"
                                   "%0 = argument i1[8]\n"
                                   "%1 = reverse(%0) {dims=[0]} : i1[8]\n"
                                   "return %1\n"
                                   "run\n"
                                   "  %0 = i1[8] [0,0,0,0,0,0,0,1]\n");
  const auto changes = changesOf(testCase, 1);
  const TestCase &change = changed(changes, "inputs=distinct");
  const Tensor input = change.inputs(change.runs()[0])[0];
  int64_t truths = 0;
  for (int64_t i = 0; i < input.size(); ++i)
    truths += input.real(i) != 0;
  CHECK(truths > 0);
  CHECK(truths < input.size());
}

TEST_CASE("Inputs without NaN and infinities have the other elements as they were") {
  const auto caseWith = [](const char *element) {
    return caseOf(fmt::format("assay 1\n"
                              "%0 = argument f32[3]\n"
                              "%1 = argument i32[1]\n"
                              "%2 = gather(%0, %1) : f32[1]\n"
                              "return %2\n"
                              "run\n"
                              "  %0 = f32[3] [7,{},9]\n"
                              "  %1 = i32[1] [2]\n",
                              element)
                      .c_str());
  };
  for (const char *element : {"nan", "inf", "-inf"}) {
    const auto changes = changesOf(caseWith(element), 2);
    const TestCase &change = changed(changes, "inputs=finite");
    const Tensor input = change.inputs(change.runs()[0])[0];
    CHECK(input.real(0) == 7);
    CHECK(std::isfinite(input.real(1)));
    CHECK(input.real(2) == 9);
  }
  // A case that is so already fails with it.
  const auto changes = changesOf(caseWith("8"), 2);
  const SetCase *change = find(changes, "inputs=finite");
  REQUIRE(change);
  CHECK_FALSE(change->testCase);
}

TEST_CASE("What would be no valid case is left out, and of an argument nothing can be changed") {
  const auto changes = changesOf(topk(), 1);
  CHECK_FALSE(find(changes, "spelling=generic"));
  CHECK(changesOf(topk(), 0).empty());
}

TEST_CASE("Other inputs leave indices as they are") {
  const TestCase gather = caseOf("assay 1\n"
                                 "%0 = argument f32[3]\n"
                                 "%1 = argument i32[1]\n"
                                 "%2 = gather(%0, %1) : f32[1]\n"
                                 "return %2\n"
                                 "run\n"
                                 "  %0 = f32[3] [1,2,3]\n"
                                 "  %1 = i32[1] [2]\n");
  const auto changes = changesOf(gather, 2);
  const SetCase *change = find(changes, "inputs=distinct");
  REQUIRE(change);
  REQUIRE(change->testCase);
  REQUIRE_FALSE(change->withOtherInputs.empty());
  for (const TestCase &other : {*change->testCase, change->withOtherInputs.front()}) {
    CHECK(other.runs()[0].inputs[1] == gather.runs()[0].inputs[1]);
    CHECK_FALSE(other.runs()[0].inputs[0] == gather.runs()[0].inputs[0]);
    CHECK(other.program() == gather.program());
  }
  CHECK_FALSE(*change->testCase == change->withOtherInputs.front());
}
