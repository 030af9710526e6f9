#include "tools/assay/BugAdd.h"

#include "campaign/Causes.h"
#include "campaign/report/Summary.h"
#include "campaign/store/Paths.h"
#include "check/CauseJson.h"
#include "check/SameCause.h"
#include "program/Json.h"
#include "support/Closest.h"
#include "support/ReadFile.h"
#include "support/ReplaceAll.h"
#include "support/ShellText.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/KnownLists.h"
#include "tools/assay/Say.h"
#include "triage/bugs/BugExport.h"
#include "triage/bugs/FailureReport.h"
#include "triage/known/Entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// How often what is not deterministic is tried until it fails.
constexpr int mostTries = 8;

/// A finding as its store has it.
struct StoredFinding {
  Finding finding;
  Paths paths;
  std::vector<CampaignParameters> campaigns;

  /// The one that showed it first.
  const CampaignParameters &campaign() const { return firstCampaignOf(finding, campaigns); }
};

/// What a bug is made of.
struct Material {
  std::string file; // of the case
  CaseFile input;
  TargetName target;
  std::optional<StoredFinding> stored;
  std::optional<FoundCause> cause;
  fs::path causeCase; // the case beside which the cause's IR lies
};

/// What an SQLite file begins with.
bool isStore(const fs::path &file) {
  constexpr std::string_view magic = "SQLite format 3";
  std::string head(magic.size(), ' ');
  std::ifstream in(file, std::ios::binary);
  return in.read(head.data(), static_cast<std::streamsize>(head.size())) && head == magic;
}

Expected<std::vector<Finding>> findingsOf(const fs::path &path,
                                          std::vector<CampaignParameters> &campaigns) {
  auto store = Store::open(path, Store::Mode::Read);
  if (!store)
    return store.error();
  auto all = store->campaigns();
  if (!all)
    return all.error();
  campaigns = std::move(*all);
  return store->findings();
}

bool isNamed(const Finding &finding, const std::string &name) {
  return name == finding.row.signature || name == finding.row.raw || name == finding.row.caseName;
}

/// The finding that somebody means. An error lists those that it may be.
Expected<StoredFinding> chosen(const std::string &path, const std::string &name) {
  std::vector<CampaignParameters> campaigns;
  auto all = findingsOf(path, campaigns);
  if (!all)
    return all.error();
  std::vector<const Finding *> meant;
  for (const Finding &finding : *all)
    if (name.empty() || isNamed(finding, name))
      meant.push_back(&finding);
  const bool isPart = meant.empty();
  for (const Finding &finding : *all)
    if (isPart && (finding.row.signature.find(name) != std::string::npos ||
                   finding.row.caseName.starts_with(name)))
      meant.push_back(&finding);
  if (meant.size() == 1)
    return StoredFinding{*meant.front(), Paths(path), std::move(campaigns)};
  std::vector<std::string_view> names;
  std::string list;
  for (const Finding &finding : *all)
    names.emplace_back(finding.row.signature);
  for (const Finding *finding : meant)
    list += fmt::format("{}{} (case {})", list.empty() ? "" : ", ", finding->row.signature,
                        finding->row.caseName);
  if (all->empty())
    return Error{fmt::format("the store {} has no findings", path)};
  if (meant.empty())
    return Error{fmt::format("the store {} has no finding '{}'{}; `assay site {} -o DIR` shows "
                             "them",
                             path, name, didYouMean(name, names), path)};
  return Error{fmt::format("name one of the {} findings by its signature or its case: {}",
                           meant.size(), list)};
}

/// The finding that a case file belongs to, if a store lies beside its folder that has it.
std::optional<StoredFinding> findingOf(const fs::path &caseFile) {
  fs::path path = fs::absolute(caseFile).lexically_normal().parent_path();
  if (path.extension() != ".cases" || !isStore(path.replace_extension(".db")))
    return std::nullopt;
  std::vector<CampaignParameters> campaigns;
  auto all = findingsOf(path, campaigns);
  if (!all)
    return std::nullopt;
  const std::string name = caseFile.stem().string();
  for (Finding &finding : *all)
    if (finding.row.caseName == name)
      return StoredFinding{std::move(finding), Paths(path), std::move(campaigns)};
  return std::nullopt;
}

