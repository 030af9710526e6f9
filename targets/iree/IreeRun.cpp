#include "targets/iree/IreeRun.h"

#include "program/Abi.h"
#include "runners/process/Command.h"
#include "support/CrashText.h"

#include <fmt/format.h>

#include <cstring>
#include <fstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

std::string elementName(ElementType type) {
  // The tools split a shape at each x, so that MLIR's spelling will not do; cf64 has two parts of
  // 32 bits.
  return isComplex(type) ? "cf64" : std::string(name(type));
}

Expected<void> writeBytes(const fs::path &path, const Tensor &tensor) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(tensor.data()),
             static_cast<std::streamsize>(tensor.byteSize()));
  file.flush();
  if (!file)
    return Error{fmt::format("cannot write {}: is the disk full?", path.string())};
  return {};
}

/// The file's bytes as a tensor of that type; nothing if there are more or fewer.
std::optional<Tensor> readBytes(const fs::path &path, ElementType element, const Shape &shape) {
  Tensor tensor(element, shape);
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || static_cast<size_t>(file.tellg()) != tensor.byteSize())
    return std::nullopt;
  file.seekg(0);
  file.read(reinterpret_cast<char *>(tensor.data()),
            static_cast<std::streamsize>(tensor.byteSize()));
  return tensor;
}

TargetFailure failed(TargetFailure::Kind kind, std::string detail) {
  return {kind, Stage::Run, std::move(detail)};
}

/// What the tool says, without the place in its own source.
std::string complaint(const std::string &text) {
  std::string line = text.substr(0, text.find('\n'));
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

IreeModule::IreeModule(const TestCase &testCase, Flavour flavour, fs::path tool, fs::path module,
                       std::shared_ptr<ScratchFolder> scratch)
    : program(testCase.program()), scalars(scalarArguments(program, testCase.specialization())),
      flavour(flavour), tool(std::move(tool)), module(std::move(module)),
      scratch(std::move(scratch)) {}

IreeModule::~IreeModule() {
  std::error_code ignored;
  fs::remove(module, ignored);
}

Outcome<std::vector<Tensor>> IreeModule::run(const Run &run, const std::vector<Tensor> &inputs) {
  auto folder = ScratchFolder::create();
  if (!folder)
    return failed(TargetFailure::Kind::Unsupported, folder.error().message);
  std::vector<std::string> words = {tool, "--module=" + module.string(), "--device=local-sync",
                                    "--function=main"};
  for (SymbolId symbol : scalars)
    words.push_back("--input=" + ireeScalar(flavour, run.bindings[static_cast<size_t>(symbol)]));
  for (size_t i = 0; i < inputs.size(); ++i) {
    const fs::path file = folder->path() / fmt::format("in{}.bin", i);
    if (auto written = writeBytes(file, inputs[i]); !written)
      return failed(TargetFailure::Kind::Unsupported, written.error().message);
    words.push_back(fmt::format("--input={}=@{}", ireeBufferType(inputs[i]), file.string()));
  }
  const size_t count = program.returns().size();
  for (size_t i = 0; i < count; ++i)
    words.push_back(
        fmt::format("--output=@{}", (folder->path() / fmt::format("out{}.bin", i)).string()));
  auto ended = runCommand(words);
  if (!ended)
    return failed(TargetFailure::Kind::Unsupported, ended.error().message);
  switch (ended->end) {
  case CommandResult::End::TimedOut:
    return failed(TargetFailure::Kind::TimedOut, "iree-run-module ran out of time");
  case CommandResult::End::Signalled:
    return failed(TargetFailure::Kind::Crashed, signalName(ended->signal));
  case CommandResult::End::Exited:
    break;
  }
  if (ended->exitCode != 0)
    return failed(TargetFailure::Kind::Rejected, complaint(ended->err));
  std::vector<Tensor> results;
  for (size_t i = 0; i < count; ++i) {
    const TensorType &type = program.type(program.returns()[i]);
    auto result = readBytes(folder->path() / fmt::format("out{}.bin", i), type.element,
                            type.shape(run.bindings));
    if (!result)
      return failed(TargetFailure::Kind::Rejected,
                    fmt::format("a result of type {} has another size", type.text()));
    results.push_back(std::move(*result));
  }
  return results;
}

} // namespace assay
