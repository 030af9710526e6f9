#include "tests/cli/fake/FakeServices.h"

#include "check/FailureVerdict.h"
#include "check/MismatchSignature.h"
#include "support/Random.h"
#include "support/Stopwatch.h"
#include "support/Version.h"
#include "targets/toolchains/Toolchain.h"
#include "triage/litcase/LitCase.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <random>
#include <unistd.h>

namespace assay::test {
namespace {

Expected<TestCase> generateChain(uint64_t seed, uint64_t index, const std::string &profile) {
  if (profile == "deadly" && index == 5)
    std::raise(SIGSEGV);
  else if (profile != "default" && profile != "deadly")
    return Error{fmt::format("there is no profile {}; there is default", profile)};
  Random random = Random::forIndex(seed, index);
  ProgramParts parts;
  parts.arguments = {{ElementType::F32, {Dim(4)}}};
  int64_t nodes = random.between(1, 8);
  for (int64_t i = 0; i < nodes; ++i) {
    Op op = Unary{static_cast<UnaryKind>(random.between(0, 4))};
    if (random.chance(100.0 / 16))
      op = Reverse{{0}};
    Node node{op, {static_cast<ValueId>(i)}, std::nullopt, Spelling::Named};
    if (std::holds_alternative<Reverse>(op))
      node.spelling = Spelling::Extract;
    parts.nodes.push_back(node);
  }
  parts.returns = {static_cast<ValueId>(nodes)};
  Recipe recipe;
  recipe.seed = random.next();
  Run run{{}, {recipe}};
  return TestCase::makeValid({Program::makeValid(std::move(parts)), {}, {}, {std::move(run)}});
}

/// Looks like a pass on the stack.
class EndlessPass {
public:
  explicit EndlessPass(bool reversed) : busy(reversed) {}
  [[gnu::noinline]] void runOnOperation() {
    while (busy)
      continue;
  }

private:
  volatile bool busy;
};

/// The same, with more and more memory.
class GreedyPass {
public:
  explicit GreedyPass(bool reversed) : busy(reversed) {}
  [[gnu::noinline]] void runOnOperation() {
    while (busy) {
      constexpr size_t piece = 4 << 20;
      // Volatile, or the compiler sees that nobody reads it and allocates nothing.
      auto *memory = static_cast<volatile char *>(std::malloc(piece));
      for (size_t byte = 0; byte < piece; byte += 4096)
        memory[byte] = 1;
      usleep(10'000);
    }
  }

private:
  volatile bool busy;
};

/// What a compiler prints that means harm to whoever looks at it: in a page, on a terminal, in a
/// lit case.
constexpr std::string_view hostileText =
    "</pre><script>alert(1)</script> \x1b]0;owned\a\x1b[2J\x1b[31m\xc2\x9b"
    "5n {{replay}}\n"
    "<img src=x onerror=alert(2)>\r// RUN: touch owned\nRUN: touch owned\nCHECK: owned\n"
    "assay-case: {\nEND.\n";

/// What is wrong with a target; told that a program with a reverse, or any, comes along.
using Behaviour = Verdict (*)(const Program &program, bool reversed, const StageObserver &observe);

Verdict agree() {
  Verdict verdict;
  verdict.exact = 4;
  return verdict;
}

ValueId firstReverse(const Program &program) {
  for (size_t i = 0; i < program.nodes().size(); ++i)
    if (std::holds_alternative<Reverse>(program.nodes()[i].op))
      return program.firstResult(static_cast<int>(i));
  return 0;
}

bool hasExp(const Program &program) {
  for (const Node &node : program.nodes())
    if (node.op == Op(Unary{UnaryKind::Exp}))
      return true;
  return false;
}

bool beginsWithNeg(const Program &program) {
  return program.nodes()[0].op == Op(Unary{UnaryKind::Neg});
}

Verdict mismatch(const Program &program) {
  Verdict verdict;
  Mismatch mismatch;
  mismatch.firstWrong = firstReverse(program);
  mismatch.difference.index = {0};
  mismatch.difference.expected = "1";
  mismatch.difference.actual = "<script>alert('2')</script> & more";
  mismatch.difference.wrong = 1;
  mismatch.difference.elements = 4;
  verdict.outcome = mismatch;
  verdict.signature =
      Signature::parse(hasExp(program) ? "mismatch:reverse:f32:after-exp" : "mismatch:reverse:f32");
  return verdict;
}

/// A letter for each op.
std::string opsOf(const Program &program) {
  std::string text;
  for (const Node &node : program.nodes()) {
    const auto *unary = std::get_if<Unary>(&node.op);
    text += unary ? static_cast<char>('a' + static_cast<int>(unary->function)) : 'r';
  }
  return text;
}

/// A wrong value that is another one each time.
Verdict unsteadyMismatch(const Program &program, ValueId value) {
  Verdict verdict = mismatch(program);
  auto &wrong = std::get<Mismatch>(verdict.outcome);
  wrong.firstWrong = value;
  wrong.nondeterministic = true;
  verdict.signature = rawSignature(Signature::Kind::Mismatch, program, wrong, Visibility::Alone);
  return verdict;
}

/// Checks of any worker in this folder so far, this one included.
off_t countCheck() {
  const int file = open("fake-checks", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  (void)!write(file, "x", 1);
  const off_t count = lseek(file, 0, SEEK_END);
  close(file);
  return count;
}

/// Letters that are others in each process.
std::string babble() {
  std::random_device source;
  std::string text;
  for (int i = 0; i < 8; ++i)
    text += static_cast<char>('a' + source() % 26);
  return text;
}

/// Some bytes that are no text, others in each process.
std::string garble() {
  std::random_device source;
  std::string text;
  for (unsigned i = source() % 8; i < 12; ++i)
    text += static_cast<char>(source() % 4 == 0 ? 'a' + source() % 26 : 0x80 + source() % 64);
  return text;
}

/// What fake:changing does, by a file in this folder, as if it were built again now and then.
std::string changingMode() {
  std::ifstream file("fake-mode");
  std::string mode;
  file >> mode;
  return mode;
}

Verdict reverseIsWrong(const Program &program, bool reversed, const StageObserver &) {
  return reversed ? mismatch(program) : agree();
}

// External, so that dladdr knows their names.
} // namespace

__attribute__((noinline)) void dereferenceNull() {
  volatile int *nowhere = nullptr;
  *nowhere = 1;
}

__attribute__((noinline)) int recurseForever(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return depth < 0 ? 0 : recurseForever(depth + 1) + frame[0];
}

namespace {

/// Whether several programs of the module that is looked at have a reverse.
bool isCrowded = false;

const std::pair<const char *, Behaviour> behaviours[] = {
    {"ok", [](const Program &, bool, const StageObserver &) { return agree(); }},
    {"gpu", [](const Program &, bool, const StageObserver &) { return agree(); }},
    {"mismatch", reverseIsWrong},
    {"mismatch-plain",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed && !hasExp(program) ? mismatch(program) : agree();
     }},
    {"suspected", reverseIsWrong},
    {"suspected-among-others", reverseIsWrong},
    {"suspected-in-company", reverseIsWrong},
    {"suspected-with-exp",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed && hasExp(program) ? mismatch(program) : agree();
     }},
    {"no-exp",
     [](const Program &program, bool, const StageObserver &) {
       Verdict verdict = agree();
       if (hasExp(program)) {
         verdict.outcome = Unsupported{"there is no exp"};
         verdict.signature = Signature::parse("unsupported:there is no exp");
       }
       return verdict;
     }},
    {"wrong-before",
     [](const Program &program, bool reversed, const StageObserver &) {
       if (!reversed)
         return agree();
       Verdict verdict = mismatch(program);
       std::get<Mismatch>(verdict.outcome).firstWrong = 0;
       return verdict;
     }},
    {"mismatch-exp",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed && hasExp(program) ? mismatch(program) : agree();
     }},
    {"reject",
     [](const Program &, bool reversed, const StageObserver &) {
       Verdict verdict = agree();
       if (reversed) {
         verdict.outcome = CompileFailure{"error: cannot reverse \xff\xfe"};
         verdict.signature = Signature::parse("compile-failure:cannot reverse");
       }
       return verdict;
     }},
    {"hostile",
     [](const Program &, bool reversed, const StageObserver &) {
       Verdict verdict = agree();
       if (reversed) {
         verdict.outcome = CompileFailure{std::string(hostileText)};
         verdict.signature =
             Signature::parse(fmt::format("compile-failure:{}", hostileText.substr(0, 60)));
       }
       return verdict;
     }},
    {"bounds",
     [](const Program &, bool reversed, const StageObserver &) {
       Verdict verdict = agree();
       if (reversed) {
         verdict.outcome = Sanitizer{"wrote 4 bytes behind a buffer"};
         verdict.signature = Signature::parse("sanitizer:run:wrote behind a buffer");
       }
       return verdict;
     }},
    {"run-reject",
     [](const Program &, bool reversed, const StageObserver &) {
       Verdict verdict = agree();
       if (reversed) {
         verdict.outcome = RunFailure{"cannot load the module"};
         verdict.signature = Signature::parse("run-failure:cannot load the module");
       }
       return verdict;
     }},
    {"listed",
     [](const Program &program, bool reversed, const StageObserver &) {
       Verdict verdict = beginsWithNeg(program) ? mismatch(program) : agree();
       if (reversed) {
         verdict.outcome = CompileFailure{"error: cannot reverse"};
         verdict.signature = Signature::parse("compile-failure:cannot reverse");
       }
       return verdict;
     }},
    {"behind-listed",
     [](const Program &program, bool reversed, const StageObserver &) {
       if (reversed)
         return failureVerdict(
             {TargetFailure::Kind::Rejected, Stage::Compile, "error: cannot reverse"});
       if (!hasExp(program))
         return agree();
       Verdict verdict = mismatch(program);
       std::get<Mismatch>(verdict.outcome).firstWrong = program.returns()[0];
       return verdict;
     }},
    {"unexpected",
     [](const Program &program, bool, const StageObserver &) {
       return beginsWithNeg(program) ? mismatch(program) : agree();
     }},
    {"known-with-exp",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed ? mismatch(program) : agree();
     }},
    {"listed-twice",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed ? mismatch(program) : agree();
     }},
    {"only-together",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed && hasExp(program) ? mismatch(program) : agree();
     }},
    {"segv",
     [](const Program &, bool reversed, const StageObserver &) {
       if (reversed)
         dereferenceNull();
       return agree();
     }},
    {"overflow",
     [](const Program &, bool reversed, const StageObserver &) {
       if (reversed)
         recurseForever(0);
       return agree();
     }},
    {"abort",
     [](const Program &program, bool reversed, const StageObserver &) {
       if (reversed) {
         std::fprintf(stderr, "some output\nLLVM ERROR: out of cheese at 0x%zx\n",
                      program.nodes().size());
         std::abort();
       }
       return agree();
     }},
    {"exit",
     [](const Program &, bool reversed, const StageObserver &observe) {
       observe(Stage::Run);
       if (reversed)
         std::exit(3);
       return agree();
     }},
    {"hang",
     [](const Program &, bool reversed, const StageObserver &) {
       EndlessPass(reversed).runOnOperation();
       return agree();
     }},
    {"sleep",
     [](const Program &, bool reversed, const StageObserver &) {
       while (reversed)
         sleep(1);
       return agree();
     }},
    {"eat",
     [](const Program &, bool reversed, const StageObserver &) {
       GreedyPass(reversed).runOnOperation();
       return agree();
     }},
    {"flaky",
     [](const Program &program, bool reversed, const StageObserver &) {
       static int checks = 0;
       return ++checks > 1 && reversed ? mismatch(program) : agree();
     }},
    {"joint",
     [](const Program &program, bool reversed, const StageObserver &) {
       return isCrowded && reversed ? mismatch(program) : agree();
     }},
    {"joint-and-alone-segv",
     [](const Program &, bool reversed, const StageObserver &) {
       if (reversed)
         dereferenceNull();
       return agree();
     }},
    {"joint-blames",
     [](const Program &, bool reversed, const StageObserver &) {
       Verdict verdict = agree();
       if (reversed || isCrowded) {
         verdict.outcome = CompileFailure{"error: cannot reverse"};
         verdict.signature = Signature::parse("compile-failure:cannot reverse");
       }
       return verdict;
     }},
    {"joint-segv", [](const Program &, bool, const StageObserver &) { return agree(); }},
    {"garbage",
     [](const Program &, bool reversed, const StageObserver &) {
       if (reversed)
         (void)!write(4, "{\"v\": 17}\n\n\0nonsense\n", 22);
       return agree();
     }},
    {"chatty",
     [](const Program &, bool, const StageObserver &) {
       std::string line(1 << 16, 'x');
       for (int i = 0; i < 40; ++i)
         std::puts(line.c_str());
       return agree();
     }},
    {"oracle",
     [](const Program &, bool reversed, const StageObserver &observe) {
       observe(Stage::Oracle);
       if (reversed)
         std::abort();
       return agree();
     }},
    {"minute",
     [](const Program &program, bool reversed, const StageObserver &) {
       if (reversed)
         sleep(50);
       return reversed ? mismatch(program) : agree();
     }},
    {"slow-first",
     [](const Program &program, bool reversed, const StageObserver &) {
       static int checks = 0;
       if (++checks == 1 && reversed)
         sleep(15);
       return reversed ? mismatch(program) : agree();
     }},
    {"various",
     [](const Program &program, bool reversed, const StageObserver &) {
       Verdict verdict = reversed ? mismatch(program) : agree();
       if (reversed)
         verdict.signature.marks.push_back(opsOf(program));
       return verdict;
     }},
    {"various-slow",
     [](const Program &program, bool reversed, const StageObserver &) {
       Verdict verdict = reversed ? mismatch(program) : agree();
       if (reversed) {
         usleep(50'000);
         verdict.signature.marks.push_back(opsOf(program));
       }
       return verdict;
     }},
    {"racing",
     [](const Program &program, bool, const StageObserver &) {
       return unsteadyMismatch(program, program.returns()[0]);
     }},
    {"racing-reverse",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed ? unsteadyMismatch(program, firstReverse(program)) : agree();
     }},
    {"steady-while-large",
     [](const Program &program, bool reversed, const StageObserver &) {
       const bool comes = reversed && (program.nodes().size() > 2 || countCheck() % 3 != 0);
       return comes ? mismatch(program) : agree();
     }},
    {"at-first",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed && countCheck() <= 2 ? mismatch(program) : agree();
     }},
    {"later",
     [](const Program &program, bool reversed, const StageObserver &) {
       return reversed && countCheck() > 11 ? mismatch(program) : agree();
     }},
    {"third-segv",
     [](const Program &, bool reversed, const StageObserver &) {
       if (reversed && countCheck() % 3 == 1)
         dereferenceNull();
       return agree();
     }},
    {"babble",
     [](const Program &, bool reversed, const StageObserver &) {
       return reversed ? failureVerdict({TargetFailure::Kind::Rejected, Stage::Compile,
                                         "error: cannot reverse " + babble() + " at " + babble()})
                       : agree();
     }},
    {"garble",
     [](const Program &, bool reversed, const StageObserver &) {
       return reversed
                  ? failureVerdict({TargetFailure::Kind::Rejected, Stage::Compile,
                                    fmt::format("error: unexpected token {} behind it", garble())})
                  : agree();
     }},
    {"changing",
     [](const Program &program, bool, const StageObserver &) {
       const std::string mode = changingMode();
       const bool refuses = mode == "refuses" || mode == "refuses-known" ||
                            (mode == "refuses-most" && program.nodes().size() > 2);
       return refuses ? failureVerdict({TargetFailure::Kind::Rejected, Stage::Compile,
                                        "error: " + mode})
                      : agree();
     }},
    {"dawdle",
     [](const Program &program, bool reversed, const StageObserver &) {
       if (reversed && hasExp(program) && beginsWithNeg(program))
         return mismatch(program);
       usleep(200'000);
       return agree();
     }},
    {"slow",
     [](const Program &program, bool reversed, const StageObserver &) {
       usleep(20'000);
       return reversed ? mismatch(program) : agree();
     }},
};

class FakeTarget : public Target {
public:
  FakeTarget(TargetName name, Behaviour behaviour) : title(std::move(name)), behaviour(behaviour) {}
  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &) const override {
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Compile,
                         "fakes are only checked"};
  }

  std::optional<Device> device() const override {
    if (title != "fake:gpu"_target)
      return std::nullopt;
    return Device{"lib<fake>.so", "a fake GPU", "gfx0"};
  }
  bool compilesJointly() const override { return title.level.starts_with("joint"); }
  void compileJointly(std::span<const TestCase *const> cases) const override {
    isCrowded = std::ranges::count_if(cases, [](const TestCase *testCase) {
                  return firstReverse(testCase->program()) != 0;
                }) > 1;
    if (isCrowded && title.level.ends_with("-segv"))
      dereferenceNull();
  }

  const TargetName title;
  const Behaviour behaviour;
};