/// What is known of why it fails: by the store, else by a file beside the case.
void addCause(Material &material) {
  if (!material.stored || !material.stored->finding.cause) {
    material.causeCase = caseFileOn(material.file, material.target, material.input.target);
    material.cause = keptCause(material.causeCase);
    if (!material.cause) { // what it does on another target may tell as well
      material.causeCase = material.file;
      material.cause = keptCause(material.file);
    }
    return;
  }
  const auto &[finding, paths, campaigns] = *material.stored;
  material.causeCase = paths.caseFile(finding.cause->caseName);
  material.cause = FoundCause{finding.row.caseTarget(), finding.cause->cause};
}

/// The findings of the same store that have the cause of this one, on that compiler.
Expected<std::vector<StoredFinding>> othersOfCause(const StoredFinding &stored) {
  std::vector<CampaignParameters> campaigns;
  auto all = findingsOf(stored.paths.store(), campaigns);
  if (!all)
    return all.error();
  std::vector<const Cause *> causes;
  for (const Finding &finding : *all)
    causes.push_back(finding.cause ? &finding.cause->cause : nullptr);
  const std::vector<size_t> groups = groupsOf(causes);
  const FindingRow &row = stored.finding.row;
  const auto itself = std::ranges::find_if(
      *all, [&](const Finding &finding) { return finding.row.caseName == row.caseName; });
  std::vector<StoredFinding> others;
  if (itself == all->end())
    return others;
  const size_t group = groups[static_cast<size_t>(itself - all->begin())];
  for (size_t i = 0; i < all->size(); ++i)
    if (Finding &finding = (*all)[i];
        groups[i] == group && &finding != &*itself &&
        finding.row.target.onCompiler(row.target) == finding.row.target)
      others.push_back({std::move(finding), stored.paths, campaigns});
  return others;
}

std::string fileOf(const StoredFinding &stored) {
  const FindingRow &row = stored.finding.row;
  return (row.lit ? stored.paths.litFile(row.caseName) : stored.paths.caseFile(row.caseName))
      .string();
}

/// Reads the case of the material's file, and says what it is about.
Expected<void> fill(Material &material, const std::optional<TargetName> &onTarget) {
  auto input = readCaseFile(material.file);
  if (!input)
    return input.error();
  material.input = std::move(*input);
  std::optional<TargetName> target = onTarget ? onTarget : material.input.target;
  if (!target && material.stored) {
    target = material.stored->finding.row.caseTarget();
    material.input.inject = material.stored->campaign().inject;
    material.input.watch = material.stored->campaign().watch;
  }
  if (!target)
    return Error{"the case names no target: give --target"};
  material.target = std::move(*target);
  addCause(material);
  return {};
}

Expected<Material> materialOf(const BugAddFlags &flags) {
  Material material;
  material.file = flags.source;
  if (std::error_code failure; !fs::exists(flags.source, failure))
    return Error{
        fmt::format("there is no file {}: name a case, or a store of `assay fuzz`", flags.source)};
  if (isStore(flags.source)) {
    auto stored = chosen(flags.source, flags.finding);
    if (!stored)
      return stored.error();
    material.file = fileOf(*stored);
    material.stored = std::move(*stored);
  } else if (!flags.finding.empty()) {
    return Error{
        fmt::format("{} is no store of `assay fuzz`: a FINDING is named behind one", flags.source)};
  } else {
    material.stored = findingOf(flags.source);
  }
  ASSAY_TRY(fill(material, flags.target));
  return material;
}

/// What the case shows now.
Expected<Verdict> failureOf(const Material &material, const Context &context) {
  const bool mayHide = material.stored && !material.stored->finding.frequency.isAlways();
  TargetOptions options;
  options.inject = material.input.inject;
  options.watch = material.input.watch;
  for (int tries = mayHide ? mostTries : 1;; --tries) {
    auto verdict =
        verdictOn(context, material.target, material.file, material.input.testCase, {}, options);
    if (!verdict || verdict->isFinding())
      return verdict;
    if (tries == 1)
      return Error{fmt::format("{} does not fail on {}: {}; name another with --target, or check "
                               "it with `assay replay`",
                               material.file, material.target.text(), verdict->name())};
  }
}

