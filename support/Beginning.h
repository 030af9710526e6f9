#pragma once

#include <string>

namespace assay {

/// At most so many bytes of a text in UTF-8, and no half of a character.
inline std::string beginning(std::string text, size_t bytes) {
  if (text.size() <= bytes)
    return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80)
    --bytes;
  text.resize(bytes);
  return text;
}

} // namespace assay
