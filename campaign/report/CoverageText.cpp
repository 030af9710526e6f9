#include "campaign/report/CoverageText.h"

#include <fmt/format.h>

namespace assay {

std::string CoverageTotals::text() const {
  return fmt::format("{}: {} patterns tried, {} fired, {} of them in at least {} programs; {} of "
                     "{} passes changed something",
                     target, tried, fired, firedOften, programsToCount, passesThatChanged, passes);
}

std::vector<CoverageTotals> coverageTotals(std::span<const CoverageRow> rows) {
  std::vector<CoverageTotals> out;
  for (const CoverageRow &row : rows) {
    if (out.empty() || out.back().target != row.target)
      out.push_back({row.target});
    CoverageTotals &totals = out.back();
    if (row.point.kind == CoveragePoint::Kind::Pass) {
      ++totals.passes;
      totals.passesThatChanged += row.successes > 0;
    } else {
      ++totals.tried;
      totals.fired += row.successes > 0;
      totals.firedOften += row.programs >= programsToCount;
    }
  }
  return out;
}

} // namespace assay