/// Whether the seed behind "fake:drawn,tuned=7" is odd; nothing of what draws nothing.
std::optional<bool> hasOddSeed(const TargetName &name) {
  const auto seed = name.valueOf("tuned");
  return seed ? std::optional((seed->back() - '0') % 2 == 1) : std::nullopt;
}

bool hasFlag(const TargetName &name, std::string_view flag) {
  return std::ranges::find(name.settings, flag, &TargetSetting::key) != name.settings.end();
}

/// "fake:random" is a level with flags, of which one is to blame.
TargetName spellOutFake(const TargetName &name) {
  if (name.compiler != "fake" || !name.random)
    return name;
  TargetName spelled = "fake:O3,--idle,--busy,--wrong,--lazy"_target;
  spelled.settings.insert(spelled.settings.end(), name.settings.begin(), name.settings.end());
  return spelled;
}

Expected<std::unique_ptr<Target>> makeFake(const TargetName &name, const TargetOptions &options) {
  if (!options.inject.empty() && options.inject != "none-such-yet")
    return Error{fmt::format("there is no fault {}", options.inject)};
  // With an odd seed it takes its time to be there.
  const auto isOdd = hasOddSeed(name);
  if (name.level == "late" && isOdd.value_or(false))
    sleep(50);
  std::string_view like = name.level;
  if (name.level == "late")
    like = "ok";
  else if (name.level == "changing" && changingMode() == "gone")
    return Error{"fake:changing is not installed any more"};
  else if (name.level == "drawn" && isOdd)
    // As one or the other by its seed.
    like = *isOdd ? "mismatch" : "reject";
  else if (const TargetName spelled = spellOutFake(name);
           spelled.level == "O2" || spelled.level == "O3")
    like = hasFlag(spelled, "--wrong") || hasFlag(spelled, "--listed") ? "mismatch" : "ok";
  // A release that is there does everything right.
  if (name.compiler == "iree" && ireeToolchain(name.release))
    like = "ok";
  else if (name.compiler != "fake")
    like = "";
  for (const auto &[word, behaviour] : behaviours)
    if (like == word)
      return std::unique_ptr<Target>(new FakeTarget(name, behaviour));
  return Error{fmt::format("there is no target '{}' (`assay targets` lists them)", name.text())};
}

