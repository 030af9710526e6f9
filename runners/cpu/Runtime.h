#pragma once

#include "runners/cpu/GuardedHeap.h"
#include "target/Outcome.h"

#include <csetjmp>
#include <span>
#include <unordered_set>

namespace assay {

/// What the functions that compiled code calls see of the execution they are part of.
struct Execution {
  GuardedHeap heap;
  /// Memory comes from the C library instead, for who wants to know how long compiled code takes;
  /// what is left of it belongs to the execution as well.
  bool isGuarded = true;
  std::unordered_set<void *> plain;
  std::jmp_buf exit;
  /// Set when compiled code left through `exit`.
  std::optional<TargetFailure> failure;
  /// What it printed: the message of a failed assertion.
  std::string printed;

  Execution() = default;
  ~Execution();
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;
};

/// Calls entry(words) with `execution` in place. Compiled code may end by returning, or through
/// abort() and exhausted memory, which are recorded in execution.failure.
void callCompiled(void (*entry)(int64_t *), int64_t *words, Execution &execution);

/// A function that compiled code may call by this name.
struct RuntimeSymbol {
  const char *name;
  void *address;
};
/// Allocation (also under its C names, so that code built without hooks is guarded as well), memref
/// copies, assertions, and the compiler's builtins for f16, bf16, complex and 128-bit arithmetic.
/// What is in libc and libm is not listed.
std::span<const RuntimeSymbol> runtimeSymbols();

} // namespace assay
