#include "runners/process/Command.h"
#include "runners/process/ScratchFolder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace assay;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

static CommandResult shell(const std::string &script, unsigned seconds = 60) {
  auto result = runCommand({"/bin/sh", "-c", script}, {seconds, 0});
  REQUIRE(result);
  return *result;
}

TEST_CASE("a process's output, errors and exit code are told") {
  const CommandResult result = shell("echo out; echo err >&2; exit 3");
  CHECK(result.end == CommandResult::End::Exited);
  CHECK(result.exitCode == 3);
  CHECK(result.out == "out\n");
  CHECK(result.err == "err\n");
}

TEST_CASE("a process that a signal ends is no exit code") {
  const CommandResult result = shell("kill -SEGV $$");
  CHECK(result.end == CommandResult::End::Signalled);
  CHECK(result.signal == SIGSEGV);
}

TEST_CASE("a process that takes too long is ended") {
  CHECK(shell("sleep 30", 1).end == CommandResult::End::TimedOut);
}

TEST_CASE("what a process started ends with it, in time or not") {
  // The shell tells of its child and goes on, or does not.
  for (const char *script : {"sleep 1000 & echo $!; wait", "sleep 1000 & echo $!"}) {
    const CommandResult result = shell(script, 1);
    const int child = std::stoi(result.out);
    REQUIRE(child > 1);
    bool isGone = false;
    for (int tries = 0; tries < 200 && !isGone; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      std::ifstream status(fmt::format("/proc/{}/stat", child));
      std::string id, name, state;
      status >> id >> name >> state;
      isGone = !status || state == "Z";
    }
    CHECK(isGone);
  }
}

TEST_CASE("a process has nothing to read, and no signals that its parent ignores") {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const CommandResult result = shell("cat; kill -PIPE $$");
  std::signal(SIGPIPE, before);
  CHECK(result.out == "");
  CHECK(result.signal == SIGPIPE);
}

TEST_CASE("a process runs where it is told to") {
  auto folder = ScratchFolder::create();
  REQUIRE(folder);
  auto result = runCommand({"/bin/pwd"}, {}, folder->path());
  REQUIRE(result);
  CHECK(result->out == fs::canonical(folder->path()).string() + "\n");
  CHECK_FALSE(runCommand({"/bin/pwd"}, {}, "/no/such/folder"));
}

TEST_CASE("a process gets no more memory than it may have") {
  auto result = runCommand({"/bin/sh", "-c", "x=x; while :; do x=$x$x; done"}, {20, 50});
  REQUIRE(result);
  CHECK(result->end != CommandResult::End::TimedOut);
  CHECK((result->signal != 0 || result->exitCode != 0));
}

TEST_CASE("of very long output the beginning and the end are kept") {
  const CommandResult result = shell("echo first; head -c 70000000 /dev/zero; echo; echo last", 60);
  CHECK(result.out.starts_with("first\n"));
  CHECK(result.out.ends_with("\nlast\n"));
  CHECK(result.out.size() < 70'000'000);
}

TEST_CASE("what cannot be started is an error of the machine") {
  auto result = runCommand({"/no/such/program"});
  REQUIRE_FALSE(result);
  CHECK_THAT(result.error().message, Contains("/no/such/program"));
}

TEST_CASE("words are quoted where a shell would split them") {
  CHECK(shellText({"a", "--b=c", "d e", "it's", ""}) == "a --b=c 'd e' 'it'\\''s' ''");
}

TEST_CASE("a scratch folder goes with its owner, and those of dead processes with the next") {
  fs::path path;
  {
    auto folder = ScratchFolder::create();
    REQUIRE(folder);
    path = folder->path();
    std::ofstream(path / "file") << "x";
    CHECK(fs::exists(path / "file"));
  }
  CHECK_FALSE(fs::exists(path));
}
