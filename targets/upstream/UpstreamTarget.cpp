#include "targets/upstream/UpstreamTarget.h"

#include "compiler/mutants/Passes.h"
#include "support/Assert.h"
#include "support/Random.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "support/process/Command.h"
#include "support/process/ScratchFolder.h"
#include "target/PassPipeline.h"
#include "targets/commands/CommandFailure.h"
#include "targets/commands/MemoryGuard.h"
#include "targets/commands/OptTool.h"
#include "targets/samples/RecordedSamples.h"
#include "targets/toolchains/Toolchain.h"
#include "targets/upstream/InstalledMlir.h"
#include "targets/upstream/PatternReport.h"
#include "targets/upstream/UpstreamModule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Support/Program.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <utility>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr CommandLimits limits{60, 4096};

/// A module of the LLVM dialect with a function for each run, and the runner for it. Each process
/// of the runner compiles all of it, so that the runs that are expected are done by one, if that
/// ends well; what does not is done again, a process for each, which says which run it is.
class UpstreamRun : public Executable {
public:
  UpstreamRun(TestCase testCase, UpstreamTools tools, ScratchFolder folder, fs::path module)
      : testCase(std::move(testCase)), tools(std::move(tools)), folder(std::move(folder)),
        module(std::move(module)) {}

  void expect(const std::vector<Run> &runs) override {
    expected = runs;
    together = {};
  }

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &) override {
    return results(run, MemoryFill::First);
  }

  std::optional<Outcome<std::vector<Tensor>>>
  runWithOtherFill(const Run &run, const std::vector<Tensor> &) override {
    return results(run, MemoryFill::Second);
  }

private:
  using Results = std::vector<Tensor>;

  /// What an entry of a module prints.
  Outcome<std::string> printed(const fs::path &file, const std::string &entry, MemoryFill fill,
                               const CommandLimits &limits) const {
    // What was compiled is in no file; its runtime is.
    const MemoryGuard guard({tools.libraries.begin(), tools.libraries.end()}, folder.path());
    std::vector<std::string> command{
        tools.runner,
        file,
        "-e",
        entry,
        "--entry-point-result=void",
        fmt::format("--shared-libs={}", fmt::join(tools.libraries, ","))};
    if (const std::string_view attributes = runnerAttributes(tools.version); !attributes.empty())
      command.emplace_back(attributes);
    auto ended = runCommand(command, limits, folder.path(), guard.variables(fill));
    if (!ended)
      return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run, ended.error().message};
    if (auto fault = guard.fault())
      return std::move(*fault);
    if (auto failure = failureOf(*ended, Stage::Run, folder.path()))
      return std::move(*failure);
    return std::move(ended->out);
  }

  size_t numberOf(const Run &run) const {
    const auto &runs = testCase.runs();
    const auto at = std::ranges::find(runs, run);
    ASSAY_ASSERT(at != runs.end(), "a run of the case is run");
    return static_cast<size_t>(at - runs.begin());
  }

  Outcome<Results> results(const Run &run, MemoryFill fill) {
    if (auto given = takeTogether(run, fill))
      return std::move(*given);
    auto text = printed(module, fmt::format("run{}", numberOf(run)), fill, limits);
    if (auto *failure = text.failure())
      return std::move(*failure);
    return parseResults(*text, testCase.program(), run.bindings);
  }

  /// What the run gave together with the others that are expected, which is told once: who asks
  /// again wants to know whether it comes again.
  std::optional<Results> takeTogether(const Run &run, MemoryFill fill) {
    const auto place = std::ranges::find(expected, run);
    if (expected.size() < 2 || place == expected.end())
      return std::nullopt;
    auto &all = together[static_cast<size_t>(fill)];
    if (!all)
      all = runTogether(fill);
    const auto at = static_cast<size_t>(place - expected.begin());
    return at < all->size() ? std::exchange((*all)[at], std::nullopt) : std::nullopt;
  }

  /// By expected run; empty if it does not end well.
  std::vector<std::optional<Results>> runTogether(MemoryFill fill) const {
    auto lowered = readFile(module.string());
    if (!lowered)
      return {};
    std::vector<size_t> numbers;
    for (const Run &run : expected)
      numbers.push_back(numberOf(run));
    const std::string text = withTogether(*std::move(lowered), numbers);
    const fs::path file = folder.path() / "together.mlir";
    if (text.empty() || !writeFile(file, text))
      return {};
    // What hangs is to be waited for once.
    auto all = printed(file, "together", fill, {20, limits.mebibytes});
    if (!all)
      return {};
    auto results = parseResultsOfRuns(*all, testCase.program(), expected);
    if (!results)
      return {};
    return {std::make_move_iterator(results->begin()), std::make_move_iterator(results->end())};
  }

  TestCase testCase;
  UpstreamTools tools;
  ScratchFolder folder;
  fs::path module;
  std::vector<Run> expected;
  /// By MemoryFill; nothing where nobody asked.
  std::array<std::optional<std::vector<std::optional<Results>>>, 2> together;
};

