#include "support/Regex.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("a regular expression finds the first match and its groups") {
  const Regex pair(R"((\w+)=(\d+)?(x)?)");
  const auto found = pair.search("a b=12, c=3");
  REQUIRE(found);
  CHECK(found->at(0) == "b=12");
  CHECK(found->at(1) == "b");
  CHECK(found->at(2) == "12");
  CHECK(found->at(3).empty()); // took no part
  CHECK(pair.search("a b=12, c=3", 7)->at(1) == "c");
  CHECK_FALSE(pair.search("nothing"));
}

TEST_CASE("match() is of the whole text, and a dollar of its very end") {
  CHECK(Regex("a+").match("aaa"));
  CHECK_FALSE(Regex("a+").match("aab"));
  CHECK_FALSE(Regex("a+").match("aa\n"));
  CHECK_FALSE(Regex("a$").isIn("a\n"));
}

TEST_CASE("each match is replaced, also an empty one") {
  CHECK(Regex(R"((\d+)x(?=[a-z]))").replaced("4xf32 5x6", "<$1>") == "<4>f32 5x6");
  CHECK(Regex(R"((%)(, %)+)").replaced("(%, %, %)", "$1") == "(%)");
  CHECK(Regex("^(error: )?").replaced("error: error: no", "") == "error: no");
  CHECK(Regex("x*").replaced("abx", "-") == "-a-b--");
  CHECK(Regex("a").replaced("", "b").empty());
  CHECK(Regex("b").replaced("abc", "$7$") == "a$c");
}

TEST_CASE("a wrong pattern is an error that says where") {
  const auto wrong = Regex::parse("a(b");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message == "missing closing parenthesis, at character 3");
}

TEST_CASE("bytes that are no text are matched as bytes") {
  CHECK(Regex("a.b").isIn("a\xff"
                          "b"));
}

TEST_CASE("a long text neither recurses nor takes for ever") {
  const std::string text(4'000'000, 'a');
  CHECK(Regex("(a|b)*c?$").isIn(text) == Regex("(a|b)*c?$").isIn(text));
  CHECK_FALSE(Regex("(a+)+b").isIn(std::string(200, 'a')));
  CHECK(Regex("(?:a|b)").replaced(text, "c") == std::string(text.size(), 'c'));
}
