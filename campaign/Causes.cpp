#include "campaign/Causes.h"

#include "check/CauseJson.h"
#include "support/FileWord.h"
#include "support/Hash.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay {

Pool::Options explainersOf(const WorkerCommand &worker, double seconds, int jobs) {
  // What hangs is ended by the checks' own workers; these only wait for them.
  Limits limits;
  limits.wallSeconds += 4 * seconds;
  limits.cpuSeconds = limits.wallSeconds;
  return {worker, {}, jobs, limits};
}

/// The target as part of a file's name.
static std::string fileWordOf(const TargetName &target) {
  constexpr size_t longest = 60;
  const std::string text = target.text();
  const std::string word = fileWord(text);
  return word.size() <= longest ? word
                                : fmt::format("{}-{}", word.substr(0, longest), contentName(text));
}

std::filesystem::path caseFileOn(const std::filesystem::path &caseFile, const TargetName &target,
                                 const std::optional<TargetName> &own) {
  std::optional<TargetName> there = own;
  if (const auto kept = there ? std::nullopt : keptCause(caseFile))
    there = kept->target;
  const auto isThere = [](const std::filesystem::path &file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
  };
  const bool isTargets = there ? there->absolute() == target.absolute()
                               : std::ranges::none_of(irFiles(caseFile), isThere);
  if (isTargets)
    return caseFile;
  std::filesystem::path file = caseFile;
  return file.replace_filename(fmt::format("{}.{}{}", caseFile.stem().string(), fileWordOf(target),
                                           caseFile.extension().string()));
}

Expected<void> keepIr(Cause &cause, const std::filesystem::path &caseFile) {
  const auto files = irFiles(caseFile);
  const auto irs = irsOf(cause);
  for (size_t i = 0; i < files.size(); ++i)
    if (irs[i])
      ASSAY_TRY(writeFile(files[i], std::exchange(*irs[i], {})));
  return {};
}

Expected<void> keepCause(const FoundCause &found, const std::filesystem::path &caseFile) {
  return writeFile(causeFile(caseFile), toJson(found).dump(1) + "\n");
}

std::optional<FoundCause> keptCause(const std::filesystem::path &caseFile) {
  const auto text = readFile(causeFile(caseFile));
  return text ? foundCauseFromJson(nlohmann::ordered_json::parse(*text, nullptr, false))
              : std::nullopt;
}

} // namespace assay
