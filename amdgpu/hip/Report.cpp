#include "amdgpu/hip/Report.h"

#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace assay::amdhip {

void report(const amdgpu::Fault &fault) {
  const Settings &settings = Runtime::get().settings;
  if (settings.verbose >= 1)
    fmt::print(stderr, "hip: {}\n", describe(fault));
  if (settings.report.empty())
    return;
  const nlohmann::json line = {
      {"kind", nameOf(fault.kind)},
      {"kernel", fault.kernel},
      {"address", fault.address},
      {"instruction", fault.instruction},
      {"workgroup", fault.workgroup},
      {"wave", fault.wave},
      {"lane", fault.lane},
      {"text", fault.text},
      {"chip", nameOf(settings.chip)},
      {"schedule", settings.schedule},
      {"error", nameOf(codeOf(fault.kind))},
  };
  // One write of a whole line, so that several processes may share the file.
  const std::string text =
      line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::ofstream(settings.report, std::ios::app) << text << std::flush;
}

} // namespace assay::amdhip
