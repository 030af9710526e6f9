#include "check/SameCause.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace assay;

namespace {

/// A wrong result of that op, which O0 hides and O1 does not.
Cause wrong(const std::string &op) {
  Cause cause;
  cause.kind = "mismatch";
  cause.signature = "mismatch:" + op;
  cause.wrongFirst.emplace();
  cause.wrongFirst->op = op + ":f32:named";
  cause.hiddenBy = {{VariationKind::Level, "O0"}};
  cause.shownWith = {{VariationKind::Level, "O1"}};
  return cause;
}

Cause crash(const std::string &function) {
  Cause cause;
  cause.kind = "crash";
  cause.signature = "crash:compile:SIGSEGV:" + function;
  cause.function = Blamed{function};
  return cause;
}

/// A pass hides it by being cut, and nothing else does.
void hideByPassAlone(Cause &cause) {
  cause.hiddenBy.clear();
  cause.passes = {{"cse", Evidence::Cut}};
}

/// Both ways round, which must come to the same.
Sameness samenessBothWays(const Cause &one, const Cause &other) {
  CHECK(samenessOf(one, other) == samenessOf(other, one));
  return samenessOf(one, other);
}

bool isSame(const Cause &one, const Cause &other) {
  return samenessBothWays(one, other) == Sameness::Same;
}

} // namespace

TEST_CASE("What hides one failure hides another of the same bug, and what does not, does not") {
  const Cause one = wrong("topk.indices");
  CHECK(isSame(one, wrong("topk.indices")));
  Cause other = one;
  other.hiddenBy = {{VariationKind::Level, "O1"}};
  other.shownWith = {};
  CHECK_FALSE(isSame(one, other));
  // Nothing hides both.
  other.hiddenBy = {};
  CHECK_FALSE(isSame(one, other));
  // What was not tried tells nothing.
  other.hiddenBy = {{VariationKind::Level, "O0"}, {VariationKind::Flag, "--x=false"}};
  CHECK(isSame(one, other));
}

TEST_CASE("Where nothing hides both and nothing speaks against it, nothing is decided") {
  Cause one = wrong("topk"), other = wrong("topk");
  one.hiddenBy = {};
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  one.shownWith = other.hiddenBy;
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  one.shownWith = {};
  CHECK(samenessBothWays(one, wrong("sort")) == Sameness::Other);
  one.kind = "accuracy";
  CHECK(samenessBothWays(one, other) == Sameness::Other);
}

TEST_CASE("Where one pass or function fails alike, what hides but one of both decides nothing") {
  const auto setApart = [](Cause &one, Cause &other) {
    one.hiddenBy = {{VariationKind::Flag, "--fuse=false"}};
    other.shownWith = one.hiddenBy;
  };
  Cause one = crash("run"), other = crash("run");
  setApart(one, other);
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  one = wrong("topk");
  other = wrong("topk");
  setApart(one, other);
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  one.passes = other.passes = {{"cse", Evidence::Named}};
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  other.wrongFirst->op = "sort:f32:named";
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  // Nor where something else hides both, other than a level that does little, or a flavour.
  one = other = wrong("topk");
  one.changes = {{"causal=true", true}};
  other.changes = {{"causal=true", false}};
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  for (Cause *cause : {&one, &other})
    cause->hiddenBy.push_back({VariationKind::Flavour, "flavour=torch"});
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  for (Cause *cause : {&one, &other})
    cause->hiddenBy.push_back({VariationKind::Backend, "vmvx"});
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
}

TEST_CASE("A wrong result and what does not compile may be one bug if one flag hides both") {
  Cause one = wrong("attention(none)"), other;
  other.kind = "compile_failure";
  other.signature = "compile-failure:compile:'vector.mask' op expects a mask";
  other.hiddenBy = one.hiddenBy; // O0, which does little
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  for (Cause *cause : {&one, &other})
    cause->hiddenBy.push_back({VariationKind::Flag, "--vector-width=64"});
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  other.hiddenBy.front().what = "O1";
  CHECK(samenessBothWays(one, other) == Sameness::Other);
}