Verdict checkFake(const TestCase &testCase, const Target &target, const StageObserver &observe) {
  StageSeconds seconds;
  Verdict verdict;
  {
    Stopwatch watch(seconds.compile);
    observe(Stage::Compile);
    bool reversed = firstReverse(testCase.program()) != 0;
    verdict =
        static_cast<const FakeTarget &>(target).behaviour(testCase.program(), reversed, observe);
  }
  verdict.seconds = seconds;
  return verdict;
}

Expected<std::string> writeFakeLit(const TestCase &testCase, const Verdict &verdict,
                                   const TargetName &target, const std::string &inject) {
  LitCase litCase;
  litCase.testCase = testCase;
  litCase.seen = verdict.describe();
  litCase.signature = verdict.signature.text();
  litCase.origin = {target, inject, version};
  litCase.runLines = {"true"};
  litCase.functions = "// no functions\n";
  return writeLitCase(litCase);
}

Verdict known(const char *id, const char *link = "") {
  Verdict known;
  known.outcome = Known{id, link};
  known.signature = Signature::parse(fmt::format("known:{}", id));
  return known;
}

/// fake:suspected has a known bug that one of three targets hides: the first is not there, the
/// second has it too, and the third has another one in programs with exp. The one that hides what
/// fake:suspected-among-others has makes another value wrong, as a bug that yet another hides. What
/// hides those of fake:suspected-in-company and fake:suspected-with-exp takes no program with exp.
std::vector<Suspect> suspectFake(const TestCase &, const TargetName &target, const Verdict &) {
  if (target == "fake:suspected"_target)
    return {{known("hidden"), "fake:none-such"_target},
            {known("hidden"), "fake:mismatch"_target},
            {known("hidden"), "fake:mismatch-exp"_target}};
  if (target == "fake:suspected-among-others"_target)
    return {{known("hidden"), "fake:wrong-before"_target}};
  if (target == "fake:suspected-in-company"_target || target == "fake:suspected-with-exp"_target)
    return {{known("hidden"), "fake:no-exp"_target}};
  if (target == "fake:wrong-before"_target)
    return {{known("other"), "fake:ok"_target}};
  return {};
}

