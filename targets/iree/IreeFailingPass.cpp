#include "targets/iree/IreeFailingPass.h"

namespace assay {

std::optional<PassReproducer> readPassReproducer(std::string text) {
  constexpr std::string_view begin = "pipeline: \"", end = "\",\n";
  const size_t from = text.rfind(begin), first = from + begin.size();
  if (from == std::string::npos)
    return std::nullopt;
  const size_t last = text.find(end, first);
  if (last == std::string::npos)
    return std::nullopt;
  const std::string pipeline = text.substr(first, last - first);
  // Pass managers nest in parentheses; what follows the pass are its options.
  size_t start = 0, stop = pipeline.find_first_of("({)");
  for (; stop < pipeline.size() && pipeline[stop] == '(';
       stop = pipeline.find_first_of("({)", start))
    start = stop + 1;
  std::string pass = pipeline.substr(start, stop - start);
  return PassReproducer{std::move(text), pipeline, std::move(pass)};
}

std::optional<IreeFailingPass> findFailingPass(const IreeTools &tools, const std::string &module) {
  auto reproducer = readPassReproducer(tools.passReproducer(module));
  if (!reproducer)
    return std::nullopt;
  auto together = tools.compile(module), alone = tools.runReproducer(reproducer->text);
  return IreeFailingPass{std::move(*reproducer), std::move(together), std::move(alone)};
}

std::optional<IreePassedPhase> findPassedPhase(const IreeTools &tools, const std::string &module) {
  std::optional<IreePassedPhase> passed;
  for (std::string_view phase : ireePhases()) {
    auto made = tools.compileTo(std::string(phase), module);
    if (!std::holds_alternative<std::string>(made))
      break;
    passed = {std::string(phase), std::get<0>(std::move(made)), {}};
  }
  if (passed)
    passed->ended = tools.compile(passed->module, passed->phase);
  return passed;
}

} // namespace assay
