#include "support/Closest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace assay {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
}

/// Letters to insert, delete, replace, or exchange with their neighbour; case does not count.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), size_t(0));
  for (size_t i = 0; i < a.size(); ++i) {
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const bool isSame = lower(a[i]) == lower(b[j]);
      row[j + 1] = std::min({above[j] + !isSame, above[j + 1] + 1, row[j] + 1});
      if (i > 0 && j > 0 && lower(a[i]) == lower(b[j - 1]) && lower(a[i - 1]) == lower(b[j]))
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    before = std::exchange(above, row);
  }
  return above[b.size()];
}

} // namespace

std::string_view closest(std::string_view word, std::span<const std::string_view> known) {
  constexpr size_t longest = 40; // of words that somebody mistyped
  constexpr size_t telling = 3;  // letters that say what a longer word was to be
  if (word.empty() || word.size() > longest)
    return "";
  std::string_view best;
  // One letter in three may be wrong, or all that are missing at the end.
  const size_t farthest = word.size() / 3 + 1;
  size_t least = farthest + 1;
  for (std::string_view one : known) {
    size_t away = distance(word, one);
    if (std::min(word.size(), one.size()) >= telling &&
        (one.starts_with(word) || word.starts_with(one)))
      away = std::min(away, farthest);
    if (away < least && away < std::max(word.size(), one.size())) {
      least = away;
      best = one;
    }
  }
  return best;
}

std::string didYouMean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view meant = closest(word, known);
  return meant.empty() ? "" : fmt::format("; did you mean {}?", meant);
}

} // namespace assay
