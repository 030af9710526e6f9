#pragma once

#include "campaign/workers/Protocol.h"
#include "campaign/workers/WorkerProgress.h"
#include "support/Expected.h"
#include "target/CrashText.h"

#include <sys/types.h>

namespace assay {

/// What a check may use up before its worker is ended.
struct Limits {
  /// CPU seconds of one stage.
  double cpuSeconds = 20;
  /// Wall seconds of one stage in which no thread waited for a processor: for what waits instead of
  /// working.
  double wallSeconds = 120;
  /// Resident bytes of a worker.
  int64_t memoryBytes = int64_t(4) << 30;
};

/// How a worker is started, and read once it has died.
struct WorkerCommand {
  /// The program and its arguments; the supervisor's process id is added.
  std::vector<std::string> words;
  /// Names what is on its stack; may be empty.
  SymbolLookup functionAt = {};
};

/// A worker process as its supervisor sees it. Ends with this object, and what it started with it:
/// between the two stands its keeper (support/process/Keeper.h), which is the child of this
/// process.
class WorkerProcess {
public:
  static Expected<std::unique_ptr<WorkerProcess>> spawn(const WorkerCommand &command);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess &) = delete;
  WorkerProcess &operator=(const WorkerProcess &) = delete;

  const WorkerProgress &progress() const { return *shared; }

  /// Readable when replies() has news, also the news that the worker is gone.
  int replyFile() const { return replies; }
  /// Writable when flush() can go on; -1 if all is sent.
  int blockedRequestFile() const { return unsent.empty() ? -1 : requests; }

  /// Sends without ever waiting; what the pipe does not take is kept for flush().
  void send(const Request &request);
  void flush();

  /// The replies that have come. After the last one of a worker that is gone, or that sent
  /// something else than replies, closed() is true.
  std::vector<Reply> receive();
  bool closed() const { return ended; }
  /// It was ended because something else than replies came.
  bool sentGarbage() const { return garbage; }

  /// CPU time of the whole process so far, in nanoseconds; -1 if it is gone.
  int64_t cpuNanoseconds() const;
  /// How long its threads have been ready to run while others had the processors, in nanoseconds; 0
  /// if the kernel does not tell.
  int64_t queuedNanoseconds() const;
  /// Resident memory in bytes.
  int64_t residentBytes() const;
  /// Cuts off what the worker printed if it is more than anybody reads.
  void boundOutput();

  /// Makes it write its stack to its WorkerProgress and end, unless it is past that: then kill().
  void abort();
  void kill();
  /// Waits for the end (after kill() or closed()) of the worker and of all that it started, and
  /// returns the worker's status as waitpid(2) gives it.
  int wait();
  /// What the worker printed since its last check began; at most 64 KiB, the beginning.
  std::string output() const;

private:
  WorkerProcess() = default;

  /// The worker itself, to look at. To send signals to only the keeper will do: progress() is
  /// open to whatever goes wrong in the worker.
  pid_t worker() const { return shared && shared->process > 0 ? shared->process.load() : pid; }

  pid_t pid = -1; // of the keeper
  int requests = -1;
  int replies = -1;
  int printed = -1;
  WorkerProgressPointer shared;
  std::string unsent;
  LineBuffer lines;
  SentPoints received;
  bool ended = false;
  bool garbage = false;
};

} // namespace assay
