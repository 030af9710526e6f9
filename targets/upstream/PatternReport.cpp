#include "targets/upstream/PatternReport.h"

#include "targets/commands/Preload.h"

#include <fstream>

namespace assay {

PatternReport::PatternReport(const std::filesystem::path &folder)
    : folder(folder), file(folder / "patterns.txt") {}

std::vector<std::string> PatternReport::variables() const {
  const auto preload = preloadVariable("lib/libassay_coverage.so", folder);
  if (!preload)
    return {};
  return {*preload, "ASSAY_COVERAGE_REPORT=" + file.string()};
}

std::vector<PointCount> PatternReport::counts() const {
  std::vector<PointCount> counts;
  std::ifstream in(file);
  PointCount count;
  while (in >> count.tries >> count.successes && in.get() == '\t' &&
         std::getline(in, count.point.root, '\t') && std::getline(in, count.point.name))
    counts.push_back(count);
  return counts;
}

} // namespace assay
