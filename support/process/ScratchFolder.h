#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <optional>
#include <unistd.h>

namespace assay {

/// A folder for files of this process, which goes with the object, whatever was done to it; a copy
/// of the object that fork(2) makes is nobody's. What dead processes left behind goes when a new
/// one is made.
class ScratchFolder {
public:
  static Expected<ScratchFolder> create();
  /// The one that TMPDIR names, in which those of a process with a keeper lie (Keeper.h); nothing
  /// of any other.
  static std::optional<std::filesystem::path> enclosing();
  ScratchFolder(ScratchFolder &&other) noexcept
      : folder(std::move(other.folder)), owner(other.owner) {
    other.folder.clear();
  }
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder();

  const std::filesystem::path &path() const { return folder; }

private:
  explicit ScratchFolder(std::filesystem::path path) : folder(std::move(path)) {}

  std::filesystem::path folder;
  pid_t owner = getpid();
};

} // namespace assay
