#include "tools/assay/StatusDisplay.h"

#include <atomic>
#include <csignal>
#include <ctime>
#include <fmt/format.h>
#include <unistd.h>

namespace assay {
namespace {

/// When somebody first did so, in milliseconds of a clock that only goes on; 0 before.
std::atomic<int64_t> interruptedAt = 0;
static_assert(std::atomic<int64_t>::is_always_lock_free);

/// The second one ends the program at once, unless it belongs to the first: a terminal, and who
/// passes signals on, may both send one.
void onInterrupt(int) {
  constexpr int64_t together = 1000;
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const int64_t now = int64_t(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
  if (interruptedAt == 0)
    interruptedAt = now;
  else if (now - interruptedAt > together)
    _exit(130);
}

std::string clockTime(double seconds) {
  auto whole = static_cast<int64_t>(seconds);
  return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                       : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string statusText(const Progress &progress) {
  std::string text = clockTime(progress.seconds);
  if (progress.secondsLeft)
    text += fmt::format(" ({} left)", clockTime(*progress.secondsLeft));
  text += fmt::format("  {}", progress.programs);
  if (progress.programsLeft)
    text += fmt::format(" of {}", progress.programs + *progress.programsLeft);
  text += fmt::format(" programs, {:.1f}/s", progress.programsPerSecond);
  std::string findings =
      fmt::format("  {} finding{}", progress.findings, progress.findings == 1 ? "" : "s");
  if (progress.toConfirm > 0)
    findings += fmt::format(", {} to confirm", progress.toConfirm);
  if (progress.toExplain > 0)
    findings += fmt::format(", {} to explain", progress.toExplain);
  // In place of the verdicts, which do not move meanwhile: a terminal has room for one of them.
  if (!progress.activity.empty())
    return text + findings + "  " + progress.activity;
  for (const auto &[name, count] : progress.verdicts)
    if (count > 0)
      text += fmt::format("  {} {}", count, name);
  return text + findings;
}

} // namespace

void catchInterrupts() {
  struct sigaction action{};
  action.sa_handler = onInterrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool StatusDisplay::interruptRequested() { return interruptedAt != 0; }

void StatusDisplay::onProgress(const Progress &progress) { line.show(statusText(progress)); }

void StatusDisplay::onFound(const FindingRow &row) {
  line.print(fmt::format(
      "found in program {} on {}: {}{}", row.index, row.target.text(), titleOf(row),
      row.isDeferred() ? fmt::format(" (similar to {}: deferred)", row.deferredBehind) : ""));
}

void StatusDisplay::onReduced(const FindingRow &row) {
  line.print(fmt::format("reduced to {} op{}{}: {}", row.ops, row.ops == 1 ? "" : "s",
                         row.reducedTarget ? " on " + row.reducedTarget->text() : "",
                         row.signature));
}

} // namespace assay
