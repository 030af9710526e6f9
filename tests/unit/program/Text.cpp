#include "program/Text.h"
#include "program/Json.h"
#include "tests/unit/program/Sample.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("a case comes back from text as it was") {
  std::string text = writeText(sample());
  auto read = readText(text, "case.txt");
  if (!read)
    FAIL(read.error().message << "\n" << text);
  CHECK(writeJson(*read) == writeJson(sample()));
}

TEST_CASE("the text is what a person would write") {
  CHECK(writeText(sample()).starts_with(R"(assay 1
d0 dynamic
d1 static
d2 dynamic
contract stable_sort
%0 = argument f32[d0,4]
%1 = argument f32[4,d1]
%2 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[0,1]} : f32[d0,d1]
%3, %4 = topk(%2) {dim=1, k=d2} : f32[d0,d2], i64[d0,d2]
return %3, %4
run d0=2 d1=3 d2=1
  %0 = normal {seed=18446744073709551615, low=0, high=1}
)"));
}

/// The message for the sample with `from` replaced by `to`.
static std::string rejectionOf(std::string_view from, std::string_view to) {
  std::string text = writeText(sample());
  size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  auto read = readText(text.replace(at, from.size(), to), "c.txt");
  REQUIRE_FALSE(read);
  return read.error().message;
}

TEST_CASE("a rejection of text says the line") {
  CHECK(rejectionOf("(%0, %1)", "(%0, %9)") ==
        "c.txt:8: /program/nodes/0/operands/1: value 9 is not defined before here (2 values are)");
  CHECK(rejectionOf("topk(", "topq(") ==
        "c.txt:9: /program/nodes/1/op: is no op; Ops.def lists them");
  CHECK(rejectionOf("k=d2", "k=") == "c.txt:9: expected a word before '} : f32[d0,d2], i64['");
  CHECK(rejectionOf("d2=1", "d2=9") == "c.txt:11: /runs/0/bindings: the program needs d1-d2 >= 0");
  CHECK(rejectionOf("return", "retrun") == "c.txt:10: 'retrun' is not known here");
}

TEST_CASE("no changed byte crashes the text reader") {
  std::string text = writeText(sample());
  for (size_t i = 0; i < text.size(); ++i)
    for (char c : {'0', '-', '[', '}', '%', ' ', '\n', '\0', '\xff'}) {
      std::string changed = text;
      changed[i] = c;
      (void)readText(changed, "c.txt");
    }
}
