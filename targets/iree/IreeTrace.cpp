#include "targets/iree/IreeTrace.h"

#include "targets/iree/IreeRun.h"
#include "targets/iree/IreeTools.h"

#include <map>

namespace assay {

std::vector<DispatchTrace> readTraces(std::string_view text) {
  constexpr std::string_view begin = "=== ", inputs = " inputs ===", outputs = " outputs ===";
  std::vector<DispatchTrace> traces;
  std::string *part = nullptr;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool isHeader = line.starts_with(begin);
    if (isHeader && line.ends_with(inputs)) {
      const std::string_view name =
          line.substr(begin.size(), line.size() - begin.size() - inputs.size());
      part = &traces.emplace_back(DispatchTrace{std::string(name), {}, {}}).inputs;
    } else if (isHeader && line.ends_with(outputs) && !traces.empty()) {
      part = &traces.back().outputs;
    } else if (part && !line.empty()) {
      *part += std::string(line) + "\n";
    }
  }
  return traces;
}

Outcome<std::vector<DispatchTrace>>
traceDispatches(const IreeOptions &name, const TestCase &testCase, const std::string &module) {
  auto ours = [](const Error &error) {
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit, error.message};
  };
  IreeOptions traced = name;
  traced.flags.emplace_back(traceFlag);
  auto tools = IreeTools::make(traced);
  if (!tools)
    return ours(tools.error());
  auto toolchain = ireeToolchain(name.version);
  if (!toolchain)
    return ours(toolchain.error());
  auto folder = ScratchFolder::create();
  if (!folder)
    return ours(folder.error());
  auto file = std::make_shared<ModuleFile>(folder->path() / "traced.vmfb");
  auto compiled = tools->compileFrom("start", module, file->path());
  if (auto *failure = std::get_if<TargetFailure>(&compiled))
    return std::move(*failure);
  const Run &run = testCase.runs().front();
  auto device = ireeDevice(name.backend);
  if (!device)
    return ours(device.error());
  if (!*device)
    return ours({"there is no device that runs it"});
  const IreeModule executable(testCase, name.flavour, toolchain->run, {file, "main"},
                              std::move(**device));
  auto printed = executable.trace(run, testCase.inputs(run));
  if (auto *failure = std::get_if<TargetFailure>(&printed))
    return std::move(*failure);
  return readTraces(std::get<0>(printed));
}

std::optional<TraceDifference> firstDifference(const std::vector<DispatchTrace> &one,
                                               const std::vector<DispatchTrace> &other,
                                               size_t &common) {
  // A dispatch is named by its op and shape: of several calls the first belongs to the first.
  std::multimap<std::string_view, const DispatchTrace *> calls;
  for (const DispatchTrace &trace : other)
    calls.emplace(trace.name, &trace);
  common = 0;
  std::optional<TraceDifference> difference;
  for (const DispatchTrace &trace : one) {
    auto call = calls.lower_bound(trace.name);
    if (call == calls.end() || call->first != trace.name)
      continue;
    ++common;
    const bool isInput = call->second->inputs != trace.inputs;
    if (!difference && (isInput || call->second->outputs != trace.outputs))
      difference = {trace.name, isInput};
    calls.erase(call);
  }
  return difference;
}

} // namespace assay
