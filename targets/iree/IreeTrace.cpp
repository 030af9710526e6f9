#include "targets/iree/IreeTrace.h"

#include "targets/iree/IreeRun.h"
#include "targets/iree/IreeTools.h"

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
  auto toolchain = ireeToolchain(name.release);
  if (!toolchain)
    return ours(toolchain.error());
  auto folder = ScratchFolder::create();
  if (!folder)
    return ours(folder.error());
  auto file = std::make_shared<ModuleFile>(folder->path() / "traced.vmfb");
  auto compiled = tools->compileFrom("start", module, file->path());
  if (auto *failure = compiled.failure())
    return *failure;
  const Run &run = testCase.runs().front();
  auto device = ireeDevice(name.backend);
  if (!device)
    return ours(device.error());
  if (!*device)
    return ours({"there is no device that runs it"});
  const IreeModule executable(testCase, name.flavour, toolchain->run, {file, "main"},
                              std::move(**device));
  auto printed = executable.trace(run, testCase.inputs(run));
  if (auto *failure = printed.failure())
    return *failure;
  return readTraces(*printed);
}

} // namespace assay
