#include "check/Cause.h"

#include "support/NameOf.h"
#include "support/ShellText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {
namespace fs = std::filesystem;
namespace {

/// The most that a headline names of what hides a failure.
constexpr size_t mostHidings = 3;

std::string withEvidence(std::string_view text, const Blamed &blamed) {
  std::string evidence(nameOf(blamed.evidence));
  std::ranges::replace(evidence, '-', ' ');
  return fmt::format("{} ({})", text, evidence);
}

/// ", or mark-signs, without which it is right as well"
std::string alternativesText(const Cause &cause) {
  if (cause.alternatives.empty())
    return "";
  return fmt::format(", or {}, without which it is right as well",
                     fmt::join(cause.alternatives, " or "));
}

std::string joinedNames(const std::vector<Blamed> &all) {
  std::vector<std::string_view> names;
  for (const Blamed &one : all)
    names.push_back(one.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> textsOf(const std::vector<Hiding> &all) {
  std::vector<std::string> texts;
  for (const Hiding &one : all)
    texts.push_back(one.kind == VariationKind::Pass ? "leaving out " + one.what : one.what);
  return texts;
}

/// What hides it but for the passes that were said to, by being left out.
std::vector<Hiding> hiddenByOthers(const Cause &cause) {
  std::vector<Hiding> others = cause.hiddenBy;
  std::erase_if(others, [&](const Hiding &hiding) {
    return hiding.kind == VariationKind::Pass &&
           (std::ranges::find(cause.alternatives, hiding.what) != cause.alternatives.end() ||
            std::ranges::any_of(cause.passes, [&](const Blamed &pass) {
              return pass.evidence == Evidence::LeftOut && pass.name == hiding.what;
            }));
  });
  return others;
}

std::string joinedTexts(std::vector<std::string> texts, size_t most) {
  const size_t more = texts.size() > most ? texts.size() - most : 0;
  texts.resize(texts.size() - more);
  if (more > 0)
    texts.push_back(fmt::format("{} more", more));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string recurrenceText(const Cause &cause) {
  if (!cause.recurrence)
    return "";
  const auto [found, checks, untilGone] = *cause.recurrence;
  return fmt::format(
      "\nnot the same each time: found in {} of {} checks; what hides it kept it away "
      "in {} in a row\n",
      found, checks, untilGone);
}

std::string originText(const Cause &cause) {
  std::string out;
  if (cause.wrongFirst) {
    const WrongValue &wrong = *cause.wrongFirst;
    out +=
        fmt::format("\nwrong first: %{}, {}\n  in run {}, %{} of [{}]: {}\n", wrong.value, wrong.op,
                    wrong.run, wrong.seenIn, fmt::join(wrong.shape, ", "), wrong.places);
    for (size_t begin = 0; begin < wrong.map.size();) {
      const size_t end = std::min(wrong.map.find('\n', begin), wrong.map.size());
      out += fmt::format("    {}\n", wrong.map.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  if (cause.function)
    out += fmt::format("\nends in {}\n", cause.function->name);
  if (!cause.checks.empty())
    out += fmt::format("\nthe checks say: {}\n", cause.checks);
  if (cause.instruction)
    out += fmt::format("  at {}\n", cause.instruction->name);
  if (cause.dispatch && cause.dispatch->evidence == Evidence::Replayed)
    out += fmt::format("  {}: {}{}\n",
                       cause.checks.empty() ? "first dispatch that is wrong" : "in the kernel",
                       cause.dispatch->name, cause.dispatch->note);
  return out;
}

std::string changesText(const Cause &cause) {
  std::vector<std::string_view> hiding, others;
  for (const CaseChange &change : cause.changes)
    if (!change.isSo)
      (change.hides ? hiding : others).push_back(change.what);
  std::string out;
  if (!hiding.empty() || !others.empty())
    out += fmt::format("\nof the case, these hide it: {}\n  and these do not: {}\n",
                       hiding.empty() ? "none" : fmt::format("{}", fmt::join(hiding, ", ")),
                       others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", ")));
  if (cause.untriedChanges > 0)
    out += fmt::format("{}not tried, since the time was over: {} changes of the case\n",
                       out.empty() ? "\n" : "  ", cause.untriedChanges);
  return out;
}

std::string neededText(const Cause &cause) {
  if (cause.allPasses == 0)
    return "";
  std::string out =
      fmt::format("\nneeds {} of {} passes:\n", cause.neededPasses.size(), cause.allPasses);
  size_t width = 0;
  for (const Changed &one : cause.neededPasses)
    width = std::max(width, one.what.size());
  for (const Changed &one : cause.neededPasses)
    out += fmt::format("  {:{}}  without it: {}\n", one.what, std::min<size_t>(width, 58),
                       one.verdict);
  return out;
}

/// "fails in cse", "wrong after cse, canonicalize"; empty of what only differs.
std::string blameText(const Cause &cause) {
  const std::vector<Blamed> &passes = cause.passes;
  const std::string names = joinedNames(passes);
  const auto noteLine = [&] {
    const std::string &note = passes.front().note;
    return note.empty() ? "" : fmt::format("  {}\n", note);
  };
  switch (passes.front().evidence) {
  case Evidence::Replayed:
  case Evidence::ShownAlone:
  case Evidence::Named:
    return fmt::format("\nfails in {}\n", names);
  case Evidence::LeftOut:
    return fmt::format(
        "\ngoes wrong with {}{}\n{}{}", names, alternativesText(cause),
        cause.alternatives.empty()
            ? ""
            : "  which of these is to blame is not known: one may take for true what "
              "another makes wrong\n",
        noteLine());
  case Evidence::RightBehindIt:
    return fmt::format("\ngoes wrong with {}, or with what follows it\n{}", names, noteLine());
  case Evidence::Cut:
  case Evidence::CutAndLeftOut:
    return fmt::format("\n{}\nwrong after {}\n", passes.front().note, names);
  case Evidence::LowersIt:
    return fmt::format("\n{}\nof these, what is wrong first is lowered by {}\n",
                       passes.front().note, names);
  case Evidence::TakenOver:
  case Evidence::Differs:
    break;
  }
  return "";
}

/// Alone, the pass makes something, of which nobody can say that it is wrong.
bool isOnlyRun(const Cause &cause) {
  if (cause.passes.empty())
    return false;
  const Evidence evidence = cause.passes.front().evidence;
  return evidence == Evidence::LeftOut || isCut(cause.passes.front()) ||
         evidence == Evidence::LowersIt || evidence == Evidence::RightBehindIt;
}

/// Known by what hides the failure, which is told later.
bool isPhaseByOthers(const Blamed &phase) {
  return phase.evidence == Evidence::TakenOver || phase.evidence == Evidence::Differs;
}

std::string passText(const Cause &cause, const fs::path &caseFile) {
  std::string out;
  if (!cause.passes.empty())
    out += blameText(cause);
  if (cause.beforePass) {
    const CauseIr &before = *cause.beforePass;
    const fs::path file = passFile(caseFile);
    out += fmt::format("  the IR before it: {}\n", file.string());
    if (!before.command.empty())
      out += fmt::format("  {}: {}\n",
                         !before.shows      ? "does not show it alone"
                         : isOnlyRun(cause) ? "that pass alone"
                                            : "shows it alone",
                         commandOn(file, before.command));
    if (!before.says.empty())
      out += fmt::format("    says {}\n", before.says);
    if (before.made)
      out += fmt::format("    makes {}\n", afterPassFile(caseFile).string());
    if (cause.change)
      out += fmt::format("    {}\n", describe(*cause.change));
    else if (before.made && before.command.empty())
      out += before.made == before.ir
                 ? "    as the compiler prints it, the pass changes nothing here\n"
                 : "    as the compiler prints it, the pass changes no op of MLIR here: compare "
                   "these two\n";
    if (!before.shows && !cause.afterPhase)
      out += "  nor does the compiler from a phase on\n";
  }
  if (cause.afterPhase)
    out += fmt::format("  shows it from the phase before: {}\n",
                       commandOn(phaseFile(caseFile), cause.afterPhase->command));
  if (cause.phase && !isPhaseByOthers(*cause.phase))
    out += fmt::format("{}  in the phase {}\n", out.empty() ? "\n" : "", cause.phase->name);
  if (!cause.noPass.empty())
    out += fmt::format("\n{}\n", cause.noPass);
  return out;
}

std::string variationsText(const Cause &cause) {
  if (!cause.variations)
    return "";
  std::string out = fmt::format("\nhidden by: {}\n",
                                cause.hiddenBy.empty()
                                    ? (cause.untried == 0 ? "nothing" : "nothing that was tried")
                                    : joinedTexts(textsOf(cause.hiddenBy), cause.hiddenBy.size()));
  if (cause.untried > 0)
    out += fmt::format("not tried, since the time was over: {} of {} variations\n", cause.untried,
                       cause.untried + cause.tried);
  if (!cause.otherwise.empty())
    out += "fails otherwise with:\n";
  for (const Changed &one : cause.otherwise)
    out += fmt::format("  {}: {}\n", one.what, one.verdict);
  return out;
}

std::string phaseText(const Cause &cause) {
  std::string out;
  if (cause.phase && cause.phase->evidence == Evidence::TakenOver) {
    out += fmt::format("\n{}, wrong from {} on\n", cause.phase->note, cause.phase->name);
    if (!cause.passes.empty() && cause.passes.front().evidence == Evidence::Differs)
      out += fmt::format("first pass between them that differs: {}\n", joinedNames(cause.passes));
  }
  if (cause.phase && cause.phase->evidence == Evidence::Differs)
    out += fmt::format("\n{}; it has others from {} on\n", cause.phase->note, cause.phase->name);
  if (cause.dispatch && cause.dispatch->evidence == Evidence::Differs)
    out += fmt::format("first dispatch that differs when they run with traces: {}{}\n",
                       cause.dispatch->name, cause.dispatch->note);
  else if (!cause.noDispatch.empty())
    out += fmt::format("first dispatch that differs when they run with traces: {}\n",
                       cause.noDispatch);
  if (!cause.noPhase.empty())
    out += cause.noPhase + "\n";
  return out;
}

std::string absentOpText(const Cause &cause) {
  return cause.absentOp.empty()
             ? ""
             : fmt::format("\nthe diagnostic names {}, which the case does not have: a pass makes "
                           "it of others, or another op is meant\n",
                           cause.absentOp);
}

std::string knownText(const Cause &cause) {
  std::string out;
  if (!cause.known.bug.empty())
    out +=
        fmt::format("\nthe cause of the known bug {0}, as far as causes tell: assay bug show {0}\n",
                    cause.known.bug);
  if (!cause.known.perhaps.empty())
    out += "\nperhaps the cause of a known bug, which what was tried does not decide:\n";
  for (const std::string &bug : cause.known.perhaps)
    out += fmt::format("  assay bug show {}\n", bug);
  return out;
}

/// "fails where a node has "op": "topk" and "element": "f64": 12 of 12 programs ..."
std::string patternText(const Cause &cause) {
  if (!cause.noPattern.empty())
    return fmt::format("\nno pattern: {}\n", cause.noPattern);
  if (!cause.pattern)
    return "";
  const FailurePattern &pattern = *cause.pattern;
  std::string out = fmt::format("\n{}:\n  {} of {} such programs fail", patternSentence(pattern),
                                pattern.failing, pattern.with);
  for (const PatternKey &key : pattern.keys)
    if (key.without > 0)
      out += fmt::format(",\n  and {} of {} with all but {}", key.failing, key.without, key.key);
  return out + "\n";
}

std::string reductionText(const Cause &cause) {
  for (const auto &[what, ir] : {std::pair("before the pass", &cause.beforePass),
                                 std::pair("after the phase before", &cause.afterPhase)})
    if (*ir && (**ir).reducedFrom > 0)
      return fmt::format("\nthe IR {} is what is left of {} lines, and fails as they did\n", what,
                         (**ir).reducedFrom);
  return "";
}

} // namespace

std::string blamedText(const Blamed &one, std::string_view kind) {
  const std::string name = kind.empty() ? one.name : fmt::format("{} {}", kind, one.name);
  return one.evidence == Evidence::Differs         ? name + " or later"
         : one.evidence == Evidence::RightBehindIt ? name + ", or what follows it"
                                                   : name;
}

std::string patternSentence(const FailurePattern &pattern) {
  std::vector<std::string_view> keys;
  for (const PatternKey &key : pattern.keys)
    keys.push_back(key.key);
  return fmt::format("fails where a node has {}", fmt::join(keys, " and "));
}

CaseAspect CaseChange::aspect() const {
  return enumeratorNamed<CaseAspect>(std::string_view(what).substr(0, what.find('=')))
      .value_or(CaseAspect::Attribute);
}

std::string settingOf(const Hiding &hiding) {
  return hiding.kind == VariationKind::Pass ? leavingOut(hiding.what) : hiding.what;
}

std::vector<std::string> blamedPasses(const Cause &cause) {
  std::vector<std::string> passes;
  for (const Blamed &pass : cause.passes)
    passes.push_back(blamedText(pass));
  passes.insert(passes.end(), cause.alternatives.begin(), cause.alternatives.end());
  return passes;
}

bool isLocated(const Cause &cause) {
  return !cause.passes.empty() || cause.phase || cause.function || cause.dispatch ||
         cause.instruction;
}

bool isHardlyTried(const Cause &cause) {
  return cause.untried > cause.tried && std::ranges::none_of(cause.passes, isBlamed) &&
         !cause.function && !cause.instruction;
}

std::string commandOn(const fs::path &file, std::string command) {
  constexpr std::string_view word = "FILE";
  if (const size_t at = command.find(word); at != command.npos)
    command.replace(at, word.size(), shellWord(file.string()));
  return command;
}

std::string headline(const Cause &cause) {
  std::vector<std::string> parts;
  if (!cause.passes.empty()) {
    Blamed all = cause.passes.front();
    all.name = joinedNames(cause.passes);
    parts.push_back(
        withEvidence(blamedText(all, cause.passes.size() == 1 ? "pass" : "one of the passes"),
                     all) +
        alternativesText(cause));
  }
  if (cause.phase)
    parts.push_back(withEvidence(blamedText(*cause.phase, "phase"), *cause.phase));
  const std::pair<const char *, const std::optional<Blamed> &> others[] = {
      {"function", cause.function}, {"dispatch", cause.dispatch}, {"at", cause.instruction}};
  for (const auto &[what, blamed] : others)
    if (blamed)
      parts.push_back(withEvidence(fmt::format("{} {}", what, blamed->name), *blamed));
  if (cause.pattern && (parts.empty() || (parts.size() == 1 && !cause.passes.empty() &&
                                          !isBlamed(cause.passes.front()))))
    parts.push_back(patternSentence(*cause.pattern));
  std::string out;
  if (!cause.known.bug.empty())
    out = fmt::format("that of {}; ", cause.known.bug);
  else if (!cause.known.perhaps.empty())
    out = fmt::format("perhaps that of {}; ", joinedTexts(cause.known.perhaps, mostHidings));
  out += parts.empty() ? "no pass or phase is known" : fmt::format("{}", fmt::join(parts, ", "));
  // What was tried is all that there is to go on.
  const bool isOpen = cause.passes.empty() && !cause.function && !cause.instruction;
  if (isOpen && !cause.noPass.empty())
    out += "; " + cause.noPass;
  std::vector<std::string> ofCase;
  for (const CaseChange &change : cause.changes)
    if (change.hides)
      ofCase.push_back(change.what);
  if (const auto others = hiddenByOthers(cause); !others.empty())
    out += "; hidden by " + joinedTexts(textsOf(others), mostHidings);
  else if (!ofCase.empty() && isOpen && !cause.pattern && cause.hiddenBy.empty())
    out += "; not where the case has " + joinedTexts(ofCase, mostHidings);
  else if (ofCase.empty() && cause.variations && cause.untried == 0 && cause.hiddenBy.empty())
    out += cause.otherwise.empty()
               ? "; hidden by nothing"
               : fmt::format("; hidden by nothing, but {} is {}", cause.otherwise.front().what,
                             cause.otherwise.front().verdict);
  // That nothing is known is said where nobody looked as well.
  if (parts.empty() && cause.untried > 0)
    out += fmt::format("; not tried, since the time was over: {} of {} variations", cause.untried,
                       cause.untried + cause.tried);
  return out;
}

fs::path passFile(fs::path caseFile) { return caseFile.replace_extension(".pass.mlir"); }
fs::path afterPassFile(fs::path caseFile) { return caseFile.replace_extension(".after.mlir"); }
fs::path phaseFile(fs::path caseFile) { return caseFile.replace_extension(".phase.mlir"); }

fs::path causeFile(fs::path caseFile) { return caseFile.replace_extension(".cause.json"); }

std::array<fs::path, 3> irFiles(const fs::path &caseFile) {
  return {passFile(caseFile), afterPassFile(caseFile), phaseFile(caseFile)};
}

std::array<std::string *, 3> irsOf(Cause &cause) {
  auto &before = cause.beforePass, &after = cause.afterPhase;
  return {before ? &before->ir : nullptr, before && before->made ? &*before->made : nullptr,
          after ? &after->ir : nullptr};
}

std::string causeText(const Cause &cause, const fs::path &caseFile) {
  return recurrenceText(cause) + originText(cause) + neededText(cause) + passText(cause, caseFile) +
         variationsText(cause) + phaseText(cause) + reductionText(cause) + changesText(cause) +
         absentOpText(cause) + knownText(cause) + patternText(cause);
}

} // namespace assay
