// Prints milliseconds of CPU targets for each module, and the share of each step.
// Usage: compile_bench [modules]

#include "program/Text.h"
#include "support/Stopwatch.h"
#include "targets/CpuTarget.h"

#include <fmt/format.h>

#include <mlir/InitAllPasses.h>
#include <mlir/Pass/PassRegistry.h>

#include <cstdlib>
#include <ctime>

using namespace assay;

// f16, bf16, exp, erf and tanh in two ops, as bodies of linalg.generic.
static constexpr const char *twoOps = R"(assay 1
d0 dynamic
%0 = argument f16[d0,8]
%1 = argument bf16[d0,8]
%2 = unary(%0) as generic {function=floor}
%3 = binary(%1, %1) as generic {function=max}
return %2, %3
run d0=4
  %0 = uniform {seed=1, low=-1, high=1}
  %1 = uniform {seed=2, low=-1, high=1}
)";
static constexpr const char *toLoops =
    "one-shot-bufferize{bufferize-function-boundaries=1 buffer-alignment=0 "
    "function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "finalize-memref-to-llvm{use-generic-functions=1},convert-func-to-llvm,convert-arith-to-llvm,"
    "convert-math-to-llvm,"
    "convert-cf-to-llvm,convert-index-to-llvm,reconcile-unrealized-casts";

static double cpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

static void measure(const TestCase &testCase, OptLevel level, int modules) {
  CpuTarget target(
      "cpu",
      [](mlir::OpPassManager &passes) -> Expected<void> {
        if (mlir::failed(mlir::parsePassPipeline(toLoops, passes)))
          std::abort();
        return {};
      },
      level);
  if (!target.start())
    std::abort();
  const Run &run = testCase.runs()[0];
  const std::vector<Tensor> inputs = testCase.inputs(run);
  double runSeconds = 0, total = 0;
  const double begin = cpuSeconds();
  for (int i = 0; i < modules; ++i) {
    Stopwatch watch(total);
    auto compiled = target.compile(testCase);
    if (auto *failure = std::get_if<TargetFailure>(&compiled)) {
      fmt::print("{}\n", failure->detail);
      std::exit(1);
    }
    Stopwatch running(runSeconds);
    (void)std::get<0>(compiled)->run(run, inputs);
  }
  const MlirSeconds &mlir = target.mlirSeconds();
  const CodegenSeconds llvm = target.codegenSeconds();
  auto ms = [&](double seconds) { return 1000 * seconds / modules; };
  fmt::print("{}: {:.2f} CPU ms; wall {:.2f} ms: emit {:.2f}, passes {:.2f}, translate {:.2f}, "
             "optimise {:.2f}, codegen {:.2f}, "
             "link {:.2f}, run {:.3f}\n",
             names(OptLevel())[size_t(level)], ms(cpuSeconds() - begin), ms(total), ms(mlir.emit),
             ms(mlir.passes), ms(mlir.translate), ms(llvm.optimise), ms(llvm.codegen),
             ms(llvm.link), ms(runSeconds));
}

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  const int modules = argc > 1 ? std::atoi(argv[1]) : 300;
  auto testCase = readText(twoOps, "bench");
  if (!testCase) {
    fmt::print("{}\n", testCase.error().message);
    return 1;
  }
  for (OptLevel level : {OptLevel::O0, OptLevel::O1, OptLevel::O2})
    measure(*testCase, level, modules);
}
