#include "campaign/workers/Death.h"
#include "check/SameFailure.h"
#include "target/CrashText.h"

#include <catch2/catch.hpp>

#include <csignal>

using namespace assay;

namespace {

/// As waitpid(2) tells of a death by signal.
int killedBy(int signal) { return signal; }
int exitedWith(int code) { return code << 8; }

Verdict mismatch(const char *signature) {
  Verdict verdict;
  verdict.outcome = Mismatch();
  verdict.signature = Signature::parse(signature);
  return verdict;
}

} // namespace

TEST_CASE("A crash is named by stage, signal and the first functions that say something") {
  Death death;
  death.stage = Stage::Compile;
  death.status = killedBy(SIGSEGV);
  death.signal = SIGSEGV;
  death.frames = "?\n_ZN4mlir6detail6OpPass3runEPNS_9OperationE\n"
                 "_ZN4mlir6detail6OpPass3runEPNS_9OperationE\n_ZN5assay9runWorkerEv\n";
  Verdict verdict = verdictOf(death);
  CHECK(verdict.name() == "crash");
  CHECK(verdict.isFinding());
  CHECK(verdict.signature.text() == "crash:compile:SIGSEGV:mlir::detail::OpPass::run");
}

TEST_CASE("Function names lose arguments, template arguments and return types") {
  CHECK(topFrames("_ZN4llvm11SmallVectorIiLj4EE9push_backERKi\n") ==
        std::vector<std::string>{"llvm::SmallVector::push_back"});
  CHECK(topFrames("_Z3fooIiEvT_\n") == std::vector<std::string>{"foo"});
  CHECK(topFrames("_ZN4mlir12RewriterBase9replaceOpEPNS_9OperationES2_\n_ZN7Pattern3runEv\n") ==
        std::vector<std::string>{"Pattern::run"});
  CHECK(topFrames("_ZN12_GLOBAL__N_14Pass3runEv\n") == std::vector<std::string>{"Pass::run"});
  CHECK(topFrames("_ZNK3FooclEi\n") == std::vector<std::string>{"Foo::operator()"});
  CHECK(topFrames("<compiled code>\n<compiled code>\nmain\n") ==
        std::vector<std::string>{"<compiled code>"});
  CHECK(topFrames("").empty());
  // A recursion without end may run out of stack in any of its functions, or in what they call.
  std::string recursion;
  for (int depth = 0; depth < 60; ++depth)
    recursion += "_ZN5Parts4partEv\n_ZN5Parts5visitEv\n";
  for (const char *top : {"", "_ZN5Parts5visitEv\n", "_ZN4llvm3useEv\n"})
    CHECK(topFrames(top + recursion + "main\n") ==
          std::vector<std::string>{"Parts::part", "Parts::visit"});
  CHECK(topFrames("abort\nraise\n?").empty());
  CHECK(topFrames("syscall\n_ZL13SignalHandleriP9siginfo_tPv\n<libc.so.6+3c050>\na1\n") ==
        std::vector<std::string>{"a1"});
}

TEST_CASE("A place in a library is named by its function if that is known, or else by its offset") {
  const auto lookup = [](const std::string &file, uint64_t address) -> std::string {
    return file == "/usr/lib/x.so" && address == 0x1a2b ? "_ZN4Pass3runEv" : "";
  };
  CHECK(withFunctionNames("a1\n</usr/lib/x.so+1a2b>\n</usr/lib/x.so+1>\n<x>", lookup) ==
        "a1\n_ZN4Pass3runEv\n</usr/lib/x.so+1>\n<x>");
  CHECK(withFunctionNames("</usr/lib/x.so+1a2b>\n", {}) == "</usr/lib/x.so+1a2b>\n");
  CHECK(withFunctionNames("</usr/lib/x.so+1a", lookup) == "</usr/lib/x.so+1a");
  CHECK(withFunctionNames("", lookup) == "");
  CHECK(topFrames("</proc/self/exe+0>") == std::vector<std::string>{"<exe+0>"});
  CHECK(topFrames("</no/such/x.so+1a2b>") == std::vector<std::string>{"<x.so+1a2b>"});
  CHECK(topFrames("</dev/null+1>\n</+1>\n<x+y/z>") ==
        std::vector<std::string>{"<null+1>", "<+1>", "<x+y/z>"});
  CHECK(topFrames("</lib/libc.so.6+1>").empty());
  CHECK(topFrames("a1\n</usr/lib/x.s") == std::vector<std::string>{"a1"});
}

