#include "targets/iree/IreeReproducer.h"

#include <catch2/catch.hpp>

using namespace assay;

static std::string written(const std::string &pipeline) {
  return "module {\n}\n\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: \"" +
         pipeline +
         "\",\n      disable_threading: true,\n      verify_each: true\n    }\n  }\n#-}\n";
}

TEST_CASE("the pass of a reproducer stands innermost, before its options") {
  const std::pair<const char *, const char *> pipelines[] = {
      {"builtin.module(iree-flow-annotate-dispatches)", "iree-flow-annotate-dispatches"},
      {"builtin.module(func.func(iree-x{a=1 b=f(2)}))", "iree-x"},
      {"builtin.module(hal.executable(hal.executable.variant(builtin.module(canonicalize{  "
       "top-down=true}))))",
       "canonicalize"},
      {"any(cse)", "cse"},
  };
  for (const auto &[pipeline, pass] : pipelines) {
    auto read = readPassReproducer(written(pipeline));
    REQUIRE(read);
    CHECK(read->pipeline == pipeline);
    CHECK(read->pass == pass);
    CHECK(read->text == written(pipeline));
  }
}

TEST_CASE("a module that merely speaks of a pipeline is no obstacle") {
  auto read = readPassReproducer("// pipeline: \"x\",\n" + written("builtin.module(cse)"));
  REQUIRE(read);
  CHECK(read->pass == "cse");
}

TEST_CASE("no pass failed where nothing, or half of it, was written") {
  const std::string whole = written("builtin.module(cse)");
  CHECK_FALSE(readPassReproducer(""));
  CHECK_FALSE(readPassReproducer("module {\n}\n"));
  CHECK_FALSE(readPassReproducer(whole.substr(0, whole.find("cse"))));
}
