#include "support/process/Command.h"

#include "support/process/Descendants.h"
#include "support/process/Keeper.h"
#include "support/process/MachineShare.h"
#include "support/process/ScratchFolder.h"
#include "support/process/Spawn.h"
#include "support/process/Usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <span>
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
    if (std::ranges::find(variables, variableName(place), variableName) == variables.end())
      variables.push_back(std::move(place));
  return {};
}

Error cannotStart(const char *program, int failure) {
  return Error{fmt::format("cannot start {}: {}", program, std::strerror(failure))};
}

/// How a program ended, as one process tells another.
struct Ended {
  int failure = 0; // errno, if it could not be started
  CommandResult::End end = CommandResult::End::Exited;
  int status = 0; // as waitpid(2) gives it
};

/// What a command must not exceed, and where to look for it.
struct Bounds {
  CommandLimits limits;
  /// Of all its processes together, and of files in this folder; 0 for no limit.
  int64_t memoryBytes = 0, diskBytes = 0;
  fs::path folder = {};
  /// What it prints goes there.
  int out = -1, err = -1;

  bool printsWithoutEnd() const {
    const unsigned most = limits.fileMebibytes > 0
                              ? std::min(limits.fileMebibytes, limits.printedMebibytes)
                              : limits.printedMebibytes;
    const auto isFull = [&](int file) {
      struct stat status{};
      return fstat(file, &status) == 0 && status.st_size >= int64_t(most) << 20;
    };
    return isFull(out) || isFull(err);
  }
  bool fillsDisk(std::span<const pid_t> processes) const {
    return diskBytes > 0 && bytesBelow(folder, diskBytes) + unnamedBytesOf(processes) > diskBytes;
  }
  /// What of these, all that is below this process, is too much; Exited if nothing is.
  CommandResult::End excess(std::span<const pid_t> processes) const {
    if (limits.processes > 0 && processes.size() > limits.processes)
      return CommandResult::End::TooManyProcesses;
    if (memoryBytes > 0 && memoryOf(processes, memoryBytes) > memoryBytes)
      return CommandResult::End::OutOfMemory;
    return printsWithoutEnd() || fillsDisk(processes) ? CommandResult::End::TooMuchWritten
                                                      : CommandResult::End::Exited;
  }
};

/// Whether processes have done nothing for so long that they never will.
class Rest {
public:
  using Clock = std::chrono::steady_clock;
  /// 0 for never.
  explicit Rest(unsigned seconds) : limit(seconds) {}

  bool isOver(std::span<const pid_t> processes, Clock::time_point now) {
    if (limit.count() == 0)
      return false;
    const auto ticks = ticksAtRest(processes);
    if (!ticks || ticks != last) {
      last = ticks;
      since = now;
    }
    return now - since >= limit;
  }

private:
  std::chrono::seconds limit;
  std::optional<int64_t> last;
  Clock::time_point since = Clock::now();
};

/// Asks now and then whether to end.
using Stop = std::function<bool()>;

/// Waits until the process has ended or is beyond its limits. It stays a zombie.
CommandResult::End waitFor(pid_t child, const Bounds &bounds, const Stop &stop) {
  using Clock = std::chrono::steady_clock;
  using std::chrono::milliseconds;
  const File process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  const unsigned seconds = bounds.limits.seconds;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  // What forks without end is found soon, and what runs for long is not looked at all the time.
  Clock::duration interval = milliseconds{25};
  constexpr milliseconds longestInterval{400};
  constexpr int most = 20; // a look takes this part of the time, at most
  auto look = Clock::now() + interval;
  Rest rest(bounds.limits.restingSeconds);
  while (true) {
    siginfo_t ended{};
    if (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        ended.si_pid == child)
      return CommandResult::End::Exited;
    if (stop && stop())
      return CommandResult::End::Stopped;
    const auto now = Clock::now();
    if (seconds > 0 && now >= end)
      return CommandResult::End::TimedOut;
    if (now >= look) {
      const std::vector<pid_t> processes = liveDescendants();
      if (const auto excess = bounds.excess(processes); excess != CommandResult::End::Exited)
        return excess;
      if (rest.isOver(processes, now))
        return CommandResult::End::TimedOut;
      interval = std::min<Clock::duration>(2 * interval, longestInterval);
      look = Clock::now() + std::max(interval, most * (Clock::now() - now));
    }
    const auto next = seconds > 0 ? std::min(look, end) : look;
    const auto pause = std::chrono::ceil<milliseconds>(next - now).count();
    // Kernels before 5.3 tell of no end.
    pollfd wanted{process.number, POLLIN, 0};
    poll(&wanted, 1, process.number < 0 ? 2 : static_cast<int>(std::max<int64_t>(pause, 1)));
  }
}

