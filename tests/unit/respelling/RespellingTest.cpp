#include "respelling/Respelling.h"

#include "generator/Generator.h"
#include "naive/Naive.h"
#include "program/Text.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

using namespace assay;

namespace {

TestCase read(std::string_view text) {
  auto testCase = readText(text, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  return *testCase;
}

/// "sunk transpose collapse", and the program without its runs.
std::vector<std::string> otherSpellings(std::string_view text) {
  std::vector<std::string> out;
  for (const Respelling &one : respellings(read(text))) {
    const std::string written = writeText(one.testCase);
    const size_t begin = written.find("%"), end = written.find("run\n");
    out.push_back(fmt::format("{} {}\n{}", one.how, fmt::join(one.ops, " "),
                              written.substr(begin, end - begin)));
  }
  return out;
}

/// With runs that feed it.
std::string program(std::string_view lines, int arguments) {
  std::string text = fmt::format("assay 1\n{}run\n", lines);
  for (int i = 0; i < arguments; ++i)
    text += fmt::format("  %{} = integers {{seed={}, low=-5, high=5}}\n", i, i + 1);
  return text;
}

std::optional<std::vector<Tensor>> results(const TestCase &testCase, size_t run) {
  const auto inputs = testCase.inputs(testCase.runs()[run]);
  auto values = naive::evaluate(testCase, testCase.runs()[run], inputs, naive::Style::Rounded);
  const auto *all = std::get_if<naive::Values>(&values);
  if (!all)
    return std::nullopt;
  return naive::returned(testCase.program(), *all);
}

bool sums(const Program &program) {
  return std::ranges::any_of(program.nodes(), [](const Node &node) {
    return std::holds_alternative<Reduce>(node.op) || std::holds_alternative<Contraction>(node.op);
  });
}

bool isInteger(const Tensor &tensor) {
  return !isFloat(tensor.element()) && !isComplex(tensor.element());
}

} // namespace

TEST_CASE("a transpose sinks past a reshape, and then into the maps of a contraction") {
  CHECK(otherSpellings(program(R"(%0 = argument i32[2,3,4]
%1 = argument i32[2,5]
%2 = transpose(%0) {permutation=[1,2,0]}
%3 = collapse(%2) {groups=[[0,1],[2]]}
%4 = contraction(%3, %1) {lhs=[0,2], rhs=[2,1], out=[0,1], result=i32}
return %4
)",
                               2)) ==
        std::vector<std::string>{R"(sunk transpose collapse
%0 = argument i32[2,3,4]
%1 = argument i32[2,5]
%2 = collapse(%0) {groups=[[0],[1,2]]} : i32[2,12]
%3 = transpose(%2) {permutation=[1,0]} : i32[12,2]
%4 = contraction(%3, %1) {lhs=[0,2], rhs=[2,1], out=[0,1], result=i32} : i32[12,5]
return %4
)",
                                 R"(sunk transpose collapse contraction
%0 = argument i32[2,3,4]
%1 = argument i32[2,5]
%2 = collapse(%0) {groups=[[0],[1,2]]} : i32[2,12]
%3 = contraction(%2, %1) {lhs=[2,0], rhs=[2,1], out=[0,1], result=i32} : i32[12,5]
return %3
)"});
}

TEST_CASE("a permutation that tears a group apart does not sink past the collapse of it") {
  CHECK(otherSpellings(program(R"(%0 = argument i32[2,3,4]
%1 = transpose(%0) {permutation=[2,1,0]}
%2 = collapse(%1) {groups=[[0,1],[2]]}
return %2
)",
                               1))
            .empty());
}

TEST_CASE("transposes sink past an elementwise op only if they agree") {
  const std::string_view text = R"(%0 = argument i32[2,3,4]
%1 = argument i32[2,3,4]
%2 = transpose(%0) {{permutation=[1,2,0]}}
%3 = transpose(%1) {{permutation=[{}]}}
%4 = binary(%2, %3)
return %4
)";
  const auto agree = otherSpellings(program(fmt::format(fmt::runtime(text), "1,2,0"), 2));
  REQUIRE(agree.size() == 1);
  CHECK(agree[0].starts_with("sunk transpose binary\n"));
  CHECK(agree[0].find("binary(%0, %1)") != std::string::npos);
  CHECK(otherSpellings(program(R"(%0 = argument i32[2,2]
%1 = argument i32[2,2]
%2 = transpose(%0) {permutation=[1,0]}
%3 = binary(%2, %1)
return %3
)",
                               2))
            .empty());
}

TEST_CASE("a transpose that meets its inverse vanishes with it") {
  const auto others = otherSpellings(program(R"(%0 = argument i32[2,3]
%1 = transpose(%0) {permutation=[1,0]}
%2 = unary(%1) {function=abs}
%3 = transpose(%2) {permutation=[1,0]}
return %3
)",
                                             1));
  CHECK(std::ranges::count(others, R"(raised unary transpose
%0 = argument i32[2,3]
%1 = unary(%0) {function=abs} : i32[2,3]
return %1
)") == 1);
}

TEST_CASE("a program with groups is spelled as it is") {
  CHECK(otherSpellings(program(R"(%0 = argument i32[2,3]
%1 = unary(%0) {function=neg}
%2 = transpose(%1) {permutation=[1,0]}
return %2
function 0 .. 2
)",
                               1))
            .empty());
}

TEST_CASE("other spellings of generated programs compute the same") {
  std::set<std::string> seen;
  size_t compared = 0;
  for (const Profile &profile : profiles())
    for (uint64_t index = 0; index < 150; ++index) {
      const TestCase testCase = generate(8, index, profile);
      for (const Respelling &other : respellings(testCase)) {
        CHECK(other.testCase != testCase);
        INFO(writeText(testCase) << other.how << "\n" << writeText(other.testCase));
        for (size_t run = 0; run < testCase.runs().size(); ++run) {
          const auto expected = results(testCase, run), actual = results(other.testCase, run);
          // What makes a run undefined may be of no use to the other spelling.
          if (!expected)
            continue;
          REQUIRE(actual.has_value());
          REQUIRE(expected->size() == actual->size());
          for (size_t i = 0; i < expected->size(); ++i) {
            REQUIRE((*expected)[i].shape() == (*actual)[i].shape());
            // Sums of what is rounded may come in another order.
            if (isInteger((*expected)[i]) && !sums(testCase.program())) {
              CHECK((*expected)[i] == (*actual)[i]);
              ++compared;
            }
          }
        }
        for (const std::string &op : other.ops)
          seen.insert(fmt::format("{} {}", other.how, op));
      }
    }
  CHECK(compared > 50);
  // Each rule was met.
  for (const char *rule : {"sunk binary", "sunk collapse", "sunk expand", "sunk contraction",
                           "sunk reduce", "sunk transpose", "raised binary", "raised collapse",
                           "raised expand", "raised contraction", "explicit contraction"}) {
    INFO(rule);
    CHECK(seen.contains(rule));
  }
}
