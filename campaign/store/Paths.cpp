#include "campaign/store/Paths.h"

#include "check/Cause.h"

#include <fmt/format.h>

namespace assay {
namespace fs = std::filesystem;

std::vector<fs::path> Paths::filesOf(const std::string &name) const {
  std::vector<fs::path> files{caseFile(name), litFile(name)};
  for (fs::path &file : irFiles(caseFile(name)))
    files.push_back(std::move(file));
  return files;
}

fs::path freshStore(uint64_t seed) {
  fs::path folder = fmt::format("assay-out/seed-{}", seed);
  std::error_code ignored;
  for (int number = 2; fs::exists(folder, ignored); ++number)
    folder = fmt::format("assay-out/seed-{}-{}", seed, number);
  return folder / "campaign.db";
}

fs::path shardStore(uint64_t seed, const Shard &shard) {
  return fs::path(fmt::format("assay-out/seed-{}", seed)) /
         fmt::format("shard-{}-of-{}.db", shard.index, shard.count);
}

} // namespace assay
