#include "program/Text.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace assay;

TEST_CASE("every program of the corpus is valid") {
  int count = 0;
  for (const auto &entry : std::filesystem::directory_iterator("corpus")) {
    if (entry.path().extension() != ".txt")
      continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    auto testCase = readText(text.str(), entry.path().string());
    if (!testCase)
      FAIL_CHECK(testCase.error().message);
    ++count;
  }
  CHECK(count >= 40);
}