TEST_CASE("In which function of a class a pass dies decides nothing") {
  Cause one = crash("PackOp::inferShape"), other = crash("PackOp::getResultShape");
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  one.passes = other.passes = {{"materialize", Evidence::ShownAlone}};
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  other.function->name = "UnPackOp::getResultShape";
  CHECK(samenessBothWays(one, other) == Sameness::Other);
}

TEST_CASE("What takes too long, or dies in compiled code, does not say where") {
  for (const char *signature : {"timeout:run", "crash:run:SIGSEGV"}) {
    Cause cause;
    cause.kind = std::string_view(signature).starts_with("crash") ? "crash" : "timeout";
    cause.signature = signature;
    CHECK(samenessBothWays(cause, cause) == Sameness::Undecided);
  }
  // A crash that is not in one place each time is told by the first function.
  Cause one = crash("run"), other = crash("walk");
  one.signature = other.signature = "crash:compile:SIGSEGV:*";
  CHECK(samenessBothWays(one, one) == Sameness::Same);
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  // What the function is called may be in what it says.
  one = other = crash("run");
  one.signature = "crash:compile:SIGABRT:LLVM ERROR: cannot run a";
  other.signature = "crash:compile:SIGABRT:LLVM ERROR: cannot run b";
  CHECK(samenessBothWays(one, other) == Sameness::Other);
}

TEST_CASE("What another backend hides is one bug if it computes the same") {
  Cause one = wrong("binary(add)"), other = wrong("binary(mul)");
  one.hiddenBy = other.hiddenBy = {{VariationKind::Backend, "llvm-cpu"}};
  CHECK(samenessBothWays(one, one) == Sameness::Same);
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
}

TEST_CASE("What needs NaN or infinities on one backend may be one bug at any op") {
  Cause one = wrong("binary(mul)"), other = wrong("attention(none)");
  one.hiddenBy = other.hiddenBy = {{VariationKind::Backend, "llvm-cpu"}};
  one.shownWith = other.shownWith = {};
  one.changes = other.changes = {{"inputs=finite", true}};
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  other.changes = {{"inputs=finite", false, true}};
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  other.changes = one.changes;
  // What one has in common beside that takes nothing away.
  other.wrongFirst = one.wrongFirst;
  one.changes.push_back({"causal=true", true});
  other.changes.push_back({"causal=true", false});
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  // But what hides the one and shows the other speaks against it.
  other.hiddenBy.push_back({VariationKind::Level, "O0"});
  one.shownWith = {{VariationKind::Level, "O0"}};
  other.wrongFirst->op = "attention(none):f32:named";
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  one.shownWith = {};
  // In another flavour little of a program is the same.
  one.hiddenBy = other.hiddenBy = {{VariationKind::Flavour, "flavour=torch"}};
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  // At one op they are one bug only if something else hides both.
  one = other = wrong("compare(le)");
  one.hiddenBy = {};
  one.changes = other.changes = {{"inputs=finite", true}};
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
}

