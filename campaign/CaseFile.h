#pragma once

#include "program/TestCase.h"

#include <filesystem>

namespace assay {

/// A case that somebody named on the command line.
struct CaseFile {
  TestCase testCase;
  /// From a lit case: the target it was found on, and the fault that was injected; else empty.
  std::string target;
  std::string inject;
};

/// Reads a JSON, text or lit (.mlir) case; the content decides which it is. Errors name the file,
/// and what to do.
Expected<CaseFile> readCaseFile(const std::filesystem::path &path);

} // namespace assay
