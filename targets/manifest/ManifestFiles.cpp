#include "targets/manifest/ManifestFiles.h"

#include "targets/commands/Placeholders.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// Of one folder: files that count, and entries that are looked at.
constexpr size_t mostFiles = 10'000, mostEntries = 200'000;

/// The file or folder that a word names from {here} to its end, "--config={here}/my.json"; nothing
/// if it names none, or not before something else is known.
std::optional<fs::path> namedFromHere(const std::string &word, const fs::path &here) {
  constexpr std::string_view prefix = "{here}/";
  const size_t at = word.find(prefix);
  if (at == word.npos || findPlaceholder(word, at + prefix.size()))
    return std::nullopt;
  return here / word.substr(at + prefix.size());
}

/// What a word of "files" names.
fs::path ofFiles(const std::string &word, const fs::path &here) {
  return here / expanded({word}, {{{"here", here.string()}}, {}})[0];
}

/// The words of a manifest's commands, and where they stand in it.
std::array<std::pair<const Manifest::Words &, const char *>, 2>
commandsOf(const Manifest &manifest) {
  return {{{manifest.compile, "/compile"}, {manifest.run, "/run/command"}}};
}

/// The regular files below the folder that are to count, the nearest first and those of a folder by
/// name.
template <class Counts> std::vector<fs::path> filesBelow(const fs::path &folder, Counts counts) {
  std::vector<fs::path> files, folders{folder};
  size_t entries = 0;
  std::error_code code;
  for (size_t next = 0; next < folders.size(); ++next) {
    std::vector<fs::path> inside;
    for (const fs::directory_entry &entry : fs::directory_iterator(folders[next], code))
      if (++entries <= mostEntries)
        inside.push_back(entry.path());
    std::ranges::sort(inside);
    for (const fs::path &path : inside) {
      const std::string name = path.filename().string();
      if (fs::is_directory(path, code)) {
        // What a link leads to may be the folder itself.
        if (!fs::is_symlink(path, code) && !name.starts_with('.') && name != "__pycache__")
          folders.push_back(path);
      } else if (fs::is_regular_file(path, code) && counts(path)) {
        files.push_back(path);
        if (files.size() == mostFiles)
          return files;
      }
    }
  }
  return files;
}

bool isScript(const fs::path &file) {
  constexpr std::string_view elf = "\x7f"
                                   "ELF";
  std::string begin(elf.size(), '\0');
  std::ifstream(file, std::ios::binary).read(begin.data(), static_cast<ptrdiff_t>(begin.size()));
  return begin != elf;
}

/// The file, and of a script its modules as well.
void addWithModules(std::vector<fs::path> &files, const fs::path &file) {
  files.push_back(file);
  const fs::path suffix = file.extension();
  if (suffix.empty() || !isScript(file))
    return;
  // Python looks beside what a link leads to, a shell's script beside the link.
  std::error_code code;
  std::vector<fs::path> folders{file.parent_path()};
  if (const fs::path real = fs::canonical(file, code).parent_path();
      !real.empty() && real != fs::canonical(folders[0], code))
    folders.push_back(real);
  for (const fs::path &folder : folders)
    std::ranges::move(
        filesBelow(folder, [&](const fs::path &path) { return path.extension() == suffix; }),
        std::back_inserter(files));
}

} // namespace

Expected<void> checkFiles(const Manifest &manifest, const fs::path &here) {
  std::error_code code;
  const auto isMissing = [&](const std::string &at, const fs::path &named) {
    return Error{fmt::format("{}: {}: there is no {}", manifest.name, at,
                             named.lexically_normal().string())};
  };
  for (const auto &[words, at] : commandsOf(manifest)) {
    Manifest::Words resolved = words;
    ASSAY_TRY(resolveCommand(resolved, here, fmt::format("{}: {}/0", manifest.name, at)));
  }
  for (const auto &[words, at] : commandsOf(manifest))
    for (size_t i = 1; i < words.size(); ++i)
      // Behind a flag there may be what is to be made.
      if (const auto named = namedFromHere(words[i], here);
          named && words[i].starts_with('{') && !fs::exists(*named, code))
        return isMissing(fmt::format("{}/{}", at, i), *named);
  for (size_t i = 0; i < manifest.files.size(); ++i)
    if (const fs::path named = ofFiles(manifest.files[i], here); !fs::exists(named, code))
      return isMissing(fmt::format("/files/{}", i), named);
  return {};
}

Expected<std::vector<fs::path>> filesOf(const ManifestChoice &choice) {
  const Manifest &manifest = choice.manifest;
  ASSAY_TRY(checkFiles(manifest, choice.here));
  std::vector<fs::path> files{choice.file};
  std::error_code code;
  for (const auto &[words, at] : commandsOf(manifest)) {
    Manifest::Words resolved = words;
    ASSAY_TRY(resolveCommand(resolved, choice.here, fmt::format("{}: {}/0", manifest.name, at)));
    for (size_t i = 0; i < words.size(); ++i) {
      fs::path named = namedFromHere(words[i], choice.here).value_or(resolved[i]);
      // As Python runs a folder.
      if (fs::is_regular_file(named / "__main__.py", code))
        named /= "__main__.py";
      if (named.is_absolute() && fs::is_regular_file(named, code))
        addWithModules(files, named);
    }
  }
  for (const std::string &word : manifest.files) {
    const fs::path named = ofFiles(word, choice.here);
    if (fs::is_directory(named, code))
      std::ranges::move(filesBelow(named, [](const fs::path &) { return true; }),
                        std::back_inserter(files));
    else
      files.push_back(named);
  }
  return files;
}

} // namespace assay
