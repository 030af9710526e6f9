#include "campaign/workers/CrashHandler.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <ucontext.h>
#include <unistd.h>

namespace assay {
namespace {

constexpr int fatalSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
/// Stack for the handler itself: the usual one may be what ran out.
alignas(16) char handlerStack[256 * 1024];
WorkerProgress *crashProgress = nullptr;

void append(const char *text) {
  uint32_t length = crashProgress->framesLength;
  size_t room = sizeof(crashProgress->frames) - length;
  size_t size = std::min(room, std::strlen(text));
  std::memcpy(crashProgress->frames + length, text, size);
  crashProgress->framesLength = length + static_cast<uint32_t>(size);
}

void appendHex(uintptr_t number) {
  char digits[2 * sizeof(number) + 1] = {};
  int place = sizeof(digits) - 1;
  do
    digits[--place] = "0123456789abcdef"[number % 16];
  while ((number /= 16) != 0);
  append(digits + place);
}

/// The function that the address lies in, or else the file and the offset in it: what a library
/// does not export its reader looks up in the file.
void appendFrame(void *address) {
  Dl_info info{};
  ElfW(Sym) *symbol = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void **>(&symbol), RTLD_DL_SYMENT)) {
    append("<compiled code>\n");
    return;
  }
  const auto at = reinterpret_cast<uintptr_t>(address);
  if (symbol && info.dli_sname &&
      at - reinterpret_cast<uintptr_t>(info.dli_saddr) <= symbol->st_size) {
    append(info.dli_sname);
    append("\n");
    return;
  }
  append("<");
  append(info.dli_fname);
  append("+");
  appendHex(at - reinterpret_cast<uintptr_t>(info.dli_fbase));
  append(">\n");
}

void *faultAddress(void *context) {
#if defined(__x86_64__)
  return reinterpret_cast<void *>(static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<void *>(static_cast<ucontext_t *>(context)->uc_mcontext.pc);
#else
  return nullptr;
#endif
}

void writeFrames(void *context) {
  // Patterns that apply patterns lie deep below the pass that they belong to.
  void *frames[256];
  int count = backtrace(frames, 256);
  // What lies before the faulting address is the handler's own business.
  int fault = static_cast<int>(std::find(frames, frames + count, faultAddress(context)) - frames);
  // The others are where calls return to, which may be behind the function if they never do.
  for (int i = fault == count ? 0 : fault; i < count; ++i)
    appendFrame(static_cast<char *>(frames[i]) - (i == fault ? 0 : 1));
}

void onFatalSignal(int signal, siginfo_t *, void *context) {
  crashProgress->signal = signal;
  // The stack is worth a try, no more: with the heap or the loader's lock in ruins it may never
  // end.
  std::signal(SIGALRM, SIG_DFL);
  alarm(5);
  writeFrames(context);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

} // namespace

void installCrashHandler(WorkerProgress &progress) {
  crashProgress = &progress;
  // The first call loads the unwinder, which must not happen inside the handler.
  void *frame = nullptr;
  backtrace(&frame, 1);

  stack_t stack{};
  stack.ss_sp = handlerStack;
  stack.ss_size = sizeof(handlerStack);
  sigaltstack(&stack, nullptr);

  takeSignals();
}

void takeSignals() {
  struct sigaction action{};
  action.sa_sigaction = onFatalSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
  for (int signal : fatalSignals)
    sigaction(signal, &action, nullptr);
}

} // namespace assay