/// In a process that has nothing else below it.
Ended runBelow(const ProcessStart &start, const Bounds &bounds, const Stop &stop) {
  Ended ended;
  const pid_t child = spawnProcess(start);
  if (child < 0) {
    ended.failure = errno;
    return ended;
  }
  ended.end = waitFor(child, bounds, stop);
  if (ended.end == CommandResult::End::Exited)
    while (waitpid(child, &ended.status, 0) < 0 && errno == EINTR)
      continue;
  endDescendants();
  return ended;
}

/// Waits until there is something to read; false if `stop` says so first.
bool waitUnless(const Stop &stop, int file) {
  constexpr int milliseconds = 100;
  pollfd wanted{file, POLLIN, 0};
  while (poll(&wanted, 1, milliseconds) <= 0)
    if (stop())
      return false;
  return true;
}

/// In any other, through one that has not, and whose keeper ends all even if this process or that
/// one is killed.
Ended runApart(const ProcessStart &start, const Bounds &bounds, const Stop &stop) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {errno};
  File hears(ends[0]), says(ends[1]);
  const pid_t self = getpid(), child = fork();
  if (child < 0)
    return {errno};
  if (child == 0) {
    continueWithKeeper(self);
    const Ended ended = runBelow(start, bounds, {}); // its parent asks
    (void)!write(says.number, &ended, sizeof(ended));
    _exit(0);
  }
  says.close();
  Ended ended;
  if (stop && !waitUnless(stop, hears.number)) {
    kill(child, SIGKILL); // its keeper ends what is below it
    ended.end = CommandResult::End::Stopped;
  }
  ssize_t size = 0;
  while ((size = read(hears.number, &ended, sizeof(ended))) < 0 && errno == EINTR)
    continue;
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
    continue;
  if (size != sizeof(ended) && ended.end != CommandResult::End::Stopped) // somebody killed it
    ended = {0, CommandResult::End::Exited, SIGKILL};
  return ended;
}

/// By its share of the machine, in a worker, all of whose temporary files lie in that folder.
void bound(Bounds &bounds, const fs::path &temporary) {
  const MachineShare share = machineShare();
  CommandLimits &limits = bounds.limits;
  limits.mebibytes = std::min(limits.mebibytes, share.mebibytes);
  limits.fileMebibytes = std::min(limits.fileMebibytes, share.diskMebibytes);
  bounds.memoryBytes = int64_t(limits.mebibytes > 0 ? limits.mebibytes : share.mebibytes) << 20;
  bounds.diskBytes = int64_t(share.diskMebibytes) << 20;
  bounds.folder = temporary;
}

} // namespace

Expected<CommandResult> runCommand(const std::vector<std::string> &words,
                                   const CommandLimits &limits, const fs::path &folder,
                                   const std::vector<std::string> &variables, const Stop &stop) {
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
  ProcessStart start;
  start.words = words;
  start.variables = std::move(changed);
  start.files = {
      {in.number, STDIN_FILENO}, {out.number, STDOUT_FILENO}, {err.number, STDERR_FILENO}};
  start.folder = folder.string();
  start.isDependent = true;
  Bounds bounds{limits, int64_t(limits.mebibytes) << 20};
  bounds.out = out.number;
  bounds.err = err.number;
  if (const auto enclosing = ScratchFolder::enclosing())
    bound(bounds, *enclosing);
  start.mebibytes = bounds.limits.mebibytes;
  start.fileMebibytes = bounds.limits.fileMebibytes;
  const Ended ended =
      adoptsDescendants() ? runBelow(start, bounds, stop) : runApart(start, bounds, stop);
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
  // Whoever is not ended by the first write too many may go on, and fail in any way.
  const bool isWell = result.end == CommandResult::End::Exited && result.exitCode == 0;
  if (result.signal == SIGXFSZ || (!isWell && bounds.printsWithoutEnd()) || bounds.fillsDisk({}))
    result.end = CommandResult::End::TooMuchWritten;
  return result;
}

} // namespace assay
