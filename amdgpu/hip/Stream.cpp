#include "amdgpu/hip/Stream.h"

#include "amdgpu/hip/Capture.h"
#include "amdgpu/hip/Event.h"
#include "amdgpu/hip/Runtime.h"

#include <algorithm>

namespace assay::amdhip {

namespace {

std::atomic<uint64_t> streams = 0;

} // namespace

Stream::Stream(unsigned flags, int priority, std::vector<uint32_t> units)
    : flags(flags), units(std::move(units)), id(++streams) {
  LaunchAttributeValue value = {};
  value.priority = priority;
  (void)kept.set(LaunchAttributeId::Priority, &value);
}

Stream::~Stream() {
  {
    std::lock_guard lock(mutex);
    isEnding = true;
  }
  changed.notify_all();
  if (worker.joinable() && worker.get_id() == std::this_thread::get_id())
    worker.detach();
  else if (worker.joinable())
    worker.join();
}

Status Stream::submit(Work work, std::vector<std::shared_ptr<Mark>> after) {
  if (auto *wait = std::get_if<Wait>(&work); wait && !wait->mark)
    wait->mark = wait->event->mark();
  std::erase_if(after, [](const auto &mark) { return mark->isDone(); });
  std::unique_lock lock(mutex);
  if (!failure)
    return failure;
  Entry entry{std::move(work), std::move(after), std::make_shared<Mark>()};
  last = entry.mark;
  if (auto *record = std::get_if<Record>(&entry.work))
    record->event->setMark(entry.mark);
  const bool isNow = !Runtime::get().settings.isAsynchronous && !isBusy && queue.empty() &&
                     entry.after.empty() && isImmediate(entry.work);
  if (isNow) {
    perform(entry, lock);
    changed.notify_all();
    return failure;
  }
  queue.push_back(std::move(entry));
  if (!worker.joinable())
    worker = std::thread([this] { workThrough(); });
  changed.notify_all();
  return {};
}

void Stream::perform(Entry &entry, std::unique_lock<std::mutex> &lock) {
  isBusy = true;
  const bool isSkipped = !failure;
  lock.unlock();
  for (const auto &mark : entry.after)
    mark->wait();
  Status status = isSkipped ? Status() : execute(entry.work);
  // What the work holds goes before others may see that it is done.
  entry.work = Nothing{};
  lock.lock();
  isBusy = false;
  if (!status && failure)
    failure = std::move(status);
  entry.mark->finish();
}

void Stream::workThrough() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return !isBusy && (isEnding || !queue.empty()); });
    if (queue.empty())
      return;
    Entry entry = std::move(queue.front());
    queue.pop_front();
    perform(entry, lock);
    changed.notify_all();
  }
}

Status Stream::wait() {
  if (auto mark = tail())
    mark->wait();
  return error();
}

bool Stream::isIdle() const {
  auto mark = tail();
  return !mark || mark->isDone();
}

Status Stream::error() const {
  std::lock_guard lock(mutex);
  return failure;
}

void Stream::forgetError() {
  std::lock_guard lock(mutex);
  failure = {};
}

std::shared_ptr<Mark> Stream::tail() const {
  std::lock_guard lock(mutex);
  return last;
}

LaunchAttributes Stream::attributes() const {
  std::lock_guard lock(mutex);
  return kept;
}

void Stream::setAttributes(LaunchAttributes all) {
  std::lock_guard lock(mutex);
  kept = std::move(all);
}

std::shared_ptr<Capture> Stream::capture() const {
  std::lock_guard lock(mutex);
  return capturing;
}

void Stream::setCapture(std::shared_ptr<Capture> capture) {
  std::lock_guard lock(mutex);
  capturing = std::move(capture);
}

namespace {

/// A stream that exists as long as its thread.
struct OfThread {
  std::shared_ptr<Stream> stream = std::make_shared<Stream>(hipStreamDefault, 0);
  hipStream_t handle = Runtime::get().streams.add(stream);
  ~OfThread() { (void)Runtime::get().streams.remove(handle); }
};

} // namespace

std::shared_ptr<Stream> nullStream() {
  static auto &only = *new std::shared_ptr<Stream>(std::make_shared<Stream>(hipStreamDefault, 0));
  return only;
}

std::shared_ptr<Stream> findStream(hipStream_t handle, Status &status) {
  // hipStreamLegacy of later versions.
  if (!handle || handle == reinterpret_cast<hipStream_t>(1))
    return nullStream();
  if (handle == hipStreamPerThread) {
    thread_local OfThread own;
    return own.stream;
  }
  auto found = Runtime::get().streams.find(handle);
  if (!found)
    status = {hipErrorContextIsDestroyed, "the stream does not exist, or no more"};
  return found;
}

std::vector<std::shared_ptr<Mark>> implicitWaits(const Stream &stream) {
  std::vector<std::shared_ptr<Mark>> result;
  auto add = [&](const Stream &other) {
    if (auto mark = other.tail(); mark && !mark->isDone())
      result.push_back(std::move(mark));
  };
  const std::shared_ptr<Stream> null = nullStream();
  if (&stream == null.get())
    Runtime::get().streams.forEach([&](const std::shared_ptr<Stream> &other) {
      if (other->isBlocking())
        add(*other);
    });
  else if (stream.isBlocking())
    add(*null);
  return result;
}

Status enqueue(hipStream_t handle, Work work) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return status;
  if (auto capture = stream->capture())
    return capture->add(*stream, std::move(work));
  if (stream == nullStream())
    if (Status allowed = mayUseNullStream(); !allowed)
      return allowed;
  return stream->submit(std::move(work), implicitWaits(*stream));
}

Status enqueueAndWait(hipStream_t handle, Work work) {
  if (Status status = mayWait(); !status)
    return status;
  if (Status status = enqueue(handle, std::move(work)); !status)
    return status;
  Status status;
  auto stream = findStream(handle, status);
  return stream ? stream->wait() : status;
}

Status synchronizeAll() {
  if (Status status = mayWait(); !status)
    return status;
  Status first = nullStream()->wait();
  Runtime::get().streams.forEach([&](const std::shared_ptr<Stream> &stream) {
    Status status = stream->wait();
    if (first && !status)
      first = status;
  });
  return first;
}

Status mayWait() {
  if (isInHostCall())
    return {hipErrorNotSupported, "a host function in a stream may not wait for the device"};
  return mayLeaveCaptures();
}

} // namespace assay::amdhip
