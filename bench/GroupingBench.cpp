// How well failures are put together by their causes. Collects failing programs of compilers with
// deliberate bugs of compiler/faults/ (two at once: FAULT+FAULT), reduces and explains each as a
// campaign does, and keeps the causes as JSON; then groups those of all compilers together, and
// holds the groups against the bugs that made them. The pass that applies a bug counts without the
// bug's name, as one pass that has all of them.
//
//   grouping_bench collect DIR FAILURES SEED [SPEC...]   FAILURES of each; default: of each fault
//   grouping_bench explain DIR                           what is kept there, once more
//   grouping_bench group DIR
//   grouping_bench known            of which known bugs the cause is taken for another's
//   grouping_bench known STORE...   for whose that of findings is

#include "campaign/CaseReduction.h"
#include "campaign/store/Paths.h"
#include "campaign/store/Store.h"
#include "campaign/workers/FreshCheck.h"
#include "check/CauseJson.h"
#include "check/SameCause.h"
#include "check/SameFailure.h"
#include "compiler/emit/Emit.h"
#include "compiler/faults/Faults.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "oracle/ExpectedRuns.h"
#include "program/Text.h"
#include "support/Hash.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "targets/Registry.h"
#include "targets/core/CorePipeline.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/ExplainCase.h"
#include "triage/bugs/BugRecord.h"
#include "triage/known/KnownBugs.h"
#include "triage/litcase/CaseFile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

using namespace assay;
namespace fs = std::filesystem;

