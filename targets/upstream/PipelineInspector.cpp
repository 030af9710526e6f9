#include "targets/upstream/PipelineInspector.h"

#include "targets/commands/OptTool.h"
#include "targets/foreign/ModuleReduction.h"
#include "targets/toolchains/Toolchain.h"
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

Expected<TargetName> PipelineInspector::basedOn(const TargetName &name) const {
  if (name.compiler != "mlir" || !isBuildName(name.release))
    return Inspector::basedOn(name);
  auto options = upstreamOptions(name);
  if (!options)
    return options.error();
  TargetName base = name;
  base.release = fmt::format("{}", options->version);
  return base;
}

Expected<std::string> PipelineInspector::content(const TargetName &name) const {
  auto options = upstreamOptions(name);
  if (!options) // in this process
    return Inspector::content(name);
  auto tools = findUpstreamTools(*options);
  if (!tools)
    return tools.error();
  std::vector<std::filesystem::path> files(tools->libraries.begin(), tools->libraries.end());
  files.insert(files.end(), {tools->opt, tools->runner});
  return contentOf(files);
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

static Expected<UpstreamTools> toolsOf(const PassList &list) {
  const auto upstream = upstreamOptions(list.whole);
  return findUpstreamTools(
      upstream ? *upstream : UpstreamOptions{fmt::format("{}", list.version), list.version, ""});
}

Expected<PassRun> PipelineInspector::runPass(const TargetName &name, const std::string &pass,
                                             const std::string &module) const {
  auto list = listOf(name);
  if (!list)
    return list.error();
  auto tools = toolsOf(*list);
  if (!tools)
    return tools.error();
  return runPassAlone(tools->opt, fmt::format("mlir-opt-{}", list->version),
                      fmt::format("builtin.module({})", pass), module);
}

Expected<std::string> PipelineInspector::reduced(const TargetName &name, const std::string &module,
                                                 const ModuleJudge &isWanted) const {
  auto list = listOf(name);
  if (!list)
    return list.error();
  auto tools = toolsOf(*list);
  if (!tools)
    return tools.error();
  return reduceModule(
      module,
      [&](const std::string &text, ModuleForm form) { return printedBy(tools->opt, text, form); },
      isWanted);
}

} // namespace assay
