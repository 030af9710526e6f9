#include "triage/bugs/BugExport.h"

#include "support/ReplaceAll.h"
#include "support/WriteFile.h"
#include "target/TargetName.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace assay {
namespace {

/// How those who release a compiler have it installed, and what its cases call.
struct Release {
  std::string_view compiler;
  std::string_view tools[4]; // what a command may begin with
  std::string_view what;     // with the release as {}
  /// Shell lines that end with 2 if it cannot be had; `$version` is the release, `$work` a folder.
  std::string_view install;
  std::string_view newest; // where a case names no release
};

constexpr Release releases[] = {
    {"iree",
     {"iree-compile", "iree-run-module", "iree-opt", "timeout"},
     "iree-base-compiler and iree-base-runtime {} from PyPI",
     R"sh(python3 -m venv "$work/venv" &&
  "$work/venv/bin/pip" install --quiet "iree-base-compiler==$version" "iree-base-runtime==$version" || exit 2
PATH="$work/venv/bin:$PATH:/usr/lib/llvm-22/bin")sh",
     "3.13.0"},
    {"mlir",
     {"mlir-opt", "timeout"},
     "mlir-{0}-tools, llvm-{0}-tools and libmlir-{0} of Debian and apt.llvm.org's packages",
     R"sh(PATH="/usr/lib/llvm-$version/bin:$PATH"
command -v mlir-opt > "$work/found" || {
  echo "there is no mlir-opt of LLVM $version: install mlir-$version-tools and llvm-$version-tools" >&2
  exit 2
})sh",
     "22"},
};

const Release *releaseOf(const BugRecord &bug) {
  for (const Release &release : releases)
    if (release.compiler == bug.compiler())
      return &release;
  return nullptr;
}

std::vector<std::string> runLines(std::string_view text) {
  constexpr std::string_view prefix = "// RUN:";
  std::vector<std::string> commands;
  bool goesOn = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with(prefix))
      continue;
    line.remove_prefix(prefix.size());
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const bool goesOnBehind = line.ends_with('\\');
    if (goesOnBehind)
      line.remove_suffix(1);
    if (goesOn)
      commands.back() += line;
    else
      commands.emplace_back(line);
    goesOn = goesOnBehind;
  }
  return commands;
}

/// The release that the case was found on, or the newest that has the bug.
std::string versionOf(const BugRecord &bug, const Release &release) {
  if (release.compiler == "iree")
    if (const auto newest = bug.newestWithIt())
      return newest->text();
  return std::string(release.newest);
}

/// What has to be installed of a release.
std::string packagesOf(const Release &release, const std::string &version) {
  return fmt::format(fmt::runtime(release.what), version);
}

std::string versionsTable(const BugRecord &bug) {
  std::string out;
  for (const BugResult &one : bug.results()) {
    std::string result = one.result;
    replaceAll(result, "|", "\\|");
    out += fmt::format("| {} | {} |\n", one.target, result);
  }
  return out.empty() ? "" : "**Versions**\n\n| target | result |\n| --- | --- |\n" + out + "\n";
}

/// What a bug's case is called where it is handed on.
std::string caseName(const BugCase &input) {
  return input.file.ends_with(".json") ? "case.json" : "case.mlir";
}

/// The input without what is for assay alone: what stands behind its module, and in front of it
/// the signature and target.
std::string moduleOf(const BugCase &input) {
  std::string text = input.text;
  text.resize(std::min(text.find("\n// assay-content:"), text.size()));
  text.resize(std::min(text.find("\n// assay-case:"), text.size()));
  const size_t signatureEnd = std::min(text.find('\n'), text.size());
  if (text.compare(signatureEnd, 11, "\n// assay-t") == 0)
    text.erase(0, signatureEnd + 1);
  while (text.starts_with("// assay-"))
    text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
  return text;
}

} // namespace

