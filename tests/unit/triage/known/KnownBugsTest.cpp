#include "triage/known/KnownBugs.h"
#include "check/CauseJson.h"
#include "check/FailureVerdict.h"
#include "triage/known/Entry.h"

#include "program/Text.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <map>

using namespace assay;
using Catch::Matchers::Contains;

static TestCase read(const std::string &text) {
  auto testCase = readText("assay 1\n" + text, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  return *testCase;
}

/// A sum of a fill, and one of an argument.
static const char *sumOfFill = R"(%0 = argument f32[2]
%1 = fill() {shape=[2], value=3}
%2 = reduce(%1) {dims=[0]}
return %2
run
  %0 = f32[2] [1,2]
)";
static const char *sumOfArgument = R"(%0 = argument f32[2]
%1 = reduce(%0) {dims=[0]}
return %1
run
  %0 = f32[2] [1,2]
)";
/// What is inserted into is returned, or not.
static std::string insertion(const char *returned) {
  return std::string(R"(%0 = argument f32[2]
%1 = argument f32[1]
%2 = insert_slice(%1, %0) {offsets=[0], strides=[1]}
)") + "return " +
         returned + R"(
run
  %0 = f32[2] [1,2]
  %1 = f32[1] [3]
)";
}

static Verdict failure(Outcomes outcome, std::string_view signature) {
  Verdict verdict;
  verdict.outcome = std::move(outcome);
  verdict.signature = Signature::parse(signature);
  return verdict;
}

/// A bug of IREE 3, of which the text says the rest.
static KnownBugs bugOf3(const std::string &rest) {
  auto known = KnownBugs::parse(
      R"([{"id":"x","compiler":"iree","since":"3","until":"4",)" + rest + "}]", "list");
  if (!known)
    FAIL(known.error().message);
  return *known;
}

/// Whether a bug whose "steer" is that list is expected in the program.
static bool isExpected(const std::string &steer, const TestCase &testCase) {
  return bugOf3(R"("verdict":"crash","says":"y","steer":)" + steer)
             .expect(testCase, "iree@3.13.0:llvm-cpu:O2"_target) != nullptr;
}

static const TargetName target = "iree@3.13.0:llvm-cpu:O2"_target;

/// The rest of a bug that every sum of a fill has.
static const char *sumsOfFills =
    R"("verdict":"mismatch","steer":true,"structure":{"op":"reduce","operand":{"op":"fill"}})";

TEST_CASE("a failure is known by verdict, signature, structure and version") {
  const KnownBugs known = bugOf3(sumsOfFills);
  const Verdict wrong = failure(Mismatch{0, {}, 2}, "mismatch:reduce(sum):f32:named");
  const TestCase has = read(sumOfFill), hasNot = read(sumOfArgument);
  REQUIRE(known.explain(has, target, wrong));
  CHECK(known.explain(has, target, wrong)->id == "x");
  CHECK_FALSE(known.explain(hasNot, target, wrong));
  CHECK_FALSE(known.explain(has, "iree@4.1.0:llvm-cpu:O2"_target, wrong));
  CHECK_FALSE(known.explain(has, "cpu:O2"_target, wrong));
  CHECK_FALSE(known.explain(has, target, failure(Crash{}, "crash:compile:SIGSEGV")));
  CHECK(known.expect(has, target));
  CHECK_FALSE(known.expect(hasNot, target));
}

TEST_CASE("a crash that is not in the same place each time is known by the first place") {
  const KnownBugs known = bugOf3(R"("verdict":"crash","says":"Folder::fold<Driver::run")");
  const TestCase testCase = read(sumOfArgument);
  const Crash crash{Stage::Compile, "SIGSEGV\n  Operands::set\n  Folder::fold\n  Driver::run"};
  CHECK(known.explain(testCase, target, failure(crash, "crash:compile:SIGSEGV:Operands::*")));
  CHECK_FALSE(known.explain(testCase, target, failure(crash, "crash:compile:SIGSEGV:Folder::x")));
  const Crash other{Stage::Compile, "SIGSEGV\n  Operands::set\n  Folder::fold"};
  CHECK_FALSE(known.explain(testCase, target, failure(other, "crash:compile:SIGSEGV:Operands::*")));
}

TEST_CASE("a bug of one backend is news on another") {
  const Verdict wrong = failure(Mismatch{}, "mismatch:cast:f32->i32:named");
  const TestCase cast = read(R"(%0 = argument f32[2]
%1 = cast(%0) {to=i32}
return %1
run
  %0 = f32[2] [1,2.5]
)");
  const KnownBugs known =
      bugOf3(R"("backend":"vmvx","verdict":"mismatch","structure":{"op":"cast","element":"i32"})");
  CHECK(known.explain(cast, "iree@3.13.0:vmvx:O2"_target, wrong));
  CHECK(known.explain(cast, "iree@3.13.0:vmvx"_target, wrong));
  CHECK_FALSE(known.explain(cast, target, wrong));
}

TEST_CASE("a bug of one flavour is news in another") {
  const Verdict wrong = failure(Mismatch{}, "mismatch:binary(floor_div):i64:named");
  const TestCase division = read(R"(%0 = argument i64[1]
%1 = binary(%0, %0) {function=floor_div}
return %1
run
  %0 = i64[1] [3]
)");
  const KnownBugs known =
      bugOf3(R"("flavour":"torch","verdict":"mismatch","structure":{"function":"floor_div"})");
  for (const TargetName &name : {"iree@3.13.0:llvm-cpu:O2,flavour=torch"_target,
                                 "iree@3.13.0:vmvx,flavour=torch,--x"_target})
    CHECK(known.explain(division, name, wrong));
  for (const TargetName &name : {target, "iree@3.13.0:llvm-cpu:O2,flavour=stablehlo"_target})
    CHECK_FALSE(known.explain(division, name, wrong));
}

TEST_CASE("a bug of some levels is news at the others") {
  const KnownBugs known = bugOf3(R"("verdict":"crash","levels":["O0","O1"],"says":"y")");
  auto isKnown = [&](const TargetName &name) {
    return known.explain(read(sumOfFill), name, failure(Crash{}, "crash:y")) != nullptr;
  };
  CHECK(isKnown("iree@3.13.0:hip:O0"_target));
  CHECK(isKnown("iree@3.13.0:hip:O1,flavour=torch"_target));
  CHECK_FALSE(isKnown("iree@3.13.0:hip:O2"_target));
  CHECK_FALSE(isKnown("iree@3.13.0:hip:O2,--iree-x=O1"_target));
  CHECK_FALSE(isKnown("iree@3.13.0:hip"_target));
}

TEST_CASE("a bug of some levels of a compiler without backends is news at the others") {
  auto known = KnownBugs::parse(
      R"([{"id":"x","compiler":"mycc","verdict":"crash","levels":["O0"],"says":"y"},
          {"id":"z","compiler":"mycc","verdict":"crash","levels":["O2"],"says":"y",
           "hidden_by":["O1"]}])",
      "list");
  REQUIRE(known);
  const Verdict crash = failure(Crash{}, "crash:y");
  CHECK(known->explain(read(sumOfFill), "mycc:O0"_target, crash));
  CHECK(known->explain(read(sumOfFill), "mycc:O0,--fast"_target, crash));
  CHECK_FALSE(known->explain(read(sumOfFill), "mycc:O2"_target, crash));
  const auto suspects = known->suspects(read(sumOfFill), "mycc:O2"_target, crash);
  REQUIRE(suspects.size() == 1);
  CHECK("mycc:O2"_target.with(suspects[0]->hiddenBy[0]) == "mycc:O1"_target);
}

