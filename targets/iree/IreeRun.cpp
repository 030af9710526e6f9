#include "targets/iree/IreeRun.h"

#include "program/Abi.h"
#include "runners/hip/HipFaults.h"
#include "support/FirstLine.h"
#include "support/process/Command.h"
#include "support/process/ScratchFolder.h"
#include "targets/commands/CommandFailure.h"
#include "targets/commands/TensorFile.h"

#include <fmt/format.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

std::string elementName(ElementType type) {
  // The tools split a shape at each x, so that MLIR's spelling will not do; cf64 has two parts of
  // 32 bits.
  return isComplex(type) ? "cf64" : std::string(name(type));
}

TargetFailure failed(TargetFailure::Kind kind, std::string detail) {
  return {kind, Stage::Run, std::move(detail)};
}

/// What the tool says, without the place in its own source.
std::string complaint(const std::string &text) {
  std::string line = firstLine(text);
  // "iree/runtime/src/x.c:103: INVALID_ARGUMENT; ..."
  const size_t colon = line.find(": ");
  if (colon != std::string::npos && line.find(' ') > colon)
    line = line.substr(colon + 2);
  // The call stack follows in brackets.
  return line.substr(0, line.find("; [ "));
}

} // namespace

std::string ireeBufferType(const Tensor &tensor) {
  std::string text;
  for (int64_t extent : tensor.shape())
    text += fmt::format("{}x", extent);
  return text + elementName(tensor.element());
}

std::string ireeScalar(Flavour flavour, int64_t value) {
  return fmt::format("{}{}", flavour == Flavour::Stablehlo ? "i64=" : "", value);
}

ModuleFile::~ModuleFile() {
  std::error_code ignored;
  fs::remove(file, ignored);
}

IreeModule::IreeModule(const TestCase &testCase, Flavour flavour, fs::path tool, Compiled compiled,
                       IreeDevice device)
    : program(testCase.program()), scalars(scalarArguments(program, testCase.specialization())),
      flavour(flavour), tool(std::move(tool)), compiled(std::move(compiled)),
      device(std::move(device)) {}

Outcome<std::string> IreeModule::printed(const Run &run, const std::vector<Tensor> &inputs,
                                         const fs::path &folder, Surroundings surroundings) const {
  auto &[variables, fill] = surroundings;
  std::vector<std::string> words = {tool, "--module=" + compiled.module->path().string(),
                                    "--function=" + compiled.entry};
  words.insert(words.end(), device.flags.begin(), device.flags.end());
  for (int64_t value : scalarValues(scalars, run.bindings))
    words.push_back("--input=" + ireeScalar(flavour, value));
  for (size_t i = 0; i < inputs.size(); ++i) {
    const fs::path file = folder / fmt::format("in{}.bin", i);
    if (auto written = writeTensor(file, inputs[i], TensorFormat::Raw); !written)
      return failed(TargetFailure::Kind::Unsupported, written.error().message);
    words.push_back(fmt::format("--input={}=@{}", ireeBufferType(inputs[i]), file.string()));
  }
  for (size_t i = 0; i < program.returns().size(); ++i)
    words.push_back(fmt::format("--output=@{}", (folder / fmt::format("out{}.bin", i)).string()));
  // Its own library watches a device's memory.
  const MemoryGuard guard({tool}, folder);
  if (!device.hip) {
    for (std::string &variable : guard.variables(fill))
      variables.push_back(std::move(variable));
    // IREE asks for zeroed memory, whose content is not ours to choose: this fills buffers with
    // 0xcd. With the other fill they are as they come.
    if (fill == MemoryFill::First)
      words.emplace_back("--device_allocator=debug");
  }
  const fs::path faults = folder / "faults.json";
  variables.push_back("ASSAY_HIP_REPORT=" + faults.string());
  // Where its threads wait for one another nobody has to wait for long.
  auto ended = runCommand(words, {.restingSeconds = 10}, folder, variables);
  if (!ended)
    return failed(TargetFailure::Kind::Unsupported, ended.error().message);
  if (auto fault = firstHipFault(faults))
    return std::move(*fault);
  if (auto fault = guard.fault(compiled.module->path()))
    return std::move(*fault);
  if (auto failure = failureOf(*ended, Stage::Run, folder)) {
    if (failure->kind == TargetFailure::Kind::Rejected)
      failure->detail = complaint(failure->detail);
    return std::move(*failure);
  }
  return std::move(ended->err);
}

Outcome<std::string> IreeModule::trace(const Run &run, const std::vector<Tensor> &inputs) const {
  auto folder = ScratchFolder::create();
  if (!folder)
    return failed(TargetFailure::Kind::Unsupported, folder.error().message);
  return printed(run, inputs, folder->path(), {});
}

Outcome<std::vector<Tensor>> IreeModule::run(const Run &run, const std::vector<Tensor> &inputs) {
  return results(run, inputs, {});
}

std::optional<Outcome<std::vector<Tensor>>>
IreeModule::runInOtherOrder(const Run &run, const std::vector<Tensor> &inputs) {
  if (!device.hip)
    return std::nullopt;
  return results(run, inputs,
                 {{fmt::format("ASSAY_HIP_SCHEDULE={}", device.hip->settings.schedule + 1)}});
}

std::optional<Outcome<std::vector<Tensor>>>
IreeModule::runWithOtherFill(const Run &run, const std::vector<Tensor> &inputs) {
  if (device.hip)
    return std::nullopt;
  return results(run, inputs, {{}, MemoryFill::Second});
}

std::string IreeModule::racesIn(const Run &run, const std::vector<Tensor> &inputs) {
  if (!device.hip)
    return {};
  return foundBy(results(run, inputs, {{"ASSAY_HIP_CHECKS=races"}}));
}

Outcome<std::vector<Tensor>> IreeModule::results(const Run &run, const std::vector<Tensor> &inputs,
                                                 Surroundings surroundings) const {
  auto folder = ScratchFolder::create();
  if (!folder)
    return failed(TargetFailure::Kind::Unsupported, folder.error().message);
  auto ended = printed(run, inputs, folder->path(), std::move(surroundings));
  if (auto *failure = ended.failure())
    return *failure;
  std::vector<Tensor> results;
  for (size_t i = 0; i < program.returns().size(); ++i) {
    const TensorType &type = program.type(program.returns()[i]);
    auto result = readTensor(folder->path() / fmt::format("out{}.bin", i), type.element,
                             type.shape(run.bindings), TensorFormat::Raw);
    if (auto *none = std::get_if<NoTensor>(&result))
      return failed(TargetFailure::Kind::Rejected,
                    fmt::format("a result of type {} {}", type.text(), none->why));
    results.push_back(std::move(std::get<Tensor>(result)));
  }
  return results;
}

} // namespace assay
