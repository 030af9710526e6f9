#include "reducer/Verdicts.h"

#include "support/Hash.h"

#include <fmt/format.h>

namespace assay {

namespace {

std::filesystem::path logFile(const std::filesystem::path &folder) { return folder / "verdicts"; }

/// Reads the lines "<name> 0|1" that are whole; a torn last one is what a kill leaves behind.
/// Nothing if the file answers another question.
std::optional<std::unordered_map<std::string, bool>> readLog(const std::filesystem::path &path,
                                                             const std::string &header) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line != header)
    return std::nullopt;
  std::unordered_map<std::string, bool> known;
  while (std::getline(file, line) && !file.eof())
    if (line.size() == header.size() && line[line.size() - 2] == ' ')
      known[line.substr(0, line.size() - 2)] = line.back() == '1';
  return known;
}

} // namespace

Expected<Verdicts> Verdicts::open(const std::filesystem::path &folder, const std::string &what) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code)
    return Error{fmt::format("cannot make {}: {}; choose another folder for the reduction",
                             folder.string(), code.message())};
  Verdicts verdicts;
  verdicts.folder = folder;
  // As long as each record, which is a name, a space and a digit.
  const std::string header = contentName(what) + " q";
  auto known = readLog(logFile(folder), header);
  if (known)
    verdicts.known = std::move(*known);
  // Written anew, so that a torn line at the end does not swallow the next one.
  verdicts.log.open(logFile(folder), std::ios::trunc);
  verdicts.log << header << '\n';
  for (const auto &[name, interesting] : verdicts.known)
    verdicts.log << name << ' ' << interesting << '\n';
  verdicts.log.flush();
  if (!verdicts.log)
    return Error{fmt::format("cannot write {}; is the disk full?", logFile(folder).string())};
  return verdicts;
}

std::optional<bool> Verdicts::find(const std::string &name) const {
  auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

void Verdicts::add(const std::string &name, bool interesting) {
  known[name] = interesting;
  if (log.is_open())
    log << name << ' ' << interesting << std::endl;
}

Expected<void> Verdicts::saveSmallest(const std::string &json) {
  if (folder.empty())
    return {};
  std::filesystem::path next = folder / "smallest.next";
  std::ofstream file(next, std::ios::trunc);
  file << json;
  file.close();
  std::error_code code;
  if (file)
    std::filesystem::rename(next, smallestCase(folder), code);
  if (!file || code)
    return Error{fmt::format("cannot write {}; is the disk full?", smallestCase(folder).string())};
  return {};
}

} // namespace assay
