#include "targets/outside/ManifestRun.h"

#include "program/Abi.h"
#include "targets/outside/Ending.h"
#include "targets/outside/Words.h"

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
Meanings tensorMeanings(const Manifest &manifest, ElementType element, const Shape &shape,
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

fs::path resultFile(const Manifest &manifest, const fs::path &folder, size_t i) {
  return folder / fmt::format("out{}{}", i, fileEnding(manifest.format));
}

} // namespace

TargetFailure judged(const Manifest &manifest, TargetFailure failure) {
  if (failure.kind == TargetFailure::Kind::Rejected)
    for (const Manifest::Refusal &refusal : manifest.unsupported)
      if (std::regex_search(failure.detail, refusal.pattern))
        return {TargetFailure::Kind::Unsupported, failure.stage, refusal.reason};
  return failure;
}

ManifestRun::ManifestRun(const TestCase &testCase, std::shared_ptr<const Manifest> manifest,
                         ScratchFolder folder, fs::path module)
    : program(testCase.program()), scalars(scalarArguments(program, testCase.specialization())),
      manifest(std::move(manifest)), folder(std::move(folder)), module(std::move(module)) {}

Manifest::Words ManifestRun::outputWords(const Run &run, const fs::path &files) const {
  Manifest::Words words;
  for (size_t i = 0; i < program.returns().size(); ++i) {
    const TensorType &type = program.type(program.returns()[i]);
    append(words, expanded(manifest->output,
                           tensorMeanings(*manifest, type.element, type.shape(run.bindings), i,
                                          resultFile(*manifest, files, i))));
  }
  return words;
}

Outcome<std::vector<Tensor>> ManifestRun::run(const Run &run, const std::vector<Tensor> &inputs) {
  using Kind = TargetFailure::Kind;
  auto files = ScratchFolder::create();
  if (!files)
    return failed(Kind::Unsupported, files.error().message);
  Manifest::Words inputWords;
  size_t number = 0;
  if (!scalars.empty() && manifest->index.empty())
    return failed(Kind::Unsupported, "the manifest has no words for index arguments");
  for (int64_t value : scalarValues(scalars, run.bindings))
    append(inputWords, expanded(manifest->index, {{{"value", fmt::format("{}", value)},
                                                   {"number", fmt::format("{}", number++)}},
                                                  {}}));
  for (const Tensor &input : inputs) {
    const fs::path file =
        files->path() / fmt::format("in{}{}", number, fileEnding(manifest->format));
    if (auto written = writeTensor(file, input, manifest->format); !written)
      return failed(Kind::Unsupported, written.error().message);
    append(inputWords, expanded(manifest->input, tensorMeanings(*manifest, input.element(),
                                                                input.shape(), number++, file)));
  }
  const Manifest::Words words = expanded(
      manifest->run,
      {{{"module", module.string()}, {"function", "main"}, {"dir", folder.path().string()}},
       {{"inputs", inputWords}, {"outputs", outputWords(run, files->path())}}});
  auto ended = runCommand(words, manifest->limits, folder.path());
  if (!ended)
    return failed(Kind::Unsupported, ended.error().message);
  if (auto failure = failureOf(*ended, Stage::Run, folder.path()))
    return judged(*manifest, std::move(*failure));
  std::vector<Tensor> results;
  for (size_t i = 0; i < program.returns().size(); ++i) {
    const TensorType &type = program.type(program.returns()[i]);
    auto result = readTensor(resultFile(*manifest, files->path(), i), type.element,
                             type.shape(run.bindings), manifest->format);
    if (const auto *no = std::get_if<NoTensor>(&result))
      return failed(Kind::Rejected,
                    fmt::format("the file of a result of type {} {}", type.text(), no->why));
    results.push_back(std::move(std::get<Tensor>(result)));
  }
  return results;
}

} // namespace assay
