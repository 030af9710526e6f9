#include "runners/process/Command.h"

#include <catch2/catch.hpp>

#include <fstream>
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
  CHECK(result.signal == "Segmentation fault");
}

TEST_CASE("a process that takes too long is ended") {
  CHECK(shell("sleep 30", 1).end == CommandResult::End::TimedOut);
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
