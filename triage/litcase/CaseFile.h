#pragma once

#include "program/TestCase.h"
#include "target/Metrics.h"
#include "target/TargetName.h"

#include <filesystem>
#include <optional>

namespace assay {

/// A case that somebody named on the command line.
struct CaseFile {
  TestCase testCase;
  /// From a lit case: the target it was found on, and the fault that was injected; else empty.
  std::optional<TargetName> target;
  std::string inject;
  /// The metrics that were watched.
  std::vector<Metric> watch = {};
};

/// Reads a JSON, text or lit (.mlir) case; the content decides which it is. Errors name the file,
/// and what to do. A lit case whose MLIR is not that of its case any more is one.
Expected<CaseFile> readCaseFile(const std::filesystem::path &path);
/// The same of what is in the file of that name.
Expected<CaseFile> caseFileFrom(std::string_view content, const std::filesystem::path &path);

} // namespace assay
