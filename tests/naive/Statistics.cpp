#include "tests/naive/Statistics.h"

#include <cmath>

namespace assay::naive {

void RatioHistogram::add(double ratio) {
  ++bins[static_cast<int>(std::floor(8 * std::log2(ratio)))];
  ++total;
  smallest = std::min(smallest, ratio);
}

double RatioHistogram::quantile(double share) const {
  int64_t below = 0;
  for (auto [bin, count] : bins) {
    below += count;
    if (static_cast<double>(below) >= share * static_cast<double>(total))
      return std::exp2((bin + 0.5) / 8);
  }
  return 0;
}

static std::string percent(int64_t part, int64_t whole) {
  return fmt::format("{:.2f} %", 100 * static_cast<double>(part) /
                                     static_cast<double>(std::max<int64_t>(whole, 1)));
}

/// One line of the table of elements.
static std::string elementsLine(std::string_view label, const Tally &tally) {
  int64_t all = tally.exact + tally.bounded + tally.inconclusive;
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", label, tally.values, all,
                     percent(tally.exact, all), percent(tally.bounded, all),
                     percent(tally.inconclusive, all));
}

std::string table(const Statistics &statistics) {
  const std::string rule = "| --- | --- | --- | --- | --- | --- |\n";
  std::map<std::string_view, Tally> byOp, byType;
  Tally all;
  for (const auto &[key, tally] : statistics)
    for (Tally *sum : {&byOp[name(key.first)], &byType[name(key.second)], &all}) {
      sum->values += tally.values;
      sum->exact += tally.exact;
      sum->bounded += tally.bounded;
      sum->inconclusive += tally.inconclusive;
    }
  std::string text = "| | values | elements | exact | bounded | inconclusive |\n" + rule;
  for (const auto *part : {&byType, &byOp})
    for (const auto &[label, tally] : *part)
      text += elementsLine(label, tally);
  text += elementsLine("all", all);
  text += "\n| bound / true error | own, median | 99 % | with operands' errors, median | 99 % | "
          "least | "
          "elements | worst legal error, 90 % |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const auto &[key, tally] : statistics)
    if (tally.ownTightness.count() > 0)
      text += fmt::format("| {} {} | {:.1f} | {:.0f} | {:.1f} | {:.0f} | {:.2f} | {} | {:.1f} |\n",
                          name(key.first), name(key.second), tally.ownTightness.quantile(0.5),
                          tally.ownTightness.quantile(0.99), tally.tightness.quantile(0.5),
                          tally.tightness.quantile(0.99), tally.tightness.least(),
                          tally.tightness.count(), tally.legalError.quantile(0.9));
  return text;
}

} // namespace assay::naive
