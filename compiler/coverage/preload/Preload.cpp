// libassay_coverage.so: counts the rewrite patterns of a program that has libMLIR.so, such as
// mlir-opt, on its main thread. At its end they are written to the file that ASSAY_COVERAGE_REPORT
// names: for each pattern its tries, its successes, its root and its name, with tabs between.

#include "compiler/coverage/CoverageCounter.h"
#include "compiler/coverage/StandIns.h"

#include <cstdio>
#include <cstdlib>

namespace {

using assay::CoverageCounter;

/// Lives as long as the process.
struct Preloaded {
  explicit Preloaded(const char *report) : report(report) {}
  std::string report;
  CoverageCounter counter;
  CoverageCounter::Scope scope{counter};
};
Preloaded *preloaded = nullptr;

__attribute__((constructor)) void begin() {
  const char *report = std::getenv("ASSAY_COVERAGE_REPORT");
  if (report && assay::isMlirWatched())
    preloaded = new Preloaded(report);
}

__attribute__((destructor)) void end() {
  std::FILE *file = preloaded ? std::fopen(preloaded->report.c_str(), "w") : nullptr;
  if (!file)
    return;
  for (const auto &[point, tries, successes] : preloaded->counter.take())
    std::fprintf(file, "%lld\t%lld\t%s\t%s\n", static_cast<long long>(tries),
                 static_cast<long long>(successes), point.root.c_str(), point.name.c_str());
  std::fclose(file);
}

} // namespace
