#include "campaign/workers/Death.h"

#include "check/FailureVerdict.h"
#include "support/NameOf.h"
#include "target/CrashText.h"

#include <csignal>
#include <fmt/format.h>
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
  const std::string words = lastWords(death.output);
  Crash crash{death.stage, howItEnded(death)};
  if (!words.empty())
    crash.detail += "\n" + words;
  for (const std::string &frame : topFrames(death.frames))
    crash.detail += "\n  " + frame;

  Verdict verdict;
  verdict.signature.kind = isOurs(death.stage) ? Signature::Kind::AssayBug : Signature::Kind::Crash;
  verdict.signature.stage = death.stage;
  verdict.signature.what = crashCause(crash.detail);
  verdict.outcome = std::move(crash);
  return verdict;
}

} // namespace

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

  if (isOurs(death.stage))
    return inconclusiveVerdict(
        fmt::format("{} limit in stage {}", memory ? "memory" : "time", nameOf(death.stage)));
  Verdict verdict;
  verdict.outcome = Timeout{death.stage, memory};
  // A loop that allocates is out of either first: the pass says more.
  const std::string pass = passOf(death.frames);
  verdict.signature.kind = Signature::Kind::Timeout;
  verdict.signature.stage = death.stage;
  verdict.signature.what = pass.empty() && memory ? "memory" : pass;
  return verdict;
}

} // namespace assay
