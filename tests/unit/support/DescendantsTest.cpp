#include "support/process/Descendants.h"
#include "support/ReadFile.h"
#include "support/process/Command.h"
#include "support/process/Keeper.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace assay;
namespace fs = std::filesystem;

namespace {

/// Tells this test's processes from others'.
const std::string mark = "of-" + std::to_string(getpid());

/// Processes with the mark among their words that have not ended.
size_t broods() {
  size_t found = 0;
  for (const fs::directory_entry &entry : fs::directory_iterator("/proc")) {
    // Fails for a process that ends between its folder's listing and the reading.
    const Expected<std::string> words = readFile(entry.path() / "cmdline");
    found += words && words->find(mark) != std::string::npos;
  }
  return found;
}

/// Whether that becomes true in time.
bool comes(auto isThere, std::chrono::seconds time = std::chrono::seconds(10)) {
  const auto end = std::chrono::steady_clock::now() + time;
  bool isIt = false;
  while (!(isIt = isThere()) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return isIt;
}

/// In a process of its own, which ends as `does` says, or by a signal.
pid_t inChild(auto does) {
  const pid_t child = fork();
  if (child == 0)
    _exit(does());
  return child;
}

int statusOf(pid_t child) {
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

/// Most of these would outlive a signal to their process group.
constexpr const char *ways[] = {"daemon", "daemons", "hop", "vfork", "wake", "multiply-and-end"};

} // namespace

TEST_CASE("nothing is left of what a command started, whoever runs it") {
  // As a worker does, and as any other process.
  const bool adopts = GENERATE(false, true);
  for (const char *way : ways) {
    CAPTURE(way, adopts);
    const int status = statusOf(inChild([&] {
      if (adopts)
        adoptDescendants();
      auto result = runCommand({BROOD, way, mark}, {10, 0});
      const bool isLeft = broods() > 0;
      return !result ? 2 : isLeft ? 1 : 0;
    }));
    CHECK(status == 0);
    CHECK(broods() == 0);
  }
}

TEST_CASE("a command that takes too long ends with the daemons that it started") {
  const bool adopts = GENERATE(false, true);
  const int status = statusOf(inChild([&] {
    if (adopts)
      adoptDescendants();
    auto result = runCommand({BROOD, "hang", mark}, {1, 0});
    return result && result->end == CommandResult::End::TimedOut && broods() == 0 ? 0 : 1;
  }));
  CHECK(status == 0);
}

TEST_CASE("a command that has more processes than it may is ended") {
  const auto start = std::chrono::steady_clock::now();
  auto result = runCommand({BROOD, "multiply", mark}, {60, 0, 100});
  REQUIRE(result);
  CHECK(result->end == CommandResult::End::TooManyProcesses);
  CHECK(broods() == 0);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(15));
}

TEST_CASE("a command that kills who started it is a command that was killed") {
  auto result = runCommand({BROOD, "kill-parent", mark}, {10, 0});
  REQUIRE(result);
  CHECK(result->end == CommandResult::End::Signalled);
  CHECK(result->signal == SIGKILL);
  CHECK(broods() == 0);
}

TEST_CASE("a command ends with the process that runs it, and all that it started") {
  const pid_t child = inChild([] { return runCommand({BROOD, "hang", mark}, {60, 0}) ? 0 : 1; });
  REQUIRE(comes([] { return broods() == 2; }));
  kill(child, SIGKILL);
  statusOf(child);
  CHECK(comes([] { return broods() == 0; }));
}

TEST_CASE("processes that were there before are left alone") {
  const pid_t before = inChild([] {
    pause();
    return 0;
  });
  REQUIRE(runCommand({BROOD, "daemon", mark}, {10, 0}));
  CHECK(waitpid(before, nullptr, WNOHANG) == 0);
  kill(before, SIGKILL);
  statusOf(before);
}

TEST_CASE("descendants are found by their parents as by their children") {
  const int status = statusOf(inChild([] {
    adoptDescendants();
    const pid_t child = inChild([] {
      inChild([] {
        pause();
        return 0;
      });
      std::thread([] { inChild([] { return pause(); }); }).join();
      pause();
      return 0;
    });
    bool isSame = false;
    comes([] { return liveDescendants().size() == 3; });
    auto byChildren = descendantsByChildren(), byParents = descendantsByParents();
    std::ranges::sort(byChildren);
    std::ranges::sort(byParents);
    isSame = byChildren == byParents && byChildren.size() == 3 && byChildren.front() == child;
    endDescendants();
    return isSame && liveDescendants().empty() ? 0 : 1;
  }));
  CHECK(status == 0);
}

TEST_CASE("a keeper ends as its child does, with everything that is left") {
  const int how = GENERATE(0, 3, SIGSEGV + 256, SIGKILL + 256);
  CAPTURE(how);
  const pid_t self = getpid(), keeper = inChild([&] {
                                 continueWithKeeper(self);
                                 // A compiler in this process may start something and never wait
                                 // for it.
                                 if (fork() == 0)
                                   execl(BROOD, BROOD, "daemon", mark.c_str(), nullptr);
                                 usleep(100'000);
                                 std::signal(SIGSEGV, SIG_DFL);
                                 if (how >= 256)
                                   raise(how - 256);
                                 return how;
                               });
  const int status = statusOf(keeper);
  CHECK((WIFSIGNALED(status) ? WTERMSIG(status) + 256 : WEXITSTATUS(status)) == how);
  CHECK(broods() == 0);
}

TEST_CASE("a keeper ends its child when it is asked to, and when its own parent is gone") {
  const bool asks = GENERATE(false, true);
  const pid_t parent = inChild([&] {
    const pid_t self = getpid(), keeper = inChild([&] {
                                   continueWithKeeper(self);
                                   execl(BROOD, BROOD, "hang", mark.c_str(), nullptr);
                                   return 1;
                                 });
    if (comes([] { return broods() == 2; }) && asks) {
      // What all processes of a job get is no business of a keeper's.
      kill(keeper, SIGTERM);
      usleep(50'000);
      if (broods() != 2)
        return 1;
      kill(keeper, endChild);
    } else if (!asks)
      raise(SIGKILL);
    return WTERMSIG(statusOf(keeper)) == SIGKILL ? 0 : 1;
  });
  const int status = statusOf(parent);
  CHECK((asks ? status == 0 : WIFSIGNALED(status)));
  CHECK(comes([] { return broods() == 0; }));
}
