#include "support/ReadFile.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace assay {

Expected<std::string> readFile(const std::filesystem::path &path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && file.peek() != std::ifstream::traits_type::eof())
    text << file.rdbuf();
  if (!file.is_open() || file.bad() || !text)
    return Error{fmt::format("cannot read {}: {}", path.string(), std::strerror(errno))};
  return text.str();
}

} // namespace assay
