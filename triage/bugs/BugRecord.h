#pragma once

#include "support/VersionNumber.h"
#include "triage/bugs/BugHistory.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

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
  std::string passInput; // pass.mlir, of the pass that goes wrong; empty for none
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
};

/// The bugs that there are: those that come with this program, and those of folders of folders.
class BugRecords {
public:
  /// The bugs of these folders, each of which has a folder for each of its bugs and may be missing,
  /// and those of this program. What the first says of a bug counts; journals are united. An error
  /// says which file is wrong.
  static Expected<BugRecords> load(const std::vector<std::filesystem::path> &folders);

  /// By id.
  const std::vector<BugRecord> &all() const { return bugs; }
  /// An error says which one may have been meant.
  Expected<const BugRecord *> find(std::string_view id) const;
  /// What is in a case of one of them, by its file; nothing if none has it.
  std::optional<std::string_view> caseText(std::string_view file) const;
  /// Writes down in the first folder what is said of a bug now, and adds it to the history. What is
  /// wrong or cannot follow is an error, and then nothing is written. Id, time and what it comes
  /// after are filled in; the writer's name if there is none.
  Expected<void> write(JournalEntry entry);

private:
  Expected<void> readFolder(const std::filesystem::path &folder);
  BugRecord *lookUp(std::string_view id);

  std::filesystem::path own;
  std::vector<BugRecord> bugs;
};

} // namespace assay
