#pragma once

#include "support/Expected.h"
#include "triage/bugs/BugState.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What somebody wrote down of a bug at a time: a state that was set, what became of its case on a
/// target, or a note. Never changed once it is written.
struct JournalEntry {
  std::string id; // a hash of all else
  std::string bug;
  std::string time; // "2026-11-26T03:42:06.000001Z": later ones are greater
  std::string who;
  std::string why;

  std::optional<BugState> state;
  std::string detail; // what is said with it
  /// Of a state: the entries with states that whoever set it saw last.
  std::vector<std::string> after;

  std::string link; // of a note: where else to read of it

  std::string target; // of a test; else empty
  std::string result; // "fails", "right", "otherwise", "untested"
  int found = 0, checks = 0;

  bool isTest() const { return !target.empty(); }
  bool operator==(const JournalEntry &) const = default;
};

/// The entry with its id, once all else stands.
JournalEntry sealed(JournalEntry entry);
/// In one line, without its end.
std::string textOf(const JournalEntry &entry);

/// The entries of a journal's text, which is about that bug. An error names the line: it is torn,
/// of another bug, or was changed since it was written; or the journal is none, or newer.
Expected<std::vector<JournalEntry>> parseJournal(std::string_view text, std::string_view bug,
                                                 std::string_view source);

/// Those of a folder of journals, which need not be there.
Expected<std::vector<JournalEntry>> readJournals(const std::filesystem::path &folder,
                                                 std::string_view bug);

/// Who writes: what ASSAY_WHO says, else the user on this machine.
std::string writerName();
/// Now, as entries have it, but later than `seen`.
std::string entryTime(std::string_view seen);

/// Adds to the writer's own journal in the folder, which is made; what is there is checked first.
/// When it returns, a loss of power takes nothing away.
Expected<void> appendToJournal(const std::filesystem::path &folder, const JournalEntry &entry);

} // namespace assay
