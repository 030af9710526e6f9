#pragma once

#include <cstdio>
#include <cstdlib>

/// Stops on a bug of our own. Stays in release builds, and does not use <cassert>: translation
/// units that include LLVM headers must be compiled with NDEBUG to match the installed libraries.
#define ASSAY_ASSERT(condition, message)                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::fprintf(stderr, "%s:%d: assay bug: %s (%s)\n", __FILE__, __LINE__, message,             \
                   #condition);                                                                    \
      std::abort();                                                                                \
    }                                                                                              \
  } while (false)
