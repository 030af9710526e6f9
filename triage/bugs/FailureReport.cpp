#include "triage/bugs/FailureReport.h"

#include "check/Diagnostic.h"
#include "check/MismatchSignature.h"
#include "triage/bugs/BugExport.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {
namespace {

constexpr size_t longestId = 50;
constexpr size_t longestWords = 80; // of a diagnostic, in a title
constexpr size_t mostOps = 3;       // in a title

/// "a, b or c"
std::string listed(const std::vector<std::string> &texts, std::string_view last) {
  std::string out;
  for (size_t i = 0; i < texts.size(); ++i)
    out += (i == 0 ? "" : i + 1 == texts.size() ? fmt::format(" {} ", last) : ", ") + texts[i];
  return out;
}

/// As much of a text as fits in so many characters, up to the end of a word.
std::string wholeWords(std::string text, size_t most, char space) {
  if (text.size() > most) {
    const size_t end = text.rfind(space, most);
    text.resize(end == text.npos || end == 0 ? most : end);
  }
  text.erase(text.find_last_not_of(" ,;:.-([{<#") + 1);
  return text;
}

/// The compiler without the folder and ending of its manifest: "mycc".
std::string compilerOf(const TargetName &target) {
  std::string compiler = target.withoutFolder().compiler;
  if (target.isOfManifest()) {
    compiler.erase(0, compiler.find('=') + 1);
    compiler.resize(std::min(compiler.rfind(".json"), compiler.size()));
  }
  return compiler;
}

/// No other backend of the compiler is known to show it.
bool isOfBackend(const ReportedFailure &failure) {
  const TargetName &target = failure.target;
  const bool isElsewhere =
      std::ranges::any_of(failure.also,
                          [&](const TargetName &other) {
                            return other.compiler == target.compiler &&
                                   other.backend != target.backend;
                          }) ||
      (failure.cause && std::ranges::any_of(failure.cause->shownWith, [](const Hiding &one) {
         return one.kind == VariationKind::Backend;
       }));
  return !target.backend.empty() && !isElsewhere;
}

/// The pass to blame, if it is one and a test says so; empty otherwise.
std::string passOf(const ReportedFailure &failure) {
  const auto &cause = failure.cause;
  return cause && cause->passes.size() == 1 && cause->alternatives.empty() &&
                 isBlamed(cause->passes.front())
             ? cause->passes.front().name
             : "";
}

/// "PackOp::getResultShape" of "mlir::linalg::PackOp::getResultShape<mlir::Pass::run": without
/// namespaces and callers. Empty for what is no function's name.
std::string functionName(std::string_view text) {
  constexpr std::string_view anonymous = "(anonymous namespace)::";
  while (true) {
    const size_t end = text.find("::");
    if (text.starts_with(anonymous))
      text.remove_prefix(anonymous.size());
    else if (end != text.npos && end < text.find_first_of("<(") &&
             std::ranges::none_of(
                 text.substr(0, end), [](unsigned char c) { return std::isupper(c); }))
      text.remove_prefix(end + 2);
    else
      break;
  }
  text = text.substr(0, text.find_first_of("<("));
  return text.find_first_of(" '`\"") == text.npos ? std::string(text) : "";
}

/// The function that a crash is in, or the pass that hangs; empty if it is not known.
std::string functionOf(const ReportedFailure &failure) {
  if (failure.cause && failure.cause->function)
    return functionName(failure.cause->function->name);
  const std::string &what = failure.signature.what;
  if (failure.signature.kind == Signature::Kind::Timeout)
    return functionName(what);
  const size_t signal = what.find(':');
  return failure.signature.kind == Signature::Kind::Crash && signal != what.npos
             ? functionName(std::string_view(what).substr(signal + 1))
             : "";
}

/// The program's ops with their functions, each once and in its order.
std::vector<std::string> opsOf(const Program &program, bool withSources) {
  std::vector<std::string> ops;
  for (NodeId node = 0; node < static_cast<NodeId>(program.nodes().size()); ++node) {
    std::string op = opLabel(program, program.firstResult(node));
    op.resize(std::min(op.find('.'), op.size())); // of which of its results it is the name
    if ((withSources || !program.node(node).operands.empty()) &&
        std::ranges::find(ops, op) == ops.end())
      ops.push_back(std::move(op));
  }
  return ops;
}

/// What a compiler says, without the place in its input.
std::string diagnosticOf(const ReportedFailure &failure) {
  std::string text = failure.signature.what;
  if (const auto *refused = std::get_if<CompileFailure>(&failure.verdict.outcome))
    text = refused->diagnostic;
  else if (const auto *failed = std::get_if<RunFailure>(&failure.verdict.outcome))
    text = failed->diagnostic;
  text.resize(std::min(text.find('\n'), text.size()));
  for (const std::string_view before : {".mlir:", "loc(unknown):", "error:"})
    if (const size_t at = text.find(before); at != text.npos && at < text.find_first_of(" '\""))
      text.erase(0, std::min(text.find(' ', at), text.size() - 1) + 1);
  if (text.starts_with("error: "))
    text.erase(0, text.find(' ') + 1);
  return text;
}

/// "wrong result", "crash".
std::string kindOf(const ReportedFailure &failure) {
  const Mismatch *mismatch = failure.verdict.difference();
  return (mismatch && mismatch->nondeterministic ? "nondeterministic " : "") +
         kindText(std::string(failure.verdict.name()));
}

/// The last ops of the program, as a title has them.
std::string lastOps(const ReportedFailure &failure) {
  std::vector<std::string> ops = opsOf(failure.testCase.program(), false);
  if (ops.empty())
    ops = opsOf(failure.testCase.program(), true);
  ops.erase(ops.begin(), ops.end() - static_cast<std::ptrdiff_t>(std::min(ops.size(), mostOps)));
  return fmt::format("{}", fmt::join(ops, ", "));
}

/// What of the program or of the compiler's words tells the bug from others.
std::string subjectOf(const ReportedFailure &failure, bool isLocated) {
  const Signature &signature = failure.signature;
  if (failure.verdict.difference() || failure.verdict.isMissedOptimisation())
    return signature.marks.empty()
               ? signature.what
               : fmt::format("{} ({})", signature.what, fmt::join(signature.marks, ", "));
  const bool isOfProgram = isLocated || std::holds_alternative<Crash>(failure.verdict.outcome) ||
                           std::holds_alternative<Timeout>(failure.verdict.outcome);
  const std::string words = isOfProgram ? "" : wholeWords(diagnosticOf(failure), longestWords, ' ');
  return words.empty() ? lastOps(failure) : words;
}

/// Words of a compiler as a piece of code within a line of Markdown.
std::string codeText(std::string words) {
  std::ranges::replace_if(words, [](unsigned char c) { return c < ' '; }, ' ');
  std::string mark = "`";
  while (words.find(mark) != words.npos)
    mark += '`';
  const std::string_view space = mark.size() == 1 ? "" : " ";
  return mark + fmt::format("{0}{1}{0}", space, words) + mark;
}

std::vector<std::string> codeTexts(std::vector<std::string> all) {
  std::ranges::transform(all, all.begin(), codeText);
  return all;
}

/// "iree 3.13.0 on vmvx at O2"
std::string targetWords(const TargetName &target) {
  if (target.random || target.pipeline || !target.settings.empty())
    return codeText(target.withoutFolder().text());
  std::string out = compilerOf(target);
  for (const auto &[before, part] :
       {std::pair(" ", &target.release), {" on ", &target.backend}, {" at ", &target.level}})
    if (!part->empty())
      out += before + *part;
  return out;
}

/// What happened to which program, in a sentence or two.
std::string happenedText(const ReportedFailure &failure) {
  std::vector<std::string> ops = codeTexts(opsOf(failure.testCase.program(), true));
  if (ops.size() > 2 * mostOps) {
    ops.resize(2 * mostOps);
    ops.emplace_back("others");
  }
  const std::string program =
      ops.empty() ? "program without ops" : "program of " + listed(ops, "and");
  const Verdict &verdict = failure.verdict;
  if (const Mismatch *mismatch = verdict.difference())
    return fmt::format("A {} has wrong results{}. The first value that is wrong is that of {}.",
                       program,
                       mismatch->nondeterministic || !verdict.frequency.isAlways()
                           ? ", which are not the same each time"
                           : "",
                       codeText(failure.signature.what));
  if (verdict.isMissedOptimisation())
    return fmt::format("A {} gets code that is worse than that of another spelling of it.",
                       program);
  const bool isCompiler = verdict.failsToCompile();
  if (std::holds_alternative<Crash>(verdict.outcome))
    return isCompiler ? fmt::format("The compiler crashes on a {}.", program)
                      : fmt::format("A {} compiles, and crashes when it runs.", program);
  if (const auto *timeout = std::get_if<Timeout>(&verdict.outcome))
    return fmt::format("{} {} when it {}.", "A " + program,
                       timeout->memory ? "takes more and more memory" : "does not come to an end",
                       isCompiler ? "is compiled" : "runs");
  if (isCompiler)
    return fmt::format("A {} does not compile.", program);
  return fmt::format("A {} compiles, and fails when it runs.", program);
}

std::string expectedText(const ReportedFailure &failure, size_t commands) {
  if (failure.verdict.isMissedOptimisation())
    return "code as good as that of the other spelling";
  std::string out = commands == 1   ? "the command exits with 0"
                    : commands == 2 ? "both commands exit with 0"
                                    : "all commands exit with 0";
  if (failure.verdict.difference() && commands == 2)
    out += "; the expected values stand in the second one";
  return out;
}

/// What it does instead, in the words of the compiler or of the comparison.
std::string actualText(const ReportedFailure &failure) {
  const Verdict &verdict = failure.verdict;
  const Mismatch *mismatch = verdict.difference();
  std::string out = mismatch ? describeDifference(mismatch->difference) : verdict.describe();
  if (mismatch && failure.testCase.runs().size() > 1)
    out = fmt::format("in run {}: {}", mismatch->run, out);
  if (mismatch && !verdict.frequency.isAlways())
    out += fmt::format("\nfound in {} of {} checks", verdict.frequency.found,
                       verdict.frequency.checks);
  return out;
}

/// Which pass or phase it is laid on, and what stands for that; empty if none is known.
std::string blameText(const Cause &cause) {
  std::vector<std::string> names, alternatives;
  for (const Blamed &pass : cause.passes)
    names.push_back(codeText(pass.name));
  for (const std::string &pass : cause.alternatives)
    alternatives.push_back(codeText(pass));
  const std::string phase = cause.phase ? fmt::format("phase {}", codeText(cause.phase->name)) : "";
  const std::string what = cause.passes.empty() ? phase
                           : names.size() == 1  ? "pass " + names[0]
                                                : "one of the passes " + listed(names, "and");
  if (what.empty())
    return "";
  const std::string within = cause.passes.empty() || phase.empty() ? "" : " in the " + phase;
  const Blamed &first = cause.passes.empty() ? *cause.phase : cause.passes.front();
  switch (first.evidence) {
  case Evidence::Replayed:
  case Evidence::ShownAlone:
  case Evidence::Named:
    return fmt::format("{} fails{}", what, within);
  case Evidence::LeftOut:
    return fmt::format("it does not happen without {}{}{}", what, within,
                       alternatives.empty() ? ""
                                            : fmt::format(", nor without {}: which of them is to "
                                                          "blame is not known",
                                                          listed(alternatives, "or")));
  case Evidence::RightBehindIt:
    return fmt::format(
        "{}, or what follows it{}: it does not happen without that, and what that makes "
        "is right if another compiler goes on with it, unless it is undefined",
        what, within);
  case Evidence::Cut:
  case Evidence::CutAndLeftOut:
    return fmt::format("{}{}: it is right if a plain pipeline goes on before that, and wrong if "
                       "one goes on behind it",
                       what, within);
  case Evidence::TakenOver:
    return fmt::format("{}{}: it is right if what hides the bug goes on before that, and wrong if "
                       "it goes on behind",
                       what, within);
  case Evidence::Differs:
    return fmt::format("{}{}, or what comes later: nothing before it does something else where "
                       "the bug does not show",
                       what, within);
  case Evidence::LowersIt:
    return fmt::format("perhaps {}{}, which lowers what is wrong first", what, within);
  }
  return "";
}

/// What of one kind there is in a list, each as code.
std::vector<std::string> settingsOf(const std::vector<Hiding> &all, VariationKind kind) {
  std::vector<std::string> out;
  for (const Hiding &one : all)
    if (one.kind == kind) {
      const size_t key = kind == VariationKind::Flavour ? one.what.find('=') + 1 : 0;
      out.push_back(codeText(one.what.substr(key)));
    }
  return out;
}

/// "at `O0` or `O1`", "with `--flag`": what of a compilation is set, in words.
std::vector<std::string> settingsWords(const std::vector<Hiding> &all, std::string_view last) {
  constexpr std::pair<VariationKind, std::string_view> words[] = {
      {VariationKind::Level, "at"},
      {VariationKind::Backend, "on"},
      {VariationKind::Flag, "with"},
      {VariationKind::Pass, "without the pass"},
      {VariationKind::Flavour, "where the program is given in the dialect"}};
  std::vector<std::string> out;
  for (const auto &[kind, before] : words)
    if (const auto settings = settingsOf(all, kind); !settings.empty())
      out.push_back(fmt::format("{} {}", before, listed(settings, last)));
  return out;
}

/// What of the case hides it, as far as it is told without assay's words.
std::vector<std::string> caseWords(const Cause &cause) {
  std::vector<std::string> elements, out;
  for (const CaseChange &change : cause.changes) {
    const std::string value = change.what.substr(change.what.find('=') + 1);
    if (change.hides && change.aspect() == CaseAspect::Elements)
      elements.push_back(value);
    else if (change.hides && change.what == "extents=static")
      out.emplace_back("where all extents are static");
    else if (change.hides && change.what == "extents=dynamic")
      out.emplace_back("where all extents are dynamic");
  }
  if (!elements.empty())
    out.push_back(fmt::format("for elements of {}", listed(elements, "or")));
  return out;
}

/// Which settings hide it, and at which levels and on which backends it shows as well.
std::string hidingText(const Cause &cause) {
  // That passes which are to blame are left out is said by then.
  std::vector<Hiding> others = cause.hiddenBy;
  std::erase_if(others, [&](const Hiding &one) {
    return one.kind == VariationKind::Pass &&
           (std::ranges::find(cause.passes, one.what, &Blamed::name) != cause.passes.end() ||
            std::ranges::find(cause.alternatives, one.what) != cause.alternatives.end());
  });
  std::vector<std::string> hiding = settingsWords(others, "or");
  const std::vector<std::string> ofCase = caseWords(cause);
  hiding.insert(hiding.end(), ofCase.begin(), ofCase.end());
  std::string out;
  if (!hiding.empty())
    out += fmt::format(" It does not show {}.", fmt::join(hiding, ", nor "));
  else if (cause.variations && cause.untried == 0)
    out += " No level, flag or backend that was tried hides it.";
  std::vector<Hiding> shown = cause.shownWith;
  std::erase_if(shown, [](const Hiding &one) {
    return one.kind != VariationKind::Level && one.kind != VariationKind::Backend;
  });
  if (!shown.empty())
    out += fmt::format(" It shows {} as well.", fmt::join(settingsWords(shown, "and"), " and "));
  return out;
}

/// The IR that shows it, with its command, if there is some.
std::string irText(const Cause &cause, const BugRecord &bug) {
  if (cause.beforePass && isRunAlone(*cause.beforePass) && !bug.passInput.empty()) {
    return fmt::format("`pass.mlir` is the IR before that pass. {}\n\n{}",
                       bug.afterPass.empty() ? "The pass by itself shows it:"
                                             : "This is the pass by itself:",
                       fenced(commandOn("pass.mlir", cause.beforePass->command), ""));
  }
  if (cause.afterPhase && isRunAlone(*cause.afterPhase) && !bug.phaseInput.empty())
    return fmt::format("`phase.mlir` is the module before that phase, from which on the compiler "
                       "shows it:\n\n{}",
                       fenced(commandOn("phase.mlir", cause.afterPhase->command), ""));
  return "";
}

std::string causeParagraph(const Cause &cause, const BugRecord &bug) {
  std::string text = blameText(cause);
  text = (text.empty() ? "not known" : text) + ".";
  if (cause.change && cause.passes.size() == 1)
    text += fmt::format(" That pass {}.", markdownText(describe(*cause.change)));
  if (cause.function)
    text += fmt::format(" It ends in {}.", codeText(cause.function->name));
  if (cause.dispatch)
    text += fmt::format(" The first dispatch that {} is {}.",
                        cause.dispatch->evidence == Evidence::Differs ? "makes something else"
                                                                      : "is wrong",
                        codeText(cause.dispatch->name));
  if (cause.instruction)
    text += fmt::format(" It is seen at {}.", codeText(cause.instruction->name));
  if (!cause.absentOp.empty())
    text += fmt::format(" The diagnostic names {}, of which the program has none.",
                        codeText(cause.absentOp));
  text += hidingText(cause);
  const std::string ir = irText(cause, bug);
  return fmt::format("**Cause**: {}{}\n", text, ir.empty() ? "\n" : " " + ir);
}

} // namespace

