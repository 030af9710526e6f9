#include "flavours/JointModule.h"

#include "support/Regex.h"

#include <charconv>
#include <string_view>

namespace assay {

/// The number behind the last '_' in the name that a function's header has: a case's functions end
/// so.
static std::optional<size_t> caseOf(std::string_view header) {
  const size_t at = header.find('@');
  if (at == std::string_view::npos)
    return std::nullopt;
  std::string_view name = header.substr(at, header.find('(', at) - at);
  name.remove_prefix(name.rfind('_') + 1);
  size_t number = 0;
  auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), number);
  return code == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<size_t> JointModule::accused(const std::string &diagnostic) const {
  static const Regex place(R"(^[^\s:]*:(\d+):\d+: )");
  const auto found = place.search(std::string_view(diagnostic).substr(0, diagnostic.find('\n')));
  if (!found)
    return std::nullopt;
  const size_t wanted = std::stoul(std::string((*found)[1]));
  std::optional<size_t> last;
  std::string_view rest = text;
  for (size_t number = 1; number <= wanted && !rest.empty(); ++number) {
    const std::string_view head = rest.substr(0, rest.find('\n'));
    if (head.starts_with("  func.func "))
      last = caseOf(head);
    rest.remove_prefix(std::min(head.size() + 1, rest.size()));
  }
  return last && *last < entries.size() ? last : std::nullopt;
}

} // namespace assay
