#include "mutation/Legality.h"

#include "program/Text.h"
#include "support/NameOf.h"
#include "support/ReadFile.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <regex>

using namespace assay;
using Lines = std::optional<std::vector<SemanticsLine>>;
using enum SemanticsLine;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double notANumber = std::nan("");

TestCase read(std::string_view text) {
  auto parsed = readText(fmt::format("assay 1\n{}", text), "test");
  INFO((parsed ? "" : parsed.error().message));
  REQUIRE(parsed);
  return *parsed;
}

/// The lines by which results with these numbers, in row-major order, differ from what the naive
/// oracle's rounded evaluation gives.
Lines linesOf(const TestCase &testCase, const std::vector<std::vector<double>> &numbers) {
  const Run &run = testCase.runs().front();
  const std::vector<Tensor> inputs = testCase.inputs(run);
  auto made = naive::evaluate(testCase, run, inputs, naive::Style::Rounded);
  REQUIRE(std::holds_alternative<naive::Values>(made));
  const std::vector<Tensor> before =
      naive::returned(testCase.program(), std::get<naive::Values>(made));
  std::vector<Tensor> results = before;
  REQUIRE(results.size() == numbers.size());
  for (size_t result = 0; result < results.size(); ++result) {
    Tensor &tensor = results[result];
    REQUIRE(tensor.size() == static_cast<int64_t>(numbers[result].size()));
    for (int64_t i = 0; i < tensor.size(); ++i)
      if (const double number = numbers[result][static_cast<size_t>(i)]; isFloat(tensor.element()))
        tensor.setReal(i, number);
      else
        tensor.setInteger(i, static_cast<int64_t>(number));
  }
  return Legality(testCase, run, inputs).linesOf(results, before);
}

Lines by(std::vector<SemanticsLine> lines) { return lines; }
const Lines none;

} // namespace

TEST_CASE("the sign of a zero is open, and what shows it") {
  const TestCase negated = read("%0 = argument f32[2]\n%1 = unary(%0) {function=neg}\nreturn %1\n"
                                "run\n  %0 = f32[2] [0,1]\n");
  CHECK(linesOf(negated, {{-0.0, -1}}) == by({}));
  CHECK(linesOf(negated, {{0.0, -1}}) == by({ZeroSign}));
  CHECK(linesOf(negated, {{1, -1}}) == none);
  CHECK(linesOf(negated, {{0.0, 1}}) == none);
  const TestCase divided =
      read("%0 = argument f32[1]\n%1 = argument f32[1]\n%2 = unary(%1) {function=neg}\n"
           "%3 = binary(%0, %2) {function=div}\nreturn %3\nrun\n  %0 = f32[1] [1]\n"
           "  %1 = f32[1] [0]\n");
  CHECK(linesOf(divided, {{infinity}}) == by({ZeroEffect}));
  CHECK(linesOf(divided, {{0}}) == none);
  CHECK(linesOf(divided, {{notANumber}}) == none);
}

TEST_CASE("a sum is legal between what its orders give, not wherever a bound admits it") {
  const TestCase sum = read("%0 = argument f32[4]\n%1 = reduce(%0) {dims=[0]}\nreturn %1\n"
                            "run\n  %0 = f32[4] [1,16777216,-16777216,1]\n");
  CHECK(linesOf(sum, {{1}}) == by({}));
  CHECK(linesOf(sum, {{2}}) == by({AnyOrder}));
  CHECK(linesOf(sum, {{0}}) == by({AnyOrder}));
  CHECK(linesOf(sum, {{3}}) == none);
  CHECK(linesOf(sum, {{-1}}) == none);
}

TEST_CASE("a function may be off by some ulp, if not at 0") {
  const TestCase exp = read("%0 = argument f32[2]\n%1 = unary(%0) {function=exp}\nreturn %1\n"
                            "run\n  %0 = f32[2] [0,1]\n");
  const auto e = static_cast<float>(std::exp(1.0L));
  const auto off = [&](int ulps) { return double(e) + ulps * std::ldexp(1.0, -22); };
  CHECK(linesOf(exp, {{1, off(2)}}) == by({FunctionUlps}));
  CHECK(linesOf(exp, {{1, off(-2)}}) == by({FunctionUlps}));
  CHECK(linesOf(exp, {{1, off(4)}}) == none);
  CHECK(linesOf(exp, {{std::nextafter(1.0F, 2.0F), e}}) == none);
}

