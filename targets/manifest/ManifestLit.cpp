#include "targets/manifest/ManifestLit.h"

#include "program/Abi.h"
#include "targets/commands/Placeholders.h"
#include "targets/manifest/ManifestRun.h"

#include "support/ShellText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Support/Base64.h>

#include <cmath>

namespace assay {

namespace {

/// What stands before each line of the script.
constexpr std::string_view scriptPrefix = "// py: ";

/// The folder of the compiler's own, as in a check.
constexpr std::string_view folder = "%t.dir";

/// Compares a file with what is expected: numbers, or the least and the greatest that is right.
constexpr std::string_view scriptHead = R"(import ast, collections, itertools, math, struct, sys

inf, nan = math.inf, math.nan


def elements(path, code):
    """The numbers in a raw file or one of NumPy's, in row-major order."""
    with open(path, "rb") as file:
        data = file.read()
    shape, by_columns = (), False
    if data[:6] == b"\x93NUMPY":
        width = 2 if data[6] == 1 else 4
        begin = 8 + width + int.from_bytes(data[8:8 + width], "little")
        header = ast.literal_eval(data[8 + width:begin].decode())
        data, shape, by_columns = data[begin:], header["shape"], header["fortran_order"]
    if code == "bf16":
        data, code = b"".join(b"\0\0" + data[i:i + 2] for i in range(0, len(data), 2)), "f"
    numbers = list(struct.iter_unpack("<" + code, data))
    if by_columns:
        places = itertools.product(*map(range, shape))
        numbers = [numbers[sum(i * math.prod(shape[:dim]) for dim, i in enumerate(place))] for place in places]
    return [part for element in numbers for part in element]


def is_right(number, low, high):
    if low != low:
        return number != number
    return low <= number <= high or high - low == inf


def check(path, code, *expected):
    numbers = elements(path, code)
    if len(numbers) != len(expected):
        sys.exit(f"{path}: {len(numbers)} numbers, expected {len(expected)}")
    for i, (number, right) in enumerate(zip(numbers, expected)):
        low, high = right if isinstance(right, tuple) else (right, right)
        if not is_right(number, low, high):
            sys.exit(f"{path}: number {i} is {number}, expected {low}" + (f" to {high}" if high > low else ""))


def check_choice(files, groups, *candidates):
    """Each place holds in all of the files a candidate of its group, and none stands at two places; some must stand somewhere."""
    columns = []
    for path, code in files:
        numbers, parts = [float(number) for number in elements(path, code)], 2 if code == "ff" else 1
        columns += [numbers[part::parts] for part in range(parts)]
        if len(columns[-1]) != len(groups):
            sys.exit(f"{path}: {len(columns[-1])} elements, expected {len(groups)}")
    places = list(zip(groups, *columns))
    left = collections.Counter(candidate for candidate, is_needed in candidates)
    for i, place in enumerate(places):
        left[place] -= 1
        if left[place] < 0:
            sys.exit(f"{' and '.join(path for path, code in files)}: element {i} is {place[1:]}, expected one of "
                     f"{[right[1:] for right, is_needed in candidates if right[0] == place[0]]}, and each at one place")
    for candidate, is_needed in candidates:
        if is_needed and candidate not in places:
            sys.exit(f"{' and '.join(path for path, code in files)}: {candidate[1:]} is missing")


)";

/// How Python's struct spells an element; a complex number has two.
std::string_view structCode(ElementType element) {
  switch (element) {
  case ElementType::F64:
    return "d";
  case ElementType::F32:
    return "f";
  case ElementType::F16:
    return "e";
  case ElementType::BF16:
    return "bf16"; // which it has not
  case ElementType::I64:
    return "q";
  case ElementType::I32:
    return "i";
  case ElementType::I16:
    return "h";
  case ElementType::I8:
    return "b";
  case ElementType::I1:
    return "?";
  case ElementType::C64:
    return "ff";
  }
  return "";
}

std::string numberText(double number) {
  return std::isnan(number) ? "nan" : fmt::format("{:.17g}", number);
}

/// An element, or a part of a complex one, as check() takes it.
std::string expectedText(const ExpectedResult &result, int64_t i, bool isImaginary) {
  const Tensor &value = result.value;
  const bool hasParts = isComplex(value.element());
  if (!result.low.empty()) {
    const auto at = static_cast<size_t>(hasParts ? 2 * i + isImaginary : i);
    return fmt::format("({}, {})", numberText(result.low[at]), numberText(result.high[at]));
  }
  if (!isFloat(value.element()) && !hasParts)
    return fmt::format("{}", value.integer(i));
  return numberText(isImaginary ? value.imaginary(i) : value.real(i));
}

/// A call of check(), with some numbers in each line.
std::string checkText(const std::filesystem::path &file, const ExpectedResult &result) {
  constexpr int64_t inLine = 8;
  const ElementType element = result.value.element();
  std::string text =
      fmt::format("check(sys.argv[1] + \"/{}\", \"{}\"", file.string(), structCode(element));
  for (int64_t i = 0; i < result.value.size(); ++i) {
    text += i % inLine == 0 ? ",\n      " : ", ";
    text += expectedText(result, i, false);
    if (isComplex(element))
      text += ", " + expectedText(result, i, true);
  }
  return text + ")\n";
}

/// A call of check_choice(), of results that stand in those files.
std::string choiceText(const std::vector<std::filesystem::path> &files, const ExpectedRun &expected,
                       const ExpectedChoice &choice) {
  std::string text = "check_choice([";
  for (size_t result : choice.results)
    text += fmt::format("(sys.argv[1] + \"/{}\", \"{}\"), ", files[result].string(),
                        structCode(expected.results[result].value.element()));
  text += fmt::format("],\n             [{}]", fmt::join(choice.groups, ", "));
  for (const ExpectedChoice::Candidate &one : choice.candidates) {
    text += fmt::format(",\n             (({}", one.group);
    for (double number : one.numbers)
      text += ", " + numberText(number);
    text += fmt::format("), {})", one.isNeeded ? "True" : "False");
  }
  return text + ")\n";
}

/// lit reads % as the beginning of a substitution.
std::string escaped(std::string_view word) {
  std::string out;
  for (char letter : word)
    out += letter == '%' ? std::string("%%") : std::string(1, letter);
  return out;
}

Manifest::Words escaped(Manifest::Words words) {
  for (std::string &word : words)
    word = escaped(word);
  return words;
}

/// The manifest with its folder filled in, to be expanded into words for lit.
Manifest forLit(const ManifestChoice &choice) {
  Manifest manifest = choice.manifest;
  for (Manifest::Words *words :
       {&manifest.compile, &manifest.run, &manifest.index, &manifest.input, &manifest.output})
    *words = escaped(expanded(*words, {{{"here", choice.here.string()}}, {}}));
  // What has a slash in it lies below the manifest's folder.
  for (Manifest::Words *words : {&manifest.compile, &manifest.run})
    if (std::string &program = words->front();
        program.find('/') != std::string::npos && !findPlaceholder(program))
      program = (std::filesystem::path(escaped(choice.here.string())) / program).string();
  return manifest;
}

/// Lines that write a file of these bytes.
void writeBytes(std::vector<std::string> &lines, const std::filesystem::path &file,
                std::string_view bytes) {
  // No word may be longer than 128 KiB; without a remainder, so that the parts can be joined.
  constexpr size_t most = 48 << 10;
  static_assert(most % 3 == 0);
  std::string_view arrow = ">";
  do {
    const std::string_view part = bytes.substr(0, most);
    lines.push_back(fmt::format("echo {} | base64 -d {} {}",
                                part.empty() ? "''" : llvm::encodeBase64(part), arrow,
                                file.string()));
    bytes.remove_prefix(part.size());
    arrow = ">>";
  } while (!bytes.empty());
}

} // namespace

