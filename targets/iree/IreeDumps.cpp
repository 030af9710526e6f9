#include "targets/iree/IreeDumps.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <tuple>

namespace assay {

namespace fs = std::filesystem;

/// Reads the numbers in front of a file's name: "6_1_cse" is {6, 1} and leaves "cse".
static std::vector<int> takePlace(std::string_view &name) {
  std::vector<int> place;
  while (true) {
    int number = 0;
    const char *end = name.data() + name.size();
    auto [at, code] = std::from_chars(name.data(), end, number);
    if (code != std::errc() || at == end || *at != '_')
      return place;
    place.push_back(number);
    name.remove_prefix(static_cast<size_t>(at + 1 - name.data()));
  }
}

std::vector<PassDump> readPassDumps(const fs::path &folder) {
  std::vector<PassDump> dumps;
  std::error_code ended;
  for (fs::recursive_directory_iterator it(folder, ended), end; !ended && it != end;
       it.increment(ended)) {
    if (!it->is_regular_file() || it->path().extension() != ".mlir")
      continue;
    const std::string stem = it->path().stem().string();
    std::string_view name = stem;
    std::vector<int> place = takePlace(name);
    std::ifstream text(it->path(), std::ios::binary);
    dumps.push_back({std::move(place),
                     it->path().lexically_relative(folder).string(),
                     std::string(name),
                     {std::istreambuf_iterator<char>(text), {}}});
  }
  std::ranges::sort(dumps, {},
                    [](const PassDump &dump) { return std::tie(dump.place, dump.file); });
  return dumps;
}

} // namespace assay
