#include "runners/guard/Mappings.h"

#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace assay::guard {

namespace {

struct Mapping {
  uintptr_t begin = 0, end = 0;
  bool isCode = false, hasFile = false;
};

/// The lines of /proc/self/maps, one after the other.
class Mappings {
public:
  Mappings() : file(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}
  Mappings(const Mappings &) = delete;
  ~Mappings() {
    if (file >= 0)
      close(file);
  }

  /// "7f00-7f10 r-xp 00000000 00:00 0    /file"; false at the end.
  bool next(Mapping &mapping) {
    if (!fill())
      return false;
    mapping.begin = number();
    mapping.end = number();
    mapping.isCode = peek(2) == 'x';
    mapping.hasFile = false;
    for (char letter = take(); letter != '\n' && letter != '\0'; letter = take())
      mapping.hasFile |= letter == '/';
    return true;
  }

private:
  bool fill() {
    if (at < count)
      return true;
    const ssize_t got = file < 0 ? 0 : read(file, buffer, sizeof(buffer));
    at = 0;
    count = got > 0 ? static_cast<size_t>(got) : 0;
    return count > 0;
  }
  char take() { return fill() ? buffer[at++] : '\0'; }
  /// Of what follows; the kernel gives whole lines.
  char peek(size_t distance) { return fill() && at + distance < count ? buffer[at + distance] : 0; }
  /// Digits, and what ends them.
  uintptr_t number() {
    uintptr_t value = 0;
    for (char letter = take();; letter = take()) {
      if (letter >= '0' && letter <= '9')
        value = value * 16 + static_cast<uintptr_t>(letter - '0');
      else if (letter >= 'a' && letter <= 'f')
        value = value * 16 + static_cast<uintptr_t>(letter - 'a' + 10);
      else
        return value;
    }
  }

  int file;
  // Not on the stack, of which a handler of signals may have little; one is read at a time.
  static inline char buffer[4096];
  size_t at = 0, count = 0;
};

constexpr uintptr_t pageBytes = 4096;
/// How far in front of its code an ELF file may begin.
constexpr uintptr_t farthest = uintptr_t(64) << 20;

} // namespace

size_t readMemory(uintptr_t address, void *into, size_t bytes) {
  const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0)
    return 0;
  const ssize_t got = pread(memory, into, bytes, static_cast<off_t>(address));
  close(memory);
  return got > 0 ? static_cast<size_t>(got) : 0;
}

uintptr_t loadAddressOf(uintptr_t address) {
  // The mappings without a file that lie without a gap before the address.
  uintptr_t first = 0, end = 0;
  Mapping mapping;
  for (Mappings mappings; mappings.next(mapping) && mapping.begin <= address;) {
    if (mapping.begin != end || mapping.hasFile)
      first = mapping.begin;
    end = mapping.end;
  }
  if (address >= end)
    return 0;
  if (first + farthest < address)
    first = address - farthest;
  for (uintptr_t page = address / pageBytes * pageBytes; page >= first && page > 0;
       page -= pageBytes) {
    char magic[4];
    if (readMemory(page, magic, sizeof(magic)) == sizeof(magic) &&
        memcmp(magic, "\177ELF", sizeof(magic)) == 0)
      return page;
  }
  return 0;
}

bool isCodeInNoFile(uintptr_t address) {
  Mapping mapping;
  for (Mappings mappings; mappings.next(mapping) && mapping.begin <= address;)
    if (address < mapping.end)
      return mapping.isCode && !mapping.hasFile;
  return false;
}

} // namespace assay::guard
