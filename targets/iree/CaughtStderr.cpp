#include "targets/iree/CaughtStderr.h"

#include <array>
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>

namespace assay {

CaughtStderr::CaughtStderr()
    : caught(memfd_create("stderr", MFD_CLOEXEC)), before(dup(STDERR_FILENO)) {
  if (caught >= 0 && before >= 0) {
    fflush(stderr);
    dup2(caught, STDERR_FILENO);
  }
}

CaughtStderr::~CaughtStderr() {
  if (caught >= 0 && before >= 0) {
    fflush(stderr);
    dup2(before, STDERR_FILENO);
  }
  for (int file : {caught, before})
    if (file >= 0)
      close(file);
}

std::string CaughtStderr::text() const {
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t size = 0;
       (size = pread(caught, part.data(), part.size(), static_cast<off_t>(text.size()))) > 0;)
    text.append(part.data(), static_cast<size_t>(size));
  return text;
}

} // namespace assay
