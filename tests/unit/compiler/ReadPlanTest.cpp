#include "compiler/host/ReadPlan.h"
#include "compiler/pipelines/Pipelines.h"

#include <mlir/IR/MLIRContext.h>
#include <mlir/Parser/Parser.h>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;

namespace {

/// The plan of a host function with that body, which takes %x and %n, beside a kernel.
Expected<Plan> planOf(const std::string &body, const std::string &results) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  const auto module = mlir::parseSourceString<mlir::ModuleOp>(fmt::format(R"(
        module attributes {{gpu.container_module}} {{
          func.func @main(%x: memref<?x4xf32>, %n: index) -> ({}) {{
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %c4 = arith.constant 4 : index
            %c64 = arith.constant 64 : index
            %rows = memref.dim %x, %c0 : memref<?x4xf32>
            {}
          }}
          gpu.module @kernels {{
            gpu.func @kernel(%a: memref<?x4xf32>, %b: index) kernel {{
              gpu.return
            }}
          }}
        }})",
                                                                          results, body),
                                                              &context);
  REQUIRE(module);
  return readPlan(*module);
}

} // namespace

TEST_CASE("a host function becomes a plan of buffers, launches and results") {
  const auto plan = planOf(R"(
    %y = memref.alloc(%rows) : memref<?x4xf32>
    %elements = arith.muli %rows, %c4 : index
    %groups = arith.ceildivui %elements, %c64 : index
    gpu.launch_func @kernels::@kernel blocks in (%groups, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%y : memref<?x4xf32>, %n : index)
    memref.copy %x, %y : memref<?x4xf32> to memref<?x4xf32>
    return %y : memref<?x4xf32>)",
                           "memref<?x4xf32>");
  INFO((plan ? text(*plan) : plan.error().message));
  REQUIRE(plan);
  REQUIRE(plan->buffers.size() == 2);
  CHECK(std::holds_alternative<Buffer::Argument>(plan->buffers[0].form));
  const auto &scratch = std::get<Buffer::Scratch>(plan->buffers[1].form);
  REQUIRE(plan->steps.size() == 2);
  const auto &launch = std::get<Launch>(plan->steps[0]);
  const auto &copy = std::get<Copy>(plan->steps[1]);
  CHECK(launch.kernel == "kernel");
  CHECK(launch.workItems == std::array<uint32_t, 3>{64, 1, 1});
  // Two pointers, an offset, sizes and strides, and then the index.
  CHECK(launch.parameters.size() == 2 + 1 + 2 + 2 + 1);
  CHECK(std::get<Parameter::Address>(launch.parameters[0].form).buffer == 1);
  CHECK(copy.from.buffer == 0);
  CHECK(copy.to.buffer == 1);
  REQUIRE(plan->results.size() == 1);
  CHECK(plan->results[0].range.buffer == 1);

  // Of an argument with 33 rows, and n of 7.
  const std::vector<int64_t> argument{7};
  const std::vector<std::vector<int64_t>> shapes{{33, 4}};
  const std::vector<int64_t> values = evaluate(*plan, argument, shapes);
  CHECK(values[scratch.bytes] == 33 * 4 * 4);
  CHECK(values[launch.workgroups[0]] == 3);
  CHECK(values[copy.from.bytes] == 33 * 4 * 4);
  const auto &last = std::get<Parameter::Number>(launch.parameters.back().form);
  CHECK(values[last.value] == 7);
  CHECK(values[plan->results[0].shape[0]] == 33);
  CHECK(values[plan->results[0].shape[1]] == 4);
}

TEST_CASE("a part of a buffer is copied from where it begins") {
  const auto plan = planOf(R"(
    %y = memref.alloc() : memref<2x4xf32>
    %offset = arith.muli %n, %c4 : index
    %part = memref.reinterpret_cast %x to offset: [%offset], sizes: [2, 4], strides: [4, 1]
        : memref<?x4xf32> to memref<2x4xf32, strided<[4, 1], offset: ?>>
    memref.copy %part, %y : memref<2x4xf32, strided<[4, 1], offset: ?>> to memref<2x4xf32>
    return %y : memref<2x4xf32>)",
                           "memref<2x4xf32>");
  INFO((plan ? text(*plan) : plan.error().message));
  REQUIRE(plan);
  REQUIRE(plan->steps.size() == 1);
  const auto &copy = std::get<Copy>(plan->steps[0]);
  const std::vector<int64_t> argument{3};
  const std::vector<std::vector<int64_t>> shapes{{9, 4}};
  const std::vector<int64_t> values = evaluate(*plan, argument, shapes);
  CHECK(values[copy.from.offset] == 3 * 4 * 4);
  CHECK(values[copy.from.bytes] == 2 * 4 * 4);
  CHECK(values[copy.to.offset] == 0);
}

TEST_CASE("what a host cannot do is named") {
  const auto plan = planOf(R"(
    %loaded = memref.load %x[%c0, %c0] : memref<?x4xf32>
    return)",
                           "");
  REQUIRE_FALSE(plan);
  CHECK(plan.error().message == "the host cannot do 'memref.load'");
}
