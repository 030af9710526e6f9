#include "triage/bugs/BugState.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace assay {
namespace {

using enum BugState;

constexpr uint16_t bit(BugState state) {
  return static_cast<uint16_t>(1U << static_cast<unsigned>(state));
}
constexpr uint16_t of(std::initializer_list<BugState> states) {
  uint16_t bits = 0;
  for (const BugState state : states)
    bits |= bit(state);
  return bits;
}

constexpr uint16_t closed = of({Fixed, Duplicate, NotABug, Obsolete});

// The life of a bug: whoever closed one by mistake opens it again as confirmed or new. What is said
// with a state may be said anew, but for those that say nothing.
constexpr BugStateRow table[] = {
    {New, "", "new", true, of({Confirmed, Reported, FixNamed}) | closed,
     "found, and nobody has looked"},
    {Confirmed, "", "confirmed", true, of({Reported, FixNamed}) | closed,
     "looked at: it is the compiler's"},
    {Reported, "link", "reported:", true, of({Reported, FixNamed}) | closed,
     "those who can mend it know"},
    {FixNamed, "fix", "fix named:", true, of({Reported, FixNamed}) | closed,
     "a change is said to mend it; no release has it yet"},
    {Fixed, "release", "fixed in", false, of({Fixed, Regressed, Confirmed, Reported, FixNamed}),
     "its case is right in that release"},
    {Regressed, "release", "regressed in", true, of({Reported, FixNamed, Regressed}) | closed,
     "it was gone, and that release has it again"},
    {Duplicate, "of", "duplicate of", false, of({New, Confirmed, Duplicate, NotABug}),
     "another bug is the same"},
    {NotABug, "reason", "not a bug:", false, of({New, Confirmed, Duplicate, NotABug}),
     "the program breaks a premise or a contract, or the bug is assay's own"},
    {Obsolete, "", "obsolete", false, of({New, Confirmed, Fixed, Regressed, Duplicate, NotABug}),
     "no longer happens, and nobody knows why"},
};

constexpr std::string_view reasons[] = {"premise", "contract", "ours"};

} // namespace

const BugStateRow &rowOf(BugState state) { return table[static_cast<size_t>(state)]; }

Expected<void> checkFollows(BugState before, BugState after) {
  if (rowOf(before).next & bit(after))
    return {};
  std::vector<std::string_view> next;
  for (const BugStateRow &row : table)
    if (rowOf(before).next & bit(row.state))
      next.push_back(nameOf(row.state));
  return Error{fmt::format("{} cannot follow {}; {} can", nameOf(after), nameOf(before),
                           fmt::join(next, ", "))};
}

bool isLink(std::string_view text) {
  const bool isWeb = text.starts_with("https://") || text.starts_with("http://");
  return isWeb && std::ranges::all_of(text, [](char c) {
           return c > ' ' && c < 0x7f &&
                  std::string_view("\"'<>\\`{}|^").find(c) == std::string_view::npos;
         });
}

Expected<void> checkDetail(BugState state, std::string_view detail) {
  const std::string_view what = rowOf(state).detail;
  if (what.empty())
    return detail.empty()
               ? Expected<void>()
               : Error{fmt::format("{} is said with nothing else than --why", nameOf(state))};
  if (detail.empty())
    return Error{fmt::format("{} is said with --{}", nameOf(state), what)};
  if (what == "link" && !isLink(detail))
    return Error{fmt::format("'{}' is no link: one begins with https://", detail)};
  if (what == "reason" && std::ranges::find(reasons, detail) == std::end(reasons))
    return Error{
        fmt::format("there is no reason '{}'; there are {}", detail, fmt::join(reasons, ", "))};
  return {};
}

std::string describe(BugState state, std::string_view detail) {
  return fmt::format("{}{}{}", rowOf(state).phrase, detail.empty() ? "" : " ", detail);
}

} // namespace assay
