#include "targets/PassList.h"

#include "targets/WrittenOut.h"
#include "targets/outside/UpstreamTarget.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

namespace {

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

} // namespace

std::vector<std::string> splitPasses(std::string_view text) {
  std::vector<std::string> passes;
  for (std::string_view part : splitAtCommas(text)) {
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

std::string PassList::target() const { return fmt::format("{}{}", head, fmt::join(passes, ",")); }

std::optional<PassList> passList(std::string_view target) {
  constexpr int installed = 22; // the MLIR that assay is built with
  constexpr std::string_view core = "cpu:pipeline=";
  const std::string full = writtenOut(target);
  if (full.starts_with(core))
    return PassList{std::string(core), installed, splitPasses(full.substr(core.size()))};
  auto upstream = parseUpstreamName(full);
  if (!upstream)
    return std::nullopt;
  return PassList{full.substr(0, full.find('=') + 1), upstream->version,
                  splitPasses(upstream->pipeline)};
}

} // namespace assay
