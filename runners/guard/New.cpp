// operator new, so that the caller is the code that says `new`, and not the C++ library; and
// operator delete, since a program may bring its own pair.
#include "runners/guard/Guard.h"

#include <cstdlib>
#include <dlfcn.h>
#include <new>

#define ASKER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

using namespace assay::guard;

/// Without memory, the C++ library's own calls the new handler, or throws.
template <class... Alignment>
static void *orThrow(void *block, const char *name, size_t bytes, Alignment... alignment) {
  if (block)
    return block;
  auto real = reinterpret_cast<void *(*)(size_t, Alignment...)>(dlsym(RTLD_NEXT, name));
  if (!real)
    abort();
  return real(bytes, alignment...);
}

static void *take(size_t bytes, size_t alignment, uintptr_t returnAddress) {
  return bytes > static_cast<size_t>(PTRDIFF_MAX)
             ? nullptr
             : allocate(bytes, alignment < usualAlignment ? usualAlignment : alignment,
                        Content::Unwritten, returnAddress);
}

static size_t number(std::align_val_t alignment) { return static_cast<size_t>(alignment); }

void *operator new(size_t bytes) {
  return orThrow(take(bytes, usualAlignment, ASKER), "_Znwm", bytes);
}
void *operator new[](size_t bytes) {
  return orThrow(take(bytes, usualAlignment, ASKER), "_Znam", bytes);
}
void *operator new(size_t bytes, std::align_val_t alignment) {
  return orThrow(take(bytes, number(alignment), ASKER), "_ZnwmSt11align_val_t", bytes, alignment);
}
void *operator new[](size_t bytes, std::align_val_t alignment) {
  return orThrow(take(bytes, number(alignment), ASKER), "_ZnamSt11align_val_t", bytes, alignment);
}
void *operator new(size_t bytes, const std::nothrow_t &) noexcept {
  return take(bytes, usualAlignment, ASKER);
}
void *operator new[](size_t bytes, const std::nothrow_t &) noexcept {
  return take(bytes, usualAlignment, ASKER);
}
void *operator new(size_t bytes, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return take(bytes, number(alignment), ASKER);
}
void *operator new[](size_t bytes, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return take(bytes, number(alignment), ASKER);
}

void operator delete(void *block) noexcept { release(block, ASKER); }
void operator delete[](void *block) noexcept { release(block, ASKER); }
void operator delete(void *block, size_t) noexcept { release(block, ASKER); }
void operator delete[](void *block, size_t) noexcept { release(block, ASKER); }
void operator delete(void *block, std::align_val_t) noexcept { release(block, ASKER); }
void operator delete[](void *block, std::align_val_t) noexcept { release(block, ASKER); }
void operator delete(void *block, size_t, std::align_val_t) noexcept { release(block, ASKER); }
void operator delete[](void *block, size_t, std::align_val_t) noexcept { release(block, ASKER); }
void operator delete(void *block, const std::nothrow_t &) noexcept { release(block, ASKER); }
void operator delete[](void *block, const std::nothrow_t &) noexcept { release(block, ASKER); }
void operator delete(void *block, std::align_val_t, const std::nothrow_t &) noexcept {
  release(block, ASKER);
}
void operator delete[](void *block, std::align_val_t, const std::nothrow_t &) noexcept {
  release(block, ASKER);
}
