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

namespace {

/// Where a pass begins in the text of a pipeline; npos if it does not stand there.
size_t findPass(std::string_view text, std::string_view pass) {
  for (size_t at = text.find(pass); at != text.npos; at = text.find(pass, at + 1)) {
    const size_t end = at + pass.size();
    const bool begins = at > 0 && std::string_view(",(=").find(text[at - 1]) != text.npos;
    if (begins && (end == text.size() || std::string_view(",){").find(text[end]) != text.npos))
      return at;
  }
  return text.npos;
}

/// The target without that pass of its pipeline, wherever it stands there.
std::string withoutPass(std::string text, std::string_view pass) {
  for (size_t begin = findPass(text, pass); begin != text.npos; begin = findPass(text, pass)) {
    size_t end = begin + pass.size();
    if (end < text.size() && text[end] == '{')
      end = std::min(text.find('}', end), text.size() - 1) + 1;
    // "func.func()" is no pipeline.
    while (end < text.size() && text[begin - 1] == '(' && text[end] == ')') {
      begin = text.find_last_of(",(=", begin - 2) + 1;
      ++end;
    }
    if (end < text.size() && text[end] == ',')
      ++end;
    else if (text[begin - 1] == ',')
      --begin;
    text.erase(begin, end - begin);
  }
  return text;
}

} // namespace

std::string targetWith(std::string_view target, std::string_view setting) {
  constexpr std::string_view without = "without=";
  if (setting.starts_with(without))
    return withoutPass(std::string(target), setting.substr(without.size()));
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
