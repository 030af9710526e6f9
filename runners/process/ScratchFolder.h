#pragma once

#include "support/Expected.h"

#include <filesystem>

namespace assay {

/// A folder for files of this process, which goes with the object. What dead processes left behind
/// goes when a new one is made.
class ScratchFolder {
public:
  static Expected<ScratchFolder> create();
  ScratchFolder(ScratchFolder &&other) noexcept : folder(std::move(other.folder)) {
    other.folder.clear();
  }
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder();

  const std::filesystem::path &path() const { return folder; }

private:
  explicit ScratchFolder(std::filesystem::path path) : folder(std::move(path)) {}

  std::filesystem::path folder;
};

} // namespace assay
