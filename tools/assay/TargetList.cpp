#include "tools/assay/Cli.h"

namespace assay {
namespace {

/// "cpu:O2" or "manifest=mycc.json", but not "canonicalize,cse" nor "--flag:on".
bool startsTarget(std::string_view text) {
  if (text.starts_with("manifest="))
    return true;
  size_t colon = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789@._-");
  return colon != std::string_view::npos && colon > 0 && text[0] != '-' && text[colon] == ':';
}

} // namespace

std::vector<std::string> splitTargets(const std::vector<std::string> &given) {
  std::vector<std::string> out;
  for (const std::string &text : given) {
    size_t start = 0;
    int depth = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
      if (i < text.size() && (text[i] == '(' || text[i] == '{'))
        ++depth;
      if (i < text.size() && (text[i] == ')' || text[i] == '}'))
        --depth;
      // A comma inside a pipeline's text separates passes unless a target's name follows.
      bool cut = i == text.size() || (text[i] == ',' && depth == 0 &&
                                      startsTarget(std::string_view(text).substr(i + 1)));
      if (!cut)
        continue;
      if (i > start)
        out.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  return out;
}

} // namespace assay
