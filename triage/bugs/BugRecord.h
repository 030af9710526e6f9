#pragma once

#include "support/VersionNumber.h"
#include "target/TargetName.h"
#include "triage/bugs/BugHistory.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Words of a compiler within a line of Markdown, in which nothing is markup.
std::string markdownText(std::string_view words);

/// An input that shows a bug, as a lit case or a module for the compiler's own tools.
struct BugCase {
  std::string file;
  std::string text;
};

/// What became of a bug's case on a target.
struct BugResult {
  std::string target; // "iree@3.13.0:llvm-cpu:O2"
  std::string result; // "wrong result"
  bool isRight = false;
  std::string time; // of a retest; empty where the report says it
};

/// The name of a verdict in a reader's words: "wrong result" for mismatch.
std::string kindText(std::string verdict);

/// All that is written down of a bug: its folder, and its journals wherever they are.
struct BugRecord {
  std::string id;
  nlohmann::json said; // bug.json; docs/known-bugs.md has its keys
  std::string title;
  std::string report; // Markdown; empty for none
  std::vector<BugCase> cases;
  std::string keptCause;  // case.cause.json: why the first case fails; empty if nobody looked
  std::string passInput;  // pass.mlir, of the pass that goes wrong; empty for none
  std::string phaseInput; // phase.mlir, of the phase that goes wrong; empty for none
  /// The same as the compiler prints it, and what the pass makes of it; empty if that is not known.
  std::string beforePass, afterPass;
  BugHistory history;

  std::string compiler() const { return said.value("compiler", ""); }
  /// What the bug or its forms have for the key, each once: verdicts, backends, releases.
  std::vector<std::string> valuesOf(std::string_view key) const;
  /// The ops that its structures name.
  std::vector<std::string> ops() const;
  /// Wrong results and so on, in a reader's words.
  std::vector<std::string> kinds() const;
  /// "3.3.0 to 3.13.0"; empty where targets name no release.
  std::string releases() const;
  /// The newest release that has it, as far as anybody saw.
  std::optional<VersionNumber> newestWithIt() const;
  /// Where it was reported, or is spoken of.
  std::vector<std::string> links() const;
  /// The paragraph of the report that says why it happens; empty for none.
  std::string cause() const;
  /// The report without its title and these parts, each of which begins with its name in bold.
  std::string reportWithout(std::initializer_list<std::string_view> parts) const;
  /// The pass or phase that is to blame, as far as it is recorded; empty for none.
  std::string pass() const;
  /// The report's table of releases, and what retests have seen since.
  std::vector<BugResult> results() const;
  /// Its forms, as entries of a list of known bugs. None of what is gone if they name no release
  /// after which they explain nothing. Behind these retestedEntries().
  std::vector<nlohmann::json> entries() const;
  /// Its forms for the releases before and after those that they name on which a retest saw it
  /// fail.
  std::vector<nlohmann::json> retestedEntries() const;
  /// Whether its forms for the target's backend name releases, and neither these nor retests that
  /// of the target.
  bool leavesOut(const TargetName &target) const;
};

/// A bug that is to be written down, in state new.
struct NewBug {
  std::string id;
  nlohmann::ordered_json said; // bug.json
  /// What lies beside it, by name: "report.md", "case.mlir".
  std::map<std::string, std::string> files;
  std::string who, why; // of the journal; who() as in JournalEntry
};

/// The bugs that there are: those that come with this program, and those of folders of folders.
class BugRecords {
public:
  /// The bugs of these folders, each of which has a folder for each of its bugs and may be missing,
  /// and those of this program. What the first says of a bug counts; journals are united. A bug of
  /// which a file is wrong is left out: broken() has it.
  static Expected<BugRecords> load(const std::vector<std::filesystem::path> &folders);

  /// By id.
  const std::vector<BugRecord> &all() const { return bugs; }
  /// By bug, which of its files is wrong, and how.
  const std::map<std::string, Error> &broken() const { return unread; }
  /// An error says which one may have been meant, or what is wrong with its files.
  Expected<const BugRecord *> find(std::string_view id) const;
  /// What is in a case of one of them, by its file; nothing if none has it.
  std::optional<std::string_view> caseText(std::string_view file) const;
  /// Writes down in the first folder what is said of a bug now, and adds it to the history. What is
  /// wrong or cannot follow is an error, and then nothing is written. Id, time and what it comes
  /// after are filled in; the writer's name if there is none.
  Expected<void> write(JournalEntry entry);
  /// Makes a folder of the bug in the first folder: all of it, or nothing if there is an error, as
  /// there is for the name of another. Says where.
  Expected<std::filesystem::path> add(const NewBug &bug);
  /// A name for a new bug: `wanted`, with a number behind it if that is another's.
  std::string freeId(const std::string &wanted) const;

  /// The entries of all bugs of a folder of folders that may be missing, as a list of known bugs in
  /// the order in which they are asked; empty for none. Cases are named by where they lie. Of bugs
  /// of this program that have journals there, what retests add.
  static Expected<std::string> knownListOf(const std::filesystem::path &folder);

private:
  Expected<void> readFolder(const std::filesystem::path &folder);
  Expected<void> readOne(const std::filesystem::path &folder, bool hasBug);
  BugRecord *lookUp(std::string_view id);

  std::filesystem::path own;
  std::vector<BugRecord> bugs;
  std::map<std::string, Error> unread;
};

} // namespace assay
