#include "targets/iree/IreeTarget.h"

#include "compiler/faults/Faults.h"
#include "program/Json.h"
#include "support/Hash.h"
#include "targets/iree/IreeDispatches.h"
#include "targets/iree/IreeLimits.h"
#include "targets/iree/IreeProcessor.h"
#include "targets/iree/IreeRelay.h"
#include "targets/iree/IreeTools.h"
#include "targets/samples/RecordedSamples.h"

#include <fmt/format.h>

#include <utility>

namespace assay {

namespace {

std::string nameOf(const TestCase &testCase) { return contentName(writeJson(testCase)); }

/// Compiles, but nothing here runs it.
class NotRun : public Executable {
public:
  explicit NotRun(std::string why) : why(std::move(why)) {}

  Outcome<std::vector<Tensor>> run(const Run &, const std::vector<Tensor> &) override {
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run, why};
  }

private:
  std::string why;
};

/// Why this machine's processor does not run the code; empty if it does.
std::string missingProcessor(const IreeOptions &options) {
  constexpr std::string_view flag = "--iree-llvmcpu-target-cpu=";
  std::string missing;
  for (std::string_view given : options.flags)
    if (options.backend == "llvm-cpu" && given.starts_with(flag))
      missing = missingForCpu(given.substr(flag.size()), processorLevel());
  return missing;
}

} // namespace

IreeTarget::IreeTarget(TargetName title, IreeOptions parts, IreeToolchain toolchain,
                       ScratchFolder scratch, std::string fault)
    : title(std::move(title)), parts(std::move(parts)), toolchain(std::move(toolchain)),
      scratch(std::make_shared<ScratchFolder>(std::move(scratch))),
      writer(this->parts.flavour, this->parts.version, std::move(fault)) {}

template <class Steps> Expected<IreeTarget::Stepwise> IreeTarget::stepsOf(const IreeOptions &name) {
  auto steps = Steps::make(name);
  if (!steps)
    return steps.error();
  return Stepwise(
      [steps = std::move(*steps)](const std::string &module, const std::filesystem::path &output) {
        return steps.compile(module, output);
      });
}

Expected<std::unique_ptr<Target>> IreeTarget::make(const TargetName &name,
                                                   const TargetOptions &options) {
  auto parts = ireeOptions(name);
  if (!parts)
    return parts.error();
  if (!options.inject.empty()) {
    if (!takesFaults(parts->flavour))
      return Error{"faults are built into programs in the flavours iree and linalg"};
    ASSAY_TRY(faultFromName(options.inject));
  }
  auto toolchain = ireeToolchain(parts->release);
  if (!toolchain)
    return toolchain.error();
  auto samples = samplesOf(toolchain->name());
  if (!samples)
    return samples.error();
  auto device = ireeDevice(parts->backend);
  if (!device)
    return device.error();
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  std::unique_ptr<IreeTarget> target(
      new IreeTarget(name, *parts, *toolchain, std::move(*scratch), options.inject));
  const TargetName full = targetNameOf(*parts);
  const auto sampled = sampledOn(*samples, full);
  target->promised.allowances = sampled ? *sampled : recordedAllowances(full);
  target->runsOn = std::move(*device);
  if (parts->tuning || parts->rest) {
    auto steps = parts->tuning ? stepsOf<IreeDispatches>(*parts) : stepsOf<IreeRelay>(*parts);
    if (!steps)
      return steps.error();
    target->stepwise = std::move(*steps);
    return std::unique_ptr<Target>(std::move(target));
  }
  if (toolchain->isProcess) {
    auto tools = IreeTools::make(*parts);
    if (!tools)
      return tools.error();
    target->stepwise = [tools = std::move(*tools)](const std::string &module,
                                                   const std::filesystem::path &output) {
      return tools.compileFrom("start", module, output);
    };
    return std::unique_ptr<Target>(std::move(target));
  }
  auto library = IreeLibrary::load(toolchain->library, ireeFlags(*parts));
  if (!library)
    return library.error();
  target->library = *library;
  return std::unique_ptr<Target>(std::move(target));
}

