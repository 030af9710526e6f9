#include "target/PassPipeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {

namespace {

constexpr std::string_view moduleAnchor = "builtin.module(";

bool isOfName(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '-' || letter == '_' || letter == '.';
}

/// Where the name begins from `start` on; npos if it does not stand there.
size_t findName(std::string_view text, std::string_view name, size_t start = 0) {
  for (size_t at = text.find(name, start); at != text.npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !isOfName(text[at - 1])) && (end == text.size() || !isOfName(text[end])))
      return at;
  }
  return text.npos;
}

/// Where the braces that open at `open` are closed again.
size_t endOfOptions(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    if (depth == 0)
      return at + 1;
  }
  return text.size();
}

/// At the commas that are in no brackets.
std::vector<std::string_view> splitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    if (at == text.size() || (text[at] == ',' && depth == 0)) {
      if (at > begin)
        parts.push_back(text.substr(begin, at - begin));
      begin = at + 1;
    } else if (text[at] == '(' || text[at] == '{') {
      ++depth;
    } else if (text[at] == ')' || text[at] == '}') {
      --depth;
    }
  }
  return parts;
}

/// Whether `text` between these is an element of a list of passes, and no option or anchor.
bool isElement(std::string_view text, size_t begin, size_t end) {
  return (begin == 0 || text[begin - 1] == '(' || text[begin - 1] == ',') &&
         (end == text.size() || text[end] == ')' || text[end] == ',');
}

} // namespace

bool hasPasses(std::string_view pipeline, const std::vector<std::string> &passes) {
  for (const std::string &pass : passes) {
    const size_t at = findName(pipeline, pass);
    if (at == pipeline.npos)
      return false;
    pipeline.remove_prefix(at + pass.size());
  }
  return true;
}

bool lowersAssay(std::string_view pipeline) { return hasPasses(pipeline, {"lower-assay"}); }

std::string withoutPass(std::string_view pipeline, std::string_view pass) {
  std::string text(pipeline);
  for (size_t begin = findName(text, pass); begin != text.npos;
       begin = findName(text, pass, begin)) {
    size_t end = begin + pass.size();
    if (end < text.size() && text[end] == '{')
      end = endOfOptions(text, end);
    if (!isElement(text, begin, end)) {
      begin += pass.size();
      continue;
    }
    // "func.func()" is no pipeline.
    while (begin > 1 && end < text.size() && text[begin - 1] == '(' && text[end] == ')') {
      begin = text.find_last_of(",(", begin - 2) + 1; // 0 if there is none
      ++end;
    }
    if (end < text.size() && text[end] == ',')
      ++end;
    else if (begin > 0 && text[begin - 1] == ',')
      --begin;
    text.erase(begin, end - begin);
  }
  return text;
}

std::vector<std::string> splitPasses(std::string_view pipeline) {
  std::vector<std::string> passes;
  for (std::string_view part : splitAtCommas(pipeline)) {
    // Options are in braces; only what passes run on has parentheses behind its name.
    const size_t open = part.find_first_of("({");
    if (open == part.npos || part[open] == '{' || !part.ends_with(')')) {
      passes.emplace_back(part);
      continue;
    }
    const std::string_view anchor = part.substr(0, open);
    for (std::string &inner : splitPasses(part.substr(open + 1, part.size() - open - 2)))
      passes.push_back(anchor == "builtin.module" ? std::move(inner)
                                                  : fmt::format("{}({})", anchor, inner));
  }
  return passes;
}

std::string_view passName(std::string_view pass) {
  pass = pass.substr(0, pass.find('{'));
  pass.remove_prefix(pass.find_last_of('(') + 1); // 0 if there is none
  return pass.substr(0, pass.find(')'));
}

std::string joinPasses(const std::vector<std::string> &passes) {
  return fmt::format("{}", fmt::join(passes, ","));
}

std::string anchoredPipeline(std::string_view pipeline) {
  return pipeline.starts_with(moduleAnchor) ? std::string(pipeline)
                                            : fmt::format("{}{})", moduleAnchor, pipeline);
}

} // namespace assay
