#include "runners/cpu/Runtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// compiler-rt's builtins, to which code generation falls back. Only their addresses are used, so
// they are declared without their types.
extern "C" {
#define ASSAY_BUILTIN(name) void name();
#include "runners/cpu/Builtins.def"
}

namespace assay {

namespace {

/// The execution that the hooks belong to. The hooks have C signatures fixed by the compiler, so
/// this cannot be passed in.
thread_local Execution *current = nullptr;

[[noreturn]] void leave(TargetFailure failure) {
  current->failure = std::move(failure);
  std::longjmp(current->exit, 1);
}

void *allocatePlain(uint64_t alignment, uint64_t bytes) {
  const uint64_t step = std::max<uint64_t>(alignment, 64);
  void *block = std::aligned_alloc(step, (bytes + step - 1) / step * step);
  current->plain.insert(block);
  return block;
}

void *allocateAligned(uint64_t alignment, uint64_t bytes) {
  const bool isPower = alignment && (alignment & (alignment - 1)) == 0;
  if (!current->isGuarded)
    return allocatePlain(alignment, bytes);
  if (std::byte *block = isPower ? current->heap.allocate(bytes, alignment) : nullptr)
    return block;
  leave({TargetFailure::Kind::OutOfMemory, Stage::Run,
         fmt::format("{} bytes aligned to {} were asked for", bytes, alignment)});
}

void *allocate(uint64_t bytes) { return allocateAligned(64, bytes); }

void *allocateZeroed(uint64_t count, uint64_t bytes) {
  void *block = allocate(count * bytes);
  std::memset(block, 0, count * bytes);
  return block;
}

void release(void *block) {
  if (current->isGuarded)
    return current->heap.release(block);
  if (current->plain.erase(block) > 0)
    std::free(block);
}

/// Both take the C ABI of unranked memrefs: rank, and a pointer to {allocated, aligned, offset,
/// sizes[rank], strides[rank]}.
struct Unranked {
  int64_t rank;
  int64_t *words;
};

void copyMemref(int64_t elementBytes, Unranked *from, Unranked *to) {
  const int64_t rank = from->rank;
  const int64_t *extents = from->words + 3;
  for (int64_t i = 0; i < rank; ++i)
    if (extents[i] <= 0)
      return;
  const int64_t *fromStrides = extents + rank, *toStrides = to->words + 3 + rank;
  auto begin = [&](const Unranked &memref) {
    return reinterpret_cast<char *>(memref.words[1]) + memref.words[2] * elementBytes;
  };
  const char *read = begin(*from);
  char *write = begin(*to);
  std::vector<int64_t> index(static_cast<size_t>(rank), 0);
  while (true) {
    std::memcpy(write, read, static_cast<size_t>(elementBytes));
    int64_t dim = rank - 1;
    for (; dim >= 0; --dim) {
      int64_t &at = index[static_cast<size_t>(dim)];
      read += fromStrides[dim] * elementBytes;
      write += toStrides[dim] * elementBytes;
      if (++at < extents[dim])
        break;
      read -= extents[dim] * fromStrides[dim] * elementBytes;
      write -= extents[dim] * toStrides[dim] * elementBytes;
      at = 0;
    }
    if (dim < 0)
      return;
  }
}

void aborted() {
  std::string text = current->printed.empty() ? "abort() was called" : current->printed;
  leave({TargetFailure::Kind::Crashed, Stage::Run, std::move(text)});
}

constexpr size_t printedLimit = 1000;

int printLine(const char *text) {
  if (current->printed.size() < printedLimit)
    current->printed.append(text, strnlen(text, printedLimit));
  return 0;
}

int printFormatted(const char *format, ...) {
  char buffer[printedLimit];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return printLine(buffer);
}

template <class Function> void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

} // namespace

Execution::~Execution() {
  for (void *block : plain)
    std::free(block);
}

void callCompiled(void (*entry)(int64_t *), int64_t *words, Execution &execution) {
  current = &execution;
  if (setjmp(execution.exit) == 0)
    entry(words);
  current = nullptr;
}

std::span<const RuntimeSymbol> runtimeSymbols() {
  static const RuntimeSymbol symbols[] = {
      {"_mlir_memref_to_llvm_alloc", addressOf(allocate)},
      {"_mlir_memref_to_llvm_aligned_alloc", addressOf(allocateAligned)},
      {"_mlir_memref_to_llvm_free", addressOf(release)},
      {"malloc", addressOf(allocate)},
      {"aligned_alloc", addressOf(allocateAligned)},
      {"calloc", addressOf(allocateZeroed)},
      {"free", addressOf(release)},
      {"memrefCopy", addressOf(copyMemref)},
      {"abort", addressOf(aborted)},
      {"puts", addressOf(printLine)},
      {"printf", addressOf(printFormatted)},
#define ASSAY_BUILTIN(name) {#name, addressOf(name)},
#include "runners/cpu/Builtins.def"
  };
  return symbols;
}

} // namespace assay
