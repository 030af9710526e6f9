#include "targets/core/CorePipeline.h"

#include "support/NameOf.h"
#include "target/PassPipeline.h"
#include "target/Tuning.h"
#include "targets/core/CoreRandomPipeline.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

namespace {

Error noPipeline(const TargetName &name) {
  return {
      fmt::format("{} has no pipeline of assay's passes: those have cpu:O0 to O3, hip:O0 to O3, "
                  "cpu:random=SEED, hip:random=SEED, and cpu:pipeline=TEXT with "
                  "lower-assay in it",
                  name.text())};
}

bool isOurs(const TargetName &name) {
  return name.compilerText() == "cpu" || name.compilerText() == "hip";
}

std::string chipFor(const TargetName &name) {
  if (name.pipeline)
    return chipOf(*name.pipeline);
  return name.settings.empty() ? PipelineOptions().chip : name.settings.front().text();
}

Expected<PassSequence> passesOf(const TargetName &name, const PipelineOptions &options) {
  return name.compiler == "hip" ? gpuPasses(options) : cpuPasses(options);
}

/// The passes with that bug where it is: right before a pass; or, of one that is where a phase
/// begins, behind the pass that it is behind in the plainest pipeline, or in front of all.
Expected<std::vector<std::string>> withBug(const TargetName &name, std::vector<std::string> passes,
                                           const PipelineOptions &options) {
  if (options.inject.empty())
    return passes;
  if (auto built = passesIn(*name.pipeline, options))
    return std::move(built->passes);
  auto plainest = passesOf(name, options);
  if (!plainest)
    return plainest.error();
  const auto bug = std::ranges::find_if(plainest->passes, [](const std::string &pass) {
    return passName(pass) == "assay-inject" || passName(pass) == "assay-apply-rule";
  });
  const std::string_view before = passName(*std::prev(bug));
  auto place = std::ranges::find(passes, before, passName);
  if (place == passes.end())
    return Error{fmt::format("the pipeline has no {}, behind which '{}' goes wrong", before,
                             options.inject)};
  passes.insert(std::next(place), *bug);
  return passes;
}

} // namespace

TargetName CorePipeline::running(const std::vector<std::string> &passes) const {
  TargetName name = spelled;
  name.pipeline = joinPasses(passes);
  return name;
}

Expected<CorePipeline> corePipeline(const TargetName &target, const std::string &inject) {
  const TargetName name = withCorePipeline(target);
  if (!isOurs(name) || name.isCompilerOnly())
    return noPipeline(name);
  CorePipeline made;
  made.spelled.compiler = name.compiler;
  PipelineOptions options;
  options.chip = chipFor(name);
  auto plainest = passesOf(name, options);
  if (!plainest)
    return plainest.error();
  made.plainest = std::move(plainest->passes);
  options.inject = inject;
  if (name.pipeline) {
    if (!lowersAssay(*name.pipeline))
      return noPipeline(name);
    auto passes = withBug(name, splitPasses(*name.pipeline), options);
    if (!passes)
      return passes.error();
    made.sequence.passes = std::move(*passes);
    return made;
  }
  const auto level = enumeratorNamed<OptLevel>(name.level);
  if (!level)
    return noPipeline(name);
  options.level = *level;
  options.tuning = tuningOf(name);
  made.level = name.level;
  auto sequence = passesOf(name, options);
  if (!sequence)
    return sequence.error();
  made.sequence = std::move(*sequence);
  return made;
}

Expected<TargetName> targetWithFault(const std::string &fault) {
  Error last;
  for (const TargetName &name :
       {"cpu:O3"_target, "hip:O1"_target, "cpu:O3,stripped=1"_target, "hip:O3"_target}) {
    const auto pipeline = corePipeline(name, fault);
    if (pipeline)
      return name;
    last = pipeline.error();
  }
  return last;
}

bool isCorePipeline(const TargetName &target) {
  const TargetName name = withCorePipeline(target);
  if (!isOurs(name))
    return false;
  return name.pipeline ? lowersAssay(*name.pipeline)
                       : enumeratorNamed<OptLevel>(name.level).has_value();
}

std::string chipOf(std::string_view pipeline) {
  constexpr std::string_view key = "chipset=";
  const size_t at = pipeline.find(key);
  if (at == pipeline.npos)
    return PipelineOptions().chip;
  pipeline.remove_prefix(at + key.size());
  return std::string(pipeline.substr(0, pipeline.find_first_of(" })")));
}

} // namespace assay