TEST_CASE("equal elements come in any order where the op says so") {
  const TestCase topk = read("%0 = argument f32[4]\n%1, %2 = topk(%0) {k=2}\nreturn %1, %2\n"
                             "run\n  %0 = f32[4] [3,5,3,1]\n");
  CHECK(linesOf(topk, {{5, 3}, {1, 2}}) == by({TopkTies}));
  CHECK(linesOf(topk, {{5, 3}, {1, 1}}) == none);
  CHECK(linesOf(topk, {{5, 1}, {1, 3}}) == none);
  CHECK(linesOf(topk, {{3, 5}, {0, 1}}) == none);
  const TestCase unsorted =
      read("%0 = argument f32[4]\n%1, %2 = topk(%0) {k=3, sorted=false}\nreturn %1, %2\n"
           "run\n  %0 = f32[4] [3,5,3,1]\n");
  CHECK(linesOf(unsorted, {{3, 5, 3}, {2, 1, 0}}) == by({TopkOrder}));
  CHECK(linesOf(unsorted, {{3, 3, 1}, {2, 0, 3}}) == none);
  const TestCase sort =
      read("%0 = argument f32[3]\n%1 = argument i32[3]\n%2, %3 = sort(%0, %1)\nreturn %2, %3\n"
           "run\n  %0 = f32[3] [2,1,2]\n  %1 = i32[3] [7,8,9]\n");
  CHECK(linesOf(sort, {{1, 2, 2}, {8, 9, 7}}) == by({SortTies}));
  CHECK(linesOf(sort, {{1, 2, 2}, {9, 8, 7}}) == none);
  const TestCase arg =
      read("%0 = argument f32[3]\n%1, %2 = arg_reduce(%0) {first_index=false}\nreturn %1, %2\n"
           "run\n  %0 = f32[3] [2,1,2]\n");
  CHECK(linesOf(arg, {{2}, {2}}) == by({ArgIndex}));
  CHECK(linesOf(arg, {{2}, {1}}) == none);
}

TEST_CASE("what promises an order is held to it") {
  const TestCase sort = read("contract stable_sort\n%0 = argument f32[3]\n%1 = argument i32[3]\n"
                             "%2, %3 = sort(%0, %1) {stable=true}\n"
                             "return %2, %3\nrun\n  %0 = f32[3] [2,1,2]\n  %1 = i32[3] [7,8,9]\n");
  CHECK(linesOf(sort, {{1, 2, 2}, {8, 9, 7}}) == none);
  // Not without the contract bit.
  const TestCase open =
      read("%0 = argument f32[3]\n%1 = argument i32[3]\n%2, %3 = sort(%0, %1) {stable=true}\n"
           "return %2, %3\nrun\n  %0 = f32[3] [2,1,2]\n  %1 = i32[3] [7,8,9]\n");
  CHECK(linesOf(open, {{1, 2, 2}, {8, 9, 7}}) == by({SortTies}));
  const TestCase arg =
      read("%0 = argument f32[3]\n%1, %2 = arg_reduce(%0) {first_index=true}\nreturn %1, %2\n"
           "run\n  %0 = f32[3] [2,1,2]\n");
  CHECK(linesOf(arg, {{2}, {2}}) == none);
}

TEST_CASE("updates of a scatter that meet come in any order") {
  const TestCase scatter =
      read("%0 = argument f32[2]\n%1 = argument i64[3]\n%2 = argument f32[3]\n"
           "%3 = scatter(%0, %1, %2) {combine=overwrite, unique=false}\nreturn %3\nrun\n"
           "  %0 = f32[2] [0,0]\n  %1 = i64[3] [1,1,1]\n  %2 = f32[3] [5,6,7]\n");
  CHECK(linesOf(scatter, {{0, 5}}) == by({ScatterOrder}));
  CHECK(linesOf(scatter, {{0, 8}}) == none);
  CHECK(linesOf(scatter, {{5, 7}}) == none);
}

TEST_CASE("of many updates that meet any may stay") {
  const TestCase scatter =
      read("%0 = argument f32[2]\n%1 = argument i64[12,1]\n%2 = argument f32[12]\n"
           "%3 = scatter_nd(%0, %1, %2)\nreturn %3\nrun\n"
           "  %0 = f32[2] [20,21]\n  %1 = i64[12,1] [1,1,1,1,1,1,1,1,1,1,1,1]\n"
           "  %2 = f32[12] [0,1,2,3,4,5,6,7,8,9,10,11]\n");
  for (double update = 0; update < 11; ++update)
    CHECK(linesOf(scatter, {{20, update}}) == by({ScatterOrder}));
  CHECK(linesOf(scatter, {{20, 21}}) == none);
}

TEST_CASE("softmax is a function that is off by some ulps itself") {
  // The last one of 1 / 3, as it comes out if the exponentials are not of differences.
  const TestCase softmax = read("%0 = argument f32[3]\n%1 = softmax(%0)\nreturn %1\n"
                                "run\n  %0 = f32[3] [0.5,0.5,0.5]\n");
  const double third = 0x1.555556p-2, ulp = 0x1p-25;
  CHECK(linesOf(softmax, {{third, third, third - ulp}}) == by({FunctionUlps}));
  CHECK(linesOf(softmax, {{third, third, third - 9 * ulp}}) == none);
}

