#include "amdgpu/machine/hostcall/Format.h"

#include "amdgpu/machine/hostcall/Conversion.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace assay::amdgpu {
namespace {

/// What is left of a message.
class Rest {
public:
  explicit Rest(std::span<const uint64_t> words) : words(words) {}

  bool isEmpty() const { return words.empty(); }
  size_t size() const { return words.size(); }
  uint64_t takeWord() {
    const uint64_t word = words.front();
    words = words.subspan(1);
    return word;
  }
  std::string_view takeString() {
    const auto *bytes = reinterpret_cast<const char *>(words.data());
    const size_t length = strnlen(bytes, words.size_bytes());
    // A string without its zero has nothing behind it.
    words = words.subspan(std::min(length / sizeof(uint64_t) + 1, words.size()));
    return {bytes, length};
  }

private:
  std::span<const uint64_t> words;
};

/// "%-+*.*jd": the flags are ours, width and precision arguments of type int, of which a negative
/// precision is none.
std::string specOf(const Conversion &conversion, std::string_view length) {
  std::string spec = "%";
  for (auto [isSet, flag] : {std::pair(conversion.left, '-'),
                             {conversion.plus, '+'},
                             {conversion.space, ' '},
                             {conversion.alternate, '#'},
                             {conversion.zero, '0'}})
    if (isSet)
      spec += flag;
  return spec.append("*.*").append(length) + conversion.letter;
}

/// One value by C's own printf.
template <class T> std::string byC(const Conversion &conversion, std::string_view length, T value) {
  const std::string spec = specOf(conversion, length);
  auto print = [&](char *to, size_t size) {
    return std::snprintf(to, size, spec.c_str(), conversion.width, conversion.precision, value);
  };
  const int bytes = print(nullptr, 0);
  if (bytes < 0)
    return {};
  std::string text(static_cast<size_t>(bytes), '\0');
  print(text.data(), text.size() + 1);
  return text;
}

template <class Char, class Short, class Int, class Long>
Long cut(Conversion::Length length, uint64_t word) {
  switch (length) {
  case Conversion::Length::Char:
    return static_cast<Char>(word);
  case Conversion::Length::Short:
    return static_cast<Short>(word);
  case Conversion::Length::Int:
    return static_cast<Int>(word);
  case Conversion::Length::Long:
    return static_cast<Long>(word);
  }
  return 0;
}

std::string pad(const Conversion &conversion, std::string_view text) {
  const auto width = static_cast<size_t>(conversion.width);
  const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
  return conversion.left ? std::string(text) + blanks : blanks + std::string(text);
}

std::string formatString(const Conversion &conversion, std::string_view text) {
  return pad(conversion, conversion.precision < 0
                             ? text
                             : text.substr(0, static_cast<size_t>(conversion.precision)));
}

std::string formatWord(const Conversion &conversion, uint64_t word) {
  switch (conversion.letter) {
  case 'd':
  case 'i':
    return byC(conversion, "j", cut<int8_t, int16_t, int32_t, intmax_t>(conversion.length, word));
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return byC(conversion, "j",
               cut<uint8_t, uint16_t, uint32_t, uintmax_t>(conversion.length, word));
  case 'c':
    return pad(conversion, std::string(1, static_cast<char>(word)));
  case 'p':
    return byC(conversion, "", reinterpret_cast<const void *>(word));
  case 'n':
    return {};
  default:
    return byC(conversion, "", std::bit_cast<double>(word));
  }
}

/// Nothing if there are not enough arguments left, and then none is taken.
std::optional<std::string> format(Conversion conversion, Rest &arguments) {
  if (conversion.letter == '%')
    return "%";
  const size_t stars = conversion.widthIsArgument + conversion.precisionIsArgument;
  if (arguments.size() < stars + 1)
    return std::nullopt;
  if (conversion.widthIsArgument)
    conversion.setWidth(static_cast<int32_t>(arguments.takeWord()));
  if (conversion.precisionIsArgument)
    conversion.setPrecision(static_cast<int32_t>(arguments.takeWord()));
  return conversion.letter == 's' ? formatString(conversion, arguments.takeString())
                                  : formatWord(conversion, arguments.takeWord());
}

} // namespace

std::string formatMessage(std::span<const uint64_t> message) {
  Rest rest(message);
  std::string_view left = rest.isEmpty() ? std::string_view() : rest.takeString();
  std::string text;
  while (!left.empty() && text.size() < maxTextBytes) {
    const size_t literal = std::min(left.find('%'), left.size());
    text += left.substr(0, literal);
    left.remove_prefix(literal);
    if (left.empty())
      break;
    const auto conversion = Conversion::parse(left);
    const auto formatted = conversion ? format(*conversion, rest) : std::nullopt;
    const size_t bytes = conversion ? conversion->bytes : 1;
    text += formatted ? std::string_view(*formatted) : left.substr(0, bytes);
    left.remove_prefix(bytes);
  }
  text.resize(std::min(text.size(), maxTextBytes));
  return text;
}

} // namespace assay::amdgpu
