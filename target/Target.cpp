#include "target/Target.h"

#include "support/NameOf.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

Expected<void> Target::watch(std::vector<Metric> metrics) {
  const std::vector<Metric> known = this->metrics();
  for (const Metric metric : metrics)
    if (!std::ranges::count(known, metric))
      return Error{known.empty()
                       ? fmt::format("nothing can be counted of what {} compiles", name().text())
                       : fmt::format("{} cannot be counted of what {} compiles; there are {}",
                                     nameOf(metric), name().text(), textOf(known))};
  underWatch = std::move(metrics);
  return {};
}

} // namespace assay
