#include "support/Regex.h"

#include "support/Assert.h"

#include <fmt/format.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace assay {
namespace {

/// Enough for any line, and over in a blink.
constexpr uint32_t mostSteps = 1'000'000, mostHeapKiB = 64 << 10;

pcre2_match_context *limits() {
  static pcre2_match_context *const context = [] {
    pcre2_match_context *made = pcre2_match_context_create(nullptr);
    pcre2_set_match_limit(made, mostSteps);
    pcre2_set_heap_limit(made, mostHeapKiB);
    return made;
  }();
  return context;
}

PCRE2_SPTR bytes(std::string_view text) {
  return reinterpret_cast<PCRE2_SPTR>(text.empty() ? "" : text.data());
}

/// The replacement with groups filled in.
void expand(std::string &out, std::string_view replacement, const Regex::Groups &groups) {
  for (size_t i = 0; i < replacement.size(); ++i) {
    const size_t group =
        replacement[i] == '$' && i + 1 < replacement.size() ? size_t(replacement[i + 1] - '0') : 0;
    if (group >= 1 && group <= 9) {
      out += group < groups.size() ? groups[group] : std::string_view();
      ++i;
    } else {
      out += replacement[i];
    }
  }
}

} // namespace

Expected<Regex> Regex::parse(std::string_view pattern) {
  int failure = 0;
  PCRE2_SIZE place = 0;
  pcre2_code *code = pcre2_compile(bytes(pattern), pattern.size(), PCRE2_DOLLAR_ENDONLY, &failure,
                                   &place, nullptr);
  if (!code) {
    PCRE2_UCHAR said[160] = {};
    pcre2_get_error_message(failure, said, std::size(said));
    return Error{fmt::format("{}, at character {}", reinterpret_cast<const char *>(said), place)};
  }
  Regex regex;
  regex.code = std::shared_ptr<const void>(code, [](const void *held) {
    pcre2_code_free(static_cast<pcre2_code *>(const_cast<void *>(held)));
  });
  return regex;
}

Regex::Regex(std::string_view pattern) {
  auto parsed = parse(pattern);
  ASSAY_ASSERT(bool(parsed), "a pattern of ours is right");
  *this = std::move(*parsed);
}

std::optional<Regex::Groups> Regex::find(std::string_view text, size_t from,
                                         unsigned options) const {
  const auto *compiled = static_cast<const pcre2_code *>(code.get());
  const std::unique_ptr<pcre2_match_data, void (*)(pcre2_match_data *)> found(
      pcre2_match_data_create_from_pattern(compiled, nullptr), pcre2_match_data_free);
  const int count =
      pcre2_match(compiled, bytes(text), text.size(), from, options, found.get(), limits());
  if (count < 0)
    return std::nullopt;
  const PCRE2_SIZE *places = pcre2_get_ovector_pointer(found.get());
  Groups groups(pcre2_get_ovector_count(found.get()));
  for (size_t i = 0; i < groups.size(); ++i)
    if (places[2 * i] != PCRE2_UNSET)
      groups[i] = text.substr(places[2 * i], places[2 * i + 1] - places[2 * i]);
  return groups;
}

std::optional<Regex::Groups> Regex::search(std::string_view text, size_t from) const {
  return find(text, from, 0);
}

std::optional<Regex::Groups> Regex::match(std::string_view text) const {
  return find(text, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED);
}

std::string Regex::replaced(std::string_view text, std::string_view replacement) const {
  std::string out;
  size_t at = 0;
  while (at <= text.size()) {
    const auto groups = search(text, at);
    if (!groups)
      break;
    const std::string_view whole = groups->front();
    // A match may be empty, where there is nothing to point into.
    const size_t begin = whole.data() ? size_t(whole.data() - text.data()) : at;
    out += text.substr(at, begin - at);
    expand(out, replacement, *groups);
    at = begin + whole.size();
    if (whole.empty()) {
      out += text.substr(at, 1);
      ++at;
    }
  }
  return at < text.size() ? out + std::string(text.substr(at)) : out;
}

} // namespace assay
