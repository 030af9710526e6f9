#pragma once

#include "support/Expected.h"
#include "support/NameOf.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// Where a bug stands in its life; docs/bugs.md draws it.
enum class BugState : uint8_t {
  New,
  Confirmed,
  Reported,
  FixNamed,
  Fixed,
  Regressed,
  Duplicate,
  NotABug,
  Obsolete,
};
constexpr std::array<std::string_view, 9> names(BugState) {
  return {"new",       "confirmed", "reported",  "fix-named", "fixed",
          "regressed", "duplicate", "not-a-bug", "obsolete"};
}

/// One line of the table of states.
struct BugStateRow {
  BugState state;
  /// What must be said with it, by its key in a journal: "link"; empty for nothing.
  std::string_view detail;
  /// For people, in front of that: "fixed in".
  std::string_view phrase;
  /// The bug is there, as far as is known.
  bool isOpen;
  /// The states that may follow, a bit for each.
  uint16_t next;
  std::string_view meaning;
};
const BugStateRow &rowOf(BugState state);

/// An error says which states may follow.
Expected<void> checkFollows(BugState before, BugState after);

/// An error says what is wrong with what is said with a state: that it is missing, that a link is
/// none that a browser may be given, that a reason is not one of premise, contract and ours.
Expected<void> checkDetail(BugState state, std::string_view detail);
/// What may be shown as a link: http or https, and nothing in it that ends one.
bool isLink(std::string_view text);

/// "fixed in 3.14.0".
std::string describe(BugState state, std::string_view detail);

} // namespace assay
