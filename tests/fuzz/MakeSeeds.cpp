#include "program/Json.h"
#include "program/Text.h"
#include "triage/litcase/LitCase.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>

using namespace assay;

namespace {

/// The case's lines of a lit file; its reader skips all others.
std::string litForm(const std::string &json) {
  std::istringstream lines(json);
  std::string out = "// mismatch:topk:f32 on cpu:O2, found by assay 0.\n", line;
  while (std::getline(lines, line))
    out += fmt::format("{}{}\n", litCasePrefix, line);
  return out;
}

} // namespace

/// usage: fuzz_seeds FOLDER CASE.txt...: writes FOLDER/{text,json,lit}/NAME, each case in the form
/// that the fuzz target of that name reads.
int main(int argc, char **argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : "";
  for (const char *form : {"text", "json", "lit"})
    std::filesystem::create_directories(folder / form);
  for (int i = 2; i < argc; ++i) {
    std::ifstream in(argv[i]);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    auto testCase = readText(text, argv[i]);
    if (!testCase) {
      fmt::print(stderr, "{}\n", testCase.error().message);
      return 1;
    }
    const std::string name = std::filesystem::path(argv[i]).stem(), json = writeJson(*testCase);
    std::ofstream(folder / "text" / name) << text;
    std::ofstream(folder / "json" / name) << json;
    std::ofstream(folder / "lit" / name) << litForm(json);
  }
  return 0;
}