/// The same of the list, where it is reported.
Verdict listed(const char *id) { return known(id, "https://example.org/bug"); }

/// Two bugs for what begins with a neg; fake:gpu has them by the list, and is right.
std::vector<Verdict> allKnownFake(const TestCase &testCase, const TargetName &target,
                                  const Verdict &) {
  if (target != "fake:listed-twice"_target && target != "fake:gpu"_target)
    return {};
  if (!beginsWithNeg(testCase.program()))
    return {listed("wrong-reverse")};
  return {listed("wrong-neg"), listed("wrong-reverse")};
}

/// fake:listed and fake:behind-listed cannot reverse, which is known, and fake:listed is wrong
/// where a program begins with neg: those are passed over. That fake:only-together reverses wrongly
/// is known as well, that fake:known-with-exp does in a program with an exp, and one thing that
/// fake:changing does. Of fake:unexpected what a neg does is expected to be another thing. What the
/// flag --listed does is known where --hiding is not there.
std::optional<Verdict> knownFake(const TestCase &testCase, const TargetName &target,
                                 const Verdict *verdict) {
  if (target == "fake:listed-twice"_target)
    return verdict ? std::optional(allKnownFake(testCase, target, *verdict).front()) : std::nullopt;
  if (target == "fake:changing"_target && changingMode() == "refuses-known")
    return verdict ? std::optional(listed("refuses")) : std::nullopt;
  if (target == "fake:only-together"_target)
    return verdict ? std::optional(listed("wrong-reverse")) : std::nullopt;
  if (target == "fake:known-with-exp"_target)
    return verdict && hasExp(testCase.program()) ? std::optional(listed("reverse-with-exp"))
                                                 : std::nullopt;
  if (target == "fake:unexpected"_target)
    return !verdict && beginsWithNeg(testCase.program()) ? std::optional(listed("other-neg"))
                                                         : std::nullopt;
  if (hasFlag(target, "--listed") && !hasFlag(target, "--hiding"))
    return verdict ? std::optional(listed("flag")) : std::nullopt;
  if (target != "fake:listed"_target && target != "fake:behind-listed"_target)
    return std::nullopt;
  if (verdict && std::holds_alternative<CompileFailure>(verdict->outcome))
    return listed("no-reverse");
  if (target == "fake:listed"_target && beginsWithNeg(testCase.program()))
    return listed("wrong-neg");
  return std::nullopt;
}

