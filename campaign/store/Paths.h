#pragma once

#include "campaign/store/Shard.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay {

/// Every path that a campaign makes.
class Paths {
public:
  /// `store` is the SQLite file; everything else lies beside it.
  explicit Paths(std::filesystem::path store) : file(std::move(store)) {}

  const std::filesystem::path &store() const { return file; }
  /// NAME.json, and NAME.mlir of what was reduced or is to be reported as it was found.
  std::filesystem::path cases() const { return beside(".cases"); }
  std::filesystem::path caseFile(const std::string &name) const {
    return cases() / (name + ".json");
  }
  std::filesystem::path litFile(const std::string &name) const {
    return cases() / (name + ".mlir");
  }
  /// All that a case may have: caseFile() and litFile() first, then the IR of its cause.
  std::vector<std::filesystem::path> filesOf(const std::string &name) const;
  /// The campaign's plan of that name.
  std::filesystem::path planFile(const std::string &name) const {
    return cases() / (name + ".json");
  }
  /// What an unfinished reduction knows; gone when it is finished.
  std::filesystem::path reduction(const std::string &name) const {
    return cases() / ("reducing-" + name);
  }
  std::filesystem::path report() const { return beside(".html"); }

private:
  std::filesystem::path beside(const char *suffix) const {
    std::filesystem::path path = file;
    return path.replace_extension(suffix);
  }

  std::filesystem::path file;
};

/// The store of a campaign that was given none: ./assay-out/seed-SEED/campaign.db, with a number
/// behind the seed if that is there already.
std::filesystem::path freshStore(uint64_t seed);
/// That of a shard: ./assay-out/seed-SEED/shard-I-of-N.db.
std::filesystem::path shardStore(uint64_t seed, const Shard &shard);

} // namespace assay
