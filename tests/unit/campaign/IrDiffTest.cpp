#include "campaign/report/IrDiff.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;

/// "-a +b  c @n", for lines of one letter.
static std::string diffText(const std::string &before, const std::string &after) {
  std::string out;
  const auto lines = [](const std::string &letters) {
    std::string text;
    for (const char letter : letters)
      text += fmt::format("{}\n", letter);
    return text;
  };
  for (const DiffLine &line : diffOf(lines(before), lines(after)))
    out +=
        fmt::format("{}{} ", " -+@"[static_cast<size_t>(line.kind)],
                    line.kind == DiffLine::Kind::Skipped ? line.text.substr(0, line.text.find(' '))
                                                         : line.text);
  return out;
}

TEST_CASE("A comparison has what changed, with three lines of both around it") {
  CHECK(diffText("abc", "abc").empty());
  CHECK(diffText("", "").empty());
  CHECK(diffText("", "ab") == "+a +b ");
  CHECK(diffText("ab", "") == "-a -b ");
  CHECK(diffText("abc", "axc") == " a -b +x  c ");
  CHECK(diffText("abcdef", "bcxdf") == "-a  b  c +x  d -e  f ");
  CHECK(diffText("aab", "ab") == " a -a  b ");
  CHECK(diffText("12345x67890", "12345y67890") == "@2  3  4  5 -x +y  6  7  8 @2 ");
  CHECK(diffText("x12345678y", "12345678") == "-x  1  2  3 @2  6  7  8 -y ");
}

TEST_CASE(
    "Of large texts that have little in common a comparison keeps what both begin and end with") {
  std::string before = "a\n", after = "a\n";
  for (int i = 0; i < 4000; ++i) {
    before += fmt::format("b{}\n", i);
    after += fmt::format("c{}\n", i);
  }
  const auto lines = diffOf(before + "z\n", after + "z\n");
  REQUIRE(lines.size() == 8002);
  CHECK(lines.front() == DiffLine{DiffLine::Kind::Both, "a"});
  CHECK(lines[1] == DiffLine{DiffLine::Kind::Before, "b0"});
  CHECK(lines[4001] == DiffLine{DiffLine::Kind::After, "c0"});
  CHECK(lines.back() == DiffLine{DiffLine::Kind::Both, "z"});
}
