#include "targets/commands/CommandFailure.h"
#include "target/CrashText.h"
#include "targets/commands/Placeholders.h"

#include <catch2/catch.hpp>

#include <csignal>

using namespace assay;

using Words = std::vector<std::string>;

TEST_CASE("a diagnostic is the first line with an error in it, else the first line") {
  auto first = [](std::string_view text) { return firstDiagnostic(text, "/tmp/x"); };
  CHECK(first("") == "");
  CHECK(first("\n\n  hello\nworld\n") == "hello");
  CHECK(first("warning: no\nf.mlir:1:2: error: yes\nerror: later") == "f.mlir:1:2: error: yes");
  CHECK(first("remark: foo error: not me\nerror: real\n") == "error: real");
  CHECK(first("Traceback\nValueError: bad") == "ValueError: bad");
  CHECK(first("\x1b[0;1;31merror: \x1b[0mred") == "error: red");
  CHECK(first("/tmp/x/input.mlir:1:2: error: in /tmp/x/y, not /tmp/z") ==
        "input.mlir:1:2: error: in y, not /tmp/z");
  CHECK(first(std::string("error: \x01\x02 a\tb\r\n")) == "error:  a b");
  CHECK(first("\x1b[") == "");
  CHECK(first(std::string(100000, 'x')).size() == 2000);
}

TEST_CASE("functions of a stack dump are found with and without a symboliser") {
  const std::string symbols = R"(Stack dump:
0.	Program arguments: x
 #0 0x00007fb2852b8786 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/lib/libLLVM.so.22.1+0x4eb8786)
 #1 0x00007fb27fe5a050 (/lib/x86_64-linux-gnu/libc.so.6+0x3c050)
 #2 0x00007fb27ff162ad mlir::foo(int) ./a/b.cpp:26:10
 #3 0x00007fb28521d1f7 (/usr/lib/libMLIR.so.22.1+0x4e1d1f7)
#10 0x00007fb28f7c77d8 mlir::Bar<int>::run(mlir::Op) const (/usr/lib/libMLIR.so.22.1+0x63c77d8)
that was it
 #2 0x1 notThis() a.cpp:1:1
)";
  CHECK(
      stackDump(symbols) ==
      "mlir::foo(int)\n</usr/lib/libMLIR.so.22.1+4e1d1f7>\nmlir::Bar<int>::run(mlir::Op) const\n");
  CHECK(topFrames(stackDump(symbols)) ==
        Words{"mlir::foo", "<libMLIR.so.22.1+4e1d1f7>", "mlir::Bar::run"});
  const std::string plain = R"(Stack dump:
Stack dump without symbol names (ensure you have llvm-symbolizer in your PATH):
0  libLLVM.so.22.1 0x00007fda584b8786 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) + 54
1  libLLVM.so.22.1 0x00007fda584b94f4
2  libc.so.6       0x00007fda5345a050
3  libLLVM.so.22.1 0x00007fda584ae805 llvm::sys::fs::read(int, llvm::SmallVectorImpl<char>&) + 133
4  mlir-opt-22     0x000055b26f0c4291 main + 865
)";
  CHECK(topFrames(stackDump(plain)) == Words{"llvm::sys::fs::read"});
  CHECK(stackDump("no dump at all\n #2 0x1 f() a.cpp:1:1\n") == "");
}

static TargetFailure failureOf(const CommandResult &result) {
  auto failure = failureOf(result, Stage::Compile, "");
  REQUIRE(failure);
  return *failure;
}

TEST_CASE("how a process ended says what it did") {
  using End = CommandResult::End;
  using Kind = TargetFailure::Kind;
  CHECK_FALSE(failureOf({End::Exited, 0, 0, "", "error: none"}, Stage::Run, ""));
  CHECK(failureOf({End::TimedOut, 0, 0, "", "error: x"}).kind == Kind::TimedOut);
  CHECK(failureOf({End::TooManyProcesses, 0, 0, "", "fork: no\n"}).detail ==
        "starts processes without end");
  CHECK(failureOf({End::TooMuchWritten, 0, 0, "", "error: x\n"}).detail == "writes without end");
  CHECK(failureOf({End::Exited, 1, 0, "", "out: File too large\n"}).detail == "writes without end");
  CHECK(failureOf({End::OutOfMemory, 0, 0, "", "error: x\n"}).kind == Kind::OutOfMemory);
  CHECK(failureOf({End::Exited, 1, 0, "on stdout", ""}).detail == "on stdout");
  CHECK(failureOf({End::Exited, 1, 0, "on stdout", "on stderr"}).detail == "on stderr");
  CHECK(
      failureOf(
          {End::Exited, 1, 0, "",
           "f:1:2: error: bad\n  code\nf:1:2: note: see current operation: \n%1 = \"a.b\"(%0)\n}"})
          .detail == "f:1:2: error: bad\nsee current operation: %1 = \"a.b\"(%0)");
  CHECK(failureOf({End::Exited, 2, 0, "", ""}).detail == "exits with 2 and says nothing");
  CHECK(failureOf({End::Exited, 1, 0, "", "std::bad_alloc"}).kind == Kind::OutOfMemory);
  CHECK(failureOf({End::Signalled, 0, SIGKILL, "", ""}).kind == Kind::OutOfMemory);
  const TargetFailure crash = failureOf({End::Signalled, 0, SIGSEGV, "", "PLEASE submit\n"});
  CHECK(crash.kind == Kind::Crashed);
  CHECK(crash.detail == "SIGSEGV");
  CHECK(failureOf({End::Exited, 134, 0, "", "LLVM ERROR: no"}).detail == "SIGABRT: LLVM ERROR: no");
}

TEST_CASE("a driver that passes on a stack dump passes on a crash, whatever it exits with") {
  const auto failed = [](const std::string &frames, const std::string &before = "") {
    return failureOf({CommandResult::End::Exited, 1, 0, "",
                      before + "Stack dump:\n0.\tProgram arguments: x\n" + frames +
                          "driver.py: error: the compiler failed\n"});
  };
  const TargetFailure crash = failed(" #0 0x1 mlir::foo(int) ./a.cpp:26:10\n");
  CHECK(crash.kind == TargetFailure::Kind::Crashed);
  CHECK(crash.detail == "SIGSEGV: mlir::foo\n  mlir::foo");
  CHECK(
      failed(" #0 0x1 abort (/lib/libc.so.6+0x2)\n #1 0x1 mlir::foo(int) ./a.cpp:26:10\n").detail ==
      "SIGABRT: mlir::foo\n  mlir::foo");
  CHECK(failed(" #0 0x1 f() a.cpp:1:1\n", "x: Assertion `i < n' failed.\n").detail ==
        "SIGABRT: x: Assertion `i < n' failed.\n  f");
  CHECK(failed("").kind == TargetFailure::Kind::Rejected); // no frame
}

TEST_CASE("placeholders become words, other braces stay") {
  const Substitutions substitutions{{{"input", "a b"}, {"x", "{input}"}},
                                    {{"flags", {"-f", "-g"}}, {"none", {}}}};
  CHECK(expanded({"cc", "{input}", "-o{x}{input}!", "{flags}", "{none}", "{other}"},
                 substitutions) == Words{"cc", "a b", "-o{input}a b!", "-f", "-g", "{other}"});
  CHECK(expanded({"p{a=1 b{c}}", "{", "}", "{}", "{{input}}", "{flags}x"}, substitutions) ==
        Words{"p{a=1 b{c}}", "{", "}", "{}", "{a b}", "{flags}x"});
}
