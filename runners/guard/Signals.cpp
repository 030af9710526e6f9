#include "runners/guard/Signals.h"

#include "runners/guard/Guard.h"

#include <atomic>
#include <csignal>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace assay::guard {

namespace {

using SetAction = int (*)(int, const struct sigaction *, struct sigaction *);
using SetHandler = sighandler_t (*)(int, sighandler_t);

std::atomic<SetAction> setAction;
/// What the program wants done about the signal.
struct sigaction wanted;
std::atomic<bool> isWatching;

SetAction realAction() {
  if (!setAction)
    setAction = reinterpret_cast<SetAction>(dlsym(RTLD_NEXT, "sigaction"));
  return setAction;
}

/// Where a thread was, and whether it wrote.
struct Access {
  uintptr_t code = 0, stack = 0;
  bool isKnown = false, isWrite = false;
};

Access accessOf(const void *context) {
  const auto &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
  Access access;
#if defined(__x86_64__)
  constexpr long long writes = 2; // in the error code of a page fault
  access.code = static_cast<uintptr_t>(machine.gregs[REG_RIP]);
  access.stack = static_cast<uintptr_t>(machine.gregs[REG_RSP]);
  access.isKnown = true;
  access.isWrite = (machine.gregs[REG_ERR] & writes) != 0;
#elif defined(__aarch64__)
  access.code = machine.pc;
  access.stack = machine.sp;
#endif
  return access;
}

/// Ends the process by the signal when the handler returns.
void dieOf(int signal, bool comesAgain) {
  struct sigaction fatal = {};
  fatal.sa_handler = SIG_DFL;
  realAction()(signal, &fatal, nullptr);
  if (!comesAgain)
    syscall(SYS_tgkill, getpid(), gettid(), signal);
}

/// As the kernel would call it.
void callProgram(int signal, siginfo_t *info, void *context) {
  const struct sigaction action = wanted;
  const bool isFault = info->si_code > 0; // and not somebody's kill(2)
  if (!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN && !isFault)
    return;
  if (!(action.sa_flags & SA_SIGINFO) &&
      (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN))
    return dieOf(signal, isFault);
  if (action.sa_flags & SA_RESETHAND)
    wanted = {};
  sigset_t mask = action.sa_mask, before;
  pthread_sigmask(SIG_BLOCK, &mask, &before);
  if (action.sa_flags & SA_NODEFER) {
    sigset_t self;
    sigemptyset(&self);
    sigaddset(&self, signal);
    pthread_sigmask(SIG_UNBLOCK, &self, nullptr);
  }
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void onFault(int signal, siginfo_t *info, void *context) {
  const Access access = accessOf(context);
  if (info->si_code > 0 && reportAccess(reinterpret_cast<uintptr_t>(info->si_addr), access.isKnown,
                                        access.isWrite, access.code, access.stack))
    return dieOf(signal, /*comesAgain=*/true);
  callProgram(signal, info, context);
}

int changeAction(int signal, const struct sigaction *action, struct sigaction *before) {
  if (signal != SIGSEGV || !isWatching)
    return realAction()(signal, action, before);
  if (before)
    *before = wanted;
  if (action)
    wanted = *action;
  return 0;
}

/// signal(2) and its like, of which there are several in the C library.
sighandler_t changeHandler(const char *name, int signal, sighandler_t handler, int flags) {
  if (signal != SIGSEGV || !isWatching)
    return reinterpret_cast<SetHandler>(dlsym(RTLD_NEXT, name))(signal, handler);
  struct sigaction action = {}, before;
  action.sa_handler = handler;
  action.sa_flags = flags;
  changeAction(signal, &action, &before);
  return before.sa_handler;
}

} // namespace

void watchSignals() {
  struct sigaction watching = {};
  watching.sa_sigaction = onFault;
  watching.sa_flags = SA_SIGINFO | SA_ONSTACK;
  isWatching = realAction()(SIGSEGV, &watching, &wanted) == 0;
}

} // namespace assay::guard

extern "C" {

int sigaction(int signal, const struct sigaction *action, struct sigaction *before) noexcept {
  return assay::guard::changeAction(signal, action, before);
}

sighandler_t signal(int signal, sighandler_t handler) noexcept {
  return assay::guard::changeHandler("signal", signal, handler, SA_RESTART);
}

sighandler_t sysv_signal(int signal, sighandler_t handler) noexcept {
  return assay::guard::changeHandler("sysv_signal", signal, handler, SA_RESETHAND | SA_NODEFER);
}

} // extern "C"
