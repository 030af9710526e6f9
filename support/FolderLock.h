#pragma once

#include <filesystem>

namespace assay {

/// A folder that this process may hold against others that ask likewise, for as long as this lives.
/// A process that ends in any way holds it no longer, once those that it started have ended too.
class FolderLock {
public:
  /// Of no folder, held by nobody.
  FolderLock() = default;
  /// Opens the folder, and holds nothing yet. `errno` says why if that is not possible.
  explicit FolderLock(const std::filesystem::path &folder);
  FolderLock(FolderLock &&other) noexcept;
  FolderLock &operator=(FolderLock &&other) noexcept;
  ~FolderLock();

  bool isOpen() const { return descriptor >= 0; }
  /// Waits until nobody else holds it; false if it cannot be held.
  bool hold();
  /// Holds it if nobody else does, at once.
  bool tryHold();
  /// The same beside others that share it.
  bool tryShare();

private:
  int descriptor = -1;
};

} // namespace assay
