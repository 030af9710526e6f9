#pragma once

#include "support/Expected.h"
#include "triage/bugs/BugRecord.h"

#include <filesystem>

namespace assay {

/// What an upstream issue needs.
struct BugExport {
  std::string title;
  std::string text;   // Markdown, with the case and the script in it
  BugCase input;      // empty if there is no case
  std::string script; // "reproduce.sh"; empty where no released tool shows the bug
};

BugExport exportOf(const BugRecord &bug);

/// The shell script that installs what released the bug, by version, and runs the case: it ends
/// with 1 if the bug shows, 0 if not, 2 if it could not look. Empty where the case has no commands
/// of a compiler that can be installed by name. The case lies beside it as case.mlir.
std::string reproduceScript(const BugRecord &bug);
/// The commands that a report has for the case, which lies in the current folder.
struct ShownCommands {
  std::string with; // "iree-base-compiler 3.13.0 from PyPI"; empty where no release is known
  std::string file; // "case.mlir"
  std::vector<std::string> commands; // empty if there is no case
};
/// Those of what was released, else those that the case has, else how assay repeats it.
ShownCommands shownCommands(const BugRecord &bug);
/// The case's commands, as released tools take them; `%s` and `%t` replaced by these words.
std::vector<std::string> releasedCommands(const BugRecord &bug, std::string_view caseFile,
                                          std::string_view scratch);

/// Markdown for a block of code in that language, "" for none: nothing in it ends it before its
/// end.
std::string fenced(std::string_view text, std::string_view language);

/// The text, case and script as a .tar.gz in which they lie in a folder of the bug's name. The
/// same bug gives the same bytes.
Expected<void> writeArchive(const BugRecord &bug, const std::filesystem::path &file);

} // namespace assay