/// The files of IR beside a case, and what they are called in the bug's folder. What does not show
/// the failure alone is none of those for the issue.
std::array<std::pair<fs::path (*)(fs::path), const char *>, 3> irNames(const Material &material) {
  const auto &before = material.cause->cause.beforePass;
  return {{{passFile, before && isRunAlone(*before) ? "pass.mlir" : "before.mlir"},
           {afterPassFile, "after.mlir"},
           {phaseFile, "phase.mlir"}}};
}

/// The files of the IR of a cause, as they are going to lie in the bug's folder.
std::map<std::string, std::string> irFilesOf(const Material &material) {
  std::map<std::string, std::string> files;
  if (!material.cause)
    return files;
  for (const auto &[file, name] : irNames(material))
    if (auto ir = readFile(file(material.causeCase)))
      files[name] = std::move(*ir);
  return files;
}

/// What the targets that show it have shown.
std::string versionsPart(const Material &material, const std::vector<TargetName> &also,
                         const std::string &kind) {
  std::string text = "**Versions**\n\n| target | result |\n| --- | --- |\n";
  text += fmt::format("| {} | {} |\n", material.target.absolute().text(), kind);
  for (const TargetName &target : also)
    text += fmt::format("| {} | {} |\n", target.text(), kind);
  return text + "\n";
}

/// For whoever has assay: where the finding comes from, and all that is known of its cause.
std::string originPart(const Material &material, const std::string &caseName) {
  std::string text = "**In assay**: ";
  if (material.stored) {
    const StoredFinding &stored = *material.stored;
    const CampaignParameters &campaign = stored.campaign();
    text += fmt::format("seen {}; first in program #{} of seed {} ({}, assay {}). ",
                        targetsText(stored.finding), stored.finding.first.second, campaign.seed,
                        campaign.profile, campaign.version);
  }
  text += fmt::format("`assay replay {}` repeats it.\n\n", caseName);
  if (!material.cause)
    return text;
  const Cause &cause = material.cause->cause;
  std::string all = causeText(cause, caseName);
  all.erase(0, all.find_first_not_of('\n'));
  // As irFilesOf() has them.
  for (const auto &[file, name] : irNames(material))
    replaceAll(all, file(caseName).string(), name);
  return text +
         fmt::format("The cause: {}\n\n{}\n", markdownText(headline(cause)), fenced(all, ""));
}

/// The targets of the store that show it as well, by whatever folder they are named from.
std::vector<TargetName> otherTargets(const Material &material) {
  std::vector<TargetName> others;
  if (material.stored)
    for (const TargetCount &one : material.stored->finding.targets)
      if (const auto target = TargetName::parse(one.target);
          target && target->absolute() != material.target.absolute())
        others.push_back(target->absolute());
  return others;
}

/// The case as a lit case, else as JSON, with its name.
std::pair<std::string, std::string> caseFor(const Material &material, const Verdict &verdict,
                                            const Context &context) {
  if (material.file.ends_with(".mlir"))
    if (auto text = readFile(material.file))
      return {"case.mlir", std::move(*text)};
  auto lit = context.services.writeLit(material.input.testCase, verdict, material.target,
                                       material.input.inject);
  if (lit)
    return {"case.mlir", std::move(*lit)};
  return {"case.json", writeJson(material.input.testCase)};
}

ReportedFailure failureFor(const Material &material, const Verdict &verdict) {
  ReportedFailure failure{.target = material.target,
                          .testCase = material.input.testCase,
                          .verdict = verdict,
                          .signature = verdict.signature,
                          .cause = std::nullopt,
                          .also = otherTargets(material)};
  if (material.stored)
    failure.signature = Signature::parse(material.stored->finding.row.signature);
  if (material.cause)
    failure.cause = material.cause->cause;
  return failure;
}

/// The report, as docs/known-bugs.md says what it holds.
std::string reportFor(const std::string &title, const Material &material,
                      const ReportedFailure &failure, const NewBug &bug, BugCase input) {
  const auto textOf = [&](const char *name) {
    const auto file = bug.files.find(name);
    return file == bug.files.end() ? std::string() : file->second;
  };
  BugRecord record;
  record.said = bug.said;
  record.passInput = textOf("pass.mlir");
  record.afterPass = textOf("after.mlir");
  record.phaseInput = textOf("phase.mlir");
  record.cases = {std::move(input)};
  return bugReportFor(title, failure, record) +
         versionsPart(material, failure.also, kindText(std::string(failure.verdict.name()))) +
         originPart(material, record.cases[0].file);
}

