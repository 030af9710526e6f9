#include "target/Mutant.h"

#include "support/NameOf.h"

#include <charconv>
#include <fmt/format.h>

namespace assay {

namespace {
constexpr std::string_view from = ", from ";
} // namespace

std::string Change::text() const {
  return fmt::format("{}: {} of {}, {} of {}{}{}", nameOf(phase), mutator, op, place, places,
                     origin.empty() ? "" : from, origin);
}

namespace {

/// The text up to the separator, which both go.
std::optional<std::string_view> cut(std::string_view &text, std::string_view separator) {
  const size_t end = text.find(separator);
  if (end == text.npos)
    return std::nullopt;
  const std::string_view head = text.substr(0, end);
  text.remove_prefix(end + separator.size());
  return head;
}

std::optional<int64_t> number(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

} // namespace

std::optional<Change> Change::parse(std::string_view text) {
  const auto phase = cut(text, ": ");
  const auto mutator = phase ? cut(text, " of ") : std::nullopt;
  const auto op = mutator ? cut(text, ", ") : std::nullopt;
  const auto place = op ? cut(text, " of ") : std::nullopt;
  if (!place)
    return std::nullopt;
  const size_t end = std::min(text.find(from), text.size());
  const auto known = enumeratorNamed<Phase>(*phase);
  const auto at = number(*place), all = number(text.substr(0, end));
  if (!known || !at || !all)
    return std::nullopt;
  return Change{*known,
                std::string(*mutator),
                std::string(*op),
                *at,
                *all,
                std::string(text.substr(std::min(end + from.size(), text.size())))};
}

} // namespace assay
