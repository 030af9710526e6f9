#include "campaign/CaseFile.h"

#include "program/Json.h"
#include "program/Text.h"
#include "reducer/LitCase.h"
#include "support/ReadFile.h"

#include <fmt/format.h>

namespace assay {
namespace {

constexpr std::string_view injectMark = " --inject ";

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

/// The first line of a lit case: "// SIGNATURE on TARGET, found by assay VERSION."
void readOrigin(std::string_view text, CaseFile &file) {
  std::string_view line = text.substr(0, text.find('\n'));
  size_t end = line.rfind(", found by assay ");
  if (end == std::string_view::npos)
    return;
  line = line.substr(0, end);
  size_t begin = line.rfind(" on ");
  if (begin == std::string_view::npos)
    return;
  line = line.substr(begin + 4);
  size_t inject = line.rfind(injectMark);
  if (inject != std::string_view::npos) {
    file.inject = line.substr(inject + injectMark.size());
    line = line.substr(0, inject);
  }
  file.target = line;
}

} // namespace

Expected<CaseFile> readCaseFile(const std::filesystem::path &path) {
  auto text = readCase(path);
  if (!text)
    return text.error();
  std::string_view content = *text;
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
  CaseFile file{std::move(*testCase), "", ""};
  if (lit)
    readOrigin(content, file);
  return file;
}

} // namespace assay
