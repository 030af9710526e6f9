#include "targets/toolchains/Install.h"

#include "check/Signature.h"
#include "targets/iree/IreeOptions.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay {
namespace {

struct Flags {
  std::string file, releases;
  std::optional<TargetName> target;
};

/// Checks the case in one version after the other, and remembers.
class Bisection {
public:
  Bisection(const Context &context, const std::string &file, const IreeOptions &target,
            const TestCase &testCase)
      : context(context), file(file), target(target), testCase(testCase) {}

  /// Whether that version does the same as the one the case was found in; what it does is printed.
  /// Another failure counts as good.
  Expected<bool> isBad(VersionNumber version) {
    if (auto known = seen.find(version); known != seen.end())
      return known->second;
    auto verdict = check(version);
    if (!verdict)
      return verdict.error();
    const bool bad = isSame(*verdict);
    say("{:14}  {}\n", ireeRelease(version),
        verdict->signature.text.empty() ? std::string(verdict->name()) : verdict->signature.text);
    seen.emplace(version, bad);
    return bad;
  }

  /// Sets what counts as bad: the verdict of this version, which is a finding.
  Expected<bool> begin(VersionNumber version) {
    auto verdict = check(version);
    if (!verdict)
      return verdict.error();
    wanted = *verdict;
    say("{:14}  {}\n", ireeRelease(version), verdict->signature.text);
    seen.emplace(version, true);
    return verdict->isFinding();
  }

private:
  /// What a compiler says tells causes apart; where it crashes or goes wrong shifts with versions.
  bool isSame(const Verdict &verdict) const {
    if (verdict.name() != wanted.name())
      return false;
    const bool isSaid = std::holds_alternative<CompileFailure>(verdict.outcome) ||
                        std::holds_alternative<RunFailure>(verdict.outcome);
    return !isSaid || withoutElementTypes(verdict.signature.text) ==
                          withoutElementTypes(wanted.signature.text);
  }

  Expected<Verdict> check(VersionNumber version) {
    if (!ireeToolchain(version)) {
      auto added = installIree(version, [&](const std::string &step) {
        say(stderr, "{}: {} ...\n", ireeRelease(version), step);
      });
      if (!added)
        return added.error();
    }
    IreeOptions name = target;
    name.version = version;
    if (name.level.empty())
      name.level = "O2"; // left out again where there are none
    return verdictOn(context, targetNameOf(name), file, testCase);
  }

  const Context &context;
  const std::string &file;
  const IreeOptions &target;
  const TestCase &testCase;
  Verdict wanted;
  std::map<VersionNumber, bool> seen;
};

/// The two versions between which good and bad meet: `known` is bad, and the far end of `releases`
/// is looked at first. Nothing if they are bad up to there.
Expected<std::optional<std::pair<VersionNumber, VersionNumber>>>
border(Bisection &bisection, std::vector<VersionNumber> releases) {
  // releases[0] is bad.
  if (releases.size() < 2)
    return {std::nullopt};
  auto last = bisection.isBad(releases.back());
  if (!last)
    return last.error();
  if (*last)
    return {std::nullopt};
  size_t bad = 0, good = releases.size() - 1;
  while (good - bad > 1) {
    const size_t middle = (bad + good) / 2;
    auto state = bisection.isBad(releases[middle]);
    if (!state)
      return state.error();
    (*state ? bad : good) = middle;
  }
  return {std::pair(releases[bad], releases[good])};
}

/// "iree@3.3.0..3.13.0"
Expected<std::pair<VersionNumber, VersionNumber>> rangeOf(const std::string &text) {
  const size_t dots = text.find("..");
  if (dots != std::string::npos) {
    auto compiler = TargetName::parse(std::string_view(text).substr(0, dots));
    auto low = compiler ? ireeVersion(*compiler) : std::nullopt;
    auto high = parseVersion(std::string_view(text).substr(dots + 2));
    if (low && high && *low <= *high)
      return {std::pair(*low, *high)};
  }
  return Error{fmt::format("'{}' is no range: write it as iree@3.3.0..3.13.0", text)};
}

int runBisect(Flags flags, const Context &context) {
  auto file = readCaseFile(flags.file);
  if (!file)
    return complain(file.error());
  if (!flags.target)
    flags.target = file->target;
  if (!flags.target || flags.target->compiler != "iree")
    return complain({"name the target on which the case fails, as in --target iree@3.4.0:hip:O3"});
  auto target = ireeOptions(*flags.target);
  if (!target)
    return complain(target.error());
  auto range = rangeOf(flags.releases);
  if (!range)
    return complain(range.error());
  auto releases = releasedIree();
  if (!releases)
    return complain(releases.error());

  std::vector<VersionNumber> older{target->version}, newer{target->version};
  for (VersionNumber version : *releases) {
    if (version < range->first || range->second < version)
      continue;
    if (version < target->version)
      older.insert(older.begin() + 1, version);
    else if (target->version < version)
      newer.push_back(version);
  }
  Bisection bisection(context, flags.file, *target, file->testCase);
  auto fails = bisection.begin(target->version);
  if (!fails)
    return complain(fails.error());
  if (!*fails)
    return complain({fmt::format("the case does not fail on {}", flags.target->text())});
  auto fixed = border(bisection, newer);
  if (!fixed)
    return complain(fixed.error());
  auto broken = border(bisection, older);
  if (!broken)
    return complain(broken.error());
  say("\n{}\n{}\n",
      *broken ? fmt::format("first bad: {} (good in {})", (*broken)->first.text(),
                            (*broken)->second.text())
              : fmt::format("bad as far back as {}", older.back().text()),
      *fixed ? fmt::format("first good: {} (bad in {})", (*fixed)->second.text(),
                           (*fixed)->first.text())
             : fmt::format("bad up to {}", newer.back().text()));
  return AllAgree;
}

} // namespace

Action declareBisect(CLI::App &app) {
  auto flags = std::make_shared<Flags>();
  app.add_option("CASE", flags->file, "Case file: .json, .txt or .mlir")->required();
  addTarget(app, "--target", flags->target,
            "Where the case fails; default: the target it was found on");
  app.add_option("--targets", flags->releases, "Releases to look at, as in iree@3.3.0..3.13.0")
      ->required()
      ->type_name("RANGE");
  return [flags](const Context &context) { return runBisect(*flags, context); };
}

} // namespace assay
