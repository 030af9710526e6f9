#include "support/OwnFolder.h"

namespace assay {

namespace fs = std::filesystem;

fs::path inOwnFolder(const fs::path &relative) {
  std::error_code ignored; // of a system without /proc, where nothing will be found
  return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() / relative;
}

} // namespace assay
