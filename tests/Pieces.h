#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace assay {

/// Checks that each of `pieces` is found in the module behind the one before.
void expectInOrder(const std::string &module, std::initializer_list<std::string_view> pieces);

/// How often `piece` stands in the text.
size_t occurrences(const std::string &text, std::string_view piece);

} // namespace assay
