#include "flavours/Flavour.h"
#include "program/Text.h"
#include "tests/Pieces.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

TestCase read(const char *text) {
  auto made = readText(text, "test");
  if (!made)
    FAIL(made.error().message);
  return *made;
}

constexpr const char *doubled = R"(assay 1
d0 dynamic
%0 = argument f32[d0]
%1 = binary(%0, %0) {function=add}
return %1
run d0=3
  %0 = f32[3] [1,2,3]
)";
/// StableHLO cannot say it.
constexpr const char *exponential = R"(assay 1
%0 = argument f64[2]
%1 = unary(%0) {function=exp2}
return %1
run
  %0 = f64[2] [1,2]
)";

size_t lineOf(const std::string &text, const std::string &piece) {
  const std::string head = text.substr(0, text.find(piece));
  return 1 + occurrences(head, "\n");
}

} // namespace

TEST_CASE("Several programs stand in one module, each under a name of its own") {
  const TestCase first = read(doubled), second = read(exponential);
  const JointModule joint =
      FlavourWriter(Flavour::Iree, newestKnownVersion).write(std::vector{&first, &second, &first});
  CHECK(joint.entries == std::vector<std::string>{"main_0", "main_1", "main_2"});
  expectInOrder(joint.text, {"@main_0(", "addf", "@main_1(", "exp2", "@main_2(", "addf"});
  CHECK(occurrences(joint.text, "module {") == 1);
}

TEST_CASE("A program that the flavour cannot say has no entry in the module") {
  const TestCase first = read(doubled), second = read(exponential);
  const JointModule joint =
      FlavourWriter(Flavour::Stablehlo, newestKnownVersion).write(std::vector{&second, &first});
  CHECK(joint.entries == std::vector<std::string>{"", "main_1"});
  CHECK(occurrences(joint.text, "@main") == 1);
}

TEST_CASE("A diagnostic with a place accuses the program that stands there") {
  const TestCase first = read(doubled), second = read(exponential);
  const JointModule joint =
      FlavourWriter(Flavour::Iree, newestKnownVersion).write(std::vector{&first, &second, &first});
  auto accused = [&](const std::string &piece) {
    return joint.accused("module.mlir:" + std::to_string(lineOf(joint.text, piece)) +
                         ":5: error: 'x' op failed\nnote: more");
  };
  CHECK(accused("addf") == 0);
  CHECK(accused("exp2") == 1);
  CHECK(accused("@main_2(") == 2);
  CHECK_FALSE(joint.accused("iree-lld: error: undefined symbol: tanh"));
  CHECK_FALSE(joint.accused("module.mlir:1:1: error: before any function"));
}
