#include "amdgpu/machine/checks/CheckList.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::amdgpu {

Expected<Checks> Checks::parse(const std::string &list) {
  Checks checks;
  for (size_t at = 0; at <= list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    const std::string name = list.substr(at, comma - at);
    at = comma + 1;
    if (name == "all")
      checks.races = checks.waits = checks.uninitialised = true;
    else if (name == "races")
      checks.races = true;
    else if (name == "waits")
      checks.waits = true;
    else if (name == "uninitialised")
      checks.uninitialised = true;
    else if (name == "alignment")
      checks.alignment = true;
    else
      return Error{
          fmt::format("'{}' is no check: races, waits, uninitialised, alignment, all", name)};
  }
  return checks;
}

} // namespace assay::amdgpu