/// The library of that stem beside the tools; nothing if there is none.
std::optional<std::string> findLibrary(const fs::path &tool, const std::string &stem) {
  std::error_code code;
  const fs::path folder = fs::canonical(tool, code).parent_path().parent_path() / "lib";
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, code))
    if (entry.path().filename().string().starts_with(stem + ".so"))
      return entry.path().string();
  return std::nullopt;
}

TargetFailure unsupported(std::string detail) {
  return {TargetFailure::Kind::Unsupported, Stage::Compile, std::move(detail)};
}

} // namespace

Expected<UpstreamOptions> upstreamOptions(const TargetName &name) {
  int version = 0;
  const char *end = name.release.data() + name.release.size();
  const auto [at, error] = std::from_chars(name.release.data(), end, version);
  const bool isVersion = error == std::errc() && at == end && version >= 1;
  if (name.compiler == "mlir" && name.random)
    return Error{
        fmt::format("'{}': pipelines are drawn for mlir@22 alone, whose passes are part of "
                    "assay; write mlir@22:random, or a pipeline as in {}:pipeline=cse",
                    name.text(), name.compilerText())};
  if (name.compiler != "mlir" || (!isVersion && !isBuildName(name.release)) || !name.pipeline)
    return Error{fmt::format(
        "'{}' is no name of upstream's tools: write it as mlir@22:pipeline=TEXT", name.text())};
  if (!isVersion) {
    auto build = mlirToolchain(name.release);
    if (!build)
      return build.error();
    version = build->version;
  }
  return UpstreamOptions{name.release, version, anchoredPipeline(*name.pipeline)};
}

/// Of a build of the user's own.
static Expected<UpstreamTools> toolsOfBuild(const UpstreamOptions &options) {
  auto build = mlirToolchain(options.release);
  if (!build)
    return build.error();
  UpstreamTools tools{options.version, build->opt, build->runner, {}};
  auto printing = findLibrary(tools.opt, "libmlir_c_runner_utils");
  if (!printing)
    return Error{fmt::format("there is no lib/libmlir_c_runner_utils.so in {}: build the target "
                             "mlir_c_runner_utils",
                             build->root.string())};
  tools.libraries = {*printing};
  if (auto halves = findLibrary(tools.opt, "libmlir_float16_utils"))
    tools.libraries.push_back(*halves);
  return tools;
}

Expected<UpstreamTools> findUpstreamTools(const UpstreamOptions &options) {
  if (isBuildName(options.release))
    return toolsOfBuild(options);
  const int version = options.version;
  auto opt = llvm::sys::findProgramByName(fmt::format("mlir-opt-{}", version));
  auto runner = llvm::sys::findProgramByName(fmt::format("{}-{}", options.runner(), version));
  if (!opt || !runner)
    return Error{fmt::format("there is no {}-{} on the PATH: apt install mlir-{}-tools libmlir-{}",
                             opt ? options.runner() : "mlir-opt", version, version, version)};
  UpstreamTools tools{version, *opt, *runner, {}};
  auto printing = findLibrary(tools.opt, "libmlir_c_runner_utils");
  if (!printing)
    return Error{fmt::format("there is no libmlir_c_runner_utils.so of version {}: apt install "
                             "libmlir-{}",
                             version, version)};
  tools.libraries = {*printing};
  if (auto halves = findLibrary(tools.opt, "libmlir_float16_utils"))
    tools.libraries.push_back(*halves);
  return tools;
}

