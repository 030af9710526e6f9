#include "targets/upstream/PipelineInspector.h"

#include "support/ReadFile.h"
#include "support/process/ScratchFolder.h"
#include "targets/upstream/PassList.h"
#include "targets/upstream/UpstreamModule.h"
#include "targets/upstream/UpstreamTarget.h"

#include <fmt/format.h>

namespace assay {

static Expected<PassList> listOf(const TargetName &name) {
  if (auto list = passList(name))
    return std::move(*list);
  return Error{fmt::format("{} does not say which of upstream's passes it runs", name.text())};
}

Expected<std::string> PipelineInspector::module(const TargetName &name,
                                                const TestCase &testCase) const {
  auto list = listOf(name);
  if (!list)
    return list.error();
  auto module = upstreamModule(testCase, list->version);
  if (auto *failure = module.failure())
    return Error{std::move(failure->detail)};
  return *std::move(module);
}

Expected<std::vector<std::string>> PipelineInspector::passes(const TargetName &name) const {
  auto list = listOf(name);
  if (!list)
    return list.error();
  return std::move(list->passes);
}

Expected<TargetName> PipelineInspector::withPasses(const TargetName &name,
                                                   const std::vector<std::string> &passes) const {
  auto list = listOf(name);
  if (!list)
    return list.error();
  list->passes = passes;
  return list->target();
}

Expected<PassRun> PipelineInspector::runPass(const TargetName &name, const std::string &pass,
                                             const std::string &module) const {
  auto list = listOf(name);
  if (!list)
    return list.error();
  auto tools = findUpstreamTools({list->version, ""});
  if (!tools)
    return tools.error();
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  const std::string pipeline = fmt::format("builtin.module({})", pass);
  PassRun run{fmt::format("mlir-opt-{} FILE --pass-pipeline='{}'", list->version, pipeline),
              std::string()};
  auto made = runPipeline(*tools, pipeline, module, scratch->path());
  if (auto *failure = made.failure()) {
    run.made = std::move(*failure);
    return run;
  }
  auto text = readFile(*made);
  if (!text)
    return text.error();
  run.made = std::move(*text);
  return run;
}

} // namespace assay
