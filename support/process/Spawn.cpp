#include "support/process/Spawn.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {
namespace {

/// What a child needs to know to become the program, without allocating anything.
struct Child {
  const ProcessStart &start;
  std::vector<char *> words, environment;
  pid_t parent = 0;
  int failure = 0; // errno, if it cannot be started
};

[[clang::no_sanitize("address")]] void limit(__rlimit_resource resource, rlim_t most) {
  rlimit both{most, most};
  setrlimit(resource, &both);
}

/// In the child, in the parent's memory.
[[clang::no_sanitize("address")]] int become(void *given) {
  Child &child = *static_cast<Child *>(given);
  const ProcessStart &start = child.start;
  if (start.isDependent) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
  }
  // What this process ignores, the program would as well.
  for (int signal = 1; signal < NSIG; ++signal)
    std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (start.fileMebibytes > 0)
    limit(RLIMIT_FSIZE, rlim_t(start.fileMebibytes) << 20);
  if (start.mebibytes > 0)
    limit(RLIMIT_DATA, rlim_t(start.mebibytes) << 20);
  for (const auto &[from, to] : start.files)
    dup2(from, to);
  const bool isOrphan = start.isDependent && getppid() != child.parent;
  if (!isOrphan && (start.folder.empty() || chdir(start.folder.c_str()) == 0))
    execve(child.words[0], child.words.data(), child.environment.data());
  child.failure = errno;
  _exit(127);
}

/// As execve(2) takes them, which changes none; without the null at the end.
std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  return pointers;
}

} // namespace

pid_t spawnProcess(const ProcessStart &start) {
  Child child{start, pointersTo(start.words), pointersTo(start.variables), getpid()};
  child.words.push_back(nullptr);
  for (char **own = environ; *own; ++own)
    if (std::ranges::find(start.variables, variableName(*own), variableName) ==
        start.variables.end())
      child.environment.push_back(*own);
  child.environment.push_back(nullptr);
  // Until it has begun it shares this process's memory: to copy what a compiler has in it takes
  // longer than a short run.
  alignas(64) static thread_local char stack[64 << 10];
  sigset_t all, before;
  sigfillset(&all);
  // A handler would run in the child as well.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = clone(become, stack + sizeof(stack), CLONE_VM | CLONE_VFORK | SIGCHLD, &child);
  const int failure = pid < 0 ? errno : child.failure;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (failure == 0)
    return pid;
  if (pid > 0)
    waitpid(pid, nullptr, 0);
  errno = failure;
  return -1;
}

} // namespace assay
