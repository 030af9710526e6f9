#include "triage/litcase/CaseFile.h"

#include "program/Json.h"
#include "program/Text.h"
#include "support/ReadFile.h"
#include "support/ShellText.h"
#include "triage/litcase/LitCase.h"

#include <fmt/format.h>

namespace assay {
namespace {

/// Larger files are none of ours; see maxTotalElements.
constexpr uintmax_t largestFile = uintmax_t(1) << 30;

Expected<std::string> readCase(const std::filesystem::path &path) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure))
    return Error{fmt::format("{} is a folder; name the case files in it", path.string())};
  if (std::filesystem::file_size(path, failure) > largestFile && !failure)
    return Error{fmt::format("{} is too large to be a case; name a .json, .txt or .mlir case",
                             path.string())};
  auto text = readFile(path);
  if (!text)
    return Error{text.error().message + "; name a .json, .txt or .mlir case"};
  return text;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// The commands for a shell that run a lit case's MLIR, in one line; empty if assay alone can,
/// which takes the case below it.
std::string commandsOf(std::string_view text, const std::filesystem::path &path) {
  constexpr std::string_view run = "// RUN: ", byHand = "// Without lit:", indented = "//   ";
  std::filesystem::path stem = path;
  std::string commands;
  bool isByHand = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line == byHand) {
      // The same again, but for variables of lit.
      isByHand = true;
      commands.clear();
      continue;
    }
    const std::string_view prefix = isByHand ? indented : run;
    if (!line.starts_with(prefix)) {
      if (isByHand)
        break;
      continue;
    }
    line.remove_prefix(prefix.size());
    const bool goesOn = commands.ends_with('\\') || commands.ends_with('|');
    if (commands.ends_with('\\'))
      commands.pop_back();
    commands += fmt::format("{}{}", commands.empty() ? "" : goesOn ? " " : " && ", line);
  }
  const std::string file = shellWord(path.string());
  commands = isByHand ? replaced(commands, "FILE", file) : replaced(commands, "%s", file);
  if (!isByHand)
    commands = replaced(commands, "%t", shellWord(stem.replace_extension().string()));
  return commands.find("assay replay") == std::string::npos ? commands : "";
}

Error editedCase(std::string_view text, const std::filesystem::path &path, const CaseFile &read) {
  const std::string file = shellWord(path.string());
  const std::string where =
      read.target ? fmt::format(" --target {}", shellWord(read.target->text())) : "";
  const std::string commands = commandsOf(text, path);
  return {fmt::format(
      "{}: its MLIR or RUN lines and the case in its comments differ: one of them was edited since "
      "assay wrote them; {}; the case alone is checked by: sed -n 's|^{}||p' {} > case.json; assay "
      "check "
      "case.json{}{}",
      path.string(),
      commands.empty() ? "nothing but assay runs such a file, and takes the case for that"
                       : fmt::format("what stands there is run by: {}", commands),
      litCasePrefix, file, where,
      read.inject.empty() ? "" : fmt::format(" --inject {}", shellWord(read.inject)))};
}

} // namespace

Expected<CaseFile> readCaseFile(const std::filesystem::path &path) {
  auto text = readCase(path);
  if (!text)
    return text.error();
  return caseFileFrom(*text, path);
}

Expected<CaseFile> caseFileFrom(std::string_view content, const std::filesystem::path &path) {
  size_t start = content.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos)
    return Error{fmt::format("{} is empty; name a .json, .txt or .mlir case", path.string())};
  bool json = content[start] == '{';
  bool lit = !json && (path.extension() == ".mlir" || content.substr(start).starts_with("//"));
  auto testCase = json  ? readJson(content, path.string())
                  : lit ? readLitCase(content, path.string())
                        : readText(content, path.string());
  if (!testCase)
    return testCase.error();
  CaseFile file{std::move(*testCase), std::nullopt, ""};
  if (!lit)
    return file;
  LitOrigin origin = readLitOrigin(content);
  file.target = std::move(origin.target);
  file.inject = std::move(origin.inject);
  file.watch = std::move(origin.watch);
  if (!isAsWritten(content))
    return editedCase(content, path, file);
  return file;
}

} // namespace assay
