#include "targets/iree/IreeTarget.h"

#include "targets/iree/IreeRun.h"

#include <fmt/format.h>

#include <csignal>
#include <regex>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// Compiles, but there is no device that runs it.
class NotRun : public Executable {
public:
  Outcome<std::vector<Tensor>> run(const Run &, const std::vector<Tensor> &) override {
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run,
                         "there is no HIP library that runs it"};
  }
};

} // namespace

IreeTarget::IreeTarget(std::string title, IreeName parts, IreeToolchain toolchain,
                       ScratchFolder scratch)
    : title(std::move(title)), parts(std::move(parts)), toolchain(std::move(toolchain)),
      scratch(std::make_shared<ScratchFolder>(std::move(scratch))),
      writer(this->parts.flavour, this->parts.version) {}

Expected<std::unique_ptr<Target>> IreeTarget::make(std::string_view name) {
  auto parts = parseIreeName(name);
  if (!parts)
    return parts.error();
  auto toolchain = ireeToolchain(parts->version);
  if (!toolchain)
    return toolchain.error();
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  auto library = IreeLibrary::load(toolchain->library, ireeFlags(*parts));
  if (!library)
    return library.error();
  std::unique_ptr<IreeTarget> target(
      new IreeTarget(std::string(name), *parts, *toolchain, std::move(*scratch)));
  target->library = *library;
  return std::unique_ptr<Target>(std::move(target));
}

Outcome<std::unique_ptr<Executable>> IreeTarget::compile(const TestCase &testCase) const {
  Outcome<std::string> module = writer.write(testCase);
  if (auto *failure = std::get_if<TargetFailure>(&module))
    return std::move(*failure);
  const fs::path output = scratch->path() / fmt::format("{}.vmfb", modules++);
  auto compiled = library->compile(std::get<0>(module), output);
  if (auto *failure = std::get_if<TargetFailure>(&compiled))
    return std::move(*failure);
  if (parts.backend == "hip") {
    std::error_code ignored;
    fs::remove(output, ignored);
    return std::make_unique<NotRun>();
  }
  return std::make_unique<IreeModule>(testCase, parts.flavour, toolchain.run, output, scratch);
}

Accuracy IreeTarget::accuracy() const {
  Accuracy accuracy;
  // MLIR's polynomials for f32: x - n * (pi / 2), with the product and pi / 2 rounded to f32. Near
  // 0, 1.3e-7 was sampled.
  accuracy.periodReduction = 0x1p-22;
  accuracy.exp2ByExp = true;
  // A score less the greatest one is not quite 0 for the greatest itself: it is computed in two
  // ways.
  accuracy.exactAtZero = false;
  return accuracy;
}

std::vector<Premise> IreeTarget::premises(const Program &program) const {
  return writer.premises(program);
}

} // namespace assay
