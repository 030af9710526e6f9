#include "support/process/Descendants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <unordered_set>

namespace assay {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

/// How long it is tried to end what does not end.
constexpr auto longestTry = std::chrono::seconds(10);
/// Whoever gets a signal needs a processor to take it.
constexpr auto pauseForSignals = std::chrono::microseconds(200);
/// What was killed is gone after this, or something else came up meanwhile.
constexpr auto longestDeath = std::chrono::milliseconds(200);
/// What wakes up as often as this although it is stopped is killed as it is.
constexpr int mostWakes = 50;

/// A process's own flag tells, not the kernel's: that outlives execve(2), and whoever became this
/// program may have had children.
bool adopts = false;

/// A file of /proc; empty if it is gone.
std::string contentOf(const std::string &path) {
  std::string text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return text;
  char piece[4096];
  for (ssize_t size = 0; (size = read(file, piece, sizeof(piece))) > 0;)
    text.append(piece, static_cast<size_t>(size));
  close(file);
  return text;
}

/// The names in a folder of /proc that are numbers.
std::vector<pid_t> numbersIn(const std::string &folder) {
  std::vector<pid_t> numbers;
  std::error_code gone;
  fs::directory_iterator entry(folder, gone);
  for (; !gone && entry != fs::directory_iterator(); entry.increment(gone))
    if (const int number = std::atoi(entry->path().filename().c_str()); number > 0)
      numbers.push_back(number);
  return numbers;
}

struct Process {
  char state = 'X'; // as /proc/PID/stat says it; X if it is gone
  pid_t parent = 0;

  bool hasEnded() const { return state == 'Z' || state == 'X'; }
  bool isStopped() const { return state == 'T' || state == 't'; }
};

Process processOf(pid_t id) {
  const std::string text = contentOf(fmt::format("/proc/{}/stat", id));
  // "12 (a name) S 1 ...", and a name may have parentheses.
  const size_t end = text.rfind(')');
  Process process;
  if (end != std::string::npos && text.size() > end + 4) {
    process.state = text[end + 2];
    process.parent = std::atoi(text.c_str() + end + 4);
  }
  return process;
}

/// The numbers that stand in a file of /proc.
std::vector<pid_t> numbersOf(const std::string &text) {
  std::vector<pid_t> numbers;
  char *end = nullptr;
  for (const char *at = text.c_str(); *at; at = end + (*end == ' ')) {
    const auto number = static_cast<pid_t>(std::strtol(at, &end, 10));
    if (end == at)
      break;
    numbers.push_back(number);
  }
  return numbers;
}

/// Of each of its threads, where the kernel tells them.
std::vector<pid_t> childrenOf(pid_t id) {
  std::vector<pid_t> children;
  for (pid_t thread : numbersIn(fmt::format("/proc/{}/task", id)))
    for (pid_t child : numbersOf(contentOf(fmt::format("/proc/{}/task/{}/children", id, thread))))
      children.push_back(child);
  return children;
}

} // namespace

std::vector<pid_t> descendantsByChildren() {
  std::vector<pid_t> found;
  std::unordered_set<pid_t> seen{getpid()};
  for (size_t next = 0; next <= found.size(); ++next)
    for (pid_t child : childrenOf(next == 0 ? getpid() : found[next - 1]))
      if (seen.insert(child).second)
        found.push_back(child);
  return found;
}

std::vector<pid_t> descendantsByParents() {
  std::vector<std::pair<pid_t, pid_t>> others; // and their parents
  for (pid_t id : numbersIn("/proc"))
    if (const Process process = processOf(id); process.parent > 0)
      others.emplace_back(id, process.parent);
  std::vector<pid_t> found;
  for (size_t next = 0; next <= found.size(); ++next) {
    const pid_t parent = next == 0 ? getpid() : found[next - 1];
    for (const auto &[id, itsParent] : others)
      if (itsParent == parent)
        found.push_back(id);
  }
  return found;
}

