#include "support/FileHash.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <fstream>
#include <vector>

namespace assay {

Expected<std::string> fileContentName(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  constexpr size_t most = size_t(1) << 20;
  std::vector<char> bytes(most);
  while (file.read(bytes.data(), most), file.gcount() > 0)
    XXH3_128bits_update(&state, bytes.data(), static_cast<size_t>(file.gcount()));
  if (file.bad() || !file.eof())
    return Error{fmt::format("cannot read {}", path.string())};
  const XXH128_hash_t hash = XXH3_128bits_digest(&state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace assay