TEST_CASE("What one pass refuses is one cause whatever op it names, but for what has no lowering") {
  const auto refused = [](const std::string &says) {
    Cause cause;
    cause.kind = "compile_failure";
    cause.signature = "compile-failure:compile:" + says;
    cause.passes = {{"tile", Evidence::LeftOut}};
    cause.hiddenBy = {{VariationKind::Pass, "tile"}};
    return cause;
  };
  const Cause one = refused("'linalg.generic' op has no loops to tile");
  CHECK(isSame(one, refused("'linalg.reduce' op has no loops to tile")));
  CHECK_FALSE(isSame(one, refused("'linalg.reduce' op has no operands")));
  CHECK_FALSE(isSame(refused("failed to legalize operation 'math.erf'"),
                     refused("failed to legalize operation 'math.tanh'")));
  Cause other = refused("'linalg.reduce' op has no loops to tile");
  other.passes = {{"fuse", Evidence::LeftOut}};
  CHECK_FALSE(isSame(one, other));
  // That the compiler names the pass is not enough.
  other.passes = {{"tile", Evidence::Named}};
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE("Changes of the case are held against each other by what they set") {
  Cause one = wrong("topk"), other = wrong("topk");
  one.changes = {{"elements=f64", true}, {"extents=static", false}};
  other.changes = {{"extents=static", false}, {"spelling=named", true}};
  CHECK(isSame(one, other));
  other.changes.push_back({"elements=f64", false});
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE("Another kind, op, pass, phase or function is another bug") {
  const Cause one = wrong("topk");
  CHECK_FALSE(isSame(one, wrong("sort")));
  Cause other = one;
  other.kind = "accuracy";
  CHECK_FALSE(isSame(one, other));
  Cause first = one, second = one;
  first.passes = {{"cse{a=1}", Evidence::Cut}};
  second.passes = {{"sccp", Evidence::Cut}, {"cse{a=2}", Evidence::Cut}};
  CHECK(isSame(first, second));
  second.passes.pop_back();
  CHECK_FALSE(isSame(first, second));
  // A pass that only differs may not be the one.
  second.passes.front().evidence = Evidence::Differs;
  CHECK(isSame(first, second));
  first.phase = {"flow", Evidence::TakenOver};
  second.phase = {"stream", Evidence::TakenOver};
  CHECK_FALSE(isSame(first, second));
  CHECK(isSame(crash("run"), crash("run")));
  CHECK_FALSE(isSame(crash("run"), crash("walk")));
  Cause division = crash("run");
  division.signature = "crash:compile:SIGFPE:run";
  CHECK_FALSE(isSame(crash("run"), division));
  Cause abort = crash("cannotSelect"), otherAbort = abort;
  abort.signature = "crash:compile:SIGABRT:LLVM ERROR: Cannot select: store";
  otherAbort.signature = "crash:compile:SIGABRT:LLVM ERROR: Cannot select: load";
  CHECK(isSame(abort, abort));
  CHECK_FALSE(isSame(abort, otherAbort));
}

TEST_CASE("Where the pass of one may be that of the other, nothing is decided") {
  Cause one = wrong("topk"), other = one;
  one.passes = {{"narrow", Evidence::LeftOut}};
  other.passes = {{"mark", Evidence::LeftOut}};
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  one.alternatives = {"mark"};
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  other.passes.front().name = "fuse";
  CHECK(samenessBothWays(one, other) == Sameness::Other);
  other.alternatives = {"mark"};
  CHECK(samenessBothWays(one, other) == Sameness::Undecided);
  other.passes = one.passes;
  CHECK(samenessBothWays(one, other) == Sameness::Same);
}

TEST_CASE("Ops may differ if both failures show without their op") {
  Cause one = wrong("topk"), other = wrong("sort");
  one.changes = {{"op=negation", false}};
  other.changes = {{"op=negation", true}};
  CHECK_FALSE(isSame(one, other));
  other.changes = one.changes;
  CHECK(isSame(one, other));
}

TEST_CASE("Other ops have the same bug if they are made of others or have one function, and one "
          "thing hides both") {
  Cause one = wrong("reduce(max)"), other = wrong("reduce_window(max)");
  CHECK(isSame(one, other));
  CHECK_FALSE(isSame(one, wrong("reduce_window(min)")));
  // Of one op, what is set of its function tells.
  CHECK(isSame(one, wrong("reduce(min)")));
  CHECK_FALSE(isSame(wrong("topk.indices"), wrong("topk.values")));
  other = wrong("softmax");
  other.wrongFirst->op = "softmax:f32:primitives";
  CHECK(isSame(one, other));
  // That a pass hides both says nothing of ops that may be others, nor do extents.
  hideByPassAlone(one);
  hideByPassAlone(other);
  CHECK_FALSE(isSame(one, other));
  for (Cause *cause : {&one, &other})
    cause->changes = {{"op=negation", true}, {"extents=dynamic", true}, {"inputs=distinct", true}};
  CHECK_FALSE(isSame(one, other));
  for (Cause *cause : {&one, &other})
    cause->changes.push_back({"elements=f64", true});
  CHECK(isSame(one, other));
}

TEST_CASE(
    "Other ops have the same bug if a pass that is to blame for both does one thing to both") {
  Cause one = wrong("conv"), other = wrong("pad");
  hideByPassAlone(one);
  hideByPassAlone(other);
  CHECK_FALSE(isSame(one, other));
  one.change = other.change = {{}, {}, {"tensor.pad"}};
  CHECK(isSame(one, other));
  other.change->altered = {"linalg.fill"};
  CHECK_FALSE(isSame(one, other));
  // What is replaced says more than where.
  one.change = {{"arith.maximumf"}, {"arith.maxnumf"}, {"linalg.reduce"}};
  other.change = {{"arith.maximumf"}, {"arith.maxnumf"}, {}};
  CHECK(isSame(one, other));
  other.passes.front().evidence = Evidence::Differs;
  CHECK_FALSE(isSame(one, other));
  other.passes = one.passes;
  // That is what such a pass is for.
  one.change =
      other.change = {{"linalg.reduce"}, {"scf.for", "scf.yield", "a.load", "a.store"}, {}};
  CHECK_FALSE(isSame(one, other));
  one.change = other.change = {{"linalg.reduce"}, {"scf.for"}, {}};
  one.changes = {{"elements=f64", true}};
  other.changes = {{"elements=f64", false}};
  CHECK_FALSE(isSame(one, other));
  // What it is made of has other types.
  other.wrongFirst->op = "pad:f32:primitives";
  CHECK(isSame(one, other));
  one.changes = {{"extents=static", true}};
  other.changes = {{"extents=static", false}};
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE("What only shows at what reads it is of the op beside, whatever reads it") {
  Cause one = wrong("binary"), other = wrong("concat");
  one.wrongFirst->beside = {"scatter(add)", "fill"};
  other.wrongFirst->beside = {"scatter(max)"};
  CHECK_FALSE(isSame(one, other));
  for (Cause *cause : {&one, &other})
    cause->changes = {{"op=negation", false}};
  CHECK(isSame(one, other));
  CHECK(isSame(one, wrong("scatter")));
  // What is said of what reads it, or found out of extents, tells nothing.
  one.changes.insert(one.changes.end(), {{"spelling=named", true}, {"extents=disguised", true}});
  other.changes.insert(other.changes.end(),
                       {{"spelling=named", false}, {"extents=disguised", false}});
  CHECK(isSame(one, other));
  one.changes.push_back({"extents=static", true});
  other.changes.push_back({"extents=static", false});
  CHECK_FALSE(isSame(one, other));
  other.changes.pop_back();
  other.wrongFirst->beside = {"pad"};
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE("That a pass hides both is not enough where it does something else to each") {
  Cause one = wrong("reduce"), other = wrong("reduce");
  hideByPassAlone(one);
  hideByPassAlone(other);
  CHECK(isSame(one, other));
  one.change = {{}, {"tensor.extract_slice"}, {"linalg.reduce"}};
  CHECK(isSame(one, other));
  other.change = {{}, {"linalg.transpose", "tensor.dim", "tensor.empty", "a.b", "a.c"}, {}};
  CHECK_FALSE(isSame(one, other));
  for (Cause *cause : {&one, &other})
    cause->changes = {{"elements=f64", true}};
  CHECK(isSame(one, other));
}

TEST_CASE("A pass of which two bugs are does things to other ops, whatever levels hide both") {
  Cause one = wrong("sort"), other = wrong("sort");
  for (Cause *cause : {&one, &other}) {
    cause->passes = {{"cse", Evidence::LeftOut}};
    cause->hiddenBy = {{VariationKind::Pass, "cse"}, {VariationKind::Level, "O0"}};
  }
  one.change = {{}, {"arith.constant"}, {}};
  other.change = {{}, {}, {"scf.yield"}};
  CHECK_FALSE(isSame(one, other));
  // It may do more to the one than to the other.
  other.change = {{}, {"arith.constant", "scf.for"}, {}};
  CHECK(isSame(one, other));
}

TEST_CASE("What a pass does to one op tells more than of which case it shows") {
  Cause one = wrong("topk"), other = wrong("topk");
  hideByPassAlone(one);
  hideByPassAlone(other);
  one.changes = {{"elements=i32", true}};
  other.changes = {{"elements=i32", false}};
  CHECK_FALSE(isSame(one, other));
  one.change = {{}, {"a.a", "a.b", "a.c", "a.d", "a.e", "a.f", "a.g", "a.h"}, {}};
  other.change = one.change;
  CHECK(isSame(one, other));
  // Other element types need a few more ops.
  other.change->added.push_back("arith.cmpf");
  CHECK(isSame(one, other));
  one.change->added.pop_back();
  CHECK_FALSE(isSame(one, other));
  other.change->added = one.change->added;
  CHECK(isSame(one, other));
  // At another op nothing is to hide both.
  other.wrongFirst->op = "scan(sum):f32:named";
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE(
    "What one pass does to both may need other passes and levels ahead of it in one of them") {
  Cause one = wrong("reduce"), other = wrong("binary");
  for (Cause *cause : {&one, &other}) {
    cause->passes = {{"dedupe", Evidence::LeftOut}};
    cause->change = {{"arith.minsi"}, {"arith.minui"}, {}};
    cause->hiddenBy = {{VariationKind::Pass, leavingOut("dedupe")}};
    cause->shownWith.clear();
  }
  for (const Hiding &ahead :
       {Hiding{VariationKind::Level, "O1"}, Hiding{VariationKind::Pass, leavingOut("spell-out")}}) {
    one.hiddenBy.push_back(ahead);
    other.shownWith.push_back(ahead);
  }
  CHECK(isSame(one, other));
  other.shownWith.push_back({VariationKind::Flag, "--fast=false"});
  one.hiddenBy.push_back({VariationKind::Flag, "--fast=false"});
  CHECK_FALSE(isSame(one, other));
  other.shownWith.pop_back();
  one.hiddenBy.pop_back();
  other.change->added = {"arith.maxsi"};
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE("What a pass adds tells however much it is, unless it takes something away") {
  Cause one = wrong("reduce"), other = wrong("attention");
  for (Cause *cause : {&one, &other}) {
    hideByPassAlone(*cause);
    cause->change = {{}, {"linalg.transpose", "tensor.dim", "tensor.empty", "a.b", "a.c"}, {}};
  }
  CHECK(isSame(one, other));
  for (Cause *cause : {&one, &other})
    cause->change->gone = {"linalg.reduce"};
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE("A pass that has ops read other values does one thing, whichever ops these are") {
  Cause one = wrong("scatter"), other = wrong("insert_slice");
  hideByPassAlone(one);
  hideByPassAlone(other);
  one.change = {{}, {}, {"a.scatter"}, Alteration::Operands};
  other.change = {{}, {}, {"tensor.insert_slice"}, Alteration::Operands};
  CHECK(isSame(one, other));
  other.change->how = Alteration::Form;
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE("What a pass reorders tells more than what it does beside it") {
  Cause one = wrong("scatter"), other = wrong("insert_slice");
  hideByPassAlone(one);
  hideByPassAlone(other);
  one.change = {{"a.empty"}, {}, {}, Alteration::Form, {"a.sub"}};
  other.change = {{}, {"a.fill"}, {"a.copy"}, Alteration::Form, {"a.add", "a.sub"}};
  CHECK(isSame(one, other));
  other.changes.push_back({"extents=static", true});
  one.changes.push_back({"extents=static", false});
  CHECK(isSame(one, other));
  one.changes.pop_back();
  other.wrongFirst = one.wrongFirst;
  CHECK(isSame(one, other));
  other.change->reordered = {"a.add"};
  CHECK_FALSE(isSame(one, other));
}

TEST_CASE("Groups are the same whatever the order of the causes, and have the name of the first") {
  // The second is the same as both others, which nothing hides alike.
  std::vector<Cause> causes = {wrong("topk"), wrong("topk"), wrong("topk"), wrong("sort")};
  causes[0].hiddenBy = {{VariationKind::Flag, "--a"}};
  causes[1].hiddenBy = {{VariationKind::Flag, "--a"}, {VariationKind::Flag, "--b"}};
  causes[2].hiddenBy = {{VariationKind::Flag, "--b"}};
  const auto grouped = [&](std::initializer_list<size_t> places) {
    std::vector<const Cause *> chosen;
    for (const size_t place : places)
      chosen.push_back(place < causes.size() ? &causes[place] : nullptr);
    return groupsOf(chosen);
  };
  CHECK(grouped({0, 1, 2, 3}) == std::vector<size_t>{0, 0, 0, 3});
  CHECK(grouped({3, 2, 0, 1}) == std::vector<size_t>{0, 1, 1, 1});
  CHECK(grouped({}).empty());
  // What nobody has looked at is by itself.
  CHECK(grouped({9, 0, 9, 1}) == std::vector<size_t>{0, 1, 2, 1});
}

TEST_CASE("What is told of extents may be open") {
  Cause one = wrong("sort"), other = wrong("sort");
  one.changes = {{"extents=static", true}};
  other.changes = {{"extents=static", false}};
  CHECK_FALSE(isSame(one, other));
  CHECK(samenessOf(one, other, CaseAspect::Extents) == Sameness::Same);
  CHECK(samenessOf(one, other, CaseAspect::Elements) == Sameness::Other);
}

TEST_CASE("Failures with the cause of one known bug are one group") {
  Cause one = wrong("sort"), other = wrong("topk.values");
  const auto groups = [&] {
    const std::array<const Cause *, 2> causes{&one, &other};
    return groupsOf(causes);
  };
  CHECK(groups() == std::vector<size_t>{0, 1});
  one.known.bug = "sorts-backwards";
  CHECK(groups() == std::vector<size_t>{0, 1});
  other.known.bug = "sorts-backwards";
  CHECK(groups() == std::vector<size_t>{0, 0});
}

TEST_CASE("What one pass does to both is one cause whatever comes of it") {
  Cause one = wrong("pad"), other = crash("abort");
  hideByPassAlone(one);
  hideByPassAlone(other);
  other.shownWith = one.shownWith;
  CHECK_FALSE(isSame(one, other));
  one.change = other.change = {{"tensor.pad"}, {"tensor.insert_slice"}, {}};
  CHECK(isSame(one, other));
  // It does something else to one, or more than a bug would, or something hides one alone.
  other.change = {{"tensor.pad"}, {"linalg.fill"}, {}};
  CHECK_FALSE(isSame(one, other));
  one.change = other.change = {{"tensor.pad"}, {"a.a", "a.b", "a.c", "a.d", "a.e"}, {}};
  CHECK_FALSE(isSame(one, other));
  one.change = other.change = {{"tensor.pad"}, {"tensor.insert_slice"}, {}};
  other.hiddenBy = one.shownWith = {{VariationKind::Flag, "--fuse=false"}};
  other.shownWith = {};
  CHECK_FALSE(isSame(one, other));
}
