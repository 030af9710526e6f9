#include "program/Text.h"

#include <catch2/catch.hpp>

using namespace assay;

static std::string complaint(const std::string &program) {
  auto testCase = readText("assay 1\n" + program, "windows.txt");
  return testCase ? "" : testCase.error().message;
}

static std::string pooled(const std::string &sizes, const std::string &extents) {
  return complaint("d0 dynamic\nd1 dynamic\n%0 = argument f32[d0]\n"
                   "%1 = reduce_window(%0) {window=[2], sizes=[" +
                   sizes + "], strides=[3], dilations=[2], low=[1], high=[0]}\nreturn %1\nrun " +
                   extents + "\n  %0 = integers {seed=1, low=0, high=1}\n");
}

TEST_CASE("there are as many windows as fit, no more and no fewer") {
  // Windows reach over 3 of d0 + 1 elements.
  for (const char *extents :
       {"d0=2 d1=1", "d0=4 d1=1", "d0=5 d1=2", "d0=8 d1=3", "d0=1 d1=0", "d0=0 d1=0"}) {
    INFO(extents);
    CHECK(pooled("d1", extents) == "");
  }
  for (const char *extents : {"d0=2 d1=0", "d0=2 d1=2", "d0=5 d1=1", "d0=4 d1=2", "d0=1 d1=1"}) {
    INFO(extents);
    CHECK(pooled("d1", extents) != "");
  }
}

static std::string convolved(const std::string &x, const std::string &kernel,
                             const std::string &attributes) {
  return complaint(
      "d0 dynamic\n%0 = argument f32[" + x + "]\n%1 = argument f32[" + kernel +
      "]\n%2 = conv(%0, %1) {sizes=[3], strides=[1], dilations=[1], low=[0], high=[0]" +
      attributes +
      "}\nreturn %2\nrun d0=3\n  %0 = integers {seed=1, low=0, high=1}\n  %1 = integers {seed=2, "
      "low=0, high=1}\n");
}

TEST_CASE("channels and filters are groups of one size, as far as dims can say it") {
  CHECK(convolved("1,2,4", "3,2,2", "") == "");
  CHECK(convolved("1,2*d0,4", "4,d0,2", ", groups=2") == "");
  CHECK(convolved("1,4,2", "2,4,3", ", layout=channels_last") != "");
  CHECK(convolved("1,4,2", "2,2,3", ", layout=channels_last") == "");
  CHECK(convolved("1,4,4", "3,2,2", ", groups=2").find("3 filters are not 2 equal groups") !=
        std::string::npos);
  CHECK(convolved("1,4,4", "4,d0,2", ", groups=2").find("channels are not 2 groups of d0") !=
        std::string::npos);
  CHECK(convolved("1,4,4", "d0,2,2", ", groups=2").find("d0 filters") != std::string::npos);
}

TEST_CASE("a kernel has an element along each spatial dim") {
  CHECK(convolved("1,2,2", "3,2,0", "") != "");
}