std::string bugIdFor(const ReportedFailure &failure) {
  const std::string compiler = compilerOf(failure.target);
  std::string what = passOf(failure);
  for (const std::string &prefix : {compiler + "-", std::string("codegen-")})
    if (what.starts_with(prefix))
      what.erase(0, prefix.size());
  if (what.empty())
    what = failure.verdict.difference() ? failure.signature.what : functionOf(failure);
  if (what.empty())
    what = quotedOp(diagnosticOf(failure));
  if (what.empty())
    what = kindOf(failure) + "-" + lastOps(failure);
  std::string id;
  for (const char c : fmt::format("{}-{}-{}", compiler,
                                  isOfBackend(failure) ? failure.target.backend : "", what)) {
    const bool isPlain = std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_';
    if (isPlain)
      id += c;
    else if (!id.empty() && !id.ends_with('-'))
      id += '-';
  }
  return wholeWords(id, longestId, '-');
}

std::string bugTitleFor(const ReportedFailure &failure) {
  const TargetName &target = failure.target;
  std::string place = passOf(failure);
  if (place.empty())
    place = functionOf(failure);
  std::string title = fmt::format(
      "{} on {}{}: {}", kindOf(failure), isOfBackend(failure) ? target.backend : compilerOf(target),
      place.empty() ? "" : " in " + place, subjectOf(failure, !place.empty()));
  std::ranges::replace_if(title, [](unsigned char c) { return c < ' '; }, ' ');
  return title;
}

bool isRunAlone(const CauseIr &ir) { return ir.shows && !ir.command.empty(); }

std::string bugReportFor(const std::string &title, const ReportedFailure &failure,
                         const BugRecord &bug) {
  const ShownCommands steps = shownCommands(bug);
  std::string text =
      fmt::format("# {}\n\n**What happened** ({}), with {}. {}\n\n", markdownText(title),
                  kindOf(failure), targetWords(failure.target), happenedText(failure));
  if (failure.cause)
    text += causeParagraph(*failure.cause, bug);
  if (!steps.commands.empty()) {
    text += fmt::format("**Steps to reproduce**{}; `{}` holds the {}:\n\n{}\n",
                        steps.with.empty() ? "" : ", with " + steps.with, steps.file,
                        steps.file.ends_with(".mlir") ? "module" : "case",
                        fenced(fmt::format("{}", fmt::join(steps.commands, "\n")), ""));
    text += fmt::format("**Expected**: {}.\n\n", expectedText(failure, steps.commands.size()));
  }
  return text + fmt::format("**Actual**:\n\n{}\n", fenced(actualText(failure), ""));
}

} // namespace assay
