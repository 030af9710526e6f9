#include "campaign/gate/BaseMemory.h"

#include "check/SameFailure.h"
#include "check/VerdictJson.h"
#include "support/ReadFile.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <utility>

namespace assay {

static std::string keyOf(const std::string &content, const std::string &setting,
                         const TestCase &testCase) {
  return fmt::format("{} {} {}", content, setting, testCase.contentName());
}

/// What a line holds; nothing for an empty one, or one that a kill or a full disk cut off.
static nlohmann::json parseLine(const std::string &line, bool &isDamaged) {
  isDamaged = false;
  try {
    return nlohmann::json::parse(line);
  } catch (const nlohmann::json::parse_error &error) {
    isDamaged = error.byte <= line.size();
    return {};
  }
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
  bool isAny = false, isDamaged = false;
  int number = 0, damaged = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const nlohmann::json row = parseLine(line, isDamaged);
    if (isDamaged && damaged == 0)
      damaged = number;
    // Others may be of another version.
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
  // What a base does wrong would be new if it were forgotten without a word.
  if (damaged > 0)
    return Error{fmt::format("{} is damaged in line {}: delete that line to forget what it said of "
                             "a base, or name another file with --bases",
                             memory.file.string(), damaged)};
  memory.endsInLine = text->empty() || text->back() == '\n';
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
  // Behind one that was cut off this is another.
  const std::string line = (std::exchange(endsInLine, true) ? "" : "\n") +
                           nlohmann::json{{"key", key}, {"verdict", toJson(verdict)}}.dump(
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
