#include "targets/iree/IreeRelay.h"

namespace assay {

IreeRelay::IreeRelay(IreeTools first, IreeTools second, std::string phase)
    : first(std::move(first)), second(std::move(second)), phase(std::move(phase)) {}

Expected<IreeRelay> IreeRelay::make(const IreeOptions &name) {
  auto first = IreeTools::make(name);
  if (!first)
    return first.error();
  auto second = IreeTools::make(restOptions(name));
  if (!second)
    return second.error();
  return IreeRelay(std::move(*first), std::move(*second), name.rest->phase);
}

Outcome<std::string> IreeRelay::between(const std::string &module) const {
  return first.compileTo(phase, module);
}

Outcome<std::monostate> IreeRelay::compile(const std::string &module,
                                           const std::filesystem::path &output) const {
  auto given = between(module);
  if (auto *failure = given.failure())
    return *failure;
  auto compiled = second.compileFrom(phase, *given, output);
  if (auto *failure = compiled.failure())
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Compile,
                         "the flags cannot change at " + phase + ": " + failure->detail};
  return compiled;
}

} // namespace assay
