#include "runners/guard/Settings.h"

#include <cstdlib>
#include <cstring>

namespace assay::guard {

/// Whether there is such a variable, and room for it.
template <size_t room> static bool take(const char *name, char (&into)[room]) {
  const char *value = getenv(name);
  const size_t length = value ? strlen(value) : 0;
  if (length == 0 || length >= room)
    return false;
  memcpy(into, value, length + 1);
  return true;
}

bool Settings::read() {
  if (!take("ASSAY_GUARD_REPORT", report))
    return false;
  take("ASSAY_GUARD_CODE", code);
  const char *number = getenv("ASSAY_GUARD_FILL");
  fill = number && number[0] == '1' ? 1 : 0;
  return true;
}

} // namespace assay::guard