TEST_CASE("A recursion names each of its functions once, however deep it was") {
  CHECK(topFrames("a1\nb1\na1\nb1\na1\n") == topFrames("a1\nb1\na1\nb1\n"));
}

TEST_CASE("Last words are a better name than frames, and lose what changes from run to run") {
  Death death;
  death.status = death.signal = SIGABRT;
  death.frames = "_ZN4mlir3fooEv\n";
  death.output = "noise\nLLVM ERROR: operand 17 at 0x7f12ab\nmore";
  Verdict first = verdictOf(death);
  death.output = "LLVM ERROR: operand 3 at 0x55aa";
  CHECK(first.signature == verdictOf(death).signature);
  CHECK(first.signature.text().starts_with("crash:compile:SIGABRT:LLVM ERROR: operand"));
}

TEST_CASE("An exit is a crash with its code") {
  Death death;
  death.stage = Stage::Run;
  death.status = exitedWith(3);
  CHECK(verdictOf(death).signature.text() == "crash:run:exit 3");
}

TEST_CASE("Limits are time-outs of the target, but no accusation in stages of ours") {
  Death death;
  death.status = killedBy(SIGKILL);
  death.limit = Death::Limit::Time;
  death.stage = Stage::Compile;
  CHECK(verdictOf(death).signature.text() == "timeout:compile");
  death.frames = "malloc\n_ZN4mlir6detail17OpToOpPassAdaptor14runOnOperationEv\n"
                 "_ZN4mlir12_GLOBAL__N_110BubblePass14runOnOperationEv\n"
                 "_ZN9OuterPass14runOnOperationEv\n";
  CHECK(verdictOf(death).signature.text() == "timeout:compile:BubblePass");
  death.limit = Death::Limit::Memory;
  CHECK(verdictOf(death).signature.text() == "timeout:compile:BubblePass");
  death.frames.clear();
  death.stage = Stage::Run;
  CHECK(verdictOf(death).signature.text() == "timeout:run:memory");
  for (Stage stage : {Stage::Oracle, Stage::Compare, Stage::Generate}) {
    death.stage = stage;
    CHECK(verdictOf(death).name() == "inconclusive");
  }
}

TEST_CASE("A SIGKILL that is nobody's is the kernel's, short of memory") {
  Death death;
  death.status = killedBy(SIGKILL);
  death.stage = Stage::Run;
  CHECK(verdictOf(death).signature.text() == "timeout:run:memory");
}

TEST_CASE("A crash of the reference is a bug of assay, not of the target") {
  Death death;
  death.stage = Stage::Oracle;
  death.status = death.signal = SIGABRT;
  CHECK(verdictOf(death).signature.isOurBug());
  death.stage = Stage::Compile;
  CHECK_FALSE(verdictOf(death).signature.isOurBug());
  death.stage = Stage::Generate;
  CHECK_FALSE(verdictOf(death).isFinding());
}

TEST_CASE("A mismatch is the same cause whatever its types, but not of another op") {
  Verdict wanted = mismatch("mismatch:topk.indices:f16->i64:named");
  CHECK(sameFailure(wanted, mismatch("mismatch:topk.indices:f32->i64:generic:together")));
  CHECK_FALSE(sameFailure(wanted, mismatch("mismatch:topk.values:f16:named")));
  Verdict crash;
  crash.outcome = Crash();
  crash.signature = wanted.signature;
  CHECK_FALSE(sameFailure(wanted, crash));
  Verdict agree;
  CHECK_FALSE(sameFailure(agree, agree));
}
