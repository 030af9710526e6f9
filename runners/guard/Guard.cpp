#include "runners/guard/Guard.h"

#include "runners/guard/Callers.h"
#include "runners/guard/Fill.h"
#include "runners/guard/Mappings.h"
#include "runners/guard/Region.h"
#include "runners/guard/Report.h"
#include "runners/guard/Rounding.h"
#include "runners/guard/Settings.h"
#include "runners/guard/Signals.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <pthread.h>
#include <unistd.h>

// The C library's own allocator, by the names under which it can be reached without dlsym(3), which
// allocates itself.
extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

namespace assay::guard {

namespace {

/// Blocks of a process that are guarded, by caller: beyond, it would be slow. The kernel allows a
/// process some 65,000 mappings, of which a block may make two.
constexpr size_t mostOfRuntime = 2000, mostOfCompiled = 10000;

enum class State : uint8_t { Unknown, Starting, Active, Off };

std::atomic<State> state;
std::atomic<size_t> guarded;
/// Who finds the second fault in a process looks at what the first has left.
std::atomic<bool> hasReported;
Settings settings;
size_t (*realUsableSize)(void *);

/// Blocks of a program are small, or few.
Region smallBlocks, largeBlocks;
constexpr size_t mostOfSmall = size_t(64) << 10;

Region *regionOf(const void *pointer) {
  for (Region *region : {&smallBlocks, &largeBlocks})
    if (region->contains(pointer))
      return region;
  return nullptr;
}

bool reserve(unsigned fill) {
  constexpr size_t forSmall = size_t(128) << 20, forLarge = size_t(32) << 30;
  // Not every kernel has guard pages.
  if (!smallBlocks.reserve(forSmall, Protection::GuardPages, fill) &&
      !smallBlocks.reserve(forSmall, Protection::Mappings, fill))
    return false;
  return largeBlocks.reserve(forLarge, Protection::Mappings, fill);
}

void lock() {
  smallBlocks.lock();
  largeBlocks.lock();
}
void unlock() {
  largeBlocks.unlock();
  smallBlocks.unlock();
}

class Reporter : public Complaints {
public:
  void overwritten(const Overwrite &found) override {
    if (hasReported.exchange(true))
      return;
    Line()
        .text("kind", "overwritten")
        .text("side", found.isBehind ? "behind" : "before")
        .number("bytes", found.block.bytes)
        .number("changed", found.changed)
        .number("nearest", found.nearest)
        .number("farthest", found.farthest)
        .place("caller", found.block.returnAddress - 1)
        .writeTo(settings.report);
  }
};

void reportRelease(Region::Release found, const Region &region, uintptr_t address,
                   uintptr_t returnAddress) {
  if (hasReported.exchange(true))
    return;
  Block block;
  region.find(address, block);
  Line()
      .text("kind", found == Region::Release::Twice ? "freed twice" : "freed inside")
      .number("bytes", block.bytes)
      .number("distance", address - block.begin)
      .place("place", returnAddress - 1)
      .place("caller", block.returnAddress - 1)
      .writeTo(settings.report);
}

void start() {
  State expected = State::Unknown;
  if (!environ || !state.compare_exchange_strong(expected, State::Starting))
    return;
  realUsableSize = reinterpret_cast<size_t (*)(void *)>(dlsym(RTLD_NEXT, "malloc_usable_size"));
  if (!settings.read() || !reserve(settings.fill)) {
    state = State::Off;
    return;
  }
  rememberProgram();
  watchSignals();
  pthread_atfork(lock, unlock, unlock);
  state = State::Active;
}

__attribute__((constructor)) void begin() { start(); }

__attribute__((destructor)) void end() {
  Reporter reporter;
  if (!isActive())
    return;
  smallBlocks.inspectAll(reporter);
  largeBlocks.inspectAll(reporter);
}

void *allocateGuarded(size_t bytes, size_t alignment, Content content, uintptr_t returnAddress,
                      Caller caller) {
  const size_t number = guarded.fetch_add(1, std::memory_order_relaxed);
  if (number >= (caller == Caller::Runtime ? mostOfRuntime : mostOfCompiled))
    return nullptr;
  Region &region = bytes <= mostOfSmall && alignment <= mostOfSmall ? smallBlocks : largeBlocks;
  size_t lead = 0;
  if (caller == Caller::Compiled && alignment == usualAlignment)
    if (const size_t wanted = roundedUpTo(returnAddress); wanted >= alignment && bytes >= wanted) {
      // Of what there is more, as much lies before the block as the code will pass over.
      lead = wanted - alignment;
      bytes -= wanted;
      alignment = wanted;
    }
  void *given = region.allocate(bytes, alignment, returnAddress, lead);
  if (given && content == Content::Unwritten)
    fillUnwritten(static_cast<char *>(given) + lead, bytes,
                  static_cast<unsigned>(number + settings.fill));
  return given;
}

void *allocatePlain(size_t bytes, size_t alignment, Content content) {
  if (alignment <= usualAlignment)
    return content == Content::Zero ? __libc_calloc(1, bytes) : __libc_malloc(bytes);
  void *block = __libc_memalign(alignment, bytes);
  if (block && content == Content::Zero)
    memset(block, 0, bytes);
  return block;
}

size_t plainSize(void *pointer) { return realUsableSize ? realUsableSize(pointer) : 0; }

} // namespace

bool isActive() {
  const State now = state.load(std::memory_order_acquire);
  if (now == State::Unknown)
    start();
  return now == State::Active;
}

void *allocate(size_t bytes, size_t alignment, Content content, uintptr_t returnAddress) {
  if (!isActive())
    return allocatePlain(bytes, alignment, content);
  const Caller caller = callerAt(settings, returnAddress);
  if (caller >= Caller::Runtime)
    if (void *block = allocateGuarded(bytes, alignment, content, returnAddress, caller))
      return block;
  void *block = allocatePlain(bytes, alignment, content);
  if (block && content == Content::Unwritten && caller != Caller::System)
    fillUnwritten(block, bytes, settings.fill);
  return block;
}

void release(void *pointer, uintptr_t returnAddress) {
  Region *region = regionOf(pointer);
  if (!region)
    return __libc_free(pointer);
  const int before = errno; // free(3) leaves it
  Reporter reporter;
  const Region::Release done = region->release(pointer, reporter);
  if (done != Region::Release::Done) {
    reportRelease(done, *region, reinterpret_cast<uintptr_t>(pointer), returnAddress);
    abort();
  }
  errno = before;
}

void *reallocate(void *pointer, size_t bytes, uintptr_t returnAddress) {
  if (!pointer)
    return allocate(bytes, usualAlignment, Content::Unwritten, returnAddress);
  if (!isActive())
    return __libc_realloc(pointer, bytes);
  const Caller caller = callerAt(settings, returnAddress);
  if (regionOf(pointer) || caller >= Caller::Runtime) {
    if (bytes == 0) {
      release(pointer, returnAddress);
      return nullptr;
    }
    // What was guarded stays so, whoever makes it larger.
    void *block = allocateGuarded(bytes, usualAlignment, Content::Unwritten, returnAddress, caller);
    if (!block)
      block = allocate(bytes, usualAlignment, Content::Unwritten, returnAddress);
    if (!block)
      return nullptr;
    memcpy(block, pointer, std::min({usableSize(pointer), usableSize(block), bytes}));
    release(pointer, returnAddress);
    return block;
  }
  const size_t old = plainSize(pointer);
  void *block = __libc_realloc(pointer, bytes);
  if (block && bytes > old && old > 0 && caller != Caller::System)
    fillUnwritten(static_cast<char *>(block) + old, bytes - old, settings.fill);
  return block;
}

size_t usableSize(void *pointer) {
  if (!pointer)
    return 0;
  const Region *region = regionOf(pointer);
  if (!region)
    return plainSize(pointer);
  Block block;
  return region->find(reinterpret_cast<uintptr_t>(pointer), block) ? block.lead + block.bytes : 0;
}

bool reportAccess(uintptr_t address, bool isKnown, bool isWrite, uintptr_t code, uintptr_t stack) {
  Block block;
  const Region *region = regionOf(reinterpret_cast<void *>(address));
  if (!region || !region->find(address, block))
    return false;
  if (hasReported.exchange(true))
    return true;
  const bool isBefore = address < block.begin;
  const uintptr_t end = block.begin + block.bytes;
  Line()
      .text("kind", !isKnown  ? "touched"
                    : isWrite ? "written"
                              : "read")
      .text("side", block.contains(address) ? "freed"
                    : isBefore              ? "before"
                                            : "behind")
      .number("bytes", block.bytes)
      .number("distance", isBefore                  ? block.begin - address
                          : block.contains(address) ? address - block.begin
                                                    : address - end)
      .place("place", compiledCaller(settings, code, stack))
      .place("caller", block.returnAddress - 1)
      .writeTo(settings.report);
  return true;
}

} // namespace assay::guard
