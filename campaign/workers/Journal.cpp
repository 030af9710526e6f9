#include "campaign/workers/Journal.h"

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

void Journal::begin(uint32_t programs) {
  begun.fetch_add(1);
  joint = programs;
  changeLength = 0;
  enter(Stage::Generate);
  busy = 1;
}

void Journal::enter(Stage next) {
  wallStart = monotonicNanoseconds();
  stage = next;
}

void Journal::changed(const Change &made) {
  const std::string text = made.text();
  const size_t length = std::min(text.size(), sizeof(change));
  std::memcpy(change, text.data(), length);
  changeLength = static_cast<uint32_t>(length);
}

void Journal::end() { busy = 0; }

void JournalUnmapper::operator()(Journal *journal) const { munmap(journal, sizeof(Journal)); }

int makeJournalFile() {
  int file = memfd_create("assay-journal", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, sizeof(Journal)) != 0) {
    close(file);
    return -1;
  }
  return file;
}

JournalPointer mapJournal(int file) {
  struct stat status{};
  if (fstat(file, &status) != 0 || status.st_size != off_t(sizeof(Journal)))
    return nullptr;
  void *memory = mmap(nullptr, sizeof(Journal), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return JournalPointer(memory == MAP_FAILED ? nullptr : static_cast<Journal *>(memory));
}

} // namespace assay
