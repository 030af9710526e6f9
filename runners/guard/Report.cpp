#include "runners/guard/Report.h"

#include "runners/guard/Mappings.h"

#include <fcntl.h>
#include <unistd.h>

namespace assay::guard {

/// Not on the stack, of which a handler may have little.
static char line[16384];
static constexpr const char *hexadecimal = "0123456789abcdef";

Line::Line() { put('{'); }

void Line::put(char letter) {
  if (length + 2 < sizeof(line))
    line[length++] = letter;
}

void Line::put(const char *letters) {
  while (*letters)
    put(*letters++);
}

void Line::putQuoted(const char *letters) {
  put('"');
  for (; *letters; ++letters) {
    const auto letter = static_cast<unsigned char>(*letters);
    if (letter < 0x20) {
      put("\\u00");
      put(hexadecimal[letter >> 4]);
      put(hexadecimal[letter & 15]);
      continue;
    }
    if (letter == '"' || letter == '\\')
      put('\\');
    put(*letters);
  }
  put('"');
}

void Line::putNumber(size_t value) {
  char digits[24];
  size_t count = 0;
  do
    digits[count++] = static_cast<char>('0' + value % 10);
  while ((value /= 10) > 0);
  while (count > 0)
    put(digits[--count]);
}

void Line::begin(const char *name) {
  if (line[length - 1] != '{')
    put(',');
  putQuoted(name);
  put(':');
}

Line &Line::text(const char *name, const char *value) {
  begin(name);
  putQuoted(value);
  return *this;
}

Line &Line::number(const char *name, size_t value) {
  begin(name);
  putNumber(value);
  return *this;
}

Line &Line::place(const char *name, uintptr_t address) {
  begin(name);
  put('{');
  const Place place = placeOf(address);
  text("file", place.file ? place.file : "");
  const uintptr_t loaded = place.file ? 0 : loadAddressOf(address);
  number("offset", place.file ? place.offset : loaded > 0 ? address - loaded : 0);
  unsigned char code[16];
  const size_t count = readMemory(address, code, sizeof(code));
  begin("code");
  put('"');
  for (size_t i = 0; i < count; ++i) {
    put(hexadecimal[code[i] >> 4]);
    put(hexadecimal[code[i] & 15]);
  }
  put("\"}");
  return *this;
}

void Line::writeTo(const char *path) {
  line[length++] = '}';
  line[length++] = '\n';
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0)
    return;
  (void)!write(file, line, length);
  close(file);
}

} // namespace assay::guard
