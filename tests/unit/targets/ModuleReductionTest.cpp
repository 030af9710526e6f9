#include "targets/foreign/ModuleReduction.h"

#include "targets/foreign/ForeignModule.h"

#include <catch2/catch.hpp>

using namespace assay;
using Catch::Matchers::Contains;

/// What stands behind a module, which says how a tool is to run a pass on it.
static const std::string reproducer = R"mlir(
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(pass)"
    }
  }
#-}
)mlir";

/// Dialects that this program does not know, one op of which a pass cannot take.
static const std::string whole = R"mlir("builtin.module"() ({
  "x.func"() <{function_type = () -> (), sym_name = "unread"}> ({
    "x.return"() : () -> ()
  }) : () -> ()
  "x.func"() <{arg_attrs = [{x.name = "a"}, {}], function_type = (tensor<4xf32>, i32) -> (tensor<4xf32>, i32), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: i32):
    %0 = "x.constant"() {x.note = "one"} : () -> tensor<8xf32>
    %1 = "x.shape"(%arg0) : (tensor<4xf32>) -> index
    %2 = "x.made"(%0, %1) : (tensor<8xf32>, index) -> tensor<4xf32>
    %3 = "x.bad"(%2, %1) <{kept = 1 : i32}> ({
    ^bb0(%arg2: f32):
      %5 = "x.twice"(%arg2) : (f32) -> f32
      "x.yield"(%5) : (f32) -> ()
    }) {x.note = "two"} : (tensor<4xf32>, index) -> tensor<4xf32>
    %4 = "x.next"(%3, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "x.store"(%4) : (tensor<4xf32>) -> ()
    "x.return"(%4, %arg1) : (tensor<4xf32>, i32) -> ()
  }) : () -> ()
}) : () -> ()
)mlir" + reproducer;

/// As a compiler that takes whatever can be read, and has no other form.
static Outcome<std::string> printed(const std::string &text, ModuleForm form) {
  ForeignModule read(text);
  if (!read || form == ModuleForm::Pretty)
    return TargetFailure{TargetFailure::Kind::Rejected, Stage::Compile, "no"};
  return read.text();
}

static ModuleJudge has(std::string part) {
  return [part = std::move(part)](const std::string &text) -> std::optional<bool> {
    return text.find(part) != text.npos;
  };
}

TEST_CASE("of a module what its judge needs is left, as a valid function") {
  const auto reduced = reduceModule(whole, printed, has("\"x.bad\""));
  REQUIRE(reduced);
  CHECK(*reduced == R"mlir("builtin.module"() ({
  "x.func"() <{function_type = (tensor<4xf32>, index) -> (), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: index):
    %0 = "x.bad"(%arg0, %arg1) <{kept = 1 : i32}> ({
    ^bb0(%arg2: f32):
      "x.yield"(%arg2) : (f32) -> ()
    }) : (tensor<4xf32>, index) -> tensor<4xf32>
    "x.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
)mlir" + reproducer);
}

TEST_CASE("a module stays as it is where its judge has no time, or needs all of it") {
  const std::string again = *printed(whole, ModuleForm::Generic);
  CHECK(*reduceModule(whole, printed, [](const std::string &) -> std::optional<bool> {
    return std::nullopt;
  }) == again);
  CHECK(*reduceModule(whole, printed, [&](const std::string &text) { return text == again; }) ==
        again);
}

TEST_CASE("an attempt that the compiler cannot read is none") {
  const auto without = [](const std::string &text, ModuleForm form) -> Outcome<std::string> {
    if (text.find("\"x.store\"") == text.npos)
      return TargetFailure{TargetFailure::Kind::Rejected, Stage::Compile, "where is the store?"};
    return printed(text, form);
  };
  const auto reduced = reduceModule(whole, without, has("\"x.bad\""));
  REQUIRE(reduced);
  CHECK_THAT(*reduced, Contains("\"x.store\"") && Contains("\"x.bad\"") && !Contains("x.next"));
}

TEST_CASE(
    "a module of which a name is needed keeps what has it, and its own form if that shows it") {
  const auto twice = [](const std::string &text, ModuleForm form) -> Outcome<std::string> {
    if (form == ModuleForm::Pretty)
      return "pretty x.twice\n";
    return printed(text, form);
  };
  CHECK(*reduceModule(whole, twice, has("x.twice")) == "pretty x.twice\n");
  CHECK_THAT(*reduceModule(whole, twice, has("\"x.twice\"")), Contains("\"x.twice\"(%arg"));
}

TEST_CASE("memory spaces of dialects that are not known stay as they are") {
  const std::string spaces = R"mlir("builtin.module"() ({
  %0 = "x.made"() : () -> memref<4x?xf32, strided<[?, 1], offset: ?>, #hal.type<a, "b", [c, d]>>
  %1 = "x.made"() : () -> memref<4xf32, affine_map<(d0) -> (d0)>, 3>
  "x.bad"(%0, %1) : (memref<4x?xf32, strided<[?, 1], offset: ?>, #hal.type<a, "b", [c, d]>>, memref<4xf32, 3>) -> ()
}) : () -> ()
)mlir";
  const std::string read = ForeignModule(spaces).text();
  CHECK_THAT(read, Contains("strided<[?, 1], offset: ?>, #hal.type<a, \"b\", [c, d]>>, memref<"));
  CHECK(ForeignModule(read).text() == read);
  CHECK(*reduceModule(spaces, printed, has("#hal.type<a, \"b\", [c, d]>>")) ==
        R"mlir("builtin.module"() ({
  %0 = "x.made"() : () -> memref<4x?xf32, strided<[?, 1], offset: ?>, #hal.type<a, "b", [c, d]>>
}) : () -> ()
)mlir");
}

TEST_CASE("what is no module is an error") {
  const auto none = reduceModule("no module", printed, has(""));
  REQUIRE_FALSE(none);
  CHECK(none.error().message == "no");
}
