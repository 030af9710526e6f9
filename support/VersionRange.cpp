#include "support/VersionRange.h"

#include <algorithm>

namespace assay {

// What another begins with comes behind it.
static constexpr std::string_view relations[] = {">=", "<=", "==", ">", "<"};

std::optional<VersionRange> VersionRange::parse(std::string_view text) {
  VersionRange range;
  range.written = text;
  constexpr std::string_view blanks = " ";
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    std::string_view bound = text.substr(at, end - at);
    const auto trim = [&] {
      bound.remove_prefix(std::min(bound.find_first_not_of(blanks), bound.size()));
      bound.remove_suffix(bound.size() - (bound.find_last_not_of(blanks) + 1));
    };
    trim();
    const auto *relation = std::ranges::find_if(
        relations, [&](std::string_view one) { return bound.starts_with(one); });
    if (relation == std::end(relations))
      return std::nullopt;
    bound.remove_prefix(relation->size());
    trim();
    const auto version = parseVersion(bound);
    if (!version)
      return std::nullopt;
    range.bounds.push_back({*relation, *version});
    at = end + 1;
  }
  return range;
}

bool VersionRange::contains(VersionNumber version) const {
  return std::ranges::all_of(bounds, [&](const Bound &bound) {
    const auto order = version <=> bound.version;
    if (order == 0)
      return bound.relation.ends_with('=');
    return order < 0 ? bound.relation[0] == '<' : bound.relation[0] == '>';
  });
}

} // namespace assay
