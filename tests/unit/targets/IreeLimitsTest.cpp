#include "targets/iree/IreeLimits.h"
#include "program/Text.h"

#include <catch2/catch.hpp>

using namespace assay;

static Program cast(const std::string &from, const std::string &to, const char *more = "") {
  auto made = readText("assay 1\n%0 = argument " + from + "[1]\n%1 = cast(%0) {to=" + to + more +
                           "}\nreturn %1\nrun\n  %0 = " + from + "[1] [1]\n",
                       "test");
  if (!made)
    FAIL(made.error().message);
  return made->program();
}

TEST_CASE("vmvx lacks types, and casts of f64; llvm-cpu does not") {
  CHECK(missingIn("vmvx", cast("f32", "f16")) == "vmvx has no arithmetic in f16");
  CHECK(missingIn("vmvx", cast("bf16", "f32")) == "vmvx has no arithmetic in bf16");
  CHECK(missingIn("vmvx", cast("f64", "f32")) == "vmvx has no casts from and to f64");
  CHECK(missingIn("vmvx", cast("f32", "i8", ", unsigned=true")));
  CHECK_FALSE(missingIn("vmvx", cast("f32", "i8")));
  CHECK_FALSE(missingIn("vmvx", cast("f32", "i32", ", unsigned=true")));
  CHECK_FALSE(missingIn("vmvx", cast("i32", "i8", ", unsigned=true")));
  CHECK_FALSE(missingIn("vmvx", cast("i32", "f32")));
  CHECK_FALSE(missingIn("llvm-cpu", cast("f64", "f16")));
}

TEST_CASE("vmvx lacks the sign of floats") {
  auto sign = [](const std::string &element) {
    auto made = readText(
        "assay 1\n%0 = argument " + element +
            "[1]\n%1 = unary(%0) {function=sign}\nreturn %1\nrun\n  %0 = " + element + "[1] [1]\n",
        "test");
    REQUIRE(made);
    return made->program();
  };
  CHECK(missingIn("vmvx", sign("f32")) == "vmvx has no copysign");
  CHECK_FALSE(missingIn("vmvx", sign("i32")));
  CHECK_FALSE(missingIn("hip", sign("f32")));
}

TEST_CASE("What IREE does not lower at all is missing, and no bug") {
  CHECK(missingForModule("%0 = bufferization.alloc_tensor() : tensor<4xf32>") ==
        "IREE has no bufferization.alloc_tensor");
  CHECK_FALSE(missingForModule("%0 = tensor.empty() : tensor<4xf32>"));
}
