// Prints how long what cpu:LEVEL compiles of a case takes: CPU milliseconds of a call on one
// thread, the median of those that fit into so many seconds. Writes the inputs of the case's first
// run into a folder, as raw bytes, so that others can be given the same.
//
//   speed_bench CASE LEVEL SECONDS [FOLDER]

#include "compiler/pipelines/Pipelines.h"
#include "program/Abi.h"
#include "program/Text.h"
#include "runners/cpu/CpuRunner.h"
#include "support/NameOf.h"
#include "targets/commands/TensorFile.h"
#include "targets/core/MlirCompiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace assay;

namespace {

[[noreturn]] void fail(std::string_view why) {
  fmt::print(stderr, "{}\n", why);
  std::exit(2);
}

TestCase read(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  auto testCase = readText(text.str(), path);
  if (!testCase)
    fail(testCase.error().message);
  return std::move(*testCase);
}

/// Milliseconds of the calls, in order of time.
std::vector<double> measure(const TestCase &testCase, OptLevel level, double seconds) {
  MlirCompiler compiler(
      [level](mlir::OpPassManager &passes) {
        PipelineOptions options;
        options.level = level;
        options.partsHost = false; // all of it is timed
        return buildCpuPipeline(passes, options);
      },
      Verification::End);
  auto runner = CpuRunner::create(level);
  auto lowered = compiler.compile(testCase);
  if (auto *failure = lowered.failure())
    fail(failure->detail);
  const Program &program = testCase.program();
  const auto scalars = scalarArguments(program, testCase.specialization());
  auto loaded =
      CpuExecutable::load(**runner, *lowered->module, scalars.size(), program.arguments().size());
  if (auto *failure = loaded.failure())
    fail(failure->detail);
  const Run &run = testCase.runs()[0];
  const std::vector<Tensor> inputs = testCase.inputs(run);
  std::vector<ResultType> results;
  for (ValueId value : program.returns())
    results.push_back({program.type(value).element, program.type(value).shape(run.bindings)});
  std::vector<double> times;
  double spent = 0;
  while (times.empty() || spent < seconds) {
    auto call = (*loaded)->time(scalarValues(scalars, run.bindings), inputs, results);
    if (auto *failure = call.failure())
      fail(failure->detail);
    times.push_back(1000 * *call);
    spent += *call;
  }
  std::sort(times.begin(), times.end());
  return times;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    fail("speed_bench CASE LEVEL SECONDS [FOLDER]");
  const TestCase testCase = read(argv[1]);
  const auto level = enumeratorNamed<OptLevel>(argv[2]);
  if (!level)
    fail("there is no such level");
  if (argc > 4) {
    const std::vector<Tensor> inputs = testCase.inputs(testCase.runs()[0]);
    for (size_t i = 0; i < inputs.size(); ++i)
      if (auto written =
              writeTensor(fmt::format("{}/in{}.bin", argv[4], i), inputs[i], TensorFormat::Raw);
          !written)
        fail(written.error().message);
  }
  const std::vector<double> times = measure(testCase, *level, std::atof(argv[3]));
  fmt::print("{:.4f}\n", times[times.size() / 2]);
}