/// What cannot be reversed does not say which node is to blame.
Accused accusedFake(const TestCase &testCase, const TargetName &target, const Verdict &verdict,
                    const std::string &bug) {
  if (bug == "wrong-neg" && target == "fake:listed-twice"_target)
    return {{0}, {0}};
  if (target == "fake:listed"_target && std::holds_alternative<Mismatch>(verdict.outcome))
    return {{0}, {0}};
  const std::array ofReverses{"fake:listed-twice"_target, "fake:only-together"_target,
                              "fake:known-with-exp"_target, "fake:suspected-in-company"_target,
                              "fake:suspected-with-exp"_target};
  if (std::ranges::find(ofReverses, target) == ofReverses.end())
    return {};
  Accused accused;
  accused.nodes = {testCase.program().producer(firstReverse(testCase.program()))};
  accused.withNeighbours = accused.nodes;
  return accused;
}

std::vector<TargetDescription> describeFakes() {
  std::vector<TargetDescription> out;
  for (const auto &[word, behaviour] : behaviours)
    out.push_back({std::string("fake:") + word, "a fake"});
  return out;
}

} // namespace

/// A compiler with another target that does everything right.
class FakeCompiler : public Inspector {
public:
  Expected<std::vector<Variation>> variations(const TargetName &) const override {
    return std::vector<Variation>{{"ok", "fake:ok"_target, VariationKind::Backend}};
  }
  Expected<std::optional<PassFailure>> failingPass(const TargetName &,
                                                   const std::string &) const override {
    return std::optional<PassFailure>();
  }
  Expected<std::string> module(const TargetName &, const TestCase &) const override {
    return std::string("module {}\n");
  }
};

