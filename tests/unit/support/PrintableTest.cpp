#include "support/Printable.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("Text that only stands there is left as it is") {
  for (const char *text : {"", "error: cannot tile\n\tloop 17\n",
                           "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x8d\x8e", "\\x1b is four letters"})
    CHECK(printable(text) == text);
}

TEST_CASE("What acts on a terminal is spelled out") {
  CHECK(printable("\x1b[31mred\x1b]0;title\a") == "\\x1b[31mred\\x1b]0;title\\x07");
  CHECK(printable("hidden\rshown\b\x7f") == "hidden\\x0dshown\\x08\\u007f");
  CHECK(printable("\xc2\x9b"
                  "2J") == "\\u009b2J"); // CSI in one character
  CHECK(printable("a\xe2\x80\xae"
                  "b\xe2\x81\xa6") == "a\\u202eb\\u2066");
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
}

TEST_CASE("Line breaks of another system are line breaks") {
  CHECK(printable("a\r\nb\r\n\r") == "a\nb\n\\x0d");
}

TEST_CASE("Bytes that are no UTF-8 are spelled out one by one") {
  CHECK(printable("\xff\xfe") == "\\xff\\xfe");
  CHECK(printable("\xc3") == "\\xc3");
  CHECK(printable("\xc0\x9b") == "\\xc0\\x9b");          // a longer form than needed
  CHECK(printable("\xe0\x82\x9b") == "\\xe0\\x82\\x9b"); // the same in three bytes
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80"); // half of a pair
  CHECK(printable("\x9b"
                  "2J") == "\\x9b2J");
}

TEST_CASE("what is no character is spelled out, as XML must not hold it") {
  CHECK(printable("a\xef\xbf\xbe"
                  "b\xef\xbf\xbf") == "a\\ufffeb\\uffff");
}
