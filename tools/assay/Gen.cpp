#include "flavours/Flavour.h"
#include "program/Json.h"
#include "program/Text.h"
#include "support/WriteFile.h"
#include "tools/assay/Cli.h"
#include "tools/assay/ProgramFlags.h"
#include "tools/assay/Specialize.h"
#include "triage/litcase/CaseFile.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  /// Instead of cases of the stream.
  std::vector<std::string> cases;
  uint64_t seed = 0;
  uint64_t index = 0;
  uint64_t count = 1;
  uint64_t census = 0;
  ProgramFlags programs;
  std::string profile; // or the plan's name
  std::string folder;
  std::string format = "text";
  std::string specialize;
};

/// What is wrong with the name of a form; empty if nothing is.
std::string wrongForm(const std::string &form) {
  const std::string base = form.substr(0, form.find('@'));
  for (const char *known : {"json", "text", "mlir"})
    if (form == known)
      return "";
  for (std::string_view known : names(Flavour()))
    if (base == known)
      return "";
  return fmt::format("'{}' is no form", form);
}

Expected<std::string> rendered(const Flags &flags, const Context &context,
                               const TestCase &testCase) {
  if (flags.format == "json")
    return writeJson(testCase);
  if (flags.format == "text")
    return writeText(testCase);
  return context.services.emit(testCase, flags.format);
}

/// Writes the `number`-th case into a file of that stem, or prints it.
Expected<void> put(const Flags &flags, uint64_t number, const std::string &stem,
                   const std::string &text) {
  const char *extension = flags.format == "text" ? "txt" : flags.format == "json" ? "json" : "mlir";
  if (!flags.folder.empty())
    return writeFile(std::filesystem::path(flags.folder) / fmt::format("{}.{}", stem, extension),
                     text);
  const bool isFirst = number == 0;
  return writeOutput("-", (isFirst ? "" : "\n") + text + (text.ends_with('\n') ? "" : "\n"));
}

/// The `number`-th of the cases that are asked for, and what its file is called.
struct NamedCase {
  std::string stem;
  TestCase testCase;
};
Expected<NamedCase> caseAt(const Flags &flags, const Context &context, uint64_t number) {
  if (!flags.cases.empty()) {
    const std::string &file = flags.cases[number];
    auto read = readCaseFile(file);
    if (!read)
      return read.error();
    return NamedCase{std::filesystem::path(file).stem().string(), std::move(read->testCase)};
  }
  const uint64_t index = flags.index + number;
  auto generated = context.services.generate(flags.seed, index, flags.profile);
  if (!generated)
    return generated.error();
  return NamedCase{fmt::format("case-{}-{}", flags.seed, index), std::move(*generated)};
}

int runGen(Flags flags, const Context &context) {
  auto source = flags.programs.choose(context.services);
  if (!source)
    return complain(source.error());
  flags.profile = source->name;
  if (flags.census > 0) {
    auto text = context.services.census(flags.seed, flags.census, flags.profile);
    if (!text)
      return complain(text.error());
    auto written = writeOutput("-", *text);
    return written ? int(AllAgree) : complain(written.error());
  }
  const uint64_t count = flags.cases.empty() ? flags.count : flags.cases.size();
  for (uint64_t i = 0; i < count; ++i) {
    auto named = caseAt(flags, context, i);
    if (!named)
      return complain(named.error());
    Expected<TestCase> testCase = std::move(named->testCase);
    if (!flags.specialize.empty())
      testCase = specialize(*testCase, flags.specialize);
    if (!testCase)
      return complain(testCase.error());
    auto text = rendered(flags, context, *testCase);
    if (!text)
      return complain(text.error());
    if (auto written = put(flags, i, named->stem, *text); !written)
      return complain(written.error());
  }
  return AllAgree;
}

} // namespace

Action declareGen(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  const Option cases = parser.add("CASE", &flags->cases,
                                  "Case files to print in another form: .json, .txt or .mlir");
  const Option seed = parser.add("--seed", "N", &flags->seed, "Seed of the stream of cases")
                          .check(seedNumber())
                          .excludes(cases);
  const Option index = parser.add("--index", "I", &flags->index, "First index in the stream")
                           .check(wholeNumber(0))
                           .needs(seed);
  const Option count = parser.add("--count", "C", &flags->count, "Number of cases")
                           .check(wholeNumber(1))
                           .showDefault()
                           .needs(seed);
  parser
      .add("--census", "C", &flags->census, "Count structures in so many emitted programs instead")
      .check(wholeNumber(1))
      .needs(seed)
      .excludes(index)
      .excludes(count);
  for (Option &option : addProgramFlags(parser, flags->programs))
    option.excludes(cases);
  parser.add("-o,--output", "DIR", &flags->folder, "Write a file for each case into this folder");
  parser
      .add("--format", "FORM", &flags->format,
           "json, text, mlir (as the core takes it), or what other compilers take: linalg, iree, "
           "iree@3.4.0, stablehlo, torch")
      .check(wrongForm)
      .showDefault();
  parser.add("--specialize", "S", &flags->specialize,
             "static, dynamic, mixed, or a letter (s, d, c) for each symbol; default: as drawn");
  return [flags, seed](const Context &context) {
    if (flags->cases.empty() && !seed.isGiven())
      return complain({"name --seed N, for cases of that stream, or case files; see `assay gen "
                       "--help`"});
    return runGen(*flags, context);
  };
}

} // namespace assay
