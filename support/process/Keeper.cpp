#include "support/process/Keeper.h"

#include "support/process/Descendants.h"
#include "support/process/ScratchFolder.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace {

/// How the kernel tells of the parent's end.
constexpr int parentHasEnded = SIGHUP;

/// The child must be alone in having them: their end tells who waits at the other end of a pipe.
void closeAllFiles() {
  if (syscall(SYS_close_range, 0U, ~0U, 0U) == 0)
    return;
  for (int file = 0; file < static_cast<int>(sysconf(_SC_OPEN_MAX)); ++file)
    close(file);
}

/// Until the child has ended: its status, as waitpid(2) gives it.
int keep(pid_t child, pid_t parent) {
  sigset_t all;
  sigfillset(&all);
  while (true) {
    // Signals of one kind that come together are one.
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child)
      return status;
    if (ended < 0 && errno != EINTR)
      return SIGKILL; // nobody knows
    const int signal = sigwaitinfo(&all, nullptr);
    // Anybody may send the one that says so.
    const bool isOrphan = signal == parentHasEnded && getppid() != parent;
    if (signal == endChild || isOrphan)
      kill(child, SIGKILL);
    else if (signal == SIGABRT)
      kill(child, SIGABRT);
  }
}

[[noreturn]] void endAs(int status) {
  if (!WIFSIGNALED(status))
    _exit(WEXITSTATUS(status));
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  std::signal(WTERMSIG(status), SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, WTERMSIG(status));
  sigprocmask(SIG_UNBLOCK, &one, nullptr);
  raise(WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

} // namespace

void continueWithKeeper(pid_t parent) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  adoptDescendants();
  // What ends the parent's whole group or terminal shall not end the keeper.
  setsid();
  prctl(PR_SET_PDEATHSIG, parentHasEnded);
  if (getppid() != parent)
    _exit(0);
  std::optional<ScratchFolder> scratch;
  if (auto made = ScratchFolder::create())
    scratch.emplace(std::move(*made));
  const pid_t keeper = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
      _exit(0);
    adoptDescendants();
    // Without one it makes its files where this process would.
    if (scratch)
      setenv("TMPDIR", scratch->path().c_str(), 1);
    std::signal(SIGTERM, SIG_IGN);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    return;
  }
  closeAllFiles();
  const int status = child > 0 ? keep(child, parent) : 1 << 8;
  endDescendants();
  scratch.reset();
  endAs(status);
}

} // namespace assay
