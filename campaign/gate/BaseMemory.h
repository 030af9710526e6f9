#pragma once

#include "check/Verdict.h"
#include "program/TestCase.h"
#include "support/Expected.h"

#include <filesystem>
#include <map>

namespace assay {

/// What base compilers do wrong, in a file that lasts from gate to gate: a failure of the base that
/// does not come each time was seen once and for all.
class BaseMemory {
public:
  /// What is in the file, of compilers of that content, a hash; a file that is not there yet holds
  /// nothing. Lines that are cut short do not count; others that are none of ours are an error.
  static Expected<BaseMemory> open(std::filesystem::path file);

  /// A failure with the cause of `verdict` that the compiler of that content showed on the case as
  /// the target `setting`, its name without the release. Nothing if none is known.
  const Verdict *find(const std::string &content, const std::string &setting,
                      const TestCase &testCase, const Verdict &verdict) const;
  /// Writes down a failure, unless it is known.
  Expected<void> add(const std::string &content, const std::string &setting,
                     const TestCase &testCase, const Verdict &verdict);
  size_t size() const { return failures.size(); }

private:
  std::filesystem::path file;
  bool endsInLine = true;                       // and not in one that was cut short
  std::multimap<std::string, Verdict> failures; // by content, setting and case
};

} // namespace assay