namespace {

constexpr uint64_t mostPrograms = 3000;
constexpr double reduceSeconds = 20, explainSeconds = 30;

std::vector<std::string> faultsIn(const std::string &spec) {
  const size_t plus = spec.find('+');
  if (plus == spec.npos)
    return {spec};
  return {spec.substr(0, plus), spec.substr(plus + 1)};
}

/// The first of our targets that has the stage of the first bug, with all of them.
Expected<TargetName> targetWith(const std::vector<std::string> &bugs) {
  auto target = targetWithFault(bugs.front());
  for (const std::string &bug : bugs)
    if (target)
      target = inspectorOf(*target)->withBug(*target, bug);
  return target;
}

/// The one of the bugs that the case shows by itself; empty if several do, or none.
Expected<std::string> bugShown(const Context &workers, const std::vector<std::string> &bugs,
                               const TestCase &testCase) {
  if (bugs.size() == 1)
    return bugs.front();
  std::string shown;
  for (const std::string &bug : bugs) {
    const auto target = targetWith({bug});
    if (!target)
      return target.error();
    const auto verdict = verdictOn(workers, *target, "case", testCase);
    if (!verdict)
      return verdict.error();
    if (verdict->isFinding()) {
      if (!shown.empty())
        return std::string();
      shown = bug;
    }
  }
  return shown;
}

/// Keeps what it finds out beside what is known of the failure.
Expected<void> explain(const Context &workers, const TargetName &target, const TestCase &testCase,
                       nlohmann::ordered_json failure, const std::string &file) {
  Cause cause = explainForReport(workers, {testCase, target, ""}, explainSeconds);
  cause.beforePass.reset();
  cause.afterPhase.reset();
  failure["cause"] = toJson(cause);
  ASSAY_TRY(writeFile(file, failure.dump(1) + "\n"));
  fmt::print("{:<60} {:>5}  {}\n", failure["bug"].get<std::string>(),
             failure["index"].get<uint64_t>(), headline(cause));
  std::fflush(stdout);
  return {};
}

Expected<void> collect(const fs::path &folder, const std::string &spec, size_t failures,
                       uint64_t seed, const Context &workers, mlir::MLIRContext &context) {
  const std::vector<std::string> bugs = faultsIn(spec);
  const auto plain = targetWithFault(bugs.front());
  if (!plain)
    return plain.error();
  const auto target = targetWith(bugs);
  if (!target)
    return target.error();
  Pool pool(onePool(workers, {*target}));
  ASSAY_TRY(pool.start());
  size_t found = 0;
  for (uint64_t index = 0; index < mostPrograms && found < failures; ++index) {
    const TestCase testCase = generate(seed, index, profiles().front());
    const auto changed = mayChange(*emit(context, testCase), *plain, bugs);
    if (std::ranges::find(changed, true) == changed.end())
      continue;
    auto checked = checkFresh(pool, testCase, 0, {});
    if (!checked)
      return checked.error();
    const Verdict &verdict = **checked;
    if (!verdict.isFinding())
      continue;
    CaseReductionOptions options;
    options.seconds = reduceSeconds;
    auto reduced = reduceOnWorkers(pool, workers.services, testCase, verdict, options);
    if (!reduced)
      return reduced.error();
    const TestCase &smallest = *reduced ? (**reduced).testCase : testCase;
    const auto bug = bugShown(workers, bugs, smallest);
    if (!bug)
      return bug.error();
    ++found;
    if (bug->empty())
      continue;
    const std::string name = (folder / fmt::format("{}-{}", spec, index)).string();
    ASSAY_TRY(writeFile(name + ".txt", writeText(smallest)));
    ASSAY_TRY(explain(workers, *target, smallest,
                      {{"bug", *bug}, {"compiler", spec}, {"index", index}}, name + ".json"));
  }
  return {};
}

/// A failure with the bug that made it.
struct Labelled {
  std::string bug, file;
  Cause cause;
};

std::vector<fs::path> failuresIn(const fs::path &folder) {
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

Expected<void> explainAgain(const fs::path &folder, const Context &workers) {
  for (const fs::path &file : failuresIn(folder)) {
    const auto text = readFile(file.string());
    if (!text)
      return text.error();
    const auto failure = nlohmann::ordered_json::parse(*text);
    const std::string caseFile = fs::path(file).replace_extension(".txt").string();
    const auto caseText = readFile(caseFile);
    if (!caseText)
      return caseText.error();
    const auto testCase = readText(*caseText, caseFile);
    if (!testCase)
      return testCase.error();
    const auto target = targetWith(faultsIn(failure.at("compiler")));
    if (!target)
      return target.error();
    ASSAY_TRY(explain(workers, *target, *testCase, failure, file.string()));
  }
  return {};
}

Expected<std::vector<Labelled>> read(const fs::path &folder) {
  std::vector<Labelled> all;
  for (const fs::path &file : failuresIn(folder)) {
    const auto text = readFile(file.string());
    if (!text)
      return text.error();
    const auto json = nlohmann::ordered_json::parse(*text);
    auto cause = causeFromJson(json.at("cause"));
    if (!cause)
      return Error{file.string() + " has no cause of this version's"};
    all.push_back({json.at("bug"), file.stem().string(), std::move(*cause)});
  }
  return all;
}

/// Prints how the failures of one half of the bugs are put together.
void measure(const char *half, const std::vector<Labelled> &all, bool details) {
  std::vector<const Cause *> causes;
  for (const Labelled &one : all)
    causes.push_back(&one.cause);
  const std::vector<size_t> groups = groupsOf(causes);
  std::map<std::string, std::map<size_t, size_t>> groupsByBug;
  std::map<size_t, std::map<std::string, size_t>> bugsByGroup;
  size_t together = 0, right = 0, same = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    ++groupsByBug[all[i].bug][groups[i]];
    ++bugsByGroup[groups[i]][all[i].bug];
    for (size_t j = 0; j < i; ++j) {
      const bool isTogether = groups[i] == groups[j], isSame = all[i].bug == all[j].bug;
      together += isTogether;
      same += isSame;
      right += isTogether && isSame;
    }
  }
  const auto share = [](size_t part, size_t whole) {
    return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 100.0;
  };
  size_t findings = 0;
  for (const auto &[bug, in] : groupsByBug)
    findings += in.size();
  fmt::print("{}: {} failures of {} bugs in {} groups; pairs: precision {:.1f} %, recall {:.1f} %; "
             "{:.2f} groups per bug\n",
             half, all.size(), groupsByBug.size(), bugsByGroup.size(), share(right, together),
             share(right, same),
             groupsByBug.empty()
                 ? 0.0
                 : static_cast<double>(findings) / static_cast<double>(groupsByBug.size()));
  if (!details)
    return;
  for (const auto &[bug, in] : groupsByBug)
    if (in.size() > 1) {
      fmt::print("  apart: {}:", bug);
      for (const auto &[group, count] : in)
        fmt::print(" {}x {}", count, all[group].file);
      fmt::print("\n");
    }
  for (const auto &[group, bugs] : bugsByGroup)
    if (bugs.size() > 1)
      fmt::print("  mixed: {}: {}\n", all[group].file, fmt::join(bugs, ", "));
}

int group(const fs::path &folder) {
  const auto all = read(folder);
  if (!all)
    return complain(all.error());
  std::vector<Labelled> tuning, measuring;
  for (const Labelled &one : *all)
    (hash64(one.bug) % 2 == 0 ? tuning : measuring).push_back(one);
  measure("tuning", tuning, true);
  measure("measuring", measuring, false);
  return 0;
}

/// Prints of which known bugs the cause is taken for another's, as a new bug's would be.
int takenForAnother() {
  const auto records = BugRecords::load({});
  if (!records)
    return complain(records.error());
  // Two names of one bug have one cause.
  const auto nameOf = [&](const std::string &id) {
    const auto record = records->find(id);
    return record ? (*record)->said.value("same_cause", id) : id;
  };
  size_t bugs = 0, taken = 0, undecided = 0;
  for (const KnownBug &one : KnownBugs::builtIn().all()) {
    const auto cause = one.cause();
    if (!cause)
      continue;
    const auto file = readCaseFile(fmt::format("triage/known/bugs/{}/case.mlir", one.id));
    if (!file)
      return complain(file.error());
    ++bugs;
    std::vector<std::string> others, perhaps;
    for (const KnownBug &other : KnownBugs::builtIn().all())
      if (nameOf(other.id) != nameOf(one.id)) {
        const Sameness sameness = other.hasCause(cause->cause, cause->target, file->testCase);
        if (sameness != Sameness::Other)
          (sameness == Sameness::Same ? others : perhaps).push_back(other.id);
      }
    taken += !others.empty();
    undecided += others.empty() && !perhaps.empty();
    if (!others.empty())
      fmt::print("{}: {}\n", one.id, fmt::join(others, ", "));
    else if (!perhaps.empty())
      fmt::print("{}: perhaps {}\n", one.id, fmt::join(perhaps, ", "));
  }
  fmt::print("{} of {} known bugs have the cause of another, {} perhaps\n", taken, bugs, undecided);
  return 0;
}

/// Prints of each explained finding of the stores the known bug that has its cause.
int knownIn(std::span<const std::string> stores) {
  for (const std::string &path : stores) {
    const auto store = Store::open(path, Store::Mode::Read);
    const auto findings = store ? store->findings() : store.error();
    if (!findings)
      return complain(findings.error());
    for (const Finding &finding : *findings) {
      KnownCause known;
      if (finding.cause) {
        const auto file = readCaseFile(Paths(path).caseFile(finding.row.caseName));
        if (!file)
          return complain(file.error());
        known = KnownBugs::builtIn().withCause(finding.cause->cause, finding.row.caseTarget(),
                                               file->testCase);
      }
      fmt::print("{}: {} on {}: {}\n", path, finding.row.signature, finding.row.caseTarget().text(),
                 !finding.cause       ? "not explained"
                 : !known.bug.empty() ? known.bug
                 : !known.perhaps.empty()
                     ? fmt::format("perhaps {}", fmt::join(known.perhaps, ", "))
                     : "no known bug's");
    }
  }
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "group")
    return group(words[1]);
  if (!words.empty() && words[0] == "known")
    return words.size() == 1 ? takenForAnother() : knownIn(std::span(words).subspan(1));
  const bool isAgain = words.size() == 2 && words[0] == "explain";
  if (!isAgain && (words.size() < 4 || words[0] != "collect")) {
    fmt::print(stderr,
               "grouping_bench collect DIR FAILURES SEED [SPEC...], explain DIR, group DIR, "
               "or known [STORE...]\n");
    return 2;
  }
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  Services services;
  services.evaluate = referenceValues;
  services.inspectorOf = inspectorOf;
  const auto assay = fs::path(argv[0]).replace_filename("assay");
  const Context workers{services, {{assay.string(), "worker"}}, "", ""};
  if (isAgain) {
    const auto done = explainAgain(words[1], workers);
    return done ? 0 : complain(done.error());
  }
  const size_t failures = std::strtoull(words[2].c_str(), nullptr, 10);
  const uint64_t seed = std::strtoull(words[3].c_str(), nullptr, 10);
  std::vector<std::string> specs(words.begin() + 4, words.end());
  if (specs.empty())
    for (const Fault &fault : faults())
      specs.emplace_back(fault.name);
  for (const std::string &spec : specs)
    if (auto done = collect(words[1], spec, failures, seed, workers, context); !done)
      return complain(done.error());
  return 0;
}
