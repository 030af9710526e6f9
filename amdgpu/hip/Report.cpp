#include "amdgpu/hip/Report.h"

#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace assay::amdhip {

/// One write of a whole line, so that several processes may share the file.
static void append(const std::string &file, const nlohmann::json &line) {
  const std::string text =
      line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::ofstream(file, std::ios::app) << text << std::flush;
}

void report(const amdgpu::Fault &fault) {
  const Settings &settings = Runtime::get().settings;
  if (settings.verbose >= 1)
    fmt::print(stderr, "hip: {}\n", describe(fault));
  if (settings.report.empty())
    return;
  append(settings.report, {
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
                          });
}

void report(const std::string &kernel, const amdgpu::Finished &finished,
            const amdgpu::Counters &counters) {
  const Settings &settings = Runtime::get().settings;
  append(settings.counters, {
                                {"kernel", kernel},
                                {"instructions", finished.instructions},
                                {"global_transactions", counters.globalTransactions.load()},
                                {"lds_conflicts", counters.ldsConflicts.load()},
                                {"schedule", settings.schedule},
                            });
}

} // namespace assay::amdhip
