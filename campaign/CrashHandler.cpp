#include "campaign/CrashHandler.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <ucontext.h>
#include <unistd.h>

namespace assay {
namespace {

constexpr int fatalSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
/// Stack for the handler itself: the usual one may be what ran out.
alignas(16) char handlerStack[256 * 1024];
Journal *crashJournal = nullptr;

void append(const char *text) {
  uint32_t length = crashJournal->framesLength;
  size_t room = sizeof(crashJournal->frames) - length;
  size_t size = std::min(room, std::strlen(text));
  std::memcpy(crashJournal->frames + length, text, size);
  crashJournal->framesLength = length + static_cast<uint32_t>(size);
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
  void *frames[64];
  int count = backtrace(frames, 64);
  // What lies before the faulting address is the handler's own business.
  int first = static_cast<int>(std::find(frames, frames + count, faultAddress(context)) - frames);
  for (int i = first == count ? 0 : first; i < count; ++i) {
    Dl_info info{};
    if (!dladdr(frames[i], &info))
      append("<compiled code>");
    else if (info.dli_sname)
      append(info.dli_sname);
    else
      append("?");
    append("\n");
  }
}

void onFatalSignal(int signal, siginfo_t *, void *context) {
  crashJournal->signal = signal;
  // The stack is worth a try, no more: with the heap or the loader's lock in ruins it may never
  // end.
  std::signal(SIGALRM, SIG_DFL);
  alarm(5);
  writeFrames(context);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

} // namespace

void installCrashHandler(Journal &journal) {
  crashJournal = &journal;
  // The first call loads the unwinder, which must not happen inside the handler.
  void *frame = nullptr;
  backtrace(&frame, 1);

  stack_t stack{};
  stack.ss_sp = handlerStack;
  stack.ss_size = sizeof(handlerStack);
  sigaltstack(&stack, nullptr);

  struct sigaction action{};
  action.sa_sigaction = onFatalSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
  for (int signal : fatalSignals)
    sigaction(signal, &action, nullptr);
}

} // namespace assay
