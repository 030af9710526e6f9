#include "campaign/gate/BaseMemory.h"

#include "check/SameFailure.h"
#include "check/VerdictJson.h"
#include "support/ReadFile.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace assay {

static std::string keyOf(const std::string &content, const std::string &setting,
                         const TestCase &testCase) {
  return fmt::format("{} {} {}", content, setting, testCase.contentName());
}

Expected<BaseMemory> BaseMemory::open(std::filesystem::path file) {
  BaseMemory memory;
  memory.file = std::move(file);
  std::error_code code;
  if (!std::filesystem::exists(memory.file, code))
    return memory;
  auto text = readFile(memory.file);
  if (!text)
    return text.error();
  std::istringstream lines(*text);
  bool isAny = false;
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json row = nlohmann::json::parse(line, nullptr, false);
    // The last one may be torn, and others of another version.
    if (!row.is_object() || !row.contains("key") || !row["key"].is_string() ||
        !row.contains("verdict"))
      continue;
    isAny = true;
    if (auto verdict = verdictFromJson(row["verdict"]))
      memory.failures.emplace(row["key"].get<std::string>(), std::move(*verdict));
  }
  if (!isAny && text->find('\n') != text->npos)
    return Error{fmt::format("{} holds nothing of what bases do; name another file with --bases",
                             memory.file.string())};
  return memory;
}

const Verdict *BaseMemory::find(const std::string &content, const std::string &setting,
                                const TestCase &testCase, const Verdict &verdict) const {
  const auto [begin, end] = failures.equal_range(keyOf(content, setting, testCase));
  for (auto at = begin; at != end; ++at)
    if (sameFailure(at->second, verdict))
      return &at->second;
  return nullptr;
}

Expected<void> BaseMemory::add(const std::string &content, const std::string &setting,
                               const TestCase &testCase, const Verdict &verdict) {
  if (find(content, setting, testCase, verdict))
    return {};
  const std::string key = keyOf(content, setting, testCase);
  failures.emplace(key, verdict);
  std::error_code code;
  std::filesystem::create_directories(file.parent_path(), code);
  // One write a line, so that gates side by side do not mix theirs.
  const std::string line = nlohmann::json{{"key", key}, {"verdict", toJson(verdict)}}.dump(
                               -1, ' ', false, nlohmann::json::error_handler_t::replace) +
                           "\n";
  std::ofstream out(file, std::ios::app | std::ios::binary);
  out.write(line.data(), static_cast<std::streamsize>(line.size()));
  out.flush();
  if (!out)
    return Error{fmt::format("cannot write {}: free some space, or name another file with --bases",
                             file.string())};
  return {};
}

} // namespace assay
