#include "campaign/workers/WorkerProcess.h"

#include "support/process/Keeper.h"
#include "support/process/MachineShare.h"
#include "support/process/Spawn.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace assay {
namespace {

/// More than a keeper gives itself; then it is ended, and what it has not ended stays.
constexpr auto longestEnd = std::chrono::seconds(30);
constexpr off_t maxOutput = 8 << 20;
/// No reply is longer, so a longer line is none.
constexpr size_t maxReply = 16 << 20;

Error systemError(std::string_view what) {
  return Error{
      fmt::format("{}: {}; free some resources or use fewer --jobs", what, std::strerror(errno))};
}

/// A pipe whose ends are above the numbers that a worker's files get.
bool makePipe(int (&ends)[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  for (int &end : ends) {
    int moved = fcntl(end, F_DUPFD_CLOEXEC, 16);
    close(end);
    end = moved;
  }
  return ends[0] >= 0 && ends[1] >= 0;
}

int moveUp(int file) {
  int moved = fcntl(file, F_DUPFD_CLOEXEC, 16);
  close(file);
  return moved;
}

} // namespace

Expected<std::unique_ptr<WorkerProcess>> WorkerProcess::spawn(const WorkerCommand &command) {
  std::unique_ptr<WorkerProcess> worker(new WorkerProcess);
  int requestEnds[2], replyEnds[2];
  if (!makePipe(requestEnds))
    return systemError("no pipe to a worker");
  worker->requests = requestEnds[1];
  if (!makePipe(replyEnds)) {
    close(requestEnds[0]);
    return systemError("no pipe from a worker");
  }
  worker->replies = replyEnds[0];
  int progress = moveUp(makeWorkerProgressFile());
  worker->printed = moveUp(memfd_create("assay-output", MFD_CLOEXEC));
  int null = moveUp(open("/dev/null", O_RDONLY | O_CLOEXEC));
  worker->shared = mapWorkerProgress(progress);
  fcntl(worker->requests, F_SETFL, O_NONBLOCK);
  fcntl(worker->replies, F_SETFL, O_NONBLOCK);
  // Appending, so that the file stays small after it was cut off.
  fcntl(worker->printed, F_SETFL, O_APPEND);

  ProcessStart start;
  start.words = command.words;
  start.words.push_back(std::to_string(getpid()));
  start.fileMebibytes = machineShare().diskMebibytes;
  start.files = {{null, STDIN_FILENO},
                 {worker->printed, STDOUT_FILENO},
                 {worker->printed, STDERR_FILENO},
                 {requestEnds[0], worker_files::requests},
                 {replyEnds[1], worker_files::replies},
                 {progress, worker_files::progress}};
  errno = ENOMEM;
  worker->pid = worker->shared ? spawnProcess(start) : -1;
  const int failure = errno;
  for (int file : {requestEnds[0], replyEnds[1], progress, null})
    close(file);
  if (worker->pid < 0) {
    errno = failure;
    return systemError(fmt::format("cannot start a worker ({})", command.words[0]));
  }
  return worker;
}

WorkerProcess::~WorkerProcess() {
  if (pid > 0) {
    kill();
    wait();
  }
  for (int file : {requests, replies, printed})
    if (file >= 0)
      close(file);
}

void WorkerProcess::send(const Request &request) {
  unsent += encode(request);
  flush();
}

void WorkerProcess::flush() {
  while (!unsent.empty()) {
    ssize_t written = write(requests, unsent.data(), unsent.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0 && errno == EAGAIN)
      return;
    if (written < 0) {
      // The worker is gone; receive() will say so.
      unsent.clear();
      return;
    }
    unsent.erase(0, static_cast<size_t>(written));
  }
}

std::vector<Reply> WorkerProcess::receive() {
  char bytes[65536];
  while (!ended) {
    ssize_t size = read(replies, bytes, sizeof(bytes));
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0 && errno == EAGAIN)
      break;
    if (size <= 0)
      ended = true;
    else
      lines.append({bytes, static_cast<size_t>(size)});
  }
  std::vector<Reply> out;
  while (auto line = lines.next()) {
    auto reply = decodeReply(*line, received);
    garbage = !reply;
    if (garbage)
      break;
    out.push_back(std::move(*reply));
  }
  garbage = garbage || lines.pending() > maxReply;
  if (garbage) {
    kill();
    ended = true;
  }
  return out;
}

int64_t WorkerProcess::cpuNanoseconds() const {
  clockid_t clock;
  timespec time{};
  if (clock_getcpuclockid(worker(), &clock) != 0 || clock_gettime(clock, &time) != 0)
    return -1;
  return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

int64_t WorkerProcess::queuedNanoseconds() const {
  namespace fs = std::filesystem;
  int64_t sum = 0;
  std::error_code failure;
  fs::directory_iterator thread(fmt::format("/proc/{}/task", worker()), failure);
  for (; !failure && thread != fs::directory_iterator(); thread.increment(failure)) {
    std::ifstream file(thread->path() / "schedstat");
    int64_t ran = 0, queued = 0;
    if (file >> ran >> queued)
      sum += queued;
  }
  return sum;
}

int64_t WorkerProcess::residentBytes() const {
  char text[128] = {};
  int file = open(fmt::format("/proc/{}/statm", worker()).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  ssize_t size = read(file, text, sizeof(text) - 1);
  close(file);
  long total = 0, resident = 0;
  if (size <= 0 || std::sscanf(text, "%ld %ld", &total, &resident) != 2)
    return 0;
  return int64_t(resident) * sysconf(_SC_PAGESIZE);
}

void WorkerProcess::boundOutput() {
  struct stat status{};
  if (fstat(printed, &status) == 0 && status.st_size > maxOutput)
    (void)!ftruncate(printed, 0);
}

void WorkerProcess::abort() {
  if (pid > 0)
    ::kill(pid, SIGABRT);
}

void WorkerProcess::kill() {
  if (pid <= 0)
    return;
  ::kill(pid, endChild);
  ::kill(pid, SIGCONT); // the worker may have stopped it
}

int WorkerProcess::wait() {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + longestEnd;
  auto pause = std::chrono::microseconds(100);
  int status = 0;
  pid_t ended = 0;
  while (pid > 0 && (ended = waitpid(pid, &status, WNOHANG)) != pid) {
    if (ended < 0 && errno != EINTR)
      break;
    if (Clock::now() > end)
      ::kill(pid, SIGKILL);
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(5000));
  }
  pid = -1;
  return status;
}

std::string WorkerProcess::output() const {
  std::string text(64 << 10, '\0');
  ssize_t size = pread(printed, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<size_t>(size) : 0);
  return text;
}

} // namespace assay
