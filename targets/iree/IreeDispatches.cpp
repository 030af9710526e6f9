#include "targets/iree/IreeDispatches.h"

#include "support/Assert.h"
#include "targets/foreign/ForeignModule.h"
#include "targets/iree/IreeConfigs.h"

#include <fmt/format.h>

namespace assay {

/// The dispatches of each target stand in the module, and no code was chosen yet.
static constexpr const char *sourcesPhase = "executable-sources";

static TargetFailure rejected(std::string why) {
  return {TargetFailure::Kind::Rejected, Stage::Compile, std::move(why)};
}

IreeDispatches::IreeDispatches(IreeTools tools, const IreeOptions &name)
    : tools(std::move(tools)), version(name.version), tuning(name.tuning.value()) {}

Expected<IreeDispatches> IreeDispatches::make(const IreeOptions &name) {
  auto tools = IreeTools::make(name);
  if (!tools)
    return tools.error();
  return IreeDispatches(std::move(*tools), name);
}

Outcome<IreeDispatches::Stripping> IreeDispatches::strip(const std::string &module) const {
  auto plain = tools.compileTo(sourcesPhase, module);
  if (auto *failure = plain.failure())
    return *failure;
  auto given = withConfigs(*plain, tuning.seed, version);
  if (auto *failure = given.failure())
    return *failure;
  auto made = tools.runPasses(stripPass, {*given, *plain});
  if (auto *failure = made.failure())
    return *failure;
  const std::string &stripped = (*made)[0], &expected = (*made)[1];
  auto compared = compareStripped(stripped, expected);
  if (auto *failure = compared.failure())
    return *failure;
  Stripping stripping{*given, stripped, *compared};
  // What it does not change at all it does not change twice.
  if (stripping.error || isSameModule(expected, *plain))
    return stripping;
  auto again = tools.runPasses(stripPass, {stripped});
  if (auto *failure = again.failure())
    return *failure;
  if (!isSameModule((*again)[0], stripped))
    stripping.error = StripError{fmt::format("{} changes more when it runs again", stripPass), {}};
  return stripping;
}

Outcome<std::string> IreeDispatches::tuned(const std::string &module) const {
  auto configured = tools.compileTo(tunedPhase, module);
  if (auto *failure = configured.failure())
    return *failure;
  return withOtherSizes(*configured, tuning.seed);
}

Outcome<std::monostate> IreeDispatches::compile(const std::string &module,
                                                const std::filesystem::path &output) const {
  switch (tuning.use) {
  case Tuning::Use::Stripped: {
    auto stripping = strip(module);
    if (auto *failure = stripping.failure())
      return *failure;
    if (auto &error = stripping->error)
      return rejected(std::move(error->text));
    return tools.compileFrom(sourcesPhase, stripping->result, output);
  }
  case Tuning::Use::Tuned: {
    auto sized = tuned(module);
    if (auto *failure = sized.failure())
      return *failure;
    auto compiled = tools.compileFrom(tunedPhase, *sized, output);
    auto *failure = compiled.failure();
    if (failure && failure->kind == TargetFailure::Kind::Rejected)
      return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Compile,
                           "drawn sizes are refused: " + failure->detail};
    return compiled;
  }
  }
  ASSAY_ASSERT(false, "use of tuning out of range");
}

Outcome<std::string> IreeDispatches::wronglyStripped(const std::string &module) const {
  auto stripping = strip(module);
  if (auto *failure = stripping.failure())
    return *failure;
  const auto &[given, result, error] = *stripping;
  if (!error || !error->function)
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Compile,
                         "no function is stripped wrongly"};
  auto alone = functionAlone(given, *error->function);
  if (auto *failure = alone.failure())
    return *failure;
  return tools.printed(*alone, ModuleForm::Pretty);
}

} // namespace assay
