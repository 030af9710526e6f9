#include "support/VersionNumber.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("versions are read, compared number by number, and written in full") {
  CHECK(parseVersion("3.13.0") == VersionNumber{3, 13, 0});
  CHECK(parseVersion("3") == VersionNumber{3, 0, 0});
  CHECK(parseVersion("3.4") == VersionNumber{3, 4, 0});
  CHECK(*parseVersion("3.4.0") < *parseVersion("3.13.0"));
  CHECK(*parseVersion("2.9.0") < *parseVersion("3.0.0"));
  CHECK(parseVersion("3.4")->text() == "3.4.0");
}

TEST_CASE("other texts are no versions") {
  for (const char *text : {"", "x", "3.", ".3", "3..1", "3.1.2.3", "3.1-rc", "-3.1", "3.-1",
                           "99999999999999", " 3.1"}) {
    INFO(text);
    CHECK_FALSE(parseVersion(text));
  }
}
