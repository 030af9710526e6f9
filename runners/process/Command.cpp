#include "runners/process/Command.h"

#include "runners/process/ScratchFolder.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// What is kept of printed text: so much of the beginning, and of the end.
constexpr size_t longestHead = size_t(64) << 20, longestTail = size_t(256) << 10;

std::string contentOf(const fs::path &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<size_t>(std::max<std::streamoff>(file.tellg(), 0));
  auto part = [&](size_t from, size_t length) {
    std::string text(length, '\0');
    file.seekg(static_cast<std::streamoff>(from));
    file.read(text.data(), static_cast<std::streamsize>(length));
    return text;
  };
  if (size <= longestHead + longestTail)
    return part(0, size);
  return part(0, longestHead) + "\n...\n" + part(size - longestTail, longestTail);
}

/// What a child needs to know to become the program; no memory is allocated after fork(2).
struct Start {
  std::vector<char *> words, environment;
  int in = -1, out = -1, err = -1;
  int complaints = -1; // takes errno if it cannot be started; closed by the program's start
  const char *folder = nullptr;
  unsigned mebibytes = 0, fileMebibytes = 0;
  pid_t parent = 0;
};

void limit(__rlimit_resource resource, rlim_t most) {
  rlimit both{most, most};
  setrlimit(resource, &both);
}

[[noreturn]] void become(const Start &start) {
  // A group of its own, so that what it starts can be ended with it.
  setpgid(0, 0);
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
  const int failure = errno;
  (void)!write(start.complaints, &failure, sizeof(failure));
  _exit(127);
}

/// Closed with the object.
struct File {
  int number = -1;
  explicit File(int number) : number(number) {}
  File(const File &) = delete;
  ~File() {
    if (number >= 0)
      close(number);
  }
};

/// As execve(2) takes them, which changes none.
std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  return pointers;
}

/// getenv(3) finds the first of a name.
std::vector<char *> environmentWith(const std::vector<std::string> &variables) {
  std::vector<char *> all = pointersTo(variables);
  for (char **variable = environ; *variable; ++variable)
    all.push_back(*variable);
  all.push_back(nullptr);
  return all;
}

Error cannotStart(const char *program, int failure) {
  return Error{fmt::format("cannot start {}: {}", program, std::strerror(failure))};
}

Expected<pid_t> spawn(Start &start) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return cannotStart(start.words[0], errno);
  const File complaints(ends[0]);
  pid_t child = -1;
  {
    const File childsEnd(ends[1]);
    start.complaints = ends[1];
    start.parent = getpid();
    child = fork();
    if (child == 0)
      become(start);
    if (child < 0)
      return cannotStart(start.words[0], errno);
  }
  // Here as well: whoever comes second changes nothing.
  setpgid(child, child);
  int failure = 0;
  ssize_t size = 0;
  while ((size = read(complaints.number, &failure, sizeof(failure))) < 0 && errno == EINTR)
    continue;
  if (size <= 0)
    return child;
  waitpid(child, nullptr, 0);
  return cannotStart(start.words[0], failure);
}

/// Waits until the process has ended, at most so long; whether it has. It stays a zombie.
bool waitFor(pid_t child, unsigned seconds) {
  using Clock = std::chrono::steady_clock;
  const File process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  while (true) {
    siginfo_t ended{};
    if (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        ended.si_pid == child)
      return true;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    if (seconds > 0 && left <= 0)
      return false;
    // Kernels before 5.3 tell of no end.
    const auto pause = process.number < 0 ? 2 : seconds > 0 ? left : -1;
    pollfd wanted{process.number, POLLIN, 0};
    poll(&wanted, 1, static_cast<int>(pause));
  }
}

} // namespace

Expected<CommandResult> runCommand(const std::vector<std::string> &words,
                                   const CommandLimits &limits, const fs::path &folder,
                                   const std::vector<std::string> &variables) {
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  const fs::path outPath = scratch->path() / "out", errPath = scratch->path() / "err";
  constexpr int fresh = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
  const File in(open("/dev/null", O_RDONLY | O_CLOEXEC)), out(open(outPath.c_str(), fresh, 0600)),
      err(open(errPath.c_str(), fresh, 0600));
  if (in.number < 0 || out.number < 0 || err.number < 0)
    return cannotStart(words[0].c_str(), errno);
  Start start{pointersTo(words), environmentWith(variables), in.number, out.number, err.number};
  start.words.push_back(nullptr);
  start.folder = folder.empty() ? nullptr : folder.c_str();
  start.mebibytes = limits.mebibytes;
  start.fileMebibytes = limits.fileMebibytes;
  auto child = spawn(start);
  if (!child)
    return child.error();
  const bool hasEnded = waitFor(*child, limits.seconds);
  kill(-*child, SIGKILL); // also what it left behind
  int status = 0;
  while (waitpid(*child, &status, 0) < 0 && errno == EINTR)
    continue;
  CommandResult result;
  result.out = contentOf(outPath);
  result.err = contentOf(errPath);
  if (!hasEnded) {
    result.end = CommandResult::End::TimedOut;
  } else if (WIFSIGNALED(status)) {
    result.end = CommandResult::End::Signalled;
    result.signal = WTERMSIG(status);
  } else {
    result.exitCode = WEXITSTATUS(status);
  }
  return result;
}

std::string shellText(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    const bool isPlain = !word.empty() && word.find_first_not_of(
                                              "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                              "0123456789-_./=@,:+%") == std::string::npos;
    std::string quoted = isPlain ? word : "'";
    if (!isPlain) {
      for (char letter : word)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
      quoted += "'";
    }
    text += (text.empty() ? "" : " ") + quoted;
  }
  return text;
}

} // namespace assay
