#pragma once

#include "amdgpu/hip/Attributes.h"
#include "amdgpu/hip/Work.h"

#include <condition_variable>
#include <deque>
#include <thread>

namespace assay::amdhip {

struct Capture;

/// Work in the order in which it was submitted. What can be done at once is done by the thread that
/// submits it, unless Settings::isAsynchronous; other work, and what follows it, by a thread of the
/// stream's own. After a fault the stream does no more work, and has that error for good.
class Stream {
public:
  /// `units` has a bit for each compute unit that kernels may use, which is kept and has no effect.
  Stream(unsigned flags, int priority, std::vector<uint32_t> units = {});
  /// Finishes the work first.
  ~Stream();
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  const unsigned flags;
  const std::vector<uint32_t> units;
  /// Of no other stream in this process.
  const uint64_t id;
  /// Whether it and the null stream wait for each other.
  bool isBlocking() const { return !(flags & hipStreamNonBlocking); }

  LaunchAttributes attributes() const;
  void setAttributes(LaunchAttributes all);

  /// Work that begins when what was submitted before and all of `after` are done. The Status is the
  /// stream's error, of this work if it is done already.
  Status submit(Work work, std::vector<std::shared_ptr<Mark>> after);
  /// Until everything submitted before is done.
  Status wait();
  bool isIdle() const;
  Status error() const;
  void forgetError();
  /// Of the work submitted last; null if there was none.
  std::shared_ptr<Mark> tail() const;

  /// Set while what is asked of the stream becomes nodes of a graph. Under Capture's rules.
  std::shared_ptr<Capture> capture() const;
  void setCapture(std::shared_ptr<Capture> capture);

private:
  struct Entry {
    Work work;
    std::vector<std::shared_ptr<Mark>> after;
    std::shared_ptr<Mark> mark;
  };
  void workThrough();
  void perform(Entry &entry, std::unique_lock<std::mutex> &lock);

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<Entry> queue;
  bool isBusy = false, isEnding = false;
  Status failure;
  std::shared_ptr<Mark> last;
  std::shared_ptr<Capture> capturing;
  LaunchAttributes kept{LaunchAttributes::Owner::Stream};
  std::thread worker;
};

/// The stream that a handle means: null and hipStreamLegacy are the null stream, hipStreamPerThread
/// is this thread's own.
std::shared_ptr<Stream> findStream(hipStream_t handle, Status &status);
std::shared_ptr<Stream> nullStream();

/// Hands work to a stream in HIP's order, or makes it a node of the graph that the stream captures.
Status enqueue(hipStream_t stream, Work work);
/// The same, and waits for its end.
Status enqueueAndWait(hipStream_t stream, Work work);

/// Until every stream is idle. The first error of a stream.
Status synchronizeAll();
/// Marks of unfinished work that new work of a stream must wait for by the null stream's rule.
std::vector<std::shared_ptr<Mark>> implicitWaits(const Stream &stream);

/// Why a call that waits for the device is wrong here: a stream that is being captured, or a host
/// function.
Status mayWait();

} // namespace assay::amdhip
