#include "support/process/Command.h"

#include "support/process/Descendants.h"
#include "support/process/Keeper.h"
#include "support/process/ScratchFolder.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// What is kept of printed text: so much of the beginning, and of the end.
constexpr size_t longestHead = size_t(64) << 20, longestTail = size_t(256) << 10;

/// By the file that is open: what has its name by now may be anything.
std::string contentOf(int file) {
  struct stat status{};
  const size_t size = fstat(file, &status) == 0 ? static_cast<size_t>(status.st_size) : 0;
  auto part = [&](size_t from, size_t length) {
    std::string text(length, '\0');
    size_t filled = 0;
    ssize_t got = 0;
    while (filled < length && (got = pread(file, text.data() + filled, length - filled,
                                           static_cast<off_t>(from + filled))) > 0)
      filled += static_cast<size_t>(got);
    text.resize(filled);
    return text;
  };
  if (size <= longestHead + longestTail)
    return part(0, size);
  return part(0, longestHead) + "\n...\n" + part(size - longestTail, longestTail);
}

/// What a child needs to know to become the program.
struct Start {
  std::vector<char *> words, environment;
  int in = -1, out = -1, err = -1;
  const char *folder = nullptr;
  unsigned mebibytes = 0, fileMebibytes = 0;
  pid_t parent = 0;
  int failure = 0; // errno, if it cannot be started
};

[[clang::no_sanitize("address")]] void limit(__rlimit_resource resource, rlim_t most) {
  rlimit both{most, most};
  setrlimit(resource, &both);
}

/// In the child, in the parent's memory.
[[clang::no_sanitize("address")]] int become(void *given) {
  Start &start = *static_cast<Start *>(given);
  // Away from the terminal, from which it could wait for an answer.
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // What this process ignores, the program would as well.
  for (int signal = 1; signal < NSIG; ++signal)
    std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  limit(RLIMIT_CORE, 0);
  if (start.fileMebibytes > 0)
    limit(RLIMIT_FSIZE, rlim_t(start.fileMebibytes) << 20);
  if (start.mebibytes > 0)
    limit(RLIMIT_DATA, rlim_t(start.mebibytes) << 20);
  dup2(start.in, STDIN_FILENO);
  dup2(start.out, STDOUT_FILENO);
  dup2(start.err, STDERR_FILENO);
  if (getppid() == start.parent && (!start.folder || chdir(start.folder) == 0))
    execve(start.words[0], start.words.data(), start.environment.data());
  start.failure = errno;
  _exit(127);
}

/// Closed with the object.
struct File {
  int number = -1;
  explicit File(int number) : number(number) {}
  File(const File &) = delete;
  ~File() { close(); }
  void close() {
    if (number >= 0)
      ::close(number);
    number = -1;
  }
};

/// As execve(2) takes them, which changes none.
std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  return pointers;
}

