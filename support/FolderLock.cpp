#include "support/FolderLock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <utility>

namespace assay {

FolderLock::FolderLock(const std::filesystem::path &folder)
    : descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

FolderLock::FolderLock(FolderLock &&other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)) {}

FolderLock &FolderLock::operator=(FolderLock &&other) noexcept {
  std::swap(descriptor, other.descriptor);
  return *this;
}

FolderLock::~FolderLock() {
  if (descriptor >= 0)
    close(descriptor);
}

bool FolderLock::hold() { return isOpen() && flock(descriptor, LOCK_EX) == 0; }

bool FolderLock::tryHold() { return isOpen() && flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

bool FolderLock::tryShare() { return isOpen() && flock(descriptor, LOCK_SH | LOCK_NB) == 0; }

} // namespace assay