TEST_CASE("a planted bug in an op that an entry names is news where its structure is not") {
  const Verdict wrong = failure(Mismatch{0, {}, 2}, "mismatch:reduce(sum):f32:named");
  CHECK_FALSE(bugOf3(sumsOfFills).explain(read(sumOfArgument), target, wrong));
}

TEST_CASE("a verdict of a known bug is no finding, and says which") {
  const Verdict verdict = knownVerdict("x", "https://example.org/1");
  CHECK_FALSE(verdict.isFinding());
  CHECK(verdict.name() == "known");
  CHECK(verdict.signature.text() == "known:x");
}

TEST_CASE("The list that comes along can be read") {
  std::map<std::string, std::string> compilers;
  for (const KnownBug &bug : KnownBugs::builtIn().all()) {
    INFO(bug.id);
    CHECK(compilers.try_emplace(bug.id, bug.compiler).first->second == bug.compiler);
  }
  CHECK(compilers.size() > 200);
}

TEST_CASE("Of two entries that explain a failure the first names it") {
  auto known = KnownBugs::parse(
      R"([{"id":"narrow","compiler":"c","verdict":"mismatch","structure":{"operand":{"op":"fill"}}},
          {"id":"wide","compiler":"c","verdict":"mismatch","structure":{"op":"reduce"}}])",
      "list");
  REQUIRE(known);
  const Verdict wrong = failure(Mismatch{0, {}, 2}, "mismatch:reduce(sum):f32:named");
  CHECK(known->explain(read(sumOfFill), "c:O2"_target, wrong)->id == "narrow");
  const Verdict other = failure(Mismatch{0, {}, 1}, "mismatch:reduce(sum):f32:named");
  CHECK(known->explain(read(sumOfArgument), "c:O2"_target, other)->id == "wide");
}

TEST_CASE("A list is named by what it says of the compilers that are asked for") {
  const KnownBugs none = *KnownBugs::parse("[]", "none");
  const KnownBugs &some = KnownBugs::builtIn();
  const auto nameOf = [](const KnownBugs &list) { return list.nameFor({"iree", "mlir"}); };
  CHECK(nameOf(none.followedBy(some)) == nameOf(some));
  CHECK(nameOf(some.followedBy(none)) == nameOf(some));
  CHECK(nameOf(some.followedBy(some)) != nameOf(some));
  const KnownBugs mine = *KnownBugs::parse(
      R"([{"id":"mine","compiler":"mine","verdict":"crash","says":"assertion"}])", "mine");
  CHECK(nameOf(mine.followedBy(some)) == nameOf(some));
  CHECK(mine.followedBy(some).nameFor({"iree", "mine"}) != some.nameFor({"iree", "mine"}));
}

