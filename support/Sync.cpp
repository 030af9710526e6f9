#include "support/Sync.h"

#include <fcntl.h>
#include <unistd.h>

namespace assay {

bool sync(const std::filesystem::path &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool isSynced = file >= 0 && fsync(file) == 0;
  if (file >= 0)
    close(file);
  return isSynced;
}

} // namespace assay
