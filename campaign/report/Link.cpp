#include "campaign/report/Link.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

namespace assay {

std::string linkTo(const std::filesystem::path &file, const std::filesystem::path &folder) {
  std::error_code failure;
  const auto absolute = [&](const std::filesystem::path &path) {
    return std::filesystem::weakly_canonical(
        std::filesystem::absolute(path.empty() ? "." : path, failure), failure);
  };
  const std::filesystem::path from = absolute(folder), to = absolute(file);
  std::string out;
  for (const char letter : to.lexically_relative(from).string()) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool isPlain = (byte < 0x80 && std::isalnum(byte)) ||
                         std::string_view("-_./~").find(letter) != std::string_view::npos;
    out += isPlain ? std::string(1, letter) : fmt::format("%{:02X}", byte);
  }
  // What looks like "javascript:" is a file all the same.
  return "./" + out;
}

} // namespace assay