TEST_CASE("What is not the same each time in what a failure says may be anything") {
  const KnownBugs known = *KnownBugs::parse(
      R"([{"id":"x","compiler":"c","verdict":"compile_failure","says":"failed in /tmp/* after *, (line"}])",
      "list");
  const auto isKnown = [&](const std::string &words) {
    return known.explain(read(sumOfFill), "c:O2"_target,
                         failure(CompileFailure{words}, "compile-failure:compile:" + words)) !=
           nullptr;
  };
  CHECK(isKnown("failed in /tmp/a after 7 s, (line 3)"));
  CHECK_FALSE(isKnown("failed in /tmp/a, (line 7) after"));
  CHECK_FALSE(isKnown("after 7 s, failed in /tmp/a, (line"));
}

TEST_CASE("an entry that says too little or nonsense is an error with its place") {
  const std::pair<const char *, const char *> wrong[] = {
      {"{}", "no JSON list"},
      {"[", "no JSON list"},
      {"[1]", "entry 0: is no object"},
      {"[{}]", "there is no id"},
      {R"([{"id": 3}])", "id is no text"},
      {R"([{"idd": "x"}])", "'idd' is not known"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"x","verdict":"crash","says":"y"}])",
       "versions"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crush","says":"y"}])",
       "no verdict 'crush'"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash"}])",
       "every failure"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","structure":{}}])",
       "no object with keys"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","structure":{"updates":1}}])",
       "updates"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","says":"y","hidden_by":"O0"}])",
       "hidden_by is no list of texts"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","hidden_by":["O0"]}])",
       "would be every failure"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","says":"y","steer":true}])",
       "no structure to steer by"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","says":"y","steer":3}])",
       "neither true nor a list"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","says":"y","steer":[{"disguised":[0,"all"]}]}])",
       "steer disguised is not"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","says":"y","levels":"O1"}])",
       "levels is no list of texts"},
      {R"([{"id":"x","compiler":"iree","since":"3","until":"4","verdict":"crash","says":"y","levels":[]}])",
       "levels is no list of texts"},
  };
  for (const auto &[text, why] : wrong) {
    INFO(text);
    auto known = KnownBugs::parse(text, "list");
    REQUIRE_FALSE(known);
    CHECK_THAT(known.error().message, Contains(why));
  }
}

TEST_CASE("what is written over counts as shared if something else reads it or returns it") {
  const KnownBugs known =
      bugOf3(R"("verdict":"mismatch","steer":true,"structure":{"updates":"shared argument"})");
  CHECK(known.expect(read(insertion("%2, %0")), target));
  CHECK_FALSE(known.expect(read(insertion("%2")), target));
  CHECK_FALSE(known.expect(read(insertion("%2, %1")), target));
}

TEST_CASE(
    "What is written over in a slice counts as shared if something else reads what it is of") {
  auto program = [](const char *returned) {
    return read(std::string(R"(%0 = argument f32[4]
%1 = argument f32[1]
%2 = extract_slice(%0) {offsets=[0], sizes=[2], strides=[1]}
%3 = insert_slice(%1, %2) {offsets=[0], strides=[1]}
return %3)") + returned +
                "\nrun\n  %0 = f32[4] [1,2,3,4]\n  %1 = f32[1] [3]\n");
  };
  for (const char *steer : {R"([{"updates":"shared"}])", R"([{"updates":"shared argument"}])"}) {
    CHECK(isExpected(steer, program(", %0")));
    CHECK_FALSE(isExpected(steer, program(", %1")));
    CHECK_FALSE(isExpected(steer, program("")));
  }
}

TEST_CASE("A bug that something hides is suspected wherever its structure stands, never known") {
  const KnownBugs known =
      bugOf3(R"("verdict":"mismatch","structure":{"op":"reduce"},"hidden_by":["flavour=torch"])");
  const TestCase sum = read(sumOfArgument), other = read(insertion("%2"));
  Mismatch mismatch;
  mismatch.firstWrong = 0; // nothing that the reduction makes
  const Verdict wrong = failure(mismatch, "mismatch:argument");
  CHECK_FALSE(known.explain(sum, target, wrong));
  REQUIRE(known.suspects(sum, target, wrong).size() == 1);
  CHECK(known.suspects(sum, target, wrong)[0]->hiddenBy ==
        std::vector<std::string>{"flavour=torch"});
  CHECK(known.suspects(other, target, wrong).empty());
  CHECK(known.suspects(sum, "iree@5.0.0:llvm-cpu:O2"_target, wrong).empty());
  CHECK(known.suspects(sum, target, failure(Crash{}, "crash:compile:SIGSEGV")).empty());
}

/// What is accused of a wrong product that is to be of a fill that elements are moved from.
static Accused accusedOfFill(const std::string &program, ValueId firstWrong) {
  Mismatch mismatch;
  mismatch.firstWrong = firstWrong;
  const auto accused =
      bugOf3(R"("verdict":"mismatch","structure":{"op":"binary","source":{"op":"fill"}})")
          .accused(read(program.c_str()), target, failure(mismatch, "mismatch:binary(mul)"), "x");
  REQUIRE(accused);
  return *accused;
}

TEST_CASE("What says from where elements are taken is not what they are moved from") {
  CHECK(accusedOfFill(R"(%0 = argument f32[2]
%1 = fill() {shape=[2], element=i32, value=0}
%2 = gather(%0, %1) {dim=0}
%3 = binary(%2, %0) {function=mul}
return %3
run
  %0 = f32[2] [1,2]
)",
                      3)
            .nodes.empty());
}

TEST_CASE("What an operand is moved from is found behind views, casts and negations alone") {
  const auto isAccused = [](const char *between) {
    const Accused accused = accusedOfFill(fmt::format(R"(%0 = argument f32[2]
%1 = fill() {{shape=[2], value=0}}
%2 = {}
%3 = reverse(%2) {{dims=[0]}}
%4 = binary(%3, %0) {{function=mul}}
return %4
run
  %0 = f32[2] [1,2]
)",
                                                      between),
                                          4);
    if (!accused.nodes.empty())
      CHECK(accused.withNeighbours == std::set{0, 1, 2, 3});
    return !accused.nodes.empty();
  };
  CHECK(isAccused("unary(%1) {function=neg}"));
  CHECK(isAccused("reverse(%1) {dims=[0]}"));
  CHECK_FALSE(isAccused("unary(%1) {function=exp}"));
  CHECK(isAccused("concat(%1) {dim=0}"));
  CHECK_FALSE(isAccused("reverse(%0) {dims=[0]}"));
}

TEST_CASE(
    "What a known bug is about is where its structure stands, with what else that speaks of") {
  const TestCase sums = read(R"(%0 = argument f32[2]
%1 = fill() {shape=[2], value=3}
%2 = reduce(%1) {dims=[0]}
%3 = reduce(%0) {dims=[0]}
return %2, %3
run
  %0 = f32[2] [1,2]
)");
  Mismatch mismatch;
  mismatch.firstWrong = 2;
  const Verdict wrong = failure(mismatch, "mismatch:reduce(sum):f32");
  auto accused = [&](const char *rest) { return bugOf3(rest).accused(sums, target, wrong, "x"); };
  const auto ofFill =
      accused(R"("verdict":"mismatch","structure":{"op":"reduce","operand":{"op":"fill"}})");
  REQUIRE(ofFill);
  CHECK(ofFill->nodes == std::set{1});
  CHECK(ofFill->withNeighbours == std::set{0, 1});
  CHECK_FALSE(ofFill->isSure);
  // The second sum cannot have made the first one wrong; with what hides it, that does not count.
  CHECK(accused(R"("verdict":"mismatch","structure":{"op":"reduce"})")->nodes == std::set{1});
  const auto hidden =
      accused(R"("verdict":"mismatch","structure":{"op":"reduce"},"hidden_by":["flavour=torch"])");
  CHECK(hidden->nodes == std::set{1, 2});
  CHECK(hidden->isSure);
  CHECK(accused(R"("verdict":"mismatch","says":"sum")")->nodes.empty());
  CHECK(accused(R"("verdict":"mismatch","says":"sum")")->isSure);
  CHECK_FALSE(accused(R"("verdict":"crash","says":"sum")"));
}

TEST_CASE("A node may read one value twice") {
  auto program = [](const char *second) {
    return read(std::string("%0 = argument f32[2]\n%1 = argument f32[2]\n%2 = binary(%0, ") +
                second +
                ") {function=add}\nreturn %2\nrun\n  %0 = f32[2] [1,2]\n  %1 = f32[2] [1,2]\n");
  };
  CHECK(isExpected(R"([{"reads_twice":true}])", program("%0")));
  CHECK_FALSE(isExpected(R"([{"reads_twice":true}])", program("%1")));
  CHECK(isExpected(R"([{"reads_twice":false}])", program("%1")));
  CHECK_FALSE(KnownBugs::parse(
      R"([{"id":"x","compiler":"iree","verdict":"crash","structure":{"reads_twice":1}}])", "list"));
}

TEST_CASE("An attribute that a node may lack is neither true nor false where it does") {
  auto program = [](const char *signs) {
    return read(std::string("%0 = argument i8[2]\n%1 = contraction(%0, %0) {lhs=[0], rhs=[0], "
                            "out=[], result=i32") +
                signs + "}\nreturn %1\nrun\n  %0 = i8[2] [1,2]\n");
  };
  const char *given = R"([{"op":"contraction","rhs_unsigned":true}])";
  const char *otherwise = R"([{"op":"contraction","rhs_unsigned":false}])";
  CHECK(isExpected(given, program(", rhs_unsigned=true")));
  CHECK_FALSE(isExpected(otherwise, program(", rhs_unsigned=true")));
  CHECK(isExpected(otherwise, program(", unsigned=true, rhs_unsigned=false")));
  for (const char *signs : {"", ", unsigned=true"}) {
    CHECK_FALSE(isExpected(given, program(signs)));
    CHECK_FALSE(isExpected(otherwise, program(signs)));
  }
}

TEST_CASE("A bug shows as any of its verdicts") {
  const KnownBugs known = bugOf3(R"("verdict":["mismatch","crash"],"structure":{"op":"reduce"})");
  const TestCase sum = read(sumOfArgument);
  Mismatch mismatch;
  mismatch.firstWrong = 1;
  CHECK(known.explain(sum, target, failure(mismatch, "mismatch:reduce")));
  CHECK(known.explain(sum, target, failure(Crash{}, "crash:run:SIGSEGV")));
  CHECK_FALSE(known.explain(sum, target, failure(Timeout{}, "timeout:run")));
  for (const char *wrong : {R"([])", R"(["mismatch","slow"])", R"(7)"})
    CHECK_FALSE(KnownBugs::parse(
        fmt::format(R"([{{"id":"x","compiler":"iree","verdict":{},"says":"y"}}])", wrong), "list"));
}

TEST_CASE("What is computed in the same way twice counts as shared") {
  auto program = [](const char *second, const char *returned) {
    return read(std::string(R"(%0 = argument f32[1]
%1 = fill() {shape=[2], value=3}
%2 = fill() {shape=[2], value=)") +
                second + R"(}
%3 = insert_slice(%0, %2) {offsets=[0], strides=[1]}
return %3)" + returned +
                "\nrun\n  %0 = f32[1] [3]\n");
  };
  const std::string steer = R"([{"updates":"shared"}])";
  CHECK(isExpected(steer, program("3", ", %1")));
  CHECK_FALSE(isExpected(steer, program("4", ", %1")));
  CHECK_FALSE(isExpected(steer, program("3", "")));
}

TEST_CASE("What starts from a fill may be computed as what starts from nothing") {
  auto program = [](const char *start) {
    return read(std::string(R"(%0 = argument f32[2]
%1 = argument f32[]
%2 = fill() {shape=[], value=0}
%3 = reduce(%0) into )") +
                start + R"( {dims=[0]}
%4 = reduce(%0) {dims=[0]}
%5 = reduce(%0) into %4 {dims=[0], function=max}
return %3, %5
run
  %0 = f32[2] [1,2]
  %1 = f32[] [3]
)");
  };
  const std::string steer = R"([{"updates":"shared","function":"max"}])";
  CHECK(isExpected(steer, program("%2")));
  CHECK_FALSE(isExpected(steer, program("%1")));
}

TEST_CASE("That a result has no element in one of the runs may be part of a structure") {
  auto program = [](const char *runs) {
    return read(std::string(R"(d0 dynamic
%0 = argument f32[2,d0]
%1 = unary(%0) {function=neg}
return %1
)") + runs);
  };
  const std::string steer = R"([{"empty":true}])";
  const std::string one = "run d0=1\n  %0 = f32[2,1] [1,2]\n";
  CHECK(isExpected(steer, program((one + "run d0=0\n  %0 = f32[2,0] []\n").c_str())));
  CHECK_FALSE(isExpected(steer, program(one.c_str())));
}

TEST_CASE("That an operand is empty, a result returned, or what stands beside may be part of a "
          "structure") {
  const auto both = read(R"(d0 static
%0 = argument f32[2,d0]
%1 = reduce(%0) {function=sum, dims=[1], result=f32, unsigned=false}
%2 = unary(%1) {function=neg}
return %2
run d0=0
  %0 = f32[2,0] []
)");
  CHECK(isExpected(R"([{"op":"reduce","empty":0}])", both));
  CHECK_FALSE(isExpected(R"([{"op":"reduce","empty":1}])", both));
  CHECK_FALSE(isExpected(R"([{"op":"unary","empty":0}])", both));
  CHECK(isExpected(R"([{"op":"unary","returned":true}])", both));
  CHECK_FALSE(isExpected(R"([{"op":"reduce","returned":true}])", both));
  CHECK(isExpected(R"([{"op":"reduce","beside":{"op":"unary"}}])", both));
  CHECK_FALSE(isExpected(R"([{"op":"reduce","beside":{"op":"reduce"}}])", both));
}

TEST_CASE("What stands beside may have to work on the same extents") {
  auto topks = [](const char *second, const char *run) {
    return read(std::string(R"(d0 static
%0 = argument f32[3]
%1 = argument f32[d0]
%2, %3 = topk(%0) {dim=0, k=1, largest=true, sorted=true, index_type=i32}
)") + second + "return %2, %4\nrun " +
                run + "\n");
  };
  const char *topk = "%4, %5 = topk(%1) {dim=0, k=1, largest=true, sorted=true, index_type=i32}\n";
  const char *iota = "%4 = iota() {shape=[d0], dim=0, element=f32}\n";
  const char *three = "d0=3\n  %0 = f32[3] [1,2,3]\n  %1 = f32[3] [1,2,3]";
  const char *two = "d0=2\n  %0 = f32[3] [1,2,3]\n  %1 = f32[2] [1,2]";
  const std::string steer = R"([{"op":"topk","alike":{"op":["topk","iota"]}}])";
  for (const char *second : {topk, iota}) {
    CHECK(isExpected(steer, topks(second, three)));
    CHECK_FALSE(isExpected(steer, topks(second, two)));
  }
  CHECK_FALSE(isExpected(R"([{"op":"topk","alike":{"op":"sort"}}])", topks(topk, three)));
}

TEST_CASE("That a window is the only one, over an operand that reaches farther, may be part of a "
          "structure") {
  auto windows = [](const char *extent, const char *size) {
    return read(
        fmt::format("%0 = argument f32[{0}]\n%1 = reduce_window(%0) {{window=[2], sizes=[{1}], "
                    "strides=[2], dilations=[1], low=[0], high=[0]}}\nreturn %1\nrun\n"
                    "  %0 = integers {{seed=1, low=0, high=3}}\n",
                    extent, size));
  };
  const char *steer = R"([{"op":"reduce_window","lone_window":true}])";
  CHECK(isExpected(steer, windows("3", "1")));
  CHECK_FALSE(isExpected(steer, windows("2", "1")));
  CHECK_FALSE(isExpected(steer, windows("5", "2")));
  CHECK_FALSE(isExpected(steer, read(sumOfFill)));
  auto kernel = [](const char *layout, const char *x, const char *weights) {
    return read(fmt::format("%0 = argument f32[{1}]\n%1 = argument f32[{2}]\n"
                            "%2 = conv(%0, %1) {{layout={0}, sizes=[1,1], strides=[2,1], "
                            "dilations=[1,1], low=[0,0], high=[1,0]}}\nreturn %2\nrun\n"
                            "  %0 = integers {{seed=1, low=0, high=3}}\n"
                            "  %1 = integers {{seed=2, low=0, high=3}}\n",
                            layout, x, weights));
  };
  const char *conv = R"([{"op":"conv","lone_window":true}])";
  CHECK(isExpected(conv, kernel("channels_first", "2,4,1,3", "5,4,1,3")));
  CHECK_FALSE(isExpected(conv, kernel("channels_first", "2,4,1,3", "5,4,2,3")));
  CHECK(isExpected(conv, kernel("channels_last", "2,1,3,4", "1,3,4,5")));
  CHECK_FALSE(isExpected(conv, kernel("channels_last", "2,1,3,4", "2,3,4,5")));
}

TEST_CASE("Steps and dropped dims of a slice may be part of a structure") {
  auto slice = [](const char *attributes) {
    return read(std::string(R"(%0 = argument f32[5,1]
%1 = extract_slice(%0) {offsets=[0,0], sizes=[2,1], )") +
                attributes + "}\nreturn %1\nrun\n  %0 = f32[5,1] [1,2,3,4,5]\n");
  };
  const std::string steer = R"([{"strided":true,"dropped":true}])";
  CHECK(isExpected(steer, slice("strides=[4,1], dropped=[1]")));
  CHECK_FALSE(isExpected(steer, slice("strides=[1,1], dropped=[1]")));
  CHECK_FALSE(isExpected(steer, slice("strides=[4,1], dropped=[]")));
}

TEST_CASE("A view counts as returned twice if its function returns it and what it is a view of") {
  const KnownBugs known =
      bugOf3(R"("verdict":"mismatch","steer":true,"structure":{"returned_twice":true})");
  auto isExpected = [&](const std::string &returned, const std::string &groups) {
    return known.expect(read("%0 = argument f32[4]\n"
                             "%1 = unary(%0) {function=neg}\n"
                             "%2 = expand(%1) {groups=[[2,2]]}\n"
                             "%3 = unary(%2) {function=exp}\n"
                             "return " +
                             returned + "\n" + groups + "run\n  %0 = f32[4] [1,2,3,4]\n"),
                        target) != nullptr;
  };
  CHECK(isExpected("%1, %3", "function 0 .. 2\n"));
  CHECK(isExpected("%1, %2", "function 0 .. 3\n"));
  CHECK_FALSE(isExpected("%1, %3", "function 0 .. 3\n")); // the view does not leave it
  CHECK_FALSE(isExpected("%3", "function 0 .. 2\n"));     // nor does its source
  CHECK_FALSE(isExpected("%1, %3", ""));
}

TEST_CASE("A bug of a pass is known where the target's pipeline has that pass") {
  auto known =
      KnownBugs::parse(R"([{"id":"x","compiler":"mlir","since":"22","until":"22","verdict":"crash",
      "pass":"cse"}])",
                       "list");
  REQUIRE(known);
  Verdict verdict;
  verdict.outcome = Crash{};
  auto isKnown = [&](const TargetName &name) {
    return known->explain(read(insertion("%2")), name, verdict) != nullptr;
  };
  CHECK(isKnown("mlir@22:pipeline=cse,sccp"_target));
  CHECK(isKnown("mlir@22:pipeline=sccp,func.func(cse{x=1})"_target));
  CHECK(isKnown("mlir@22:pipeline=x{a=1 cse b=2}"_target));
  CHECK_FALSE(isKnown("mlir@22:pipeline=sccp,cse-more"_target));
  CHECK_FALSE(isKnown("mlir@22:pipeline=pre-cse"_target));
  CHECK_FALSE(isKnown("mlir@21:pipeline=cse"_target));
}

TEST_CASE("A bug that takes several passes is known where they stand in their order") {
  auto known =
      KnownBugs::parse(R"([{"id":"x","compiler":"mlir","since":"22","until":"22","verdict":"crash",
      "pass":["cse","sccp","cse"]}])",
                       "list");
  REQUIRE(known);
  Verdict verdict;
  verdict.outcome = Crash{};
  auto isKnown = [&](const TargetName &name) {
    return known->explain(read(insertion("%2")), name, verdict) != nullptr;
  };
  CHECK(isKnown("mlir@22:pipeline=cse,sccp,cse"_target));
  CHECK(isKnown("mlir@22:pipeline=sccp,func.func(cse,x),sccp{y=1},x,cse"_target));
  CHECK_FALSE(isKnown("mlir@22:pipeline=cse,sccp"_target));
  CHECK_FALSE(isKnown("mlir@22:pipeline=sccp,cse,cse"_target));
  CHECK_FALSE(
      KnownBugs::parse(R"([{"id":"x","compiler":"mlir","verdict":"crash","pass":[]}])", ""));
}

TEST_CASE("A wrong value is known only near the structure that may have spoilt it") {
  const KnownBugs known =
      bugOf3(R"("verdict":"mismatch","structure":{"updates":"shared argument"})");
  const TestCase testCase = read(R"(%0 = argument f32[4]
%1 = argument f32[2]
%2 = insert_slice(%1, %0) {offsets=[0], strides=[1]}
%3 = unary(%0) {function=neg}
%4 = unary(%1) {function=exp}
%5 = unary(%4) {function=neg}
return %0, %2, %3, %4, %5
run
  %0 = f32[4] [1,2,3,4]
  %1 = f32[2] [5,6]
)");
  auto isKnown = [&](ValueId wrong) {
    const Verdict verdict = failure(Mismatch{0, {}, wrong}, "mismatch:anything");
    return known.explain(testCase, target, verdict) != nullptr;
  };
  CHECK(isKnown(0)); // what was written over
  CHECK(isKnown(2)); // the result
  CHECK(isKnown(3)); // read from it
  CHECK_FALSE(isKnown(5));
}

TEST_CASE("What is wrong only in company may have been spoilt anywhere before") {
  const TestCase testCase = read(R"(%0 = argument f32[3]
%1, %2 = topk(%0) {dim=0, k=2}
%3 = unary(%1) {function=neg}
%4 = unary(%3) {function=abs}
%5 = unary(%4) {function=neg}
return %2, %5
run
  %0 = f32[3] [1,2,3]
)");
  auto known = KnownBugs::parse(
      R"([{"id": "race", "compiler": "x", "verdict": "mismatch", "structure": {"op": "topk"}}])",
      "mine");
  REQUIRE(known);
  const std::string far = "mismatch:unary(neg):f32:named";
  CHECK_FALSE(known->explain(testCase, "x:O2"_target, failure(Mismatch{0, {}, 5}, far)));
  CHECK(known->explain(testCase, "x:O2"_target, failure(Mismatch{0, {}, 5}, far + ":together")));
  auto ofAbs = KnownBugs::parse(
      R"([{"id": "abs", "compiler": "x", "verdict": "mismatch", "structure": {"op": "unary", "function": "abs"}}])",
      "mine");
  REQUIRE(ofAbs);
  CHECK_FALSE(ofAbs->explain(testCase, "x:O2"_target,
                             failure(Mismatch{0, {}, 0}, "mismatch:argument:f32:together")));
}

TEST_CASE("A wrong value is known that is computed as the one that is written over") {
  const KnownBugs known = bugOf3(R"("verdict":"mismatch","structure":{"updates":"shared"})");
  auto isKnown = [&](const char *function) {
    const Verdict verdict = failure(Mismatch{0, {}, 2}, "mismatch:anything");
    const TestCase testCase = read(std::string(R"(%0 = argument f32[4]
%1 = argument f32[2]
%2 = unary(%0) {function=neg}
%3 = unary(%0) {function=)") + function +
                                   R"(}
%4 = insert_slice(%1, %3) {offsets=[0], strides=[1]}
return %2, %3, %4
run
  %0 = f32[4] [1,2,3,4]
  %1 = f32[2] [5,6]
)");
    return known.explain(testCase, target, verdict) != nullptr;
  };
  CHECK(isKnown("neg"));
  CHECK_FALSE(isKnown("exp"));
}

TEST_CASE("What the compiler is told of an extent may be part of a structure") {
  const KnownBugs known =
      bugOf3(R"("verdict":"crash","steer":true,"structure":{"op":"unary","dynamic":[0,-1]})");
  auto program = [](const std::string &head, const std::string &dims) {
    return read(head + "%0 = argument f32[" + dims +
                "]\n%1 = unary(%0) {function=neg}\nreturn %1\nrun" + (head.empty() ? "" : " d0=2") +
                "\n  %0 = f32[2,2] [1,2,3,4]\n");
  };
  CHECK(known.expect(program("d0 dynamic\n", "2,d0"), target));
  CHECK_FALSE(known.expect(program("d0 dynamic\n", "d0,2"), target));
  CHECK_FALSE(known.expect(program("d0 static\n", "2,d0"), target));
  CHECK_FALSE(known.expect(program("", "2,2"), target));
}

TEST_CASE("A wrong result beside the one that is written over is known") {
  const KnownBugs known =
      bugOf3(R"("verdict":"mismatch","structure":{"op":"sort","updates":"shared"})");
  const TestCase testCase = read(R"(%0 = argument f32[2]
%1 = argument f32[2,2]
%2, %3 = arg_reduce(%1) as primitives {dim=0, first_index=true, index_type=i32}
%4, %5 = sort(%0, %2) {dim=0, descending=true}
return %3, %5, %2
run
  %0 = f32[2] [0,1]
  %1 = f32[2,2] [0,0,0,1]
)");
  const Verdict wrong = failure(Mismatch{0, {}, 3}, "mismatch:arg_reduce.indices:f32->i32");
  CHECK(known.explain(testCase, target, wrong));
}

TEST_CASE("An op may be expected to fail that reads what it writes over") {
  auto sorting = [](const char *operands) {
    return read(std::string(R"(%0 = argument f32[4]
%1 = argument f32[2,2]
%2 = collapse(%1) {groups=[[0,1]]}
%3 = expand(%2) {groups=[[2,2]]}
%4 = collapse(%3) {groups=[[0,1]]}
%5 = transpose(%4) {permutation=[0]}
%6, %7 = sort()") +
                operands + R"() {dim=0}
return %6, %7
run
  %0 = f32[4] [0,1,2,3]
  %1 = f32[2,2] [0,1,2,3]
)");
  };
  const std::string steer = R"([{"updates":"own operand"}])";
  CHECK(isExpected(steer, sorting("%0, %0")));
  CHECK(isExpected(steer, sorting("%2, %4")));
  CHECK(isExpected(steer, sorting("%2, %5")));
  CHECK_FALSE(isExpected(steer, sorting("%0, %2")));
}

TEST_CASE("What makes a destination may be part of a structure") {
  auto sums = [](const char *destination) {
    return read(std::string(R"(%0 = argument f32[4,2]
%1 = argument f32[4]
%2 = reduce(%0) {function=sum, dims=[1], result=f32}
%3 = reduce(%0) into )") +
                destination + R"( {function=sum, dims=[1], result=f32}
return %3, %1, %2
run
  %0 = f32[4,2] [0,1,2,3,4,5,6,7]
  %1 = f32[4] [0,1,2,3]
)");
  };
  const std::string steer = R"([{"op":"reduce","into":{"op":"reduce"}}])";
  CHECK(isExpected(steer, sums("%2")));
  CHECK_FALSE(isExpected(steer, sums("%1")));
}

TEST_CASE("Which of several extents are unknown or disguised may be part of a structure") {
  auto program = [](const std::string &first, const std::string &second) {
    return read("d0 " + first + "\nd1 " + second + R"(
%0 = argument f32[d0,d1]
%1 = unary(%0) {function=neg}
return %1
run d0=1 d1=2
  %0 = f32[1,2] [0,1]
)");
  };
  CHECK(isExpected(R"([{"dynamic":[0,"any"]}])", program("dynamic", "dynamic")));
  CHECK(isExpected(R"([{"dynamic":[0,"one"]}])", program("static", "dynamic")));
  CHECK_FALSE(isExpected(R"([{"dynamic":[0,"one"]}])", program("dynamic", "dynamic")));
  CHECK_FALSE(isExpected(R"([{"dynamic":[0,"any"]}])", program("static", "static")));
  CHECK(isExpected(R"([{"disguised":[0,0]}])", program("disguised", "dynamic")));
  CHECK_FALSE(isExpected(R"([{"disguised":[0,1]}])", program("disguised", "dynamic")));
}

TEST_CASE(
    "Rank, element type of what is read, spelling and unused results are parts of a structure") {
  const TestCase testCase = read(R"(%0 = argument i32[4]
%1 = cast(%0) as generic {to=f32}
%2, %3 = sort(%0, %1) {dim=0}
return %3
run
  %0 = i32[4] [0,1,2,3]
)");
  CHECK(isExpected(R"([{"from":["i8","i32"],"element":"f32"}])", testCase));
  CHECK_FALSE(isExpected(R"([{"from":"f32"}])", testCase));
  CHECK(isExpected(R"([{"op":"sort","second":["f16","f32"]}])", testCase));
  CHECK_FALSE(isExpected(R"([{"second":"i32"}])", testCase));
  CHECK_FALSE(isExpected(R"([{"op":"cast","second":"f32"}])", testCase));
  CHECK(isExpected(R"([{"spelling":"generic"}])", testCase));
  CHECK_FALSE(isExpected(R"([{"spelling":"primitives"}])", testCase));
  CHECK(isExpected(R"([{"op":"sort","unused":0}])", testCase));
  CHECK_FALSE(isExpected(R"([{"op":"sort","unused":1}])", testCase));
  CHECK(isExpected(R"([{"op":"sort","rank":1}])", testCase));
  CHECK_FALSE(isExpected(R"([{"op":"sort","rank":2}])", testCase));
}

TEST_CASE("An entry without releases is for all of them, also for targets that name none") {
  auto known =
      KnownBugs::parse(R"([{"id":"x","compiler":"mycc","verdict":"crash","says":"y"}])", "list");
  REQUIRE(known);
  const TestCase testCase = read(sumOfFill);
  const Verdict crash = failure(Crash{}, "crash:y");
  CHECK(known->explain(testCase, "mycc:O2"_target, crash));
  CHECK(known->explain(testCase, "mycc@7:cpu:O2"_target, crash));
  CHECK_FALSE(known->explain(testCase, "yourcc:O2"_target, crash));
  for (const char *half : {R"("since":"1")", R"("until":"1")", R"("since":"1","until":"x")"})
    CHECK_FALSE(KnownBugs::parse(R"([{"id":"x","compiler":"c","verdict":"crash","says":"y",)" +
                                     std::string(half) + "}]",
                                 "list"));
}

TEST_CASE("Where nobody says which passes run, a bug of a pass is what its failure says") {
  auto known = KnownBugs::parse(
      R"([{"id":"x","compiler":"mlir","pass":"cse","since":"22","until":"22","verdict":"crash","says":"y"},
          {"id":"z","compiler":"mlir","pass":"cse","since":"22","until":"22","verdict":"mismatch",
           "structure":{"op":"reduce"}},
          {"id":"w","compiler":"mlir","since":"22","until":"22","verdict":"mismatch","structure":{"op":"fill"}}])",
      "list");
  REQUIRE(known);
  const TestCase sum = read(sumOfArgument);
  const Verdict crash = failure(Crash{}, "crash:y"), wrong = failure(Mismatch{}, "mismatch:");
  CHECK(known->explain(sum, "mlir@22"_target, crash));
  CHECK_FALSE(known->explain(sum, "mlir@22"_target, failure(Crash{}, "crash:v")));
  CHECK_FALSE(known->explain(sum, "mlir@21"_target, crash));
  CHECK_FALSE(known->explain(sum, "mlir@22:pipeline= mycc sccp"_target, crash));
  // What only a pass and the program tell would be any wrong result of such a program.
  CHECK_FALSE(known->explain(sum, "mlir@22"_target, wrong));
  CHECK(known->explain(sum, "mlir@22:pipeline= mycc cse %s"_target, wrong));
  Mismatch fill;
  fill.firstWrong = 1;
  CHECK(known->explain(read(sumOfFill), "mlir@22"_target, failure(fill, "mismatch:")));
}

TEST_CASE("An entry says of which function a node is, and with what hides it no types") {
  const TestCase testCase = read(sumOfFill);
  const Verdict wrong = failure(Mismatch{0, {}, 2}, "mismatch:reduce(sum):f32:named");
  const auto narrow = entryFor(testCase, target, wrong, "case.mlir");
  CHECK(narrow["structure"]["function"] == "sum");
  CHECK(narrow["structure"]["element"] == "f32");
  CHECK_FALSE(narrow.contains("hidden_by"));
  const std::vector<Hiding> hiding{{VariationKind::Level, "O0"}, {VariationKind::Pass, "fold"}};
  const auto told = entryFor(testCase, target, wrong, "case.mlir", hiding);
  CHECK(told["structure"]["function"] == "sum");
  CHECK_FALSE(told["structure"].contains("element"));
  CHECK(told["hidden_by"] == nlohmann::json{"O0"}); // of which no pass can be left out
  // A level hides what other passes do as well.
  CHECK(entryFor(testCase, "mycc:O2"_target, wrong, "case.mlir", hiding)["hidden_by"] ==
        nlohmann::json{"without=fold"});
  // What a pass says that hides it, it says of other programs as well.
  const Verdict refused = failure(CompileFailure{"no"}, "compile-failure:compile:no");
  CHECK_FALSE(
      entryFor(testCase, "mycc:O2"_target, refused, "case.mlir", hiding).contains("structure"));
  CHECK(entryFor(testCase, target, refused, "case.mlir", hiding).contains("structure"));
  // One bug alone dies there, whatever the program is.
  const auto crash =
      entryFor(testCase, target, failure(Crash{}, "crash:compile:SIGSEGV:tile"), "case.mlir");
  CHECK_FALSE(crash.contains("structure"));
  CHECK(entryFor(testCase, target, failure(Crash{}, "crash:run:SIGSEGV"), "case.mlir")
            .contains("structure"));
}

TEST_CASE("The entry for a case explains its failure there, and not what differs") {
  const TestCase testCase = read(sumOfFill);
  auto listOf = [](const TestCase &of, const Verdict &verdict) {
    auto known =
        KnownBugs::parse("[" + entryFor(of, target, verdict, "case.mlir").dump() + "]", "list");
    REQUIRE(known);
    return *known;
  };
  const Verdict wrong = failure(Mismatch{0, {}, 2}, "mismatch:reduce(sum):f32:named");
  const KnownBugs mismatch = listOf(testCase, wrong);
  CHECK(mismatch.explain(testCase, target, wrong));
  CHECK_FALSE(mismatch.explain(read(sumOfArgument), target, wrong)); // its operand is no fill
  CHECK_FALSE(mismatch.explain(testCase, "iree@3.12.0:llvm-cpu:O2"_target, wrong));
  CHECK_FALSE(mismatch.explain(testCase, target, failure(Crash{}, "crash:run:SIGSEGV")));
  const Verdict crash = failure(Crash{}, "crash:compile:SIGSEGV:tile");
  const KnownBugs crashes = listOf(testCase, crash);
  CHECK(crashes.explain(testCase, target, crash));
  CHECK_FALSE(crashes.explain(testCase, target, failure(Crash{}, "crash:compile:SIGSEGV:fuse")));
  CHECK(crashes.explain(read(sumOfArgument), target, crash));
}

namespace {

/// Why the case of a bug fails, which flags and another backend hide.
FoundCause wrongSort(const char *target) {
  Cause cause;
  cause.kind = "mismatch";
  cause.signature = "mismatch:sort";
  cause.wrongFirst.emplace();
  cause.wrongFirst->op = "sort:f32:named";
  cause.hiddenBy = {{VariationKind::Backend, "vmvx"}, {VariationKind::Level, "O0"}};
  return {*TargetName::parse(target), cause};
}

KnownBugs withCause(const FoundCause &found) {
  nlohmann::json entry = {{"id", "sorts-backwards"}, {"compiler", "iree"},
                          {"since", "3.12.0"},       {"until", "3.13.0"},
                          {"verdict", "mismatch"},   {"structure", {{"op", "topk"}}}};
  entry["cause"] = toJson(found).dump();
  auto known = KnownBugs::parse(nlohmann::json::array({entry}).dump(), "test");
  if (!known)
    FAIL(known.error().message);
  return *known;
}

} // namespace

TEST_CASE("A failure has the cause of a known bug's case whatever the bug's structure") {
  const FoundCause found = wrongSort("iree@3.13.0:llvm-cpu:O2");
  const KnownBugs known = withCause(found);
  const auto bugOf = [&](const Cause &cause, const char *target) {
    return known.withCause(cause, *TargetName::parse(target), read(sumOfArgument)).bug;
  };
  CHECK(bugOf(found.cause, "iree@3.13.0:llvm-cpu:O2") == "sorts-backwards");
  CHECK(bugOf(found.cause, "iree@3.12.0:llvm-cpu:O3") == "sorts-backwards");
  // Of another release, backend, compiler or cause it has none.
  CHECK(bugOf(found.cause, "iree@3.11.0:llvm-cpu:O2").empty());
  CHECK(bugOf(found.cause, "iree@3.13.0:hip:O2").empty());
  CHECK(bugOf(found.cause, "mlir@22").empty());
  Cause other = found.cause;
  other.wrongFirst->op = "scatter(add):f32:named";
  CHECK(known.withCause(other, "iree@3.13.0:llvm-cpu:O2"_target, read(sumOfArgument)) ==
        KnownCause());
  // Where nothing hides both it may have it.
  other = found.cause;
  other.hiddenBy = {};
  CHECK(known.withCause(other, "iree@3.13.0:llvm-cpu:O2"_target, read(sumOfArgument)) ==
        KnownCause{"", {"sorts-backwards"}});
  // Nor where the target has what hides one of them.
  CHECK(bugOf(found.cause, "iree@3.13.0:llvm-cpu:O0").empty());
  other = found.cause;
  other.hiddenBy = {{VariationKind::Backend, "vmvx"}, {VariationKind::Level, "O2"}};
  CHECK(bugOf(other, "iree@3.13.0:llvm-cpu:O3").empty());
  for (const char *flavour : {"stablehlo", "iree"}) {
    other = found.cause;
    other.hiddenBy.push_back({VariationKind::Flavour, fmt::format("flavour={}", flavour)});
    CHECK(bugOf(other, "iree@3.13.0:llvm-cpu:O3,flavour=torch").empty() ==
          (std::string_view(flavour) == "iree"));
  }
}

TEST_CASE("What a backend does not look for is known by what another says of it") {
  nlohmann::json entry = {{"id", "writes-outside"},
                          {"compiler", "iree"},
                          {"verdict", "compile_failure"},
                          {"says", "restricted to workgroups"},
                          {"unseen_on", {"vmvx"}}};
  const auto known = KnownBugs::parse(nlohmann::json::array({entry}).dump(), "test");
  REQUIRE(known);
  Cause cause = wrongSort("iree@3.13.0:vmvx:O2").cause;
  const auto isIt = [&](const char *target) {
    return !known->withCause(cause, *TargetName::parse(target), read(sumOfArgument)).bug.empty();
  };
  CHECK_FALSE(isIt("iree@3.13.0:vmvx:O2"));
  cause.otherwise = {{"llvm-cpu", "compile-failure:compile:op is restricted to workgroups"}};
  CHECK(isIt("iree@3.13.0:vmvx:O2"));
  CHECK_FALSE(isIt("iree@3.13.0:hip:O2"));
  // A level is no other backend, and other words are of another bug.
  cause.otherwise = {{"O0", "compile-failure:compile:op is restricted to workgroups"}};
  CHECK_FALSE(isIt("iree@3.13.0:vmvx:O2"));
  cause.otherwise = {{"llvm-cpu", "compile-failure:compile:op has no bounds"}};
  CHECK_FALSE(isIt("iree@3.13.0:vmvx:O2"));
  entry.erase("says");
  entry["structure"] = {{"op", "sort"}};
  CHECK_FALSE(KnownBugs::parse(nlohmann::json::array({entry}).dump(), "test"));
}

TEST_CASE("What says the words of a known bug may have its cause, whatever hides both") {
  nlohmann::json entry = {{"id", "packs-nothing"},
                          {"compiler", "iree"},
                          {"backend", "vmvx"},
                          {"verdict", "crash"},
                          {"says", "PackOp::infer"}};
  const auto known = KnownBugs::parse(nlohmann::json::array({entry}).dump(), "test");
  REQUIRE(known);
  const auto perhaps = [&](const Cause &cause, const char *target) {
    const KnownCause found =
        known->withCause(cause, *TargetName::parse(target), read(sumOfArgument));
    CHECK(found.bug.empty());
    return !found.perhaps.empty();
  };
  Cause crash;
  crash.kind = "crash";
  crash.signature = "crash:compile:SIGSEGV:PackOp::inferShape";
  CHECK(perhaps(crash, "iree@3.13.0:vmvx:O2"));
  CHECK_FALSE(perhaps(crash, "iree@3.13.0:llvm-cpu:O2"));
  CHECK_FALSE(perhaps(crash, "mlir@22"));
  crash.signature = "crash:compile:SIGSEGV:PackOp::getShape";
  CHECK_FALSE(perhaps(crash, "iree@3.13.0:vmvx:O2"));
  crash.otherwise = {{"O0", "crash:compile:SIGSEGV:PackOp::inferShape"}};
  CHECK(perhaps(crash, "iree@3.13.0:vmvx:O2"));
  CHECK_FALSE(perhaps(crash, "iree@3.13.0:hip:O2"));
  // Words that say little, which something has to hide as well, do not tell of what nothing such
  // hides.
  entry["hidden_by"] = {"--pack=false"};
  const auto hidden = KnownBugs::parse(nlohmann::json::array({entry}).dump(), "test");
  REQUIRE(hidden);
  const auto perhapsHidden = [&] {
    return !hidden->withCause(crash, "iree@3.13.0:vmvx:O2"_target, read(sumOfArgument))
                .perhaps.empty();
  };
  CHECK_FALSE(perhapsHidden());
  crash.hiddenBy = {{VariationKind::Flag, "--pack=false"}};
  CHECK(perhapsHidden());
  entry.erase("hidden_by");
  // Of a wrong result it says only where that is.
  entry["verdict"] = "mismatch";
  const auto wrong = KnownBugs::parse(nlohmann::json::array({entry}).dump(), "test");
  REQUIRE(wrong);
  CHECK(wrong->withCause(crash, "iree@3.13.0:vmvx:O2"_target, read(sumOfArgument)) == KnownCause());
}

TEST_CASE(
    "A small case in which a known bug's structure stands may fail of that in whichever way") {
  Cause crash;
  crash.kind = "crash";
  crash.signature = "crash:run:SIGSEGV";
  const auto perhapsOf = [&](const std::string &structure, const char *program) {
    const KnownBugs known = bugOf3(R"("verdict":"mismatch","structure":)" + structure);
    const TestCase testCase = read(program);
    return known.withCause(crash, target, testCase).perhaps;
  };
  const std::string sumsOfFill = R"({"op":"reduce","source":{"op":"fill"}})";
  CHECK(perhapsOf(sumsOfFill, sumOfFill) == std::vector<std::string>{"x"});
  CHECK(perhapsOf(sumsOfFill, sumOfArgument).empty());
  // What many nodes are says too little, and of a large case nobody knows what it needs.
  CHECK(perhapsOf(R"({"op":"reduce","operand":{"op":"fill"}})", sumOfFill).empty());
  CHECK(perhapsOf(R"({"op":"reduce"})", sumOfFill).empty());
  CHECK(perhapsOf(sumsOfFill, R"(%0 = fill() {shape=[2], value=3}
%1 = reduce(%0) {dims=[0]}
%2 = unary(%1) {function=neg}
%3 = unary(%2) {function=neg}
%4 = unary(%3) {function=neg}
return %4
run
)")
            .empty());
  // The pass that fails tells more.
  crash.passes = {{"fuse", Evidence::Differs}};
  CHECK_FALSE(perhapsOf(sumsOfFill, sumOfFill).empty());
  crash.passes.front().evidence = Evidence::ShownAlone;
  CHECK(perhapsOf(sumsOfFill, sumOfFill).empty());
}

TEST_CASE("A bug whose cause a failure has is told by the name of the one that it duplicates") {
  const FoundCause found = wrongSort("iree@3.13.0:llvm-cpu:O2");
  nlohmann::json list = nlohmann::json::array();
  for (const char *id : {"a", "b", "c"}) {
    list.push_back({{"id", id}, {"compiler", "iree"}, {"verdict", "mismatch"}, {"says", "sort"}});
    list.back()["cause"] = toJson(found).dump();
  }
  list[0]["same_cause"] = "b";
  list[1]["same_cause"] = "elsewhere";
  const auto told = [&](const Cause &cause) {
    const auto known = KnownBugs::parse(list.dump(), "test");
    if (!known)
      FAIL(known.error().message);
    return known->withCause(cause, found.target, read(sumOfArgument));
  };
  CHECK(told(found.cause).bug == "elsewhere");
  // Each once.
  Cause undecided = found.cause;
  undecided.hiddenBy = {};
  CHECK(told(undecided).perhaps == std::vector<std::string>{"elsewhere", "c"});
  // Whoever says that each is the other one says nothing.
  list[1]["same_cause"] = "a";
  CHECK(told(undecided).perhaps == std::vector<std::string>{"a", "b", "c"});
  // What explains a failure is named as it is on the list, which is called as before.
  CHECK(KnownBugs::parse(list.dump(), "test")->nameFor({"iree"}) == [&] {
    for (auto &entry : list)
      entry.erase("same_cause");
    return KnownBugs::parse(list.dump(), "test")->nameFor({"iree"});
  }());
}

TEST_CASE("A cause that another version of assay found tells nothing, and spoils no list") {
  FoundCause found = wrongSort("iree@3.13.0:llvm-cpu:O2");
  nlohmann::json list = {{{"id", "a"},
                          {"compiler", "iree"},
                          {"verdict", "mismatch"},
                          {"says", "sort"},
                          {"cause", R"({"target": "iree@3.13.0", "cause": {"kind": 1}})"}}};
  const auto known = KnownBugs::parse(list.dump(), "test");
  REQUIRE(known);
  CHECK_FALSE(known->all().front().cause());
  CHECK(known->withCause(found.cause, found.target, read(sumOfArgument)) == KnownCause());
  // Nor is it part of what the list is called.
  list[0].erase("cause");
  CHECK(KnownBugs::parse(list.dump(), "test")->nameFor({"iree"}) == known->nameFor({"iree"}));
}

TEST_CASE("The causes of the bugs that come along can be read") {
  size_t causes = 0;
  for (const KnownBug &bug : KnownBugs::builtIn().all()) {
    if (bug.keptCause.empty())
      continue;
    const auto cause = bug.cause();
    INFO(bug.id);
    REQUIRE(cause);
    CHECK(cause->target.compiler == bug.compiler);
    // What nothing hides, and what says nothing itself, tells of no other failure.
    causes += bug.hasCause(cause->cause, cause->target, read(sumOfArgument)) == Sameness::Same;
  }
  CHECK(causes > 10);
}