/// What a bug says for all of its forms.
constexpr const char *keysOfAllForms[] = {"compiler", "since", "until", "verdict"};

/// The entry for what the case shows.
nlohmann::ordered_json formOf(const Material &material, const Verdict &verdict,
                              const std::string &caseName) {
  const bool isExplained =
      material.cause && material.cause->target.absolute() == material.target.absolute();
  auto form = entryFor(material.input.testCase, material.target, verdict, caseName,
                       isExplained ? std::span<const Hiding>(material.cause->cause.hiddenBy)
                                   : std::span<const Hiding>());
  form.erase("id");
  return form;
}

/// What bug.json says, of what the case shows.
nlohmann::ordered_json bugJson(const Material &material, const Verdict &verdict,
                               const std::string &caseName) {
  auto form = formOf(material, verdict, caseName);
  nlohmann::ordered_json said;
  for (const char *key : keysOfAllForms)
    if (form.contains(key)) {
      said[key] = form[key];
      form.erase(key);
    }
  said["forms"] = nlohmann::ordered_json::array();
  if (material.input.inject.empty())
    said["forms"].push_back(form);
  else
    said["no_forms"] = fmt::format("the fault {} was built into the compiler, which no compiler "
                                   "has by itself",
                                   material.input.inject);
  return said;
}

/// Adds to a bug what else its store has of the same cause and the list does not know: a form and a
/// case for each, and in the report a line. What does not fail now is left out.
Expected<void> addOthers(NewBug &bug, const Material &first, const Context &context) {
  auto others = othersOfCause(*first.stored);
  if (!others)
    return others.error();
  std::string lines;
  for (StoredFinding &stored : *others) {
    Material material;
    material.file = fileOf(stored);
    material.stored = std::move(stored);
    ASSAY_TRY(fill(material, std::nullopt));
    const auto verdict = failureOf(material, context);
    if (!verdict ||
        knownAs(context, {material.file, material.target, *verdict, ""}, material.input.testCase))
      continue;
    auto &forms = bug.said["forms"];
    auto [name, text] = caseFor(material, *verdict, context);
    name.insert(name.find('.'), fmt::format("-{}", forms.size() + 1));
    auto form = formOf(material, *verdict, name);
    if (form["verdict"] != bug.said["verdict"])
      continue;
    for (const char *key : keysOfAllForms)
      form.erase(key);
    if (std::ranges::any_of(forms, [&](auto other) {
          other["case"] = name;
          return other == form;
        }))
      continue;
    forms.push_back(std::move(form));
    lines += fmt::format("- `{}` {}\n", material.stored->finding.row.signature,
                         targetsText(material.stored->finding));
    bug.files[std::move(name)] = std::move(text);
  }
  if (!lines.empty())
    bug.files["report.md"] += fmt::format("**The same cause**\n\n{}\n", lines);
  return {};
}

/// That the bug may be another one, of which the cause is known.
void sayWhoseCause(const KnownCause &known, const std::string &id, const std::string &of) {
  const auto sayOne = [&](std::string_view has, const std::string &other) {
    say("  {0} the cause of {1}: look with `assay bug show {1}{3}`\n    and if it is the same bug: "
        "`assay bug duplicate {2} {1}{3} --why TEXT`\n",
        has, other, id, of);
  };
  if (!known.bug.empty())
    sayOne("it has, as far as causes tell,", known.bug);
  for (const std::string &other : known.bug.empty() ? known.perhaps : std::vector<std::string>())
    sayOne("it perhaps has", other);
}

/// With the bugs that are on disk now.
Expected<Context> withBugs(const Context &context, const BugFlags &flags) {
  std::vector<std::string> lists = ownBugs();
  lists.insert(lists.end(), flags.folders.begin(), flags.folders.end());
  return withKnownLists(context, lists);
}

} // namespace