namespace {

bool tellsChildren() {
  static const bool tells = access("/proc/thread-self/children", R_OK) == 0;
  return tells;
}

std::vector<pid_t> descendants() {
  return tellsChildren() ? descendantsByChildren() : descendantsByParents();
}

/// Whether there is no child left, and so no descendant: these would be children by now.
bool isAlone() {
  siginfo_t ignored{};
  return waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 && errno == ECHILD;
}

/// Whether there was anything to reap.
bool reap() {
  bool isAny = false;
  while (waitpid(-1, nullptr, WNOHANG | __WALL) > 0)
    isAny = true;
  return isAny;
}

/// Goes down to all that main threads have begun, and stops what was not told before; whether there
/// was any. Each is stopped before its children are looked at, which are all that it will have.
bool stopNew(std::unordered_set<pid_t> &told) {
  bool isAnyNew = false;
  std::vector<pid_t> open{getpid()};
  std::unordered_set<pid_t> seen{getpid()};
  for (size_t next = 0; next < open.size(); ++next)
    for (pid_t child : numbersOf(contentOf(fmt::format("/proc/{0}/task/{0}/children", open[next]))))
      if (seen.insert(child).second) {
        if (told.insert(child).second) {
          kill(child, SIGSTOP);
          isAnyNew = true;
        }
        open.push_back(child);
      }
  return isAnyNew;
}

/// Stops all that runs below this process, until a look at all of it finds nothing that does.
/// Adds who was told to stop.
void stopDescendants(std::unordered_set<pid_t> &told) {
  int wakes = 0;
  for (bool isAnyRunning = true; isAnyRunning && wakes < mostWakes;) {
    // As fast as can be, for a race against what forks; it may be another's number by the time.
    while (tellsChildren() && stopNew(told))
      reap();
    isAnyRunning = false;
    for (pid_t id : descendants()) {
      const Process process = processOf(id);
      const bool isNew = told.insert(id).second;
      // Who waits in vfork(2) for a child that is stopped will not get out to be stopped itself.
      const bool waits = process.state == 'D' && !isNew;
      if (process.hasEnded() || process.isStopped() || waits)
        continue;
      isAnyRunning |= kill(id, SIGSTOP) == 0;
      wakes += !isNew;
    }
    reap();
    if (isAnyRunning)
      std::this_thread::sleep_for(pauseForSignals);
  }
}

/// Sends SIGKILL to one of `found`, unless its number is another's by now.
void killOne(pid_t id, const std::unordered_set<pid_t> &found) {
  const int file = static_cast<int>(syscall(SYS_pidfd_open, id, 0));
  // Read behind the opening, so that it is the same process if that one is still there.
  const Process process = processOf(id);
  const bool isOurs = process.parent == getpid() || found.contains(process.parent);
  if (isOurs && file >= 0)
    syscall(SYS_pidfd_send_signal, file, SIGKILL, nullptr, 0);
  else if (isOurs) // kernels before 5.3
    kill(id, SIGKILL);
  if (file >= 0)
    close(file);
}

/// Whether any of it has ended.
bool killDescendants(std::unordered_set<pid_t> &told) {
  const std::vector<pid_t> list = descendants();
  const std::unordered_set<pid_t> found(list.begin(), list.end());
  for (pid_t id : list)
    killOne(id, found);
  // Whose number somebody else had by the time he was told to stop.
  for (pid_t id : told)
    if (!found.contains(id))
      kill(id, SIGCONT);
  told.clear();
  bool isAnyGone = false;
  for (const auto end = Clock::now() + longestDeath; !isAlone() && Clock::now() < end;) {
    isAnyGone |= reap();
    std::this_thread::sleep_for(pauseForSignals);
  }
  return isAnyGone;
}

/// Ahead of others on the processors, as far as this process may: a thousand that fork leave it a
/// thousandth of the time.
class Haste {
public:
  Haste() : policy(sched_getscheduler(0)), nice(getpriority(PRIO_PROCESS, 0)) {
    sched_getparam(0, &parameters);
    const sched_param lowest{1};
    if (sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &lowest) != 0)
      setpriority(PRIO_PROCESS, 0, -20);
  }
  ~Haste() {
    sched_setscheduler(0, policy, &parameters);
    setpriority(PRIO_PROCESS, 0, nice);
  }
  Haste(const Haste &) = delete;
  Haste &operator=(const Haste &) = delete;

private:
  int policy, nice;
  sched_param parameters{};
};

} // namespace

void adoptDescendants() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Else who started this program may have said that children are not waited for.
  std::signal(SIGCHLD, SIG_DFL);
  adopts = true;
}

bool adoptsDescendants() { return adopts; }

std::vector<pid_t> liveDescendants() {
  std::vector<pid_t> list = descendants();
  std::erase_if(list, [](pid_t id) { return processOf(id).hasEnded(); });
  return list;
}

void endDescendants() {
  if (isAlone())
    return;
  const Haste haste;
  std::unordered_set<pid_t> told;
  for (auto end = Clock::now() + longestTry; !isAlone() && Clock::now() < end;) {
    stopDescendants(told);
    if (killDescendants(told))
      end = Clock::now() + longestTry;
  }
}

} // namespace assay
