#include "tests/Pieces.h"

#include <catch2/catch.hpp>

namespace assay {

void expectInOrder(const std::string &module, std::initializer_list<std::string_view> pieces) {
  size_t from = 0;
  for (std::string_view piece : pieces) {
    INFO("looking for '" << piece << "' behind character " << from << " of\n" << module);
    size_t at = module.find(piece, from);
    REQUIRE(at != std::string::npos);
    from = at + piece.size();
  }
}

size_t occurrences(const std::string &text, std::string_view piece) {
  size_t count = 0;
  for (size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
    ++count;
  return count;
}

} // namespace assay
