#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::guard {

/// Whether memory is guarded. The first call that can find out does so: programs allocate before
/// any constructor runs.
bool isActive();

enum class Content : uint8_t { Unwritten, Zero };

/// Memory as malloc(3) has it, for its caller. What compiled code and its runtime ask for is
/// guarded, as long as there is a budget; what others ask for is only filled. `returnAddress` is
/// that of the call.
void *allocate(size_t bytes, size_t alignment, Content content, uintptr_t returnAddress);
void *reallocate(void *pointer, size_t bytes, uintptr_t returnAddress);
void release(void *pointer, uintptr_t returnAddress);
size_t usableSize(void *pointer);

/// Whether an access to the address is one beside a block, or to one that was freed. Then it is
/// reported: `code` is what did it, and `stack` the stack's top then.
bool reportAccess(uintptr_t address, bool isKnown, bool isWrite, uintptr_t code, uintptr_t stack);

/// What malloc(3) aligns to.
inline constexpr size_t usualAlignment = 16;

} // namespace assay::guard
