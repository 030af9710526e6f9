#include "known/CompilerOf.h"

#include <algorithm>

namespace assay {

CompilerOf::CompilerOf(std::string_view target) {
  const size_t end = std::min(target.find(':'), target.size());
  const std::string_view head = target.substr(0, end);
  rest = target.substr(std::min(end + 1, target.size()));
  backend = rest.substr(0, rest.find(':'));
  if (backend.size() < rest.size()) {
    level = rest.substr(backend.size() + 1);
    level = level.substr(0, level.find(','));
  }
  constexpr std::string_view key = ",flavour=";
  if (const size_t at = rest.find(key); at != std::string_view::npos) {
    flavour = rest.substr(at + key.size());
    flavour = flavour.substr(0, flavour.find(','));
  }
  const size_t at = head.find('@');
  name = head.substr(0, at);
  if (at != std::string_view::npos)
    version = parseVersion(head.substr(at + 1));
}

} // namespace assay
