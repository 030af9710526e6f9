#include "campaign/Death.h"

#include "check/Signature.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <sys/wait.h>

namespace assay {
namespace {

bool isOurs(Stage stage) {
  switch (stage) {
  case Stage::Generate:
  case Stage::Oracle:
  case Stage::Compare:
    return true;
  case Stage::Emit:
  case Stage::Compile:
  case Stage::Load:
  case Stage::Run:
    return false;
  }
  return false;
}

std::string demangle(const std::string &name) {
  int status = 0;
  std::unique_ptr<char, void (*)(void *)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? std::string(text.get()) : name;
}

/// Without what stands in (), <> and {}, and without what follows the arguments.
std::string functionName(const std::string &demangled) {
  std::string out;
  int depth = 0;
  constexpr std::string_view anonymous = "(anonymous namespace)";
  for (size_t i = 0; i < demangled.size(); ++i) {
    if (std::string_view(demangled).substr(i).starts_with(anonymous)) {
      i += anonymous.size() + 1; // and its "::"
      continue;
    }
    char c = demangled[i];
    bool isOperator = std::string_view(out).ends_with("operator");
    if ((c == '(' || c == '<' || c == '{') && !isOperator)
      ++depth;
    else if ((c == ')' || c == '>' || c == '}') && depth > 0)
      --depth;
    else if (depth == 0)
      out += c;
    if (c == '(' && depth == 1 && !isOperator && !out.empty())
      break;
  }
  size_t space = out.rfind(' '); // a template's return type stands in front
  return space == std::string::npos ? out : out.substr(space + 1);
}

/// What stands on the stack of every abort.
bool isMachinery(std::string_view name) {
  constexpr std::string_view names[] = {"?",
                                        "raise",
                                        "gsignal",
                                        "abort",
                                        "__pthread_kill_implementation",
                                        "kill",
                                        "pthread_kill",
                                        "__assert_fail",
                                        "__libc_start_main",
                                        "_start",
                                        "malloc",
                                        "free",
                                        "cfree",
                                        "memcpy",
                                        "memmove",
                                        "main",
                                        "assay::assayMain",
                                        "assay::runWorker"};
  return std::ranges::find(names, name) != std::end(names) || name.starts_with("<libc.so") ||
         name.starts_with("<ld-linux") || name.starts_with("llvm::report_fatal_error") ||
         name.starts_with("std::terminate") || name.starts_with("__cxxabiv1::") ||
         name.starts_with("__cxa_");
}

std::string signalName(int signal) {
  const char *name = sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

/// The line in which a program says why it gives up, if there is one.
std::string lastWords(const std::string &output) {
  for (std::string_view mark :
       {"assay bug:", "LLVM ERROR:", "ERROR: AddressSanitizer:", "Assertion `"}) {
    size_t place = output.find(mark);
    if (place == std::string::npos)
      continue;
    size_t begin = output.rfind('\n', place) + 1; // npos + 1 is 0
    return output.substr(begin, std::min(output.find('\n', place), output.size()) - begin);
  }
  return {};
}

std::string howItEnded(const Death &death) {
  switch (death.limit) {
  case Death::Limit::Garbage:
    return "overwrote the worker's files";
  case Death::Limit::Time:
    return "a time-out";
  case Death::Limit::Memory:
    return "too much memory";
  case Death::Limit::None:
    break;
  }
  if (death.signal != 0)
    return signalName(death.signal);
  if (WIFSIGNALED(death.status))
    return signalName(WTERMSIG(death.status));
  return fmt::format("exit {}", WEXITSTATUS(death.status));
}

Verdict crash(const Death &death) {
  std::string ended = howItEnded(death);
  std::string words = lastWords(death.output);
  std::vector<std::string> top = topFrames(death.frames);

  Crash crash{death.stage, ended};
  if (!words.empty())
    crash.detail += "\n" + words;
  for (const std::string &frame : top)
    crash.detail += "\n  " + frame;

  std::string cause =
      !words.empty() ? normaliseDiagnostic(words) : fmt::format("{}", fmt::join(top, "<"));
  std::string_view stage = names(Stage())[static_cast<size_t>(death.stage)];
  Verdict verdict;
  verdict.outcome = std::move(crash);
  verdict.signature.text =
      fmt::format("{}:{}:{}", isOurs(death.stage) ? "assay-bug" : "crash", stage, ended);
  if (!cause.empty())
    verdict.signature.text += ":" + cause;
  return verdict;
}

} // namespace

std::vector<std::string> topFrames(std::string_view mangledLines) {
  constexpr size_t wanted = 3;
  std::vector<std::string> out;
  while (!mangledLines.empty() && out.size() < wanted) {
    std::string line(mangledLines.substr(0, mangledLines.find('\n')));
    mangledLines.remove_prefix(std::min(line.size() + 1, mangledLines.size()));
    std::string name = line.starts_with('<') ? line : functionName(demangle(line));
    // Of a recursion each function counts once: how deep it went says nothing.
    if (!name.empty() && !isMachinery(name) && std::ranges::find(out, name) == out.end())
      out.push_back(std::move(name));
  }
  return out;
}

Verdict verdictOf(const Death &death) {
  if (death.stage == Stage::Generate)
    return inconclusiveVerdict(
        fmt::format("assay bug: generating it ended in {}", howItEnded(death)));
  // Nobody but the kernel, short of memory, kills so when we did not.
  bool memory = death.limit == Death::Limit::Memory ||
                (death.limit == Death::Limit::None && WIFSIGNALED(death.status) &&
                 WTERMSIG(death.status) == SIGKILL && death.signal == 0);
  if (!memory && death.limit != Death::Limit::Time)
    return crash(death);

  std::string_view stage = names(Stage())[static_cast<size_t>(death.stage)];
  if (isOurs(death.stage))
    return inconclusiveVerdict(
        fmt::format("{} limit in stage {}", memory ? "memory" : "time", stage));
  Verdict verdict;
  verdict.outcome = Timeout{death.stage, memory};
  verdict.signature.text = fmt::format("timeout:{}{}", stage, memory ? ":memory" : "");
  return verdict;
}

} // namespace assay
