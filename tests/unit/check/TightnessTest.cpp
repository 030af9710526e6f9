#include "check/Tightness.h"

#include "program/Text.h"

#include <catch2/catch.hpp>

using namespace assay;

static TightnessTable measured(const std::string &text, const Accuracy &accuracy = {}) {
  const auto testCase = readText(text, "test");
  REQUIRE(testCase);
  TightnessTable table;
  measureTightness(*testCase, accuracy, table);
  return table;
}

TEST_CASE("the least error reported in a share of the cases counts those that show nothing") {
  LeastErrors errors;
  for (int step : {0, 0, 4, 4, 4, 4, 4, 4, 16})
    errors.add(step);
  errors.add(std::nullopt);
  CHECK(errors.cases() == 10);
  CHECK(errors.visible() == 9);
  CHECK(errors.reportedIn(0.2) == 1);
  CHECK(errors.reportedIn(0.8) == 2);
  CHECK(errors.reportedIn(0.9) == 16);
  CHECK_FALSE(errors.reportedIn(0.95));
  CHECK(errors.reportedInOfVisible(0.95) == 16);
}

TEST_CASE("the least error of a function that is reported grows with what is granted") {
  const std::string text =
      "assay 1\n%0 = argument f32[64]\n%1 = unary(%0) {function=exp} : f32[64]\nreturn %1\nrun\n"
      "  %0 = uniform {seed=7, low=1, high=2}\n";
  const Tightness tight = measured(text).at("exp f32");
  CHECK(tight.oneElement.alone.cases() == 8); // four elements, two signs
  CHECK(tight.wholeResult.alone.cases() == 2);
  CHECK(tight.returned.cases() == 2);
  CHECK(*tight.oneElement.alone.reportedIn(1) <= 4);
  // The function has none that has one right answer.
  CHECK(tight.anyElement.reportedIn(1) == tight.oneElement.alone.reportedIn(1));
  // Nothing stands between the op and what is returned, and its operand is exact.
  CHECK(tight.oneElement.inProgram.reportedIn(1) == tight.oneElement.alone.reportedIn(1));
  CHECK(tight.returned.reportedIn(1) <= tight.oneElement.alone.reportedIn(1));
  Accuracy loose;
  loose.functionScale = 8;
  CHECK(*measured(text, loose).at("exp f32").oneElement.alone.reportedIn(0.1) >= 8);
}

TEST_CASE("what has one right answer is among any elements, and has no bound of its own") {
  const Tightness tight =
      measured(
          "assay 1\n%0 = argument f32[8]\n%1 = unary(%0) {function=abs} : f32[8]\nreturn %1\nrun\n"
          "  %0 = uniform {seed=7, low=1, high=2}\n")
          .at("abs f32");
  CHECK(tight.oneElement.alone.cases() == 0);
  CHECK(tight.anyElement.cases() == 8);
  CHECK(tight.anyElement.reportedIn(1) == 1);
}

TEST_CASE("an error that the program does not show is not reported where it returns") {
  const TightnessTable table =
      measured("assay 1\n%0 = argument f32[8]\n%1 = unary(%0) {function=exp} : f32[8]\n%2 = "
               "unary(%1) {function=floor} : f32[8]\nreturn %2\nrun\n"
               "  %0 = f32[8] [0.1,0.11,0.12,0.13,0.14,0.15,0.16,0.17]\n");
  const Tightness &exp = table.at("exp f32"); // 1.1 to 1.2, which half as much more leaves below 2
  CHECK(exp.oneElement.inProgram.visible() == 8);
  CHECK(exp.returned.visible() < exp.returned.cases());
}

TEST_CASE("an op that rounds correctly has a bound only where its operands have one") {
  const TightnessTable table =
      measured("assay 1\n%0 = argument f32[8]\n%1 = binary(%0, %0) {function=mul} : f32[8]\n%2 = "
               "unary(%0) {function=exp} : f32[8]\n%3 = binary(%2, %2) {function=mul} : f32[8]\n"
               "%4 = unary(%0) {function=floor} : f32[8]\nreturn %1, %3, %4\nrun\n  %0 = uniform "
               "{seed=7, low=1, high=2}\n");
  const Tightness &mul = table.at("mul f32");
  CHECK(mul.oneElement.alone.cases() == 0);
  CHECK(mul.oneElement.inProgram.cases() == 8);
  CHECK(table.at("floor f32").oneElement.inProgram.cases() == 0);
}
