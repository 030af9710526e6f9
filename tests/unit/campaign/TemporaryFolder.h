#pragma once

#include <filesystem>
#include <string>
#include <unistd.h>

namespace assay::test {

/// A folder of its own for a test, gone with it.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path operator/(const std::string &name) const { return path / name; }

private:
  std::filesystem::path path;
};

} // namespace assay::test
