#include "support/Printable.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

namespace assay {
namespace {

struct Character {
  uint32_t code = 0;
  size_t bytes = 1;
};

/// The first character; nothing if the text does not begin with one in UTF-8.
std::optional<Character> firstCharacter(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80)
    return Character{lead, 1};
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes)
    return std::nullopt;
  uint32_t code = lead & (0xffU >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80)
      return std::nullopt;
    code = code << 6 | (next & 0x3f);
  }
  constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool isSurrogate = code >= 0xd800 && code < 0xe000;
  if (code < least[bytes] || code > 0x10ffff || isSurrogate)
    return std::nullopt;
  return Character{code, bytes};
}

/// Of a character beyond ASCII: DEL and the C1 controls, of which one begins terminals' commands;
/// marks and overrides of direction, separators of lines, and what is no character, which XML
/// must not hold.
bool acts(uint32_t code) {
  return (code >= 0x7f && code < 0xa0) || code == 0x61c || (code >= 0x200e && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
         code == 0xfffe || code == 0xffff;
}

} // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto character = firstCharacter(text);
    const size_t bytes = character ? character->bytes : 1;
    const bool endsLine = text.starts_with("\r\n");
    if (endsLine || text[0] == '\n' || text[0] == '\t')
      out += endsLine ? "" : text.substr(0, 1);
    else if (!character || character->code < 0x20)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (acts(character->code))
      out += fmt::format("\\u{:04x}", character->code);
    else
      out += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return out;
}

} // namespace assay
