// Prints what compiling and running costs on the CPU targets, step by step: for a program of two
// ops, and for generated programs, which are also checked.
//
//   compile_bench [PROGRAMS [SEED [LEVEL]]]

#include "check/Check.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "program/Text.h"
#include "support/NameOf.h"
#include "support/Stopwatch.h"
#include "targets/core/CpuTarget.h"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <map>

using namespace assay;

namespace {

constexpr const char *twoOps = R"(assay 1
d0 dynamic
%0 = argument f16[d0,8]
%1 = argument bf16[d0,8]
%2 = unary(%0) as generic {function=tanh}
%3 = unary(%1) as generic {function=erf}
return %2, %3
run d0=4
  %0 = uniform {seed=1, low=-1, high=1}
  %1 = uniform {seed=2, low=-1, high=1}
)";

double cpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::unique_ptr<CpuTarget> makeCpu(OptLevel level) {
  auto builder = [level](mlir::OpPassManager &passes) {
    return buildCpuPipeline(passes, {level, ""});
  };
  auto target = std::make_unique<CpuTarget>("cpu:O0"_target.with(nameOf(level)), builder, level,
                                            Verification::End);
  if (auto started = target->start(); !started) {
    fmt::print(stderr, "{}\n", started.error().message);
    std::exit(2);
  }
  return target;
}

/// Wall milliseconds by step, divided among `modules`, and CPU milliseconds in all.
void printSteps(std::string_view what, const CpuTarget &target, double cpu, int modules) {
  const MlirSeconds &mlir = target.mlirSeconds();
  const CodegenSeconds llvm = target.codegenSeconds();
  auto ms = [&](double seconds) { return 1000 * seconds / modules; };
  fmt::print(
      "{:9} {}: {:6.2f} CPU ms a program; wall: emit {:.2f}, passes {:.2f}, translate {:.2f}, "
      "optimise {:.2f}, codegen {:.2f}, link {:.2f}\n",
      what, target.name().text(), ms(cpu), ms(mlir.emit), ms(mlir.passes), ms(mlir.translate),
      ms(llvm.optimise), ms(llvm.codegen), ms(llvm.link));
}

void measureTwoOps(OptLevel level, int modules) {
  auto testCase = readText(twoOps, "two ops");
  auto target = makeCpu(level);
  const Run &run = testCase->runs()[0];
  const std::vector<Tensor> inputs = testCase->inputs(run);
  const double begin = cpuSeconds();
  for (int i = 0; i < modules; ++i) {
    auto compiled = target->compile(*testCase);
    if (auto *failure = compiled.failure()) {
      fmt::print("two ops are rejected: {}\n", failure->detail);
      return;
    }
    (void)(*compiled)->run(run, inputs);
  }
  printSteps("two ops", *target, cpuSeconds() - begin, modules);
}

void measureGenerated(OptLevel level, int programs, uint64_t seed) {
  const Profile &profile = profiles().front();
  auto target = makeCpu(level);
  std::map<std::string, std::vector<int>> verdicts; // indices of the programs
  StageSeconds sum;
  double generate = 0;
  const double begin = cpuSeconds();
  for (int i = 0; i < programs; ++i) {
    const TestCase testCase = [&] {
      Stopwatch watch(generate);
      return assay::generate(seed, static_cast<uint64_t>(i), profile);
    }();
    const Verdict verdict = check(testCase, *target);
    verdicts[std::string(verdict.isFinding() ? verdict.signature.text() : verdict.name())]
        .push_back(i);
    sum.generate += verdict.seconds.generate;
    sum.oracle += verdict.seconds.oracle;
    sum.compile += verdict.seconds.compile;
    sum.run += verdict.seconds.run;
    sum.compare += verdict.seconds.compare;
  }
  printSteps("generated", *target, cpuSeconds() - begin, programs);
  auto ms = [&](double seconds) { return 1000 * seconds / programs; };
  fmt::print(
      "  check, wall ms a program: generate {:.2f}, oracle {:.2f}, compile {:.2f}, run {:.2f}, "
      "compare {:.2f}\n",
      ms(generate + sum.generate), ms(sum.oracle), ms(sum.compile), ms(sum.run), ms(sum.compare));
  for (const auto &[name, indices] : verdicts)
    fmt::print("  {:6} {} (first: index {})\n", indices.size(), name, indices.front());
}

} // namespace

int main(int argc, char **argv) {
  const int programs = argc > 1 ? std::atoi(argv[1]) : 300;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  for (OptLevel level : {OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3}) {
    if (argc > 3 && std::atoi(argv[3]) != static_cast<int>(level))
      continue;
    measureTwoOps(level, programs);
    measureGenerated(level, programs, seed);
  }
}
