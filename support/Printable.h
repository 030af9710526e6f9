#pragma once

#include <string>
#include <string_view>

namespace assay {

/// The text as a terminal or a page may be given it, whoever wrote it: line breaks and tabs stay,
/// what else would act instead of being seen is spelled out. Control characters and bytes that are
/// no UTF-8 become "\x1b"; characters that control terminals, break lines, turn the direction of
/// writing or must not stand in XML, "\u202e", which JSON takes for the same.
std::string printable(std::string_view text);

} // namespace assay
