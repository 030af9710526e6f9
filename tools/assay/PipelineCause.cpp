#include "tools/assay/PipelineCause.h"

#include "check/Cause.h"
#include "check/Signature.h"
#include "support/process/ScratchFolder.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "targets/upstream/UpstreamModule.h"
#include "targets/upstream/UpstreamTarget.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>

namespace assay {

namespace {

/// A pass that the failure needs, and what is said of the case when it is left out.
struct Needed {
  std::string pass;
  std::string without;
  bool hides = false; // without it the case is right
};

std::vector<Needed> smallestPart(Trials &trials, PassList list, const Verdict &wanted) {
  std::vector<Needed> needed;
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    needed.clear();
    for (size_t at = list.passes.size(); at-- > 0;) {
      PassList rest = list;
      rest.passes.erase(rest.passes.begin() + static_cast<std::ptrdiff_t>(at));
      // An error: without it the pipeline no longer leads to the LLVM dialect.
      const auto verdict =
          trials.on(rest.target(), fmt::format("without pass {} of {}: {}", at + 1,
                                               list.passes.size(), list.passes[at]));
      if (verdict && sameCause(wanted, *verdict)) {
        list = std::move(rest);
        shrinks = true;
      } else {
        needed.push_back({list.passes[at],
                          verdict ? comparedWith(wanted, *verdict) : "no longer lowered to LLVM",
                          verdict && std::holds_alternative<Agree>(verdict->outcome)});
      }
    }
  }
  return {needed.rbegin(), needed.rend()};
}

std::string pipelineOf(std::span<const Needed> passes) {
  std::vector<std::string> names;
  for (const Needed &one : passes)
    names.push_back(one.pass);
  return fmt::format("builtin.module({})", fmt::join(names, ","));
}

/// Runs more and more passes of mlir-opt until one of them does not end well or is the first
/// without which the case is right.
Expected<void> tellGuiltyPass(Trials &trials, const UpstreamTools &tools, std::string module,
                              const std::vector<Needed> &needed,
                              const std::filesystem::path &irFile) {
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  for (const Needed &one : needed) {
    trials.show(fmt::format("{} alone", one.pass));
    auto made = runPipeline(tools, pipelineOf({&one, 1}), module, scratch->path());
    const auto *failure = std::get_if<TargetFailure>(&made);
    if (failure || one.hides) {
      if (auto written = writeFile(irFile, module); !written)
        return written.error();
      trials.say("\n{} {}\n  the IR before it: {}\n  that pass alone: mlir-opt-{} {} "
                 "--pass-pipeline='{}'\n",
                 failure ? "fails in" : "goes wrong with", one.pass, irFile.string(), tools.version,
                 irFile.string(), pipelineOf({&one, 1}));
      if (failure)
        trials.say("  says {}\n", failureVerdict(*failure).signature.text);
      return {};
    }
    auto text = readFile(std::get<0>(made));
    if (!text)
      return text.error();
    module = std::move(*text);
  }
  trials.say("\nwhich of them is to blame is not known: without any of them nothing runs\n");
  return {};
}

} // namespace

Expected<void> tellPipelineCause(Trials &trials, const PassList &list, const Verdict &verdict,
                                 const std::filesystem::path &irFile) {
  const auto needed = smallestPart(trials, list, verdict);
  trials.say("\nneeds {} of {} passes:\n", needed.size(), list.passes.size());
  size_t width = 0;
  for (const Needed &one : needed)
    width = std::max(width, one.pass.size());
  for (const Needed &one : needed)
    trials.say("  {:{}}  without it: {}\n", one.pass, std::min<size_t>(width, 58), one.without);
  auto tools = findUpstreamTools({list.version, ""});
  if (!tools)
    return tools.error();
  auto module = upstreamModule(trials.testCase, list.version);
  if (auto *failure = std::get_if<TargetFailure>(&module))
    return Error{std::move(failure->detail)};
  return tellGuiltyPass(trials, *tools, std::get<0>(std::move(module)), needed, irFile);
}

} // namespace assay
