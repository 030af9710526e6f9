#pragma once

#include "compiler/emit/Emit.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace assay {

/// The module of the case that `text` describes: as readText() takes it, but without its
/// first line and its inputs.
std::string emitted(std::string_view text);

/// Checks that each of `pieces` is found behind the one before.
void expectInOrder(const std::string &module, std::initializer_list<std::string_view> pieces);

/// How often `piece` stands in the text.
size_t occurrences(const std::string &text, std::string_view piece);

} // namespace assay
