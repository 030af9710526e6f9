#include "known/CompilerOf.h"

#include <fmt/format.h>

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

std::string targetWith(std::string_view target, std::string_view setting) {
  if (setting.starts_with('-') || setting.find('=') != std::string_view::npos)
    return fmt::format("{},{}", target, setting);
  const CompilerOf compiler(target);
  const bool isLevel = setting.size() == 2 && setting[0] == 'O';
  const std::string_view replaced = isLevel ? compiler.level : compiler.backend;
  if (replaced.empty())
    return std::string(target);
  const auto at = static_cast<size_t>(replaced.data() - target.data());
  return fmt::format("{}{}{}", target.substr(0, at), setting, target.substr(at + replaced.size()));
}

} // namespace assay
