#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

/// The known word that somebody most likely meant: a few letters away, or one that begins as it
/// does. Empty if none is near.
std::string_view closest(std::string_view word, std::span<const std::string_view> known);

/// "; did you mean topk?", or nothing if no known word is near.
std::string didYouMean(std::string_view word, std::span<const std::string_view> known);

} // namespace assay
