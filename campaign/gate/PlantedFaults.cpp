#include "campaign/gate/PlantedFaults.h"

#include "campaign/FaultsTable.h"

#include <sstream>

namespace assay {

std::optional<PlantedFaults> plantedFaultsFound(std::string_view profile, int64_t programs) {
  if (profile != "default")
    return std::nullopt;
  PlantedFaults out;
  int64_t campaigns = 0, successes = 0;
  std::istringstream table{std::string(faultsTable)};
  std::string line, cell;
  std::getline(table, line); // the head
  while (std::getline(table, line)) {
    ++out.faults;
    std::istringstream cells(line.substr(line.find('\t') + 1));
    while (std::getline(cells, cell, ',')) {
      ++campaigns;
      // A campaign that did not find it has a dash.
      successes += cell.find('-') == std::string::npos && std::stoll(cell) <= programs;
    }
  }
  out.found = static_cast<double>(successes) / static_cast<double>(campaigns);
  return out;
}

} // namespace assay