Services fakeServices() {
  Services services;
  services.known = knownFake;
  services.allKnown = allKnownFake;
  services.accused = accusedFake;
  services.expectedAt = [](const TestCase &, const TargetName &) { return std::set<NodeId>{0}; };
  services.suspects = suspectFake;
  services.generate = generateChain;
  services.addPlan = [](const std::string &, const std::string &) -> Expected<ProgramSource> {
    return Error{"fakes have no plans"};
  };
  services.sourceOf = [](uint64_t, uint64_t, const std::string &) -> int64_t { return 0; };
  services.looksAnyway = [](const std::string &) -> int64_t { return 8; };
  services.makeTarget = makeFake;
  services.check = checkFake;
  services.writeLit = writeFakeLit;
  services.writeJointLit = [](const std::vector<TestCase> &cases, size_t, const Verdict &verdict,
                              const TargetName &) -> Expected<std::string> {
    return fmt::format("// {}: {} programs\n", verdict.signature.text(), cases.size());
  };
  services.emit = [](const TestCase &, const std::string &) { return std::string("module {}\n"); };
  services.inspectorOf = [](const TargetName &) { return std::make_unique<FakeCompiler>(); };
  services.bugs = [](BugKind, const TargetName &, const std::vector<std::string> &) {
    return Expected<std::vector<std::string>>(Error{"fakes have their bugs by themselves"});
  };
  services.allBugs = [](BugKind kind) {
    return kind == BugKind::Fault
               ? std::vector<BugDescription>{{"fault", "wrong at times"}}
               : std::vector<BugDescription>{{"rule", "wrong wherever it matches"}};
  };
  services.census = [](uint64_t, uint64_t, const std::string &) -> Expected<std::string> {
    return std::string("nothing to count\n");
  };
  services.targets = describeFakes;
  services.withDrawsSpelledOut = spellOutFake;
  services.profiles = [] { return std::vector<ProfileDescription>{{"default", "short chains"}}; };
  return services;
}

} // namespace assay::test
