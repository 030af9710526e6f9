#include "program/types/Dim.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("equal expressions are equal dims") {
  Dim a = Dim::symbol(0), b = Dim::symbol(1);
  CHECK((a + b) * (a + b) == a * a + Dim(2) * a * b + b * b);
  CHECK(a - a == Dim(0));
  CHECK((a + 1) - a == Dim(1));
  CHECK(a * b != b);
}

TEST_CASE("a dim's text reads back") {
  Dim a = Dim::symbol(0), b = Dim::symbol(12);
  for (const Dim &dim :
       {Dim(0), Dim(7), Dim(-7), a, a * b, Dim(2) * a * a - b + 3, b - 1, Dim(-1) * a}) {
    auto parsed = Dim::parse(dim.text());
    REQUIRE(parsed);
    CHECK(*parsed == dim);
  }
  CHECK((Dim(2) * a * b - Dim(3)).text() == "2*d0*d12-3");
}

TEST_CASE("what is no dim is rejected") {
  for (const char *text : {"", "d", "d-1", "2*", "*2", "+1", "d0+", "d0 ", "d999", "1d0", "--1",
                           "d0*d0*d0*d0*d0*d0*d0*d0*d0", "x", "1-", "99999999999999999999"})
    CHECK_FALSE(Dim::parse(text));
}

TEST_CASE("evaluation saturates instead of overflowing") {
  Dim a = Dim::symbol(0);
  Dim huge = a * a * a * a;
  CHECK(huge.evaluate(std::vector<int64_t>{int64_t(1) << 40}) == int64_t(1) << 62);
  CHECK((Dim(0) - huge).evaluate(std::vector<int64_t>{int64_t(1) << 40}) == -(int64_t(1) << 62));
}