void declareBugAdd(ArgumentParser &parser, BugAddFlags &flags) {
  parser
      .add("CASE|STORE", &flags.source,
           "The case of a finding: beside its store, in the folder of a gate, or by itself; or a "
           "store")
      .required();
  parser.add("FINDING", &flags.finding,
             "Of a store: signature, a part of it that no other has, or the name of the case; "
             "default: the only one");
  parser.add("--id", "ID", &flags.id,
             "The bug's name; default: made of compiler, backend, and pass or "
             "op");
  parser.add("--title", "TEXT", &flags.title, "What goes wrong, in a line");
  parser.add("--why", "TEXT", &flags.why, "A note for its history");
  parser.add("--target", &flags.target, "Of a case; default: the one that it was found on");
}

int runBugAdd(const BugAddFlags &flags, const BugFlags &bugFlags, BugRecords &bugs,
              const Context &given) {
  auto context = withBugs(given, bugFlags);
  if (!context)
    return complain(context.error());
  if (flags.title.find_first_of("\n\r") != std::string::npos)
    return complain({"the title is one line"});
  auto material = materialOf(flags);
  if (!material)
    return complain(material.error());
  auto verdict = failureOf(*material, *context);
  if (!verdict)
    return complain(verdict.error());
  const bool isOfFault = !material->input.inject.empty();
  if (!isOfFault)
    if (auto bug = knownAs(*context, {material->file, material->target, *verdict, ""},
                           material->input.testCase)) {
      say("known already: {}; `assay bug show {}`\n", bug->describe(),
          std::get<Known>(bug->outcome).id);
      return AllAgree;
    }
  const auto [caseName, caseText] = caseFor(*material, *verdict, *context);
  // Whoever names it wants another one.
  if (flags.id.empty())
    for (const BugRecord &bug : bugs.all())
      if (std::ranges::find(bug.cases, caseText, &BugCase::text) != bug.cases.end()) {
        say("filed already: {0}; `assay bug show {0}`\n", bug.id);
        return AllAgree;
      }
  const ReportedFailure failure = failureFor(*material, *verdict);
  NewBug bug;
  bug.id = flags.id.empty() ? bugs.freeId(bugIdFor(failure)) : flags.id;
  const std::string title = flags.title.empty() ? bugTitleFor(failure) : flags.title;
  bug.said = bugJson(*material, *verdict, caseName);
  bug.files = irFilesOf(*material);
  bug.files["report.md"] = reportFor(title, *material, failure, bug, {caseName, caseText});
  if (const auto &found = material->cause) // whose files are named from wherever one works
    bug.files["case.cause.json"] =
        toJson(FoundCause{found->target.absolute(), found->cause}).dump(1) + "\n";
  bug.files[caseName] = caseText;
  if (material->stored && !isOfFault)
    if (auto added = addOthers(bug, *material, *context); !added)
      return complain(added.error());
  bug.who = bugFlags.who;
  bug.why = flags.why.empty() ? fmt::format("from {}", material->file) : flags.why;
  auto folder = bugs.add(bug);
  if (!folder)
    return complain(folder.error());
  say("{}: new, in {}\n  {}\n", bug.id, folder->string(), title);
  if (bug.said.contains("forms") && bug.said["forms"].size() > 1)
    say("  with {} more of the store's findings, which have the same cause\n",
        bug.said["forms"].size() - 1);
  // Those of the user's own folder are on every list.
  std::string of, known;
  if (!bugFlags.folders.empty()) {
    const std::string where = shellWord(bugFlags.folders.front());
    of = " --bugs " + where;
    known = fmt::format(" if they are given --known {}", where);
  }
  if (isOfFault)
    say("  made of a planted fault: no failure is taken for it\n");
  else if (auto now = withBugs(given, bugFlags);
           now && knownAs(*now, {material->file, material->target, *verdict, ""},
                          material->input.testCase))
    say("  campaigns, gates and nights call it known from now on{}\n", known);
  else
    say("  its form does not explain its own case as yet: see docs/known-bugs.md, and write what "
        "makes it fail into {}\n",
        (*folder / "bug.json").string());
  if (material->cause)
    sayWhoseCause(material->cause->cause.known, bug.id, of);
  say("next: assay bug show {0}{1}; assay bug export {0}{1} -o {0}.tar.gz; assay bug link {0} "
      "URL{1}\n",
      bug.id, of);
  return AllAgree;
}

} // namespace assay
