#include "program/Text.h"
#include "program/Json.h"
#include "tests/unit/program/Sample.h"

#include <catch2/catch.hpp>

#include <cmath>

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
  %0 = normal {seed=18446744073709551615, low=0, high=1, special=any}
)"));
}

TEST_CASE("a NaN is one in text, whatever its sign") {
  TestCaseParts parts =
      readText("assay 1\n%0 = argument f32[1]\n%1 = reverse(%0) {dims=[0]} : f32[1]\n"
               "return %1\nrun\n  %0 = f32[1] [0]\n",
               "c.txt")
          ->parts();
  std::get<Tensor>(parts.runs[0].inputs[0]).set(0, -NAN);
  const std::string text = writeText(std::get<TestCase>(TestCase::make(parts)));
  CHECK(text.find("f32[1] [nan]") != std::string::npos);
  CHECK(readText(text, "c.txt"));
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
  CHECK(
      rejectionOf("topk(", "topq(") ==
      "c.txt:9: /program/nodes/1/op: 'topq' is no op; `assay ops` lists them; did you mean topk?");
  CHECK(rejectionOf("k=d2", "k=") == "c.txt:9: expected a word before '} : f32[d0,d2], i64['");
  CHECK(rejectionOf("d2=1", "d2=9") == "c.txt:11: /runs/0/bindings: the program needs d1-d2 >= 0");
  CHECK(rejectionOf("return", "retrun") ==
        "c.txt:10: 'retrun' is not known here; a line begins with a value as in %0 = ..., or with "
        "assay, d3, contract, return, function, body or run; did you mean return?");
}

TEST_CASE("a rejection of text says which word is wrong, and what would be right") {
  CHECK(
      rejectionOf("k=d2", "kk=d2") ==
      "c.txt:9: /program/nodes/1/attributes: has a member \"kk\" that is not known; there are dim, "
      "k, largest, sorted, index_type; did you mean k?");
  CHECK(rejectionOf("f32[d0,4]", "f23[d0,4]") ==
        "c.txt:6: /program/arguments/0: 'f23' is no element type; there are f64, f32, f16, bf16, "
        "i64, i32, i16, i8, i1, c64; did you mean f32?");
  CHECK(rejectionOf("{dim=1, k=d2}", "{dim=1, k=d2, index_type=i33}") ==
        "c.txt:9: /program/nodes/1/attributes/index_type: 'i33' is no element type; there are f64, "
        "f32, f16, bf16, i64, i32, i16, i8, i1, c64; did you mean i32?");
  CHECK(
      rejectionOf("topk(%2)", "topk(%2) as namd") ==
      "c.txt:9: /program/nodes/1/spelling: 'namd' is none of named, generic, extract, primitives; "
      "did you mean named?");
  CHECK(rejectionOf("{dim=1,", "{dim=one,") ==
        "c.txt:9: /program/nodes/1/attributes/dim: must be a whole number, not \"one\"");
  CHECK(rejectionOf("d0 dynamic", "d0 dinamic") ==
        "c.txt:2: /specialization/0: 'dinamic' is none of static, dynamic, disguised; did you mean "
        "dynamic?");
  CHECK(
      rejectionOf("stable_sort", "stablesort") ==
      "c.txt:5: /contracts/0: 'stablesort' is none of stable_sort, lowest_index_first, nan_order, "
      "clamped_gather, skipped_scatter, bool_arithmetic; did you mean stable_sort?");
  CHECK(rejectionOf("normal {", "norm {") ==
        "c.txt:12: /runs/0/inputs/0/distribution: 'norm' is none of integers, uniform, normal, "
        "log_uniform, equal, ties, ascending, descending, distinct, unique_rows, mask_rows, "
        "finite_mask, halves, edges, unlike, cancelling, special, sparse, padded_rows; did you "
        "mean normal?");
  CHECK(rejectionOf("d1 static", "d5 static") ==
        "c.txt:3: 'd5' is not known here; symbols are numbered in order, and the next is d1");
  CHECK(rejectionOf("%2 = contraction", "%3 = contraction") ==
        "c.txt:8: expected %2, not %3: values are numbered in order");
  CHECK(rejectionOf("assay 1\n", "") == "c.txt:1: expected the line 'assay 1' first");
  // What is no op, but the function or predicate of some.
  CHECK(rejectionOf("topk(", "exp(") ==
        "c.txt:9: /program/nodes/1/op: 'exp' is no op; `assay ops` lists them; did you mean "
        "unary(...) {function=exp}?");
  CHECK(rejectionOf("topk(", "lt(") ==
        "c.txt:9: /program/nodes/1/op: 'lt' is no op; `assay ops` lists them; did you mean "
        "compare(...) {predicate=lt}?");
  CHECK(rejectionOf("k=d2", "k=d1+1") ==
        "c.txt:9: /program/nodes/1: topk: k=d1+1 is above the d1 elements along dim 1");
  CHECK(rejectionOf("{dim=1, k=d2}", "{dim=1 k=d2}") ==
        "c.txt:9: expected ',' or '}' before 'k=d2} : f32[d0,d2], '");
  CHECK(rejectionOf("{dim=1, k=d2} : f32[d0,d2], i64[d0,d2]", "{dim=1, k=d2") ==
        "c.txt:9: expected ',' or '}' before the end of the line");
  CHECK(rejectionOf("return %3, %4", "return 3") == "c.txt:10: the line is to end before '3'");
  CHECK(rejectionOf("normal {seed=18446744073709551615, low=0, high=1, special=any}",
                    "f32[2,3] [1,2,3,4,5,6]") ==
        "c.txt:12: /runs/0/inputs/0: is f32[2,3], not f32[2,4]");
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
