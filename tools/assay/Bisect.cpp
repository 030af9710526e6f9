#include "tools/assay/BisectCommits.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/Say.h"
#include "triage/explain/Bisection.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::string file, releases;
  std::optional<TargetName> target;
  CommitRange commits{".", "", "", ""};
};

/// Prints what each release does with the case, and how far its installation is.
class ReleaseTrials : public Trials {
public:
  ReleaseTrials(const Context &context, const std::string &file, const TestCase &testCase)
      : context(context), file(file), testCase(testCase) {}

  Expected<Verdict> on(const TargetName &target, const std::string &doing) override {
    auto verdict = verdictOn(context, target, file, testCase);
    if (verdict) {
      const std::string signature = verdict->signature.text();
      say("{:14}  {}\n", doing, signature.empty() ? verdict->name() : signature);
    }
    return verdict;
  }
  void show(const std::string &doing) override { say(stderr, "{} ...\n", doing); }

private:
  const Context &context;
  const std::string &file;
  const TestCase &testCase;
};

struct Releases {
  std::string compiler;
  ReleaseRange range;
};

/// "iree@3.3.0..3.13.0"
Expected<Releases> releasesOf(const std::string &text) {
  const size_t dots = text.find("..");
  if (dots != std::string::npos) {
    const auto low = TargetName::parse(std::string_view(text).substr(0, dots));
    const auto first = low && low->isCompilerOnly() ? low->version() : std::nullopt;
    const auto last = parseVersion(std::string_view(text).substr(dots + 2));
    if (first && last && *first <= *last)
      return Releases{low->compiler, {*first, *last}};
  }
  return Error{fmt::format("'{}' is no range: write it as iree@3.3.0..3.13.0", text)};
}

void print(const Bisected &found) {
  say("\n{}\n{}\n",
      found.broken ? fmt::format("first bad: {} (good in {})", found.broken->bad.text(),
                                 found.broken->good.text())
                   : fmt::format("bad as far back as {}", found.oldest.text()),
      found.fixed ? fmt::format("first good: {} (bad in {})", found.fixed->good.text(),
                                found.fixed->bad.text())
                  : fmt::format("bad up to {}", found.newest.text()));
}

int runBisect(Flags flags, const Context &context) {
  auto file = readCaseFile(flags.file);
  if (!file)
    return complain(file.error());
  if (!flags.target)
    flags.target = file->target;
  if (flags.releases.empty() == flags.commits.build.empty())
    return complain({"give --targets for releases, or --run for commits, and not both"});
  if (!flags.commits.build.empty()) {
    if (!flags.target)
      return complain({"name the target that --run builds, as in --target iree@mine:llvm-cpu:O2"});
    if (flags.commits.good.empty() || flags.commits.bad.empty())
      return complain(
          {"name a commit that is right with --good, and one that is wrong with --bad"});
    return bisectCommits(context, flags.commits, *flags.target, flags.file, file->testCase);
  }
  auto releases = releasesOf(flags.releases);
  if (!releases)
    return complain(releases.error());
  if (!flags.target || flags.target->compiler != releases->compiler)
    return complain({"name the target on which the case fails, as in --target iree@3.4.0:hip:O3"});
  const auto inspector = context.services.inspectorOf(*flags.target);
  ReleaseTrials trials(context, flags.file, file->testCase);
  auto found = bisect(*inspector, *flags.target, releases->range, trials);
  if (!found)
    return complain(found.error());
  print(*found);
  return AllAgree;
}

} // namespace

Action declareBisect(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("CASE", &flags->file, "Case file: .json, .txt or .mlir").required();
  parser.add("--target", &flags->target,
             "Where the case fails; default: the target it was found on");
  parser.add("--targets", "RANGE", &flags->releases,
             "Releases to look at, as in iree@3.3.0..3.13.0");
  parser.add("--run", "COMMAND", &flags->commits.build,
             "Look at commits instead: this builds the target of one that is checked out, and ends "
             "with another code than 0 where that cannot be built");
  parser.add("--repository", "DIR", &flags->commits.repository,
             "Where git checks them out, and COMMAND is run; default: here");
  parser.add("--good", "COMMIT", &flags->commits.good, "Where the case does not fail yet");
  parser.add("--bad", "COMMIT", &flags->commits.bad, "Where it does");
  return [flags](const Context &context) { return runBisect(*flags, context); };
}

} // namespace assay
