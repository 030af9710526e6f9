#include "targets/toolchains/Manifests.h"

#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "targets/toolchains/Toolchain.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace assay {

namespace fs = std::filesystem;

static constexpr const char *copyName = "manifest.json", *recordName = "added.json";

Expected<std::optional<ManifestRecord>> manifestRecord(const std::string &name) {
  auto folder = toolchainFolder(name);
  if (!folder)
    return folder.error();
  ManifestRecord record{name, *folder / copyName, {}, {}};
  std::error_code code;
  if (!fs::exists(record.file, code))
    return std::optional<ManifestRecord>();
  auto text = readFile(record.file);
  if (!text)
    return text.error();
  record.text = *text;
  std::ifstream file(*folder / recordName);
  const nlohmann::json added = nlohmann::json::parse(file, nullptr, false);
  if (!added.is_object() || !added.contains("from") || !added["from"].is_string())
    return Error{fmt::format("{} cannot be read: run `assay target remove {}` and add it again",
                             (*folder / recordName).string(), name)};
  record.from = added["from"].get<std::string>();
  return std::optional(std::move(record));
}

Expected<std::vector<ManifestRecord>> manifestRecords() {
  auto folder = toolchainsFolder();
  if (!folder)
    return folder.error();
  std::vector<ManifestRecord> all;
  std::error_code code;
  for (const fs::directory_entry &entry : fs::directory_iterator(*folder, code)) {
    auto one = manifestRecord(entry.path().filename());
    if (!one)
      return one.error();
    if (*one)
      all.push_back(std::move(**one));
  }
  std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
  return all;
}

Expected<void> recordManifest(const std::string &name, const std::string &text,
                              const fs::path &from) {
  auto folder = toolchainFolder(name);
  if (!folder)
    return folder.error();
  std::error_code code;
  const nlohmann::json added = {{"from", fs::absolute(from, code).lexically_normal().string()}};
  ASSAY_TRY(writeFile(*folder / recordName, added.dump(2) + "\n"));
  return writeFile(*folder / copyName, text);
}

Expected<void> removeManifest(const std::string &name) {
  return removeToolchainFolder(name, copyName);
}

} // namespace assay
