#include "support/process/Command.h"
#include "support/ShellText.h"
#include "support/process/ScratchFolder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
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

TEST_CASE("what only waits is ended before its time, and what works is not") {
  const auto endOf = [](const std::string &script) {
    auto result = runCommand({"/bin/sh", "-c", script}, {.seconds = 60, .restingSeconds = 1});
    REQUIRE(result);
    return result->end;
  };
  CHECK(endOf("sleep 20 & wait") == CommandResult::End::TimedOut);
  const std::string working = "i=0; while [ $i -lt 1500000 ]; do i=$((i+1)); done";
  CHECK(endOf(working) == CommandResult::End::Exited);
  CHECK(endOf(fmt::format("({}) & wait", working)) == CommandResult::End::Exited);
}

TEST_CASE("a process that takes too long is ended") {
  CHECK(shell("sleep 30", 1).end == CommandResult::End::TimedOut);
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

TEST_CASE("what a process keeps for its user and for a while goes into its folder") {
  auto folder = ScratchFolder::create();
  REQUIRE(folder);
  const std::string script = "cd && echo x > kept && cd $TMPDIR && echo y > kept && "
                             "echo $HOME $TMPDIR $XDG_CACHE_HOME $XDG_CONFIG_HOME $XDG_DATA_HOME "
                             "$XDG_STATE_HOME $XDG_RUNTIME_DIR";
  auto result = runCommand({"/bin/sh", "-c", script}, {}, folder->path());
  REQUIRE(result);
  CHECK(result->exitCode == 0);
  std::istringstream places(result->out);
  int count = 0;
  for (std::string place; places >> place; ++count)
    CHECK_THAT(place, Catch::StartsWith(folder->path().string() + "/"));
  CHECK(count == 7);
  // What is said for one command holds, once.
  result = runCommand({"/usr/bin/env"}, {}, folder->path(), {"TMPDIR=/mine", "A=b"});
  REQUIRE(result);
  CHECK_THAT(result->out, Contains("TMPDIR=/mine\n") && Contains("A=b\n"));
  CHECK(result->out.find("TMPDIR=") == result->out.rfind("TMPDIR="));
  CHECK(result->out.find("\nHOME=") == result->out.rfind("\nHOME="));
}

TEST_CASE("a command without a folder has its user's home") {
  auto result = runCommand({"/bin/sh", "-c", "echo $HOME"});
  REQUIRE(result);
  CHECK(result->out == fmt::format("{}\n", std::getenv("HOME")));
}

TEST_CASE("a process has no terminal to wait for") {
  CHECK(shell("exec 2>&1; exec < /dev/tty").exitCode != 0);
}

TEST_CASE("what a process printed is read although its file was replaced") {
  const CommandResult result = shell(
      "exec 3>&1; file=$(readlink /proc/self/fd/3); echo seen; rm \"$file\" && mkfifo \"$file\"");
  CHECK(result.out == "seen\n");
  CHECK(result.exitCode == 0);
}

TEST_CASE("a process gets no more memory than it may have") {
  auto result = runCommand({"/bin/sh", "-c", "x=x; while :; do x=$x$x; done"}, {20, 50});
  REQUIRE(result);
  CHECK(result->end != CommandResult::End::TimedOut);
  CHECK((result->signal != 0 || result->exitCode != 0));
}

TEST_CASE("what its processes have together is bounded as what each has") {
  // 32 MiB of letters.
  const std::string fill = "x=0123456789abcdef; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 "
                           "18 19 20 21; do x=$x$x; done; ";
  std::string parts;
  for (int i = 0; i < 8; ++i)
    parts += fmt::format("({}sleep 30 & wait) & ", fill);
  auto many = runCommand({"/bin/sh", "-c", parts + "wait"}, {20, 150});
  auto one = runCommand({"/bin/sh", "-c", fill}, {20, 150});
  REQUIRE((many && one));
  CHECK(many->end == CommandResult::End::OutOfMemory);
  CHECK(one->end == CommandResult::End::Exited);
  CHECK(one->exitCode == 0);
}

TEST_CASE("who prints without end is told from who crashes, whatever signals do to him") {
  for (const char *script : {"yes", "trap '' XFSZ; yes; exit 3", "trap '' XFSZ; yes; sleep 30"}) {
    CAPTURE(script);
    auto result = runCommand({"/bin/sh", "-c", script}, {20, 0, 0, 1});
    REQUIRE(result);
    CHECK(result->end == CommandResult::End::TooMuchWritten);
  }
  auto result = runCommand({"/bin/sh", "-c", "yes | head -c 1000000"}, {20, 0, 0, 1});
  REQUIRE(result);
  CHECK(result->end == CommandResult::End::Exited);
}

TEST_CASE("what is printed is bounded where files are not") {
  CommandLimits limits{20, 0, 0, 0, 1};
  auto result = runCommand({"/bin/sh", "-c", "yes"}, limits);
  REQUIRE(result);
  CHECK(result->end == CommandResult::End::TooMuchWritten);
  const auto folder = ScratchFolder::create();
  result = runCommand({"/bin/sh", "-c", "head -c 3000000 /dev/zero > log"}, limits, folder->path());
  REQUIRE(result);
  CHECK(result->end == CommandResult::End::Exited);
  CHECK(result->exitCode == 0);
}

TEST_CASE("a command is ended when somebody wants to stop, and what it started with it") {
  const auto folder = ScratchFolder::create();
  const std::filesystem::path mark = folder->path() / "mark";
  auto result = runCommand({"/bin/sh", "-c", "sleep 50 & : > mark; sleep 50"}, {}, folder->path(),
                           {}, [&] { return std::filesystem::exists(mark); });
  REQUIRE(result);
  CHECK(result->end == CommandResult::End::Stopped);
  result = runCommand({"/bin/sh", "-c", "exit 3"}, {}, {}, {}, [] { return false; });
  REQUIRE(result);
  CHECK(result->end == CommandResult::End::Exited);
  CHECK(result->exitCode == 3);
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

TEST_CASE("a scratch folder goes whatever was done to it") {
  const auto elsewhere = ScratchFolder::create();
  REQUIRE(elsewhere);
  fs::permissions(elsewhere->path(), fs::perms::owner_all | fs::perms::group_read);
  const auto before = fs::status(elsewhere->path()).permissions();
  std::ofstream(elsewhere->path() / "file") << "x";
  fs::path path;
  {
    auto folder = ScratchFolder::create();
    REQUIRE(folder);
    path = folder->path();
    const std::string script = fmt::format(
        "mkdir -p a/b/c locked/inner && echo x > a/b/c/d && echo x > locked/inner/file && "
        "ln -s {} link && ln -s {}/file locked/inner/link && ln -s . self && mkfifo pipe && "
        "mkdir moved-0 moved-1 && echo x > moved-1/x && echo x > moved-2 && "
        "chmod 000 locked/inner locked a/b/c a/b a && chmod 555 .",
        elsewhere->path().string(), elsewhere->path().string());
    // Deeper than a path may be long, or than files may be open.
    int place = open(path.c_str(), O_RDONLY | O_DIRECTORY);
    for (int depth = 0; depth < 1100; ++depth) {
      REQUIRE(mkdirat(place, "deep", 0700) == 0);
      const int inner = openat(place, "deep", O_RDONLY | O_DIRECTORY);
      close(place);
      place = inner;
    }
    close(place);
    auto result = runCommand({"/bin/sh", "-c", script}, {}, path);
    REQUIRE(result);
    INFO(result->err);
    CHECK(result->exitCode == 0);
  }
  CHECK_FALSE(fs::exists(path));
  // Links were not followed.
  CHECK(fs::exists(elsewhere->path() / "file"));
  CHECK(fs::status(elsewhere->path()).permissions() == before);
}

TEST_CASE("a copy of a process leaves its scratch folders alone") {
  auto folder = ScratchFolder::create();
  REQUIRE(folder);
  const pid_t child = fork();
  if (child == 0) {
    {
      const ScratchFolder gone = std::move(*folder);
    }
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  CHECK(fs::exists(folder->path()));
}
