#include "targets/commands/Placeholders.h"

namespace assay {

std::optional<Placeholder> findPlaceholder(std::string_view word, size_t from) {
  for (size_t begin = word.find('{', from); begin != std::string_view::npos;
       begin = word.find('{', begin + 1)) {
    const size_t end = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz", begin + 1);
    if (end != std::string_view::npos && word[end] == '}' && end > begin + 1)
      return Placeholder{begin, word.substr(begin + 1, end - begin - 1)};
  }
  return std::nullopt;
}

static std::string substituted(std::string_view word, const Substitutions &substitutions) {
  std::string out;
  size_t at = 0;
  while (auto found = findPlaceholder(word, at)) {
    const size_t end = found->begin + found->name.size() + 2;
    auto text = substitutions.texts.find(found->name);
    out += word.substr(at, found->begin - at);
    out += text == substitutions.texts.end() ? word.substr(found->begin, end - found->begin)
                                             : std::string_view(text->second);
    at = end;
  }
  return out + std::string(word.substr(at));
}

std::vector<std::string> expanded(const std::vector<std::string> &words,
                                  const Substitutions &substitutions) {
  std::vector<std::string> out;
  for (const std::string &word : words) {
    auto found = findPlaceholder(word);
    const bool isAlone = found && found->name.size() + 2 == word.size();
    auto list = isAlone ? substitutions.lists.find(found->name) : substitutions.lists.end();
    if (list != substitutions.lists.end())
      out.insert(out.end(), list->second.begin(), list->second.end());
    else
      out.push_back(substituted(word, substitutions));
  }
  return out;
}

} // namespace assay
