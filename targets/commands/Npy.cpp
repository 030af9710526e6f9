#include "targets/commands/Npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cstring>

namespace assay {

static constexpr std::string_view magic = "\x93NUMPY";
static constexpr size_t alignment = 64;

std::string_view npyDescr(ElementType element) {
  switch (element) {
  case ElementType::F64:
    return "<f8";
  case ElementType::F32:
    return "<f4";
  case ElementType::F16:
    return "<f2";
  case ElementType::BF16:
    return "<V2";
  case ElementType::I64:
    return "<i8";
  case ElementType::I32:
    return "<i4";
  case ElementType::I16:
    return "<i2";
  case ElementType::I8:
    return "|i1";
  case ElementType::I1:
    return "|b1";
  case ElementType::C64:
    return "<c8";
  }
  return "";
}

std::string npyHeader(ElementType element, const Shape &shape) {
  // A tuple of one has a comma.
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", npyDescr(element),
                  fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  const size_t prefix = magic.size() + 4;
  const size_t total = (prefix + text.size() + 1 + alignment - 1) / alignment * alignment;
  text.resize(total - prefix - 1, ' ');
  text += '\n';
  const auto length = static_cast<uint16_t>(text.size());
  return fmt::format("{}{}{}{}", magic, std::string_view("\x01\x00", 2),
                     std::string{static_cast<char>(length & 0xff), static_cast<char>(length >> 8)},
                     text);
}

namespace {

/// Reads the dict, a literal of Python.
class DictReader {
public:
  explicit DictReader(std::string_view text) : text(text) {}

  bool read(NpyHeader &header) {
    if (!take('{'))
      return false;
    while (!take('}')) {
      const std::string key = string();
      if (!take(':'))
        return false;
      if (key == "descr")
        header.descr = string();
      else if (key == "fortran_order")
        header.isFortranOrder = word() == "True";
      else if (key == "shape")
        readShape(header.shape);
      else
        return false;
      if (failed)
        return false;
      ++keys;
      take(',');
    }
    return keys == 3;
  }

private:
  void skipSpace() {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\n'))
      text.remove_prefix(1);
  }
  bool take(char wanted) {
    skipSpace();
    if (text.empty() || text[0] != wanted)
      return false;
    text.remove_prefix(1);
    return true;
  }
  std::string string() {
    skipSpace();
    const char quote = text.empty() ? '\0' : text[0];
    const size_t end = text.find(quote, 1);
    if ((quote != '\'' && quote != '"') || end == std::string_view::npos) {
      failed = true;
      return "";
    }
    std::string out(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
    return out;
  }
  std::string_view word() {
    skipSpace();
    const size_t end = std::min(text.find_first_of(",} "), text.size());
    const std::string_view out = text.substr(0, end);
    text.remove_prefix(end);
    failed |= out != "True" && out != "False";
    return out;
  }
  void readShape(Shape &shape) {
    failed |= !take('(');
    while (!failed && !take(')')) {
      skipSpace();
      int64_t extent = 0;
      const auto [end, error] = std::from_chars(text.begin(), text.end(), extent);
      failed |= error != std::errc() || extent < 0;
      text.remove_prefix(static_cast<size_t>(end - text.begin()));
      shape.push_back(extent);
      take(',');
    }
  }

  std::string_view text;
  bool failed = false;
  int keys = 0;
};

} // namespace

std::variant<NpyHeader, std::string> readNpyHeader(std::string_view bytes) {
  if (!bytes.starts_with(magic) || bytes.size() < magic.size() + 6)
    return "is no file of format NPY";
  auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(bytes[i])); };
  const size_t version = byte(magic.size());
  if (version < 1 || version > 3)
    return fmt::format("is of version {} of the format NPY, not 1, 2 or 3", version);
  const size_t lengthAt = magic.size() + 2;
  size_t length = byte(lengthAt) | byte(lengthAt + 1) << 8;
  if (version > 1)
    length |= byte(lengthAt + 2) << 16 | byte(lengthAt + 3) << 24;
  const size_t begin = lengthAt + (version == 1 ? 2 : 4);
  NpyHeader header;
  header.size = begin + length;
  if (header.size > bytes.size() || !DictReader(bytes.substr(begin, length)).read(header))
    return "has no header that the format NPY knows";
  return header;
}

} // namespace assay
