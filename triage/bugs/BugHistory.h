#pragma once

#include "triage/bugs/Journal.h"

namespace assay {

/// All that was written down of a bug, by whomever: the union of journals.
class BugHistory {
public:
  /// A bug that is in that state before anybody wrote anything down.
  explicit BugHistory(BugState first = BugState::New, std::string detail = {});
  /// What is there already is not added; the order does not matter.
  void add(const std::vector<JournalEntry> &entries);

  /// In the order of time.
  const std::vector<JournalEntry> &entries() const { return all; }
  BugState state() const;
  const std::string &detail() const;
  /// Others that were set without knowing of the one that counts, which is the latest, and that say
  /// something else.
  std::vector<const JournalEntry *> conflicts() const;
  /// States that no other was set after, in the order of time: what an entry comes after.
  std::vector<const JournalEntry *> heads() const;
  /// The last of that target; nullptr if there is none.
  const JournalEntry *lastTestOn(std::string_view target) const;
  /// When it was first and last written to; empty for never.
  std::string begun() const { return all.empty() ? "" : all.front().time; }
  std::string changed() const { return all.empty() ? "" : all.back().time; }

private:
  BugState first;
  std::string firstDetail;
  std::vector<JournalEntry> all;
};

} // namespace assay
