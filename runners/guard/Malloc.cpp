// malloc(3) and its relatives.
#include "runners/guard/Guard.h"

#include <cerrno>

#define ASKER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

using namespace assay::guard;

namespace {

constexpr size_t pageBytes = 4096;

bool isPower(size_t number) { return number > 0 && (number & (number - 1)) == 0; }

void *failWith(int error) {
  errno = error;
  return nullptr;
}

/// No object is larger.
bool isTooMuch(size_t bytes) { return bytes > static_cast<size_t>(PTRDIFF_MAX); }

void *allocateAligned(size_t alignment, size_t bytes, uintptr_t returnAddress) {
  if (!isPower(alignment))
    return failWith(EINVAL);
  if (isTooMuch(bytes) || isTooMuch(alignment))
    return failWith(ENOMEM);
  return allocate(bytes, alignment < usualAlignment ? usualAlignment : alignment,
                  Content::Unwritten, returnAddress);
}

} // namespace

extern "C" {

void *malloc(size_t bytes) noexcept {
  return isTooMuch(bytes) ? failWith(ENOMEM)
                          : allocate(bytes, usualAlignment, Content::Unwritten, ASKER);
}

void *calloc(size_t count, size_t each) noexcept {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, each, &bytes) || isTooMuch(bytes))
    return failWith(ENOMEM);
  return allocate(bytes, usualAlignment, Content::Zero, ASKER);
}

void *realloc(void *pointer, size_t bytes) noexcept {
  return isTooMuch(bytes) ? failWith(ENOMEM) : reallocate(pointer, bytes, ASKER);
}

void *reallocarray(void *pointer, size_t count, size_t each) noexcept {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, each, &bytes) || isTooMuch(bytes))
    return failWith(ENOMEM);
  return reallocate(pointer, bytes, ASKER);
}

void free(void *pointer) noexcept { release(pointer, ASKER); }

size_t malloc_usable_size(void *pointer) noexcept { return usableSize(pointer); }

void *aligned_alloc(size_t alignment, size_t bytes) noexcept {
  return allocateAligned(alignment, bytes, ASKER);
}

void *memalign(size_t alignment, size_t bytes) noexcept {
  return allocateAligned(alignment, bytes, ASKER);
}

int posix_memalign(void **into, size_t alignment, size_t bytes) noexcept {
  if (!isPower(alignment) || alignment % sizeof(void *) != 0)
    return EINVAL;
  const int before = errno; // which it leaves
  void *block = allocateAligned(alignment, bytes, ASKER);
  errno = before;
  if (!block)
    return ENOMEM;
  *into = block;
  return 0;
}

void *valloc(size_t bytes) noexcept { return allocateAligned(pageBytes, bytes, ASKER); }

void *pvalloc(size_t bytes) noexcept {
  return isTooMuch(bytes)
             ? failWith(ENOMEM)
             : allocateAligned(pageBytes, (bytes + pageBytes - 1) / pageBytes * pageBytes, ASKER);
}

} // extern "C"