std::string fenced(std::string_view text, std::string_view language) {
  std::string fence = "```";
  while (text.find(fence) != text.npos)
    fence += '`';
  return fmt::format("{}{}\n{}{}{}\n", fence, language, text, text.ends_with('\n') ? "" : "\n",
                     fence);
}

std::vector<std::string> releasedCommands(const BugRecord &bug, std::string_view caseFile,
                                          std::string_view scratch) {
  const Release *release = releaseOf(bug);
  if (!release || bug.cases.empty())
    return {};
  std::vector<std::string> commands = runLines(bug.cases[0].text);
  for (std::string &command : commands) {
    const std::string tool = command.substr(0, command.find(' '));
    if (std::ranges::find(release->tools, tool) == std::end(release->tools))
      return {}; // such as `assay replay`, where no tool of theirs tells
    replaceAll(command, "%s", caseFile);
    replaceAll(command, "%t", scratch);
    replaceAll(command, "%mlir_runner_utils",
               "/usr/lib/llvm-\"$version\"/lib/libmlir_runner_utils.so");
    replaceAll(command, "%mlir_c_runner_utils",
               "/usr/lib/llvm-\"$version\"/lib/libmlir_c_runner_utils.so");
  }
  return commands;
}

ShownCommands shownCommands(const BugRecord &bug) {
  if (bug.cases.empty())
    return {};
  ShownCommands shown;
  shown.file = caseName(bug.cases[0]);
  constexpr std::string_view scratch = "/tmp/case";
  shown.commands = releasedCommands(bug, shown.file, scratch);
  if (!shown.commands.empty()) {
    const Release &release = *releaseOf(bug);
    const std::string version = versionOf(bug, release);
    for (std::string &command : shown.commands)
      replaceAll(command, "\"$version\"", version);
    if (bug.newestWithIt())
      shown.with = packagesOf(release, version);
    return shown;
  }
  shown.commands = runLines(bug.cases[0].text);
  // Behind a change of the folder the case lies elsewhere.
  const bool changesFolder = std::ranges::any_of(shown.commands, [](const std::string &command) {
    return command.find("cd %t") != command.npos;
  });
  for (std::string &command : shown.commands) {
    replaceAll(command, "%s", changesFolder ? "\"$case\"" : shown.file);
    replaceAll(command, "%t", scratch);
  }
  if (changesFolder)
    shown.commands.insert(shown.commands.begin(), fmt::format("case=$PWD/{}", shown.file));
  // What else lit puts in stands for what is on one machine alone.
  if (shown.commands.empty() || std::ranges::any_of(shown.commands, [](const std::string &command) {
        return command == "true" || command.find('%') != command.npos;
      }))
    shown.commands = {"assay replay " + shown.file};
  return shown;
}

std::string reproduceScript(const BugRecord &bug) {
  const auto commands = releasedCommands(bug, "\"$here/case.mlir\"", "\"$work\"/case");
  if (commands.empty())
    return "";
  const Release &release = *releaseOf(bug);
  const std::string version = versionOf(bug, release);
  std::string out =
      fmt::format(R"sh(#!/bin/sh
# {0}
# Takes {1}, and runs case.mlir, which lies beside this file.
# Exit code: 1 the bug shows, 0 it does not, 2 it could not be looked for.
# Usage: reproduce.sh [RELEASE], {2} if none is given
set -u
version=${{1:-{2}}}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
{3}
shows() {{
  if [ "$1" -eq 127 ]; then
    echo "the command above has a tool that is not installed: look into llvm-22-tools" >&2
    exit 2
  fi
  echo "the bug shows on {4} $version: the command above failed"
  exit 1
}}
set -x
)sh",
                  bug.id, packagesOf(release, version), version, release.install, release.compiler);
  for (const std::string &command : commands)
    out += fmt::format("{} || shows $?\n", command);
  return out + fmt::format("echo \"the bug does not show on {} $version\"\n", release.compiler);
}

