#pragma once

#include <cstddef>

namespace assay::guard {

/// What the environment asks for, kept here: a program may overwrite its environment.
struct Settings {
  /// ASSAY_GUARD_REPORT: the file to which faults are appended, a line of JSON each. Without it
  /// memory is as it would be without this library.
  char report[4096];
  /// ASSAY_GUARD_CODE: files, and folders, whose blocks are guarded, with ':' between them.
  char code[16384];
  /// ASSAY_GUARD_FILL: which of two fills unwritten memory holds, 0 or 1.
  unsigned fill;

  /// Takes no memory. Whether a report is asked for.
  bool read();
};

} // namespace assay::guard