TEST_CASE("a row of nothing but -Inf is NaN or 0") {
  const TestCase softmax = read("%0 = argument f32[2]\n%1 = softmax(%0)\nreturn %1\n"
                                "run\n  %0 = f32[2] [-inf,-inf]\n");
  CHECK(linesOf(softmax, {{0, 0}}) == by({MaskedRow}));
  CHECK(linesOf(softmax, {{0.5, 0.5}}) == none);
}

TEST_CASE("where NaN stands among keys is open") {
  const std::string text = "%0 = argument f32[3]\n%1 = sort(%0)\nreturn %1\n"
                           "run\n  %0 = f32[3] [2,nan,1]\n";
  CHECK(linesOf(read(text), {{notANumber, 2, 1}}) == by({NanKeys}));
  CHECK(linesOf(read("contract nan_order\n" + text), {{notANumber, 2, 1}}) == none);
}

TEST_CASE("among many NaN one number may stand anywhere") {
  const TestCase sort = read("%0 = argument f32[2,4]\n%1 = sort(%0) {dim=1}\nreturn %1\n"
                             "run\n  %0 = f32[2,4] [nan,nan,nan,5,1,2,3,4]\n");
  for (size_t place = 0; place < 4; ++place) {
    std::vector<double> sorted(4, notANumber);
    sorted[place] = 5;
    sorted.insert(sorted.end(), {1, 2, 3, 4});
    const Lines lines = linesOf(sort, {sorted});
    CHECK((lines == by({NanKeys}) || lines == by({})));
  }
  CHECK(linesOf(sort, {{notANumber, notANumber, notANumber, 5, 2, 1, 3, 4}}) == none);
}

TEST_CASE("of what a scatter compares with NaN any may stay") {
  const std::string text = "%0 = argument f32[2]\n%1 = argument i64[3,1]\n%2 = argument f32[3]\n"
                           "%3 = scatter_nd(%0, %1, %2) {combine=min}\nreturn %3\n"
                           "run\n  %0 = f32[2] [nan,7]\n  %1 = i64[3,1] [0,0,1]\n"
                           "  %2 = f32[3] [3,5,9]\n";
  for (const double number : {3.0, 5.0})
    CHECK(linesOf(read(text), {{number, 7}}) == by({ScatterNan}));
  CHECK(linesOf(read(text), {{9, 7}}) == none);
  CHECK(linesOf(read(text), {{notANumber, 9}}) == none); // where there is no NaN
}

TEST_CASE("a comparison of what may be either is open") {
  const TestCase compared =
      read("%0 = argument f32[4]\n%1 = argument f32[]\n%2 = reduce(%0) {dims=[0]}\n"
           "%3 = compare(%2, %1) {predicate=gt}\nreturn %3\n"
           "run\n  %0 = f32[4] [1,16777216,-16777216,1]\n  %1 = f32[] [1.5]\n");
  CHECK(linesOf(compared, {{1}}) == by({Discontinuity}));
  const TestCase known =
      read("%0 = argument f32[]\n%1 = compare(%0, %0) {predicate=gt}\nreturn %1\n"
           "run\n  %0 = f32[] [1]\n");
  CHECK(linesOf(known, {{1}}) == none);
}

TEST_CASE("another shape is by no line") {
  const TestCase sum = read("%0 = argument f32[4]\n%1 = unary(%0) {function=neg}\nreturn %1\n"
                            "run\n  %0 = f32[4] [0,0,0,0]\n");
  const Run &run = sum.runs().front();
  const std::vector<Tensor> inputs = sum.inputs(run);
  CHECK_FALSE(Legality(sum, run, inputs)
                  .linesOf({Tensor(ElementType::F32, {2})}, {Tensor(ElementType::F32, {4})}));
}

TEST_CASE("lines stand in docs/semantics.md, and docs/mutation.md shows their table") {
  auto semantics = readFile("docs/semantics.md"), page = readFile("docs/mutation.md");
  REQUIRE((semantics && page));
  const std::string words = std::regex_replace(*semantics, std::regex(R"(\s*\n\s*)"), " ");
  std::string table = "| line | what it says |\n| --- | --- |\n";
  for (size_t i = 0; i < names(SemanticsLine()).size(); ++i) {
    const auto line = static_cast<SemanticsLine>(i);
    INFO(nameOf(line));
    CHECK(words.find(sentenceOf(line)) != words.npos);
    table += fmt::format("| {} | {} |\n", nameOf(line), sentenceOf(line));
  }
  CHECK(page->find(table + "\n") != page->npos);
}
