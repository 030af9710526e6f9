#include "targets/manifest/ManifestRun.h"

#include "program/Abi.h"
#include "targets/commands/CommandFailure.h"
#include "targets/commands/Placeholders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

TargetFailure failed(TargetFailure::Kind kind, std::string detail) {
  return {kind, Stage::Run, std::move(detail)};
}

/// As MLIR spells it, unless the manifest says otherwise.
std::string elementText(const Manifest &manifest, ElementType element) {
  auto spelled = manifest.elements.find(element);
  if (spelled != manifest.elements.end())
    return spelled->second;
  return isComplex(element) ? "complex<f32>" : std::string(name(element));
}

/// What the placeholders of a tensor's words stand for.
Substitutions tensorSubstitutions(const Manifest &manifest, ElementType element, const Shape &shape,
                                  size_t number, const fs::path &file) {
  const std::string elementName = elementText(manifest, element);
  const std::string extents = fmt::format("{}", fmt::join(shape, "x"));
  return {{{"element", elementName},
           {"shape", extents},
           {"type", extents.empty() ? elementName : fmt::format("{}x{}", extents, elementName)},
           {"number", fmt::format("{}", number)},
           {"file", file.string()}},
          {}};
}

void append(Manifest::Words &words, Manifest::Words more) {
  words.insert(words.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

} // namespace

TargetFailure judged(const Manifest &manifest, TargetFailure failure) {
  if (failure.kind == TargetFailure::Kind::Rejected)
    for (const Manifest::Refusal &refusal : manifest.unsupported)
      if (refusal.pattern.isIn(failure.detail))
        return {TargetFailure::Kind::Unsupported, failure.stage, refusal.reason};
  return failure;
}

ManifestRun::ManifestRun(const TestCase &testCase, std::shared_ptr<const Manifest> manifest,
                         ScratchFolder folder, fs::path module)
    : program(testCase.program()), scalars(scalarArguments(program, testCase.specialization())),
      manifest(std::move(manifest)), folder(std::move(folder)), module(std::move(module)) {}

ManifestCommand manifestCommand(const Manifest &manifest, const Program &program,
                                const std::vector<SymbolId> &scalars, const Run &run,
                                const ManifestPlaces &places) {
  ManifestCommand command;
  Manifest::Words inputs, outputs;
  const std::string_view ending = fileExtension(manifest.format);
  size_t number = 0;
  for (int64_t value : scalarValues(scalars, run.bindings))
    append(inputs, expanded(manifest.index, {{{"value", fmt::format("{}", value)},
                                              {"number", fmt::format("{}", number++)}},
                                             {}}));
  for (const TensorType &type : program.arguments()) {
    command.inputs.push_back(places.files / fmt::format("in{}{}", number, ending));
    append(inputs, expanded(manifest.input,
                            tensorSubstitutions(manifest, type.element, type.shape(run.bindings),
                                                number++, command.inputs.back())));
  }
  for (size_t i = 0; i < program.returns().size(); ++i) {
    const TensorType &type = program.type(program.returns()[i]);
    command.outputs.push_back(places.files / fmt::format("out{}{}", i, ending));
    append(outputs, expanded(manifest.output,
                             tensorSubstitutions(manifest, type.element, type.shape(run.bindings),
                                                 i, command.outputs.back())));
  }
  command.words = expanded(manifest.run,
                           {{{"module", places.module}, {"function", "main"}, {"dir", places.dir}},
                            {{"inputs", inputs}, {"outputs", outputs}}});
  return command;
}

Outcome<std::vector<Tensor>> ManifestRun::run(const Run &run, const std::vector<Tensor> &inputs) {
  return results(run, inputs, MemoryFill::First);
}

std::optional<Outcome<std::vector<Tensor>>>
ManifestRun::runWithOtherFill(const Run &run, const std::vector<Tensor> &inputs) {
  if (!manifest->isGuarded)
    return std::nullopt;
  return results(run, inputs, MemoryFill::Second);
}

std::vector<fs::path> ManifestRun::code() const {
  std::vector<fs::path> code = {folder.path()};
  if (!findPlaceholder(manifest->run[0]) && !isInterpreter(manifest->run[0]))
    code.emplace_back(manifest->run[0]);
  return code;
}

Outcome<std::vector<Tensor>> ManifestRun::results(const Run &run, const std::vector<Tensor> &inputs,
                                                  MemoryFill fill) const {
  using Kind = TargetFailure::Kind;
  auto files = ScratchFolder::create();
  if (!files)
    return failed(Kind::Unsupported, files.error().message);
  if (!scalars.empty() && manifest->index.empty())
    return failed(Kind::Unsupported, "the manifest has no words for index arguments");
  const ManifestCommand command = manifestCommand(
      *manifest, program, scalars, run, {module.string(), folder.path().string(), files->path()});
  for (size_t i = 0; i < inputs.size(); ++i)
    if (auto written = writeTensor(command.inputs[i], inputs[i], manifest->format); !written)
      return failed(Kind::Unsupported, written.error().message);
  const MemoryGuard guard(code(), files->path());
  auto ended = runCommand(command.words, manifest->limits, folder.path(),
                          manifest->isGuarded ? guard.variables(fill) : std::vector<std::string>());
  if (!ended)
    return failed(Kind::Unsupported, ended.error().message);
  if (auto fault = guard.fault())
    return std::move(*fault);
  if (auto failure = failureOf(*ended, Stage::Run, folder.path()))
    return judged(*manifest, std::move(*failure));
  std::vector<Tensor> results;
  for (size_t i = 0; i < program.returns().size(); ++i) {
    const TensorType &type = program.type(program.returns()[i]);
    // Without its type: that is another one in each program, and this is one bug.
    auto result =
        readTensor(command.outputs[i], type.element, type.shape(run.bindings), manifest->format);
    if (const auto *no = std::get_if<NoTensor>(&result))
      return failed(Kind::Rejected, fmt::format("the file of result {} {}", i, no->why));
    results.push_back(std::move(std::get<Tensor>(result)));
  }
  return results;
}

} // namespace assay
