#include "program/Json.h"
#include "tests/unit/program/Sample.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("a case comes back from JSON as it was") {
  std::string text = writeJson(sample());
  auto read = readJson(text, "case.json");
  REQUIRE(read);
  CHECK(writeJson(*read) == text);
  CHECK(read->program() == sample().program());
  CHECK(read->contentName() == sample().contentName());
}

static std::string withContraction(const std::string &attributes) {
  return R"({"schema": 1, "program": {"symbols": 0, "arguments": ["i8[2]", "i16[2]"],
    "nodes": [{"op": "contraction", "operands": [0, 1], "attributes": {"lhs": [0], "rhs": [0],
               "out": [], "result": "i32")" +
         attributes + R"(}}], "returns": [2], "groups": []}, "specialization": [], "contracts": [],
    "runs": [{"bindings": [], "inputs": [{"element": "i8", "shape": [2], "data": [1, 2]},
                                          {"element": "i16", "shape": [2], "data": [3, 4]}]}]})";
}

TEST_CASE("the sign of a contraction's rhs is its lhs's unless it says otherwise") {
  auto contraction = [](const std::string &attributes) {
    auto testCase = readJson(withContraction(attributes), "c.json");
    REQUIRE(testCase);
    // What is not given is not written, so that cases keep their names.
    CHECK((writeJson(*testCase).find("rhs_unsigned") != std::string::npos) ==
          (attributes.find("rhs_unsigned") != std::string::npos));
    CHECK(readJson(writeJson(*testCase), "c.json")->program() == testCase->program());
    return std::get<Contraction>(testCase->program().nodes()[0].op);
  };
  CHECK_FALSE(contraction("").extendsByZero(1));
  CHECK(contraction(R"(, "unsigned": true)").extendsByZero(1));
  const Contraction mixed = contraction(R"(, "rhs_unsigned": true)");
  CHECK_FALSE(mixed.extendsByZero(0));
  CHECK(mixed.extendsByZero(1));
  const Contraction other = contraction(R"(, "unsigned": true, "rhs_unsigned": false)");
  CHECK(other.extendsByZero(0));
  CHECK_FALSE(other.extendsByZero(1));
  auto wrong = readJson(withContraction(R"(, "rhs_unsigned": 1)"), "c.json");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message ==
        "c.json: /program/nodes/0/attributes/rhs_unsigned: must be true or false, not 1");
}

TEST_CASE("floats have no unsigned side") {
  std::string text = withContraction(R"(, "rhs_unsigned": true)");
  for (auto [from, to] :
       {std::pair("i8[2]", "f16[2]"), std::pair("i16[2]", "f16[2]"), std::pair("i32", "f32"),
        std::pair("i8\"", "f16\""), std::pair("i16\"", "f16\"")}) {
    const size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, std::string(from).size(), to);
  }
  auto read = readJson(text, "c.json");
  REQUIRE_FALSE(read);
  CHECK(read.error().message.find("f32 has no unsigned form") != std::string::npos);
}

/// The message for the sample with `from` replaced by `to`.
static std::string rejectionOf(std::string_view from, std::string_view to) {
  std::string text = writeJson(sample());
  size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  auto read = readJson(text.replace(at, from.size(), to), "c.json");
  REQUIRE_FALSE(read);
  return read.error().message;
}

TEST_CASE("a rejection says where") {
  CHECK(rejectionOf("\"schema\": 1", "\"schema\": 2") ==
        "c.json: /schema: is version 2; this assay reads version 1");
  CHECK(rejectionOf("\"operands\":[0,1]", "\"operands\":[0,7]") ==
        "c.json: /program/nodes/0/operands/1: value 7 is not defined before here (2 values are)");
  CHECK(rejectionOf("\"topk\"", "\"topq\"") ==
        "c.json: /program/nodes/1/op: 'topq' is no op; `assay ops` lists them; did you mean topk?");
  CHECK(rejectionOf("\"k\":\"d2\"", "\"k\":\"d9\"") ==
        "c.json: /program/nodes/1: dim d9 uses d9, but the program has 3 symbols");
  CHECK(rejectionOf("\"bindings\": [2,3,1]", "\"bindings\": [2,3,4]") ==
        "c.json: /runs/0/bindings: the program needs d1-d2 >= 0");
  CHECK(rejectionOf("\"bindings\": [0,3,3]", "\"bindings\": [0,4,3]") ==
        "c.json: /runs/1/bindings/1: only a dynamic symbol may differ between runs");
  CHECK(rejectionOf("\"largest\":true", "\"largest\":1") ==
        "c.json: /program/nodes/1/attributes/largest: must be true or false, not 1");
  CHECK(
      rejectionOf("\"largest\"", "\"lagrest\"") ==
      "c.json: /program/nodes/1/attributes: has a member \"lagrest\" that is not known; there are "
      "dim, k, largest, sorted, index_type; did you mean largest?");
}

TEST_CASE("text that is no JSON is one clear sentence") {
  std::string text = writeJson(sample());
  for (size_t length : {size_t(0), size_t(1), text.size() / 2, text.size() - 3}) {
    auto read = readJson(text.substr(0, length), "c.json");
    REQUIRE_FALSE(read);
    CHECK(read.error().message.starts_with("c.json: is not JSON: "));
  }
}

TEST_CASE("no prefix or single changed byte crashes the reader") {
  std::string text = writeJson(sample());
  for (size_t i = 0; i < text.size(); ++i)
    for (char c : {'0', '9', '-', '"', '[', '}', 'd', '\0', '\xff'}) {
      std::string changed = text;
      changed[i] = c;
      (void)readJson(changed, "c.json");
    }
}
