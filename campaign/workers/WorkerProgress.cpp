#include "campaign/workers/WorkerProgress.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay {

int64_t monotonicNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void WorkerProgress::begin(uint32_t programs) {
  begun.fetch_add(1);
  joint = programs;
  changeLength = 0;
  enter(Stage::Generate);
  busy = 1;
}

void WorkerProgress::enter(Stage next) {
  wallStart = monotonicNanoseconds();
  stage = next;
}

void WorkerProgress::changed(const Change &made) {
  const std::string text = made.text();
  const size_t length = std::min(text.size(), sizeof(change));
  std::memcpy(change, text.data(), length);
  changeLength = static_cast<uint32_t>(length);
}

void WorkerProgress::end() { busy = 0; }

void WorkerProgressUnmapper::operator()(WorkerProgress *progress) const {
  munmap(progress, sizeof(WorkerProgress));
}

int makeWorkerProgressFile() {
  int file = memfd_create("assay-progress", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, sizeof(WorkerProgress)) != 0) {
    close(file);
    return -1;
  }
  return file;
}

WorkerProgressPointer mapWorkerProgress(int file) {
  struct stat status{};
  if (fstat(file, &status) != 0 || status.st_size != off_t(sizeof(WorkerProgress)))
    return nullptr;
  void *memory = mmap(nullptr, sizeof(WorkerProgress), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return WorkerProgressPointer(memory == MAP_FAILED ? nullptr
                                                    : static_cast<WorkerProgress *>(memory));
}

} // namespace assay