Expected<LitParts> manifestLit(const ManifestChoice &choice, const LitRequest &request) {
  const TestCase &testCase = request.testCase();
  auto runs = request.expected(choice.accuracy());
  if (!runs)
    return runs.error();
  const std::vector<ExpectedRun> &expected = *runs;
  auto module =
      FlavourWriter(choice.manifest.flavour, choice.manifest.flavourVersion).write(testCase);
  if (const auto *failure = module.failure())
    return Error{failure->detail};
  const Manifest manifest = forLit(choice);
  const Program &program = testCase.program();
  const auto scalars = scalarArguments(program, testCase.specialization());
  const std::string compiled = fmt::format("{}/module", folder);
  // What does not end is to fail, also where nobody waits for it.
  const std::string guard =
      request.timesOut ? fmt::format("timeout {} ", manifest.limits.seconds) : "";

  LitParts lit;
  lit.target = choice.name;
  lit.module = *module;
  std::vector<std::string> &lines = lit.runLines;
  lines.push_back(fmt::format("rm -rf {0} && mkdir -p {0} && cd {0}", folder));
  lines.push_back(
      guard +
      shellText(expanded(manifest.compile,
                         {{{"input", "%s"}, {"output", compiled}, {"dir", std::string(folder)}},
                          {{"flags", escaped(choice.flags)}}})));
  lines.push_back(fmt::format("ls {}*", compiled));
  std::string script(scriptHead);
  const bool compiles = request.compiles;
  for (size_t i = 0; compiles && i < testCase.runs().size(); ++i) {
    const Run &run = testCase.runs()[i];
    const std::string files = fmt::format("run{}", i);
    const ManifestCommand command =
        manifestCommand(manifest, program, scalars, run,
                        {compiled, std::string(folder), std::filesystem::path(folder) / files});
    lines.push_back(fmt::format("mkdir {}/{}", folder, files));
    const std::vector<Tensor> inputs = testCase.inputs(run);
    for (size_t input = 0; input < inputs.size(); ++input)
      writeBytes(lines, command.inputs[input], tensorBytes(inputs[input], manifest.format));
    lines.push_back(guard + shellText(command.words));
    std::vector<std::filesystem::path> outputs;
    for (const std::filesystem::path &output : command.outputs)
      outputs.push_back(std::filesystem::path(files) / output.filename());
    for (size_t result = 0; result < outputs.size(); ++result)
      if (!expected[i].isAmbiguous(result))
        script += checkText(outputs[result], expected[i].results[result]);
    for (const ExpectedChoice &choice : expected[i].choices)
      script += choiceText(outputs, expected[i], choice);
  }
  if (compiles) {
    lines.push_back(fmt::format("sed -n 's,^{},,p' %s > {}/check.py", scriptPrefix, folder));
    lines.push_back(fmt::format("python3 {0}/check.py {0}", folder));
    lit.module += "\n";
    for (std::string_view rest = script; !rest.empty();) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      lit.module += fmt::format("{}{}\n", scriptPrefix, rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  // lit looks for RUN lines anywhere.
  lit.byHand =
      "sed -n 's,^// RU[N]: ,,p' FILE |\n"
      "sed \"s,%%,\\x01,g; s,%t,$(mktemp -d)/case,g; s,%s,$(realpath FILE),g; s,\\x01,%,g\" "
      "|\nsh -ex";
  lit.expected = std::move(*runs);
  return lit;
}

} // namespace assay
