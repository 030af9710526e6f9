#include "triage/litcase/LitCase.h"
#include "triage/litcase/TakeLine.h"

#include <fmt/format.h>

namespace assay {
namespace {

constexpr std::string_view targetPrefix = "// assay-target: ";
constexpr std::string_view injectPrefix = "// assay-inject: ";
constexpr std::string_view watchPrefix = "// assay-watch: ";
constexpr std::string_view versionPrefix = "// assay-version: ";

/// Of earlier versions' first line: "// SIGNATURE on TARGET --inject FAULT, found by assay V.".
LitOrigin originInSentence(std::string_view line) {
  constexpr std::string_view on = " on ", inject = " --inject ", foundBy = ", found by assay ";
  LitOrigin origin;
  const size_t end = line.rfind(foundBy);
  if (end == line.npos)
    return origin;
  origin.version = line.substr(end + foundBy.size());
  line = line.substr(0, end);
  const size_t begin = line.rfind(on);
  if (begin == line.npos)
    return origin;
  line = line.substr(begin + on.size());
  if (const size_t at = line.rfind(inject); at != line.npos) {
    origin.inject = line.substr(at + inject.size());
    line = line.substr(0, at);
  }
  if (auto target = TargetName::parse(line))
    origin.target = std::move(*target);
  return origin;
}

/// The rest of the first line that begins so; empty without one.
std::string_view firstBehind(std::string_view prefix, std::string_view text) {
  while (!text.empty())
    if (const std::string_view line = takeLine(text); line.starts_with(prefix))
      return line.substr(prefix.size());
  return "";
}

} // namespace

std::string litOriginLines(const LitOrigin &origin) {
  std::string out;
  for (const auto &[prefix, value] :
       {std::pair(targetPrefix, origin.target ? origin.target->text() : ""),
        std::pair(injectPrefix, origin.inject), std::pair(watchPrefix, textOf(origin.watch)),
        std::pair(versionPrefix, origin.version)})
    if (!value.empty())
      out += fmt::format("{}{}\n", prefix, value);
  return out;
}

LitOrigin readLitOrigin(std::string_view litFile) {
  auto value = [&](std::string_view prefix) { return firstBehind(prefix, litFile); };
  auto target = TargetName::parse(value(targetPrefix));
  if (!target)
    return originInSentence(takeLine(litFile));
  // A metric that is not known was not watched by this version.
  auto watch = metricsFrom(value(watchPrefix));
  return {std::move(*target), std::string(value(injectPrefix)), std::string(value(versionPrefix)),
          watch ? std::move(*watch) : std::vector<Metric>()};
}

} // namespace assay
