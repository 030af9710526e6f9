#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// A manifest of a compiler that the user added, as text: targets/manifest/Manifest.h reads it.
struct ManifestRecord {
  std::string name;
  std::filesystem::path file; // the copy in the data folder
  std::filesystem::path from; // where it was added from
  std::string text;
};

/// All that were added, by name.
Expected<std::vector<ManifestRecord>> manifestRecords();
/// The one of that name; nothing if there is none.
Expected<std::optional<ManifestRecord>> manifestRecord(const std::string &name);

/// Keeps a copy of the manifest at `from`, and forgets an earlier one of that name.
Expected<void> recordManifest(const std::string &name, const std::string &text,
                              const std::filesystem::path &from);
/// Forgets the manifest; the compiler itself stays where it is.
Expected<void> removeManifest(const std::string &name);

} // namespace assay