BugExport exportOf(const BugRecord &bug) {
  BugExport out;
  out.title = bug.title;
  out.script = reproduceScript(bug);
  // What assay repeats is the case behind the module.
  if (!bug.cases.empty())
    out.input = {caseName(bug.cases[0]), shownCommands(bug).commands[0].starts_with("assay ")
                                             ? bug.cases[0].text
                                             : moduleOf(bug.cases[0])};
  out.text = fmt::format("# {}\n\n", markdownText(bug.title));
  // What only makes sense beside assay is left out, and the table is made anew.
  const std::string body = bug.reportWithout({"Versions**", "In assay", "The same cause"});
  if (!body.empty())
    out.text += body + "\n\n";
  else
    out.text += fmt::format("**What happened** ({}), with {}{}.\n\n", fmt::join(bug.kinds(), ", "),
                            bug.compiler(), bug.releases().empty() ? "" : " " + bug.releases());
  if (bug.cause().empty())
    out.text += "**Cause**: not known yet.\n\n";
  out.text += versionsTable(bug);
  for (const std::string &link : bug.links())
    out.text += fmt::format("See also {}\n\n", link);
  if (!out.input.text.empty())
    out.text += fmt::format("**{}**\n\n{}\n", out.input.file, fenced(out.input.text, "mlir"));
  if (!bug.passInput.empty())
    out.text += fmt::format("**pass.mlir**\n\n{}\n", fenced(bug.passInput, "mlir"));
  if (!bug.phaseInput.empty())
    out.text += fmt::format("**phase.mlir**\n\n{}\n", fenced(bug.phaseInput, "mlir"));
  if (!out.script.empty())
    out.text += fmt::format("**reproduce.sh**\n\n{}", fenced(out.script, "sh"));
  return out;
}

Expected<void> writeArchive(const BugRecord &bug, const std::filesystem::path &file) {
  const BugExport all = exportOf(bug);
  std::string bytes(all.text.size() + all.input.text.size() + all.script.size() +
                        bug.passInput.size() + bug.phaseInput.size() + bug.afterPass.size() +
                        (64U << 10),
                    0);
  size_t used = 0;
  const std::unique_ptr<archive, decltype(&archive_write_free)> out(archive_write_new(),
                                                                    archive_write_free);
  const auto fails = [&] {
    return Error{fmt::format("cannot make {}: {}; free some memory, or write a .md", file.string(),
                             archive_error_string(out.get()) ? archive_error_string(out.get())
                                                             : "out of memory")};
  };
  // Without the time, so that the same bug gives the same bytes.
  if (archive_write_set_format_ustar(out.get()) || archive_write_add_filter_gzip(out.get()) ||
      archive_write_set_options(out.get(), "gzip:!timestamp") ||
      archive_write_open_memory(out.get(), bytes.data(), bytes.size(), &used))
    return fails();
  const struct {
    const char *name;
    const std::string &text;
    unsigned mode;
  } files[] = {{"issue.md", all.text, 0644},
               {all.input.file.c_str(), all.input.text, 0644},
               {"pass.mlir", bug.passInput, 0644},
               // Without the IR that it is made of it shows nothing.
               {"after.mlir", bug.passInput.empty() ? bug.passInput : bug.afterPass, 0644},
               {"phase.mlir", bug.phaseInput, 0644},
               {"reproduce.sh", all.script, 0755}};
  for (const auto &[name, text, mode] : files) {
    if (text.empty())
      continue;
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              archive_entry_free);
    archive_entry_set_pathname(entry.get(), fmt::format("{}/{}", bug.id, name).c_str());
    archive_entry_set_size(entry.get(), static_cast<int64_t>(text.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), mode);
    if (archive_write_header(out.get(), entry.get()) != ARCHIVE_OK ||
        archive_write_data(out.get(), text.data(), text.size()) < 0)
      return fails();
  }
  if (archive_write_close(out.get()) != ARCHIVE_OK)
    return fails();
  bytes.resize(used);
  return writeFile(file, bytes);
}

} // namespace assay
