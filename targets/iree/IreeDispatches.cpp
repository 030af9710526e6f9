#include "targets/iree/IreeDispatches.h"

#include "support/Assert.h"
#include "targets/iree/ForeignModule.h"
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
  if (auto *failure = std::get_if<TargetFailure>(&plain))
    return std::move(*failure);
  auto given = withConfigs(std::get<0>(plain), tuning.seed, version);
  if (auto *failure = std::get_if<TargetFailure>(&given))
    return std::move(*failure);
  auto made = tools.runPasses(stripPass, {std::get<0>(given), std::get<0>(plain)});
  if (auto *failure = std::get_if<TargetFailure>(&made))
    return std::move(*failure);
  const std::string &stripped = std::get<0>(made)[0], &expected = std::get<0>(made)[1];
  auto compared = compareStripped(stripped, expected);
  if (auto *failure = std::get_if<TargetFailure>(&compared))
    return std::move(*failure);
  Stripping stripping{std::get<0>(given), stripped, std::get<0>(compared)};
  // What it does not change at all it does not change twice.
  if (stripping.error || isSameModule(expected, std::get<0>(plain)))
    return stripping;
  auto again = tools.runPasses(stripPass, {stripped});
  if (auto *failure = std::get_if<TargetFailure>(&again))
    return std::move(*failure);
  if (!isSameModule(std::get<0>(again)[0], stripped))
    stripping.error = StripError{fmt::format("{} changes more when it runs again", stripPass), {}};
  return stripping;
}

Outcome<std::string> IreeDispatches::tuned(const std::string &module) const {
  auto configured = tools.compileTo(tunedPhase, module);
  if (auto *failure = std::get_if<TargetFailure>(&configured))
    return std::move(*failure);
  return withOtherSizes(std::get<0>(configured), tuning.seed);
}

Outcome<std::monostate> IreeDispatches::compile(const std::string &module,
                                                const std::filesystem::path &output) const {
  switch (tuning.use) {
  case IreeTuning::Use::Stripped: {
    auto stripping = strip(module);
    if (auto *failure = std::get_if<TargetFailure>(&stripping))
      return std::move(*failure);
    if (auto &error = std::get<0>(stripping).error)
      return rejected(std::move(error->text));
    return tools.compileFrom(sourcesPhase, std::get<0>(stripping).result, output);
  }
  case IreeTuning::Use::Tuned: {
    auto sized = tuned(module);
    if (auto *failure = std::get_if<TargetFailure>(&sized))
      return std::move(*failure);
    auto compiled = tools.compileFrom(tunedPhase, std::get<0>(sized), output);
    auto *failure = std::get_if<TargetFailure>(&compiled);
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
  if (auto *failure = std::get_if<TargetFailure>(&stripping))
    return std::move(*failure);
  const auto &[given, result, error] = std::get<0>(stripping);
  if (!error || !error->function)
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Compile,
                         "no function is stripped wrongly"};
  auto alone = functionAlone(given, *error->function);
  if (auto *failure = std::get_if<TargetFailure>(&alone))
    return std::move(*failure);
  return tools.prettyForm(std::get<0>(alone));
}

} // namespace assay
