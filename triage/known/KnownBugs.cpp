#include "triage/known/KnownBugs.h"

#include "check/CauseJson.h"
#include "check/FailureVerdict.h"
#include "check/SameCause.h"
#include "check/SameFailure.h"
#include "program/Ancestors.h"
#include "support/Assert.h"
#include "support/Hash.h"
#include "support/ReadFile.h"
#include "target/PassPipeline.h"
#include "triage/known/BuiltInBugs.h"
#include "triage/known/NodePattern.h"
#include "triage/known/Sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace assay {

using nlohmann::json;

namespace {

bool contains(const auto &all, const auto &one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// What is wrong with "steer", which is true for the structure itself, or is a list of structures.
std::string addSteering(KnownBug &bug, const json &entry) {
  const json steer = entry.value("steer", json::array());
  if (steer == true && bug.structure.is_null())
    return "there is no structure to steer by";
  if (steer == true)
    bug.steers.push_back(bug.structure);
  else if (!steer.is_array())
    return "steer is neither true nor a list of structures";
  else
    bug.steers.assign(steer.begin(), steer.end());
  for (const json &pattern : bug.steers)
    if (std::string why = wrongPattern(pattern); !why.empty())
      return "steer " + why;
  return "";
}

/// What is wrong with "since" and "until", of which there are both, or neither for a compiler
/// without versions.
std::string addVersions(KnownBug &bug, const json &entry) {
  if (!entry.contains("since") && !entry.contains("until"))
    return "";
  bug.since = parseVersion(entry.value("since", ""));
  bug.until = parseVersion(entry.value("until", ""));
  return bug.since && bug.until ? "" : "since and until are versions, as in 3.13.0";
}

/// What is wrong with "levels", "hidden_by" or a list of verdicts: a list of texts that is not
/// empty if it is there at all.
std::string addTexts(std::vector<std::string> &texts, const json &entry, const char *key) {
  if (!entry.contains(key))
    return "";
  const json &list = entry[key];
  if (!list.is_array() || list.empty() ||
      !std::all_of(list.begin(), list.end(), [](const json &text) { return text.is_string(); }))
    return fmt::format("{} is no list of texts", key);
  texts.assign(list.begin(), list.end());
  return "";
}

/// The same of what may be one text as well.
std::string addTextOrTexts(std::vector<std::string> &texts, const json &entry, const char *key) {
  if (!entry.contains(key) || !entry[key].is_string())
    return addTexts(texts, entry, key);
  texts = {entry[key]};
  return "";
}

/// What is wrong with "verdict": one, or a list of those that one bug shows as.
std::string addVerdicts(KnownBug &bug, const json &entry) {
  if (std::string why = addTextOrTexts(bug.verdicts, entry, "verdict"); !why.empty())
    return why;
  const auto names = verdictNames();
  for (const std::string &verdict : bug.verdicts)
    if (!contains(names, verdict))
      return fmt::format("there is no verdict '{}'", verdict);
  return "";
}

Expected<KnownBug> bugFrom(const json &entry, const std::string &place) {
  auto wrong = [&](const std::string &why) { return Error{fmt::format("{}: {}", place, why)}; };
  if (!entry.is_object())
    return wrong("is no object");
  constexpr std::string_view keys[] = {
      "id",    "compiler", "backend",   "levels", "flavour",   "pass",
      "since", "until",    "verdict",   "says",   "structure", "steer",
      "link",  "case",     "hidden_by", "cause",  "unseen_on", "same_cause"};
  constexpr std::string_view notText[] = {"levels", "pass",      "verdict",  "structure",
                                          "steer",  "hidden_by", "unseen_on"};
  for (const auto &[key, value] : entry.items()) {
    if (std::find(std::begin(keys), std::end(keys), key) == std::end(keys))
      return wrong(fmt::format("'{}' is not known here", key));
    if (std::find(std::begin(notText), std::end(notText), key) == std::end(notText) &&
        !value.is_string())
      return wrong(fmt::format("{} is no text", key));
  }
  for (const char *key : {"id", "compiler", "verdict"})
    if (!entry.contains(key))
      return wrong(fmt::format("there is no {}", key));
  KnownBug bug;
  json said = entry;
  for (const char *key : {"cause", "same_cause"}) // which tell nothing of what the entry explains
    said.erase(key);
  bug.said = said.dump();
  bug.id = entry["id"];
  TargetName compiler;
  compiler.compiler = entry["compiler"];
  bug.compiler = compiler.absoluteCompiler();
  bug.backend = entry.value("backend", "");
  if (std::string why = addTexts(bug.levels, entry, "levels"); !why.empty())
    return wrong(why);
  if (std::string why = addTexts(bug.hiddenBy, entry, "hidden_by"); !why.empty())
    return wrong(why);
  if (std::string why = addTexts(bug.unseenOn, entry, "unseen_on"); !why.empty())
    return wrong(why);
  if (!bug.unseenOn.empty() && entry.value("says", "").empty())
    return wrong("unseen_on, and nothing that it says on others");
  bug.flavour = entry.value("flavour", "");
  if (std::string why = addTextOrTexts(bug.passes, entry, "pass"); !why.empty())
    return wrong(why);
  if (std::string why = addVersions(bug, entry); !why.empty())
    return wrong(why);
  if (std::string why = addVerdicts(bug, entry); !why.empty())
    return wrong(why);
  bug.says = entry.value("says", "");
  bug.link = entry.value("link", "");
  bug.caseFile = entry.value("case", "");
  if (entry.contains("structure")) {
    bug.structure = entry["structure"];
    if (std::string why = wrongPattern(bug.structure); !why.empty())
      return wrong("structure " + why);
  }
  if (bug.says.empty() && bug.structure.is_null() && bug.passes.empty())
    return wrong("there is no structure, no pass and nothing that it says: it would be every "
                 "failure");
  if (std::string why = addSteering(bug, entry); !why.empty())
    return wrong(why);
  bug.keptCause = entry.value("cause", "");
  bug.sameCauseAs = entry.value("same_cause", "");
  return bug;
}

/// Whether a compiler runs the passes that have the bug, as far as its name tells. Where it names
/// none at all, what the failure says must.
bool runsPassesOf(const TargetName &compiler, const KnownBug &bug) {
  if (bug.passes.empty())
    return true;
  if (compiler.pipeline)
    return hasPasses(*compiler.pipeline, bug.passes);
  return compiler.isCompilerOnly() && compiler.version() && !bug.says.empty();
}

/// Whether the bug is one of that release of that compiler.
bool isOfRelease(const TargetName &compiler, const KnownBug &bug) {
  const auto version = compiler.version();
  const bool isOfVersion =
      !bug.since || (version && *bug.since <= *version && *version <= *bug.until);
  return isOfVersion && compiler.absoluteCompiler() == bug.compiler;
}

/// Whether a compiler has the bug, as far as its target's name tells.
bool has(const TargetName &compiler, const KnownBug &bug) {
  return isOfRelease(compiler, bug) && (bug.backend.empty() || compiler.backend == bug.backend) &&
         (bug.levels.empty() || contains(bug.levels, compiler.level)) &&
         (bug.flavour.empty() || compiler.valueOf("flavour") == bug.flavour) &&
         runsPassesOf(compiler, bug);
}

/// Whether the target is so by itself. A compiler's own flavour, which needs no word, has its name.
bool isSo(const TargetName &target, const Hiding &hiding) {
  switch (hiding.kind) {
  case VariationKind::Level:
    return target.with(hiding.what) == target;
  case VariationKind::Backend:
    return target.backend == hiding.what;
  case VariationKind::Flavour:
    return hiding.what ==
           fmt::format("flavour={}", target.valueOf("flavour").value_or(target.compiler));
  case VariationKind::Flag:
    return std::ranges::any_of(target.settings, [&](const TargetSetting &setting) {
      return setting == TargetSetting::parse(hiding.what);
    });
  case VariationKind::Pass:
    return false;
  }
  ASSAY_ASSERT(false, "all kinds are there");
  return false;
}

/// Whether the target has by itself what hides the failure.
bool isHiddenOn(const TargetName &target, const Cause &cause) {
  return std::ranges::any_of(cause.hiddenBy,
                             [&](const Hiding &hiding) { return isSo(target, hiding); });
}

} // namespace

std::vector<NodeId> KnownBug::placesIn(const TestCase &testCase,
                                       const std::vector<ValueId> &wrong) const {
  std::vector<NodeId> places;
  const Program &program = testCase.program();
  for (NodeId node = 0; node < static_cast<NodeId>(program.nodes().size()); ++node) {
    auto isSpoilt = [&](ValueId value) { return mayHaveSpoilt(program, node, value); };
    if (matches(structure, testCase, node) &&
        (wrong.empty() || std::any_of(wrong.begin(), wrong.end(), isSpoilt)))
      places.push_back(node);
  }
  return places;
}

/// Whether what was found shows on that backend as well.
static bool showsOn(const std::string &backend, const FoundCause &found) {
  return found.target.backend == backend ||
         contains(found.cause.shownWith, Hiding{VariationKind::Backend, backend});
}

/// Whether another backend refuses what was found on this one, in the words of the bug, which this
/// one does not look for.
static bool isRefusedElsewhere(const KnownBug &bug, const Cause &found, const TargetName &target) {
  return contains(bug.unseenOn, target.backend) &&
         std::ranges::any_of(found.otherwise, [&](const Changed &other) {
           return target.with(other.what).backend != target.backend &&
                  hasWords(other.verdict, bug.says);
         });
}

/// Whether a failure says what the bug says, or what became of it at another level or with another
/// flag does: another backend or flavour has bugs of its own. A wrong result says nothing but where
/// it is, and words that need a structure, or something that hides it, are not one bug's alone.
static bool saysAlike(const KnownBug &bug, const Cause &found, const TargetName &target) {
  const auto isWrongResult = [](const std::string &verdict) {
    return verdict == "mismatch" || verdict == "accuracy";
  };
  if (bug.says.empty() || !bug.structure.is_null() ||
      std::ranges::any_of(bug.verdicts, isWrongResult) ||
      (!bug.hiddenBy.empty() && !bug.isHiddenWith(found)))
    return false;
  const auto isAlike = [&](const TargetName &on) {
    return on.backend == target.backend && on.valueOf("flavour") == target.valueOf("flavour") &&
           has(on, bug);
  };
  return (contains(bug.verdicts, found.kind) && isAlike(target) &&
          hasWords(found.signature, bug.says)) ||
         std::ranges::any_of(found.otherwise, [&](const Changed &other) {
           return isAlike(target.with(other.what)) && hasWords(other.verdict, bug.says);
         });
}

const std::optional<FoundCause> &KnownBug::cause() const {
  std::call_once(readCause->isRead, [&] {
    readCause->cause = foundCauseFromJson(nlohmann::ordered_json::parse(keptCause, nullptr, false));
  });
  return readCause->cause;
}

bool KnownBug::isHiddenWith(const Cause &found) const {
  return std::ranges::any_of(found.hiddenBy,
                             [&](const Hiding &hiding) { return contains(hiddenBy, hiding.what); });
}

/// Whether a structure says what few nodes are, whatever their op: most programs have slices of
/// something, and ops beside others.
static bool isRare(const json &structure) {
  constexpr std::array telling{"source",      "alike",          "updates", "empty",  "reads_twice",
                               "lone_window", "returned_twice", "unused",  "strided"};
  return std::ranges::any_of(telling, [&](const char *key) { return structure.contains(key); });
}

/// Whether a case that is small has what the bug needs of it: one bug may show in many ways, and
/// what a case was reduced to has little that it does not need. Where the pass that fails is known,
/// that tells more.
static bool standsIn(const KnownBug &bug, const TestCase &testCase, const TargetName &target,
                     const Cause &of) {
  constexpr size_t mostNodes = 4;
  std::vector<ValueId> wrong;
  if (of.wrongFirst)
    wrong.push_back(of.wrongFirst->value);
  return has(target, bug) && testCase.program().nodes().size() <= mostNodes &&
         std::ranges::none_of(of.passes, isBlamed) && isRare(bug.structure) &&
         !bug.placesIn(testCase, wrong).empty();
}

Sameness KnownBug::hasCause(const Cause &of, const TargetName &target,
                            const TestCase &testCase) const {
  if (!isOfRelease(target, *this))
    return Sameness::Other;
  if (isRefusedElsewhere(*this, of, target))
    return Sameness::Same;
  const std::optional<FoundCause> &own = cause();
  const bool mayBeOwn = own && showsOn(target.backend, *own) && !isHiddenOn(target, own->cause) &&
                        !isHiddenOn(own->target, of);
  // Whether a compiler finds out an extent depends on what else there is in a case.
  const Sameness sameness =
      mayBeOwn ? samenessOf(own->cause, of, CaseAspect::Extents) : Sameness::Other;
  if (sameness != Sameness::Other)
    return sameness;
  const bool isLaidElsewhere = own && areLaidApart(own->cause, of);
  return !isLaidElsewhere && (saysAlike(*this, of, target) || standsIn(*this, testCase, target, of))
             ? Sameness::Undecided
             : Sameness::Other;
}

std::set<NodeId> KnownBug::expectedAt(const TestCase &testCase) const {
  std::set<NodeId> found;
  const auto nodes = static_cast<NodeId>(testCase.program().nodes().size());
  for (const json &pattern : steers)
    for (NodeId node = 0; node < nodes; ++node)
      if (matches(pattern, testCase, node))
        found.insert(node);
  return found;
}

Expected<KnownBugs> KnownBugs::parse(std::string_view text, std::string_view source) {
  const json list = json::parse(text, nullptr, false);
  if (!list.is_array())
    return Error{fmt::format("{} is no JSON list of known bugs", source)};
  KnownBugs known;
  for (size_t i = 0; i < list.size(); ++i) {
    auto bug = bugFrom(list[i], fmt::format("{}: entry {}", source, i));
    if (!bug)
      return bug.error();
    known.bugs.push_back(std::move(*bug));
  }
  return known;
}

const KnownBugs &KnownBugs::builtIn() {
  static const KnownBugs known = [] {
    auto parsed = parse(builtInBugs, "triage/known/bugs");
    ASSAY_ASSERT(parsed, parsed ? "" : parsed.error().message.c_str());
    return std::move(*parsed);
  }();
  return known;
}

Expected<KnownBugs> KnownBugs::ofFile(const std::string &file) {
  std::error_code ignored;
  if (std::filesystem::status(file, ignored).type() == std::filesystem::file_type::not_found)
    return KnownBugs();
  auto text = readFile(file);
  if (!text)
    return text.error();
  auto known = parse(*text, file);
  if (!known)
    return known;
  for (KnownBug &bug : known->bugs)
    if (!bug.caseFile.empty())
      bug.caseFile = (std::filesystem::path(file).parent_path() / bug.caseFile).string();
  return known;
}

KnownBugs KnownBugs::followedBy(const KnownBugs &others) const {
  KnownBugs all = *this;
  all.bugs.insert(all.bugs.end(), others.bugs.begin(), others.bugs.end());
  return all;
}

std::string KnownBugs::nameFor(const std::set<std::string> &compilers) const {
  std::string said;
  for (const KnownBug &bug : bugs)
    if (compilers.contains(bug.compiler))
      said += bug.said + "\n";
  return contentName(said);
}

/// Whether a failure names itself by those words. Memory that a compiler has spoilt ends it now
/// here and now there, and what names all of its crashes may keep little of any: the first of them
/// is asked as well.
static bool names(const Verdict &verdict, std::string_view words) {
  const auto *crash = std::get_if<Crash>(&verdict.outcome);
  return hasWords(verdict.signature.text(), words) ||
         (crash && isCommon(verdict.signature) && hasWords(crashCause(crash->detail), words));
}

/// Whether the compiler has the bug and it shows so.
static bool mayBe(const KnownBug &bug, const TargetName &compiler, const Verdict &verdict) {
  return has(compiler, bug) && contains(bug.verdicts, verdict.name()) && names(verdict, bug.says);
}

/// The values of which one became wrong first, as far as it is known; none if no value is wrong.
static std::vector<ValueId> firstWrong(const Program &program, const Verdict &verdict) {
  const Mismatch *mismatch = verdict.difference();
  if (!mismatch)
    return {};
  std::vector<ValueId> wrong{mismatch->firstWrong};
  if (!verdict.signature.together)
    return wrong;
  // Without its company it is right, so that nobody could look further back.
  const std::vector<bool> suspects = ancestors(program, wrong);
  for (ValueId value = 0; value < mismatch->firstWrong; ++value)
    if (suspects[static_cast<size_t>(value)] && !program.isArgument(value))
      wrong.push_back(value);
  return wrong;
}

/// Whether the failure is the bug by the list alone; `wrong` are its firstWrong().
static bool explains(const KnownBug &bug, const TestCase &testCase, const TargetName &target,
                     const Verdict &verdict, const std::vector<ValueId> &wrong) {
  return bug.hiddenBy.empty() && mayBe(bug, target, verdict) &&
         (bug.structure.is_null() || !bug.placesIn(testCase, wrong).empty());
}

const KnownBug *KnownBugs::explain(const TestCase &testCase, const TargetName &target,
                                   const Verdict &verdict) const {
  const std::vector<ValueId> wrong = firstWrong(testCase.program(), verdict);
  for (const KnownBug &bug : bugs)
    if (explains(bug, testCase, target, verdict, wrong))
      return &bug;
  return nullptr;
}

std::vector<const KnownBug *> KnownBugs::explanations(const TestCase &testCase,
                                                      const TargetName &target,
                                                      const Verdict &verdict) const {
  std::vector<const KnownBug *> found;
  const std::vector<ValueId> wrong = firstWrong(testCase.program(), verdict);
  for (const KnownBug &bug : bugs)
    if (explains(bug, testCase, target, verdict, wrong))
      found.push_back(&bug);
  return found;
}

std::vector<const KnownBug *> KnownBugs::suspects(const TestCase &testCase,
                                                  const TargetName &target,
                                                  const Verdict &verdict) const {
  std::vector<const KnownBug *> found;
  // That it goes away says that the structure is to blame, wherever the wrong value lies.
  for (const KnownBug &bug : bugs)
    if (!bug.hiddenBy.empty() && mayBe(bug, target, verdict) &&
        (bug.structure.is_null() || !bug.placesIn(testCase, {}).empty()))
      found.push_back(&bug);
  return found;
}

std::optional<Accused> KnownBugs::accused(const TestCase &testCase, const TargetName &target,
                                          const Verdict &verdict, std::string_view id) const {
  std::optional<Accused> accused;
  for (const KnownBug &bug : bugs) {
    if (bug.id != id || !mayBe(bug, target, verdict))
      continue;
    if (!accused)
      accused.emplace();
    const bool isHidden = !bug.hiddenBy.empty();
    accused->isSure |= isHidden || !bug.says.empty();
    if (bug.structure.is_null())
      continue;
    const std::vector<ValueId> wrong =
        isHidden ? std::vector<ValueId>() : firstWrong(testCase.program(), verdict);
    for (NodeId node : bug.placesIn(testCase, wrong)) {
      accused->nodes.insert(node);
      accused->withNeighbours.merge(nodesOf(bug.structure, testCase, node));
    }
  }
  return accused;
}

std::string KnownBugs::originalOf(const std::string &id) const {
  std::string original = id;
  // Two bugs may each be said to be the other one.
  for (size_t steps = 0; steps <= bugs.size(); ++steps) {
    const auto name = std::ranges::find_if(
        bugs, [&](const KnownBug &bug) { return bug.id == original && !bug.sameCauseAs.empty(); });
    if (name == bugs.end())
      return original;
    original = name->sameCauseAs;
  }
  return id;
}

KnownCause KnownBugs::withCause(const Cause &cause, const TargetName &target,
                                const TestCase &testCase) const {
  KnownCause found;
  for (const KnownBug &bug : bugs)
    switch (bug.hasCause(cause, target, testCase)) {
    case Sameness::Same:
      return {originalOf(bug.id), {}};
    case Sameness::Undecided:
      // Of a bug with several forms, or names.
      if (std::string original = originalOf(bug.id); !contains(found.perhaps, original))
        found.perhaps.push_back(std::move(original));
      break;
    case Sameness::Other:
      break;
    }
  return found;
}

const KnownBug *KnownBugs::expect(const TestCase &testCase, const TargetName &target) const {
  for (const KnownBug &bug : bugs)
    if (has(target, bug) && !bug.expectedAt(testCase).empty())
      return &bug;
  return nullptr;
}

std::set<NodeId> KnownBugs::expectedAt(const TestCase &testCase, const TargetName &target) const {
  std::set<NodeId> found;
  for (const KnownBug &bug : bugs)
    if (has(target, bug))
      found.merge(bug.expectedAt(testCase));
  return found;
}

} // namespace assay
