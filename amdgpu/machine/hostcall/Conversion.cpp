#include "amdgpu/machine/hostcall/Conversion.h"

#include "amdgpu/machine/hostcall/Format.h"

#include <algorithm>

namespace assay::amdgpu {
namespace {

class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  bool take(char wanted) {
    const bool isThere = at < text.size() && text[at] == wanted;
    at += isThere;
    return isThere;
  }
  bool isAtDigit() const { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }
  int takeNumber() {
    int value = 0;
    for (; isAtDigit(); ++at)
      value = std::min(value * 10 + (text[at] - '0'), maxFieldWidth);
    return value;
  }

  void takeFlags(Conversion &into) {
    for (;;)
      if (take('-'))
        into.left = true;
      else if (take('+'))
        into.plus = true;
      else if (take(' '))
        into.space = true;
      else if (take('#'))
        into.alternate = true;
      else if (take('0'))
        into.zero = true;
      else if (!take('\''))
        return;
  }

  /// On the device long, long long, intmax_t, size_t and ptrdiff_t have 64 bits, long double is
  /// double.
  Conversion::Length takeLength() {
    if (take('h'))
      return take('h') ? Conversion::Length::Char : Conversion::Length::Short;
    if (take('l')) {
      take('l');
      return Conversion::Length::Long;
    }
    return take('j') || take('z') || take('t') || take('L') ? Conversion::Length::Long
                                                            : Conversion::Length::Int;
  }

  char takeLetter() {
    constexpr std::string_view letters = "diouxXcsfFeEgGaApn%";
    return at < text.size() && letters.find(text[at]) != letters.npos ? text[at++] : '\0';
  }

  size_t taken() const { return at; }

private:
  std::string_view text;
  size_t at = 0;
};

} // namespace

std::optional<Conversion> Conversion::parse(std::string_view text) {
  Parser parser(text);
  Conversion conversion;
  if (!parser.take('%'))
    return std::nullopt;
  parser.takeFlags(conversion);
  conversion.widthIsArgument = parser.take('*');
  if (!conversion.widthIsArgument)
    conversion.width = parser.takeNumber();
  if (parser.take('.')) {
    conversion.precisionIsArgument = parser.take('*');
    if (!conversion.precisionIsArgument)
      conversion.precision = parser.takeNumber();
  }
  conversion.length = parser.takeLength();
  conversion.letter = parser.takeLetter();
  conversion.bytes = parser.taken();
  return conversion.letter == 0 ? std::nullopt : std::optional(conversion);
}

void Conversion::setWidth(int value) {
  left |= value < 0;
  // The least number has no amount.
  value = std::clamp(value, -maxFieldWidth, maxFieldWidth);
  width = value < 0 ? -value : value;
}

void Conversion::setPrecision(int value) { precision = std::clamp(value, -1, maxFieldWidth); }

} // namespace assay::amdgpu
