#pragma once

#include <cstdint>

namespace assay::guard {

struct Settings;

/// To be called once, before the others. Takes no memory.
void rememberProgram();

enum class Caller : uint8_t {
  /// The C and the C++ library, for their own purposes.
  System,
  /// All that is none of the others.
  Other,
  /// A file that ASSAY_GUARD_CODE names: a program that runs compiled code, or its library.
  Runtime,
  /// What was compiled: code in no file, which something wrote into memory and runs; a file in a
  /// folder that ASSAY_GUARD_CODE names; and a library that such a file is linked with, but for
  /// libc, libm and the like.
  Compiled,
};
Caller callerAt(const Settings &settings, uintptr_t address);

/// Where an address lies in a file of code.
struct Place {
  const char *file = nullptr; // null if in none
  uintptr_t offset = 0;       // from where the file is loaded
};
Place placeOf(uintptr_t address);

/// The code that is to blame for what `code` does, which may be memcpy(3): itself if it is
/// compiled code, else the innermost return address on the stack that is. `code` if there is none.
uintptr_t compiledCaller(const Settings &settings, uintptr_t code, uintptr_t stack);

} // namespace assay::guard