std::optional<Device> IreeTarget::device() const {
  if (!runsOn || !runsOn->hip)
    return std::nullopt;
  return Device{runsOn->hip->library.string(), runsOn->hip->device, ireeHipChip(parts)};
}

std::shared_ptr<ModuleFile> IreeTarget::nextFile() const {
  return std::make_shared<ModuleFile>(scratch->path() / fmt::format("{}.vmfb", modules++));
}

std::unique_ptr<Executable> IreeTarget::executable(const TestCase &testCase,
                                                   Compiled compiled) const {
  if (!runsOn)
    return std::make_unique<NotRun>(
        "there is no HIP library that runs it: name one in ASSAY_HIP_LIBRARY");
  if (std::string missing = missingProcessor(parts); !missing.empty())
    return std::make_unique<NotRun>(std::move(missing));
  return std::make_unique<IreeModule>(testCase, parts.flavour, toolchain.run, std::move(compiled),
                                      *runsOn);
}

Outcome<std::unique_ptr<Executable>> IreeTarget::compile(const TestCase &testCase) const {
  if (auto missing = missingIn(parts.backend, testCase.program()))
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit, std::move(*missing)};
  std::optional<TargetFailure> accused;
  if (!joint.empty())
    if (auto known = joint.extract(nameOf(testCase))) {
      if (auto *compiled = std::get_if<Compiled>(&known.mapped()))
        return executable(testCase, std::move(*compiled));
      accused = std::get<TargetFailure>(std::move(known.mapped()));
    }
  Outcome<std::string> module = writer.write(testCase);
  if (auto *failure = module.failure())
    return *failure;
  if (auto missing = missingForModule(*module))
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit, std::move(*missing)};
  auto file = nextFile();
  auto compiled =
      stepwise ? stepwise(*module, file->path()) : library->compile(*module, file->path());
  if (auto *failure = compiled.failure())
    return *failure;
  if (accused)
    return std::move(*accused);
  return executable(testCase, {std::move(file), "main"});
}

void IreeTarget::compileJointly(std::span<const TestCase *const> cases) const {
  joint.clear();
  std::vector<const TestCase *> some;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (!missingIn(parts.backend, cases[i]->program()))
      some.push_back(cases[i]);
    if (some.size() == parts.joint || i + 1 == cases.size())
      compileSome(std::exchange(some, {}));
  }
}

/// What does not compile at the second attempt is compiled alone, each when its turn comes: more
/// attempts cost more than they save.
void IreeTarget::compileSome(std::vector<const TestCase *> cases) const {
  for (int attempt = 0; attempt < 2 && cases.size() > 1; ++attempt) {
    const JointModule module = writer.write(cases);
    auto file = nextFile();
    auto compiled = library->compile(module.text, file->path());
    const auto *failure = compiled.failure();
    if (!failure) {
      for (size_t i = 0; i < cases.size(); ++i)
        if (!module.entries[i].empty())
          joint.emplace(nameOf(*cases[i]), Compiled{file, module.entries[i]});
      return;
    }
    // Without a place, all are under suspicion, and the last one answers for them.
    const auto accused = module.accused(failure->detail);
    joint.emplace(nameOf(*cases[accused.value_or(cases.size() - 1)]), *failure);
    if (!accused)
      return;
    cases.erase(cases.begin() + static_cast<std::ptrdiff_t>(*accused));
  }
}

/// What is done between the phases is done behind those that are looked at, or changes them.
std::vector<Metric> IreeTarget::metrics() const {
  return stepwise ? std::vector<Metric>()
                  : std::vector(std::begin(ireeMetrics), std::end(ireeMetrics));
}

Outcome<Metrics> IreeTarget::measure(const TestCase &testCase) const {
  const auto tools = IreeTools::make(parts);
  if (!tools)
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit, tools.error().message};
  auto module = writer.write(testCase);
  if (auto *failure = module.failure())
    return *failure;
  const auto statistics = tools->statistics(*module);
  if (auto *failure = statistics.failure())
    return *failure;
  return ireeMetricsOf(*statistics);
}

std::vector<Premise> IreeTarget::premises(const Program &program) const {
  return writer.premises(program);
}

} // namespace assay