std::string_view nameOf(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

/// `variables`, and this process's own of other names.
std::vector<char *> environmentWith(const std::vector<std::string> &variables) {
  std::vector<char *> all = pointersTo(variables);
  for (char **own = environ; *own; ++own)
    if (std::ranges::find(variables, nameOf(*own), nameOf) == variables.end())
      all.push_back(*own);
  all.push_back(nullptr);
  return all;
}

/// Behind `variables`, those that say where a program keeps what is its user's or lasts for a
/// while: in folders below this one, which are made.
Expected<void> addFolders(std::vector<std::string> &variables, const fs::path &folder) {
  const fs::path home = folder / "home", temporary = folder / "tmp";
  for (const fs::path &made : {home, temporary})
    if (mkdir(made.c_str(), S_IRWXU) != 0 && errno != EEXIST)
      return Error{
          fmt::format("cannot make the folder {}: {}", made.string(), std::strerror(errno))};
  const char *user = getenv("HOME");
  std::vector<std::string> places = {"HOME=" + home.string(),
                                     "TMPDIR=" + temporary.string(),
                                     "TMP=" + temporary.string(),
                                     "TEMP=" + temporary.string(),
                                     "XDG_CACHE_HOME=" + (home / ".cache").string(),
                                     "XDG_CONFIG_HOME=" + (home / ".config").string(),
                                     "XDG_DATA_HOME=" + (home / ".local/share").string(),
                                     "XDG_STATE_HOME=" + (home / ".local/state").string(),
                                     "XDG_RUNTIME_DIR=" + temporary.string()};
  // Packages that the user installed for himself are part of a compiler in Python.
  if (user && !getenv("PYTHONUSERBASE"))
    places.push_back(fmt::format("PYTHONUSERBASE={}/.local", user));
  for (std::string &place : places)
    if (std::ranges::find(variables, nameOf(place), nameOf) == variables.end())
      variables.push_back(std::move(place));
  return {};
}

Error cannotStart(const char *program, int failure) {
  return Error{fmt::format("cannot start {}: {}", program, std::strerror(failure))};
}

/// The program as a child; -1 with `failure` if it cannot be. Until it has begun it shares this
/// process's memory: to copy what a compiler has in it takes longer than a short run.
pid_t spawn(Start &start) {
  alignas(64) static thread_local char stack[64 << 10];
  sigset_t all, before;
  sigfillset(&all);
  start.parent = getpid();
  start.failure = 0;
  // A handler would run in the child as well.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child =
      clone(become, stack + sizeof(stack), CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
  if (child < 0)
    start.failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child > 0 && start.failure != 0)
    waitpid(child, nullptr, 0);
  return start.failure == 0 ? child : -1;
}

/// How a program ended, as one process tells another.
struct Ended {
  int failure = 0; // errno, if it could not be started
  CommandResult::End end = CommandResult::End::Exited;
  int status = 0; // as waitpid(2) gives it
};

/// Waits until the process has ended or is beyond its limits. It stays a zombie.
CommandResult::End waitFor(pid_t child, const CommandLimits &limits) {
  using Clock = std::chrono::steady_clock;
  using std::chrono::milliseconds;
  const File process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  const auto end = Clock::now() + std::chrono::seconds(limits.seconds);
  // What forks without end is found soon, and what runs for long is not looked at all the time.
  milliseconds interval{25};
  constexpr milliseconds longestInterval{400};
  auto look = Clock::now() + interval;
  while (true) {
    siginfo_t ended{};
    if (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        ended.si_pid == child)
      return CommandResult::End::Exited;
    const auto now = Clock::now();
    if (limits.seconds > 0 && now >= end)
      return CommandResult::End::TimedOut;
    if (now >= look) {
      if (limits.processes > 0 && countDescendants() > limits.processes)
        return CommandResult::End::TooManyProcesses;
      interval = std::min(2 * interval, longestInterval);
      look = Clock::now() + interval;
    }
    const auto next = limits.seconds > 0 ? std::min(look, end) : look;
    const auto pause = std::chrono::ceil<milliseconds>(next - now).count();
    // Kernels before 5.3 tell of no end.
    pollfd wanted{process.number, POLLIN, 0};
    poll(&wanted, 1, process.number < 0 ? 2 : static_cast<int>(std::max<int64_t>(pause, 1)));
  }
}

/// In a process that has nothing else below it.
Ended runBelow(Start &start, const CommandLimits &limits) {
  Ended ended;
  const pid_t child = spawn(start);
  if (child < 0) {
    ended.failure = start.failure;
    return ended;
  }
  ended.end = waitFor(child, limits);
  if (ended.end == CommandResult::End::Exited)
    while (waitpid(child, &ended.status, 0) < 0 && errno == EINTR)
      continue;
  endDescendants();
  return ended;
}

/// In any other, through one that has not, and whose keeper ends all even if this process or that
/// one is killed.
Ended runApart(Start &start, const CommandLimits &limits) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {errno};
  File hears(ends[0]), says(ends[1]);
  const pid_t self = getpid(), child = fork();
  if (child < 0)
    return {errno};
  if (child == 0) {
    continueWithKeeper(self);
    const Ended ended = runBelow(start, limits);
    (void)!write(says.number, &ended, sizeof(ended));
    _exit(0);
  }
  says.close();
  Ended ended;
  ssize_t size = 0;
  while ((size = read(hears.number, &ended, sizeof(ended))) < 0 && errno == EINTR)
    continue;
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
    continue;
  if (size != sizeof(ended)) // somebody killed it
    ended = {0, CommandResult::End::Exited, SIGKILL};
  return ended;
}

} // namespace

Expected<CommandResult> runCommand(const std::vector<std::string> &words,
                                   const CommandLimits &limits, const fs::path &folder,
                                   const std::vector<std::string> &variables) {
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  const fs::path outPath = scratch->path() / "out", errPath = scratch->path() / "err";
  constexpr int fresh = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC;
  const File in(open("/dev/null", O_RDONLY | O_CLOEXEC)), out(open(outPath.c_str(), fresh, 0600)),
      err(open(errPath.c_str(), fresh, 0600));
  if (in.number < 0 || out.number < 0 || err.number < 0)
    return cannotStart(words[0].c_str(), errno);
  std::vector<std::string> changed = variables;
  if (!folder.empty())
    ASSAY_TRY(addFolders(changed, folder));
  Start start{pointersTo(words), environmentWith(changed), in.number, out.number, err.number};
  start.words.push_back(nullptr);
  start.folder = folder.empty() ? nullptr : folder.c_str();
  start.mebibytes = limits.mebibytes;
  start.fileMebibytes = limits.fileMebibytes;
  const Ended ended = adoptsDescendants() ? runBelow(start, limits) : runApart(start, limits);
  if (ended.failure != 0)
    return cannotStart(words[0].c_str(), ended.failure);
  CommandResult result;
  result.out = contentOf(out.number);
  result.err = contentOf(err.number);
  result.end = ended.end;
  if (ended.end == CommandResult::End::Exited && WIFSIGNALED(ended.status)) {
    result.end = CommandResult::End::Signalled;
    result.signal = WTERMSIG(ended.status);
  } else if (ended.end == CommandResult::End::Exited) {
    result.exitCode = WEXITSTATUS(ended.status);
  }
  return result;
}

} // namespace assay
