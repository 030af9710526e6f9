#pragma once

#include "runners/guard/Callers.h"

#include <cstddef>
#include <cstdint>

namespace assay::guard {

/// A line of JSON that is put together and written without memory of the heap, as handlers of
/// signals must. One at a time.
class Line {
public:
  Line();
  Line &text(const char *name, const char *value);
  Line &number(const char *name, size_t value);
  /// Where code lies: its file, or nothing for code in no file; how far from where that was loaded;
  /// and the bytes there, in hexadecimal digits, by which its file can be found.
  Line &place(const char *name, uintptr_t address);
  /// Appends it to the file in one write, so that processes can share the file.
  void writeTo(const char *path);

private:
  void put(char letter);
  void put(const char *letters);
  void putQuoted(const char *letters);
  void putNumber(size_t value);
  void begin(const char *name);

  size_t length = 0;
};

} // namespace assay::guard
