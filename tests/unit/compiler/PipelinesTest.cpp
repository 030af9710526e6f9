#include "compiler/pipelines/Pipelines.h"
#include "support/NameOf.h"

#include <mlir/IR/BuiltinOps.h>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;

namespace {

using Build = Expected<void> (*)(mlir::OpPassManager &, const PipelineOptions &);

/// The names of the phases at which a pipeline lets others in.
std::vector<std::string> phasesOf(Build build, OptLevel level, Phase until) {
  std::vector<std::string> seen;
  PipelineOptions options;
  options.level = level;
  options.until = until;
  options.atPhase = [&](Phase phase, mlir::OpPassManager &) { seen.emplace_back(nameOf(phase)); };
  mlir::OpPassManager manager(mlir::ModuleOp::getOperationName());
  REQUIRE(build(manager, options));
  return seen;
}

} // namespace

TEST_CASE("a pipeline runs through its phases in their order, at every level") {
  using Phases = std::vector<std::string>;
  for (OptLevel level : {OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3})
    CHECK(phasesOf(buildCpuPipeline, level, Phase::Llvm) ==
          Phases{"emitted", "tensors", "buffers", "loops", "llvm"});
  for (OptLevel level : {OptLevel::O0, OptLevel::O1})
    CHECK(phasesOf(buildGpuPipeline, level, Phase::Llvm) ==
          Phases{"emitted", "tensors", "buffers", "loops", "kernels", "llvm"});
  CHECK(phasesOf(buildGpuPipeline, OptLevel::O1, Phase::Buffers) ==
        Phases{"emitted", "tensors", "buffers"});
  CHECK(phasesOf(buildCpuPipeline, OptLevel::O2, Phase::Emitted) == Phases{"emitted"});
}

TEST_CASE("passes that hook into a phase run before those that lead to the next") {
  std::string text;
  PipelineOptions options;
  options.atPhase = [](Phase phase, mlir::OpPassManager &manager) {
    if (phase == Phase::Buffers)
      REQUIRE(succeeded(mlir::parsePassPipeline("strip-debuginfo", manager)));
  };
  mlir::OpPassManager manager(mlir::ModuleOp::getOperationName());
  REQUIRE(buildCpuPipeline(manager, options));
  llvm::raw_string_ostream stream(text);
  manager.printAsTextualPipeline(stream);
  const size_t bufferize = text.find("one-shot-bufferize"), hooked = text.find("strip-debuginfo"),
               loops = text.find("convert-linalg-to-loops");
  CHECK(bufferize < hooked);
  CHECK(hooked < loops);
  CHECK(loops != std::string::npos);
}

TEST_CASE("a pipeline that cannot be built says why") {
  mlir::OpPassManager manager(mlir::ModuleOp::getOperationName());
  PipelineOptions options;
  options.inject = "no-such-fault";
  CHECK_FALSE(buildCpuPipeline(manager, options));
  CHECK_FALSE(parsePipeline(manager, "no-such-pass"));
}