UpstreamTarget::UpstreamTarget(TargetName title, UpstreamTools tools, std::string pipeline,
                               std::optional<MutantOptions> mutant)
    : title(std::move(title)), promised{recordedAllowances(this->title)}, tools(std::move(tools)),
      pipeline(std::move(pipeline)), mutant(std::move(mutant)) {}

Expected<std::unique_ptr<Target>> UpstreamTarget::make(const TargetName &name,
                                                       const TargetOptions &options) {
  auto parts = upstreamOptions(name);
  if (!parts)
    return parts.error();
  auto tools = findUpstreamTools(*parts);
  if (!tools)
    return tools.error();
  const auto made = [&] {
    return std::unique_ptr<Target>(
        new UpstreamTarget(name, std::move(*tools), parts->pipeline, options.mutant));
  };
  // The target without it was tried out, and there is one for each mutant.
  if (options.mutant)
    return made();
  auto tried = runCommand({tools->opt, "--pass-pipeline=" + parts->pipeline, "-"}, limits);
  if (!tried)
    return tried.error();
  // What crashes is a finding, and check() reports it.
  auto failure = failureOf(*tried, Stage::Compile, "");
  if (failure && failure->kind == TargetFailure::Kind::Rejected)
    return Error{fmt::format("mlir-opt-{} does not take the pipeline '{}': {}", parts->version,
                             parts->pipeline, failure->detail)};
  return made();
}

std::vector<PointCount> UpstreamTarget::takeCoverage() const {
  counts = CoverageScope::Nothing;
  return std::exchange(counted, {});
}

Outcome<fs::path> UpstreamTarget::lower(const TestCase &testCase, const fs::path &folder,
                                        const std::vector<std::string> &variables) const {
  Outcome<std::string> text = upstreamModule(testCase, tools.version);
  if (auto *failure = text.failure())
    return *failure;
  return runPipeline(tools.opt, pipeline, *text, folder, variables);
}

Outcome<fs::path> UpstreamTarget::lowerMutated(const TestCase &testCase,
                                               const fs::path &folder) const {
  const std::vector<std::string> passes = splitPasses(pipeline);
  const size_t behindPasses = tools.version == installedMlir ? passes.size() : 0;
  constexpr std::array given = {Phase::Emitted, Phase::Tensors};
  const size_t place =
      Random::forIndex(mutant->seed, placeOfMutantStream).below(given.size() + behindPasses);
  const bool isGiven = place < given.size();
  Outcome<std::string> text =
      upstreamModule(testCase, tools.version,
                     isGiven ? std::optional(ModuleMutant{given[place], *mutant}) : std::nullopt);
  if (auto *failure = text.failure())
    return *failure;
  if (isGiven)
    return runPipeline(tools.opt, pipeline, *text, folder);
  const auto split = passes.begin() + static_cast<std::ptrdiff_t>(place - given.size()) + 1;
  auto half =
      runPipeline(tools.opt, anchoredPipeline(joinPasses({passes.begin(), split})), *text, folder);
  if (auto *failure = half.failure())
    return *failure;
  auto halfText = readFile(half->string());
  if (!halfText)
    return unsupported(halfText.error().message);
  auto changed = withMutant(*halfText, *mutant);
  if (auto *failure = changed.failure())
    return *failure;
  return runPipeline(tools.opt, anchoredPipeline(joinPasses({split, passes.end()})), *changed,
                     folder);
}

Outcome<std::unique_ptr<Executable>> UpstreamTarget::compile(const TestCase &testCase) const {
  auto folder = ScratchFolder::create();
  if (!folder)
    return unsupported(folder.error().message);
  const PatternReport report(folder->path());
  // Others have their patterns laid out in other ways.
  const bool isCounted = counts != CoverageScope::Nothing && tools.version == installedMlir;
  auto lowered = mutant ? lowerMutated(testCase, folder->path())
                        : lower(testCase, folder->path(),
                                isCounted ? report.variables() : std::vector<std::string>());
  if (isCounted)
    counted = report.counts();
  if (auto *failure = lowered.failure())
    return *failure;
  return std::make_unique<UpstreamRun>(testCase, tools, std::move(*folder), *lowered);
}

} // namespace assay
