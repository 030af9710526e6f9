#include "campaign/workers/Confirmation.h"

#include "check/FailureVerdict.h"
#include "check/MismatchSignature.h"
#include "check/SameFailure.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

/// neg of a sum of x with itself: values 0, 1 and 2.
Program program() {
  ProgramParts parts;
  parts.arguments = {{ElementType::F32, {Dim(4)}}};
  parts.nodes = {{Binary{BinaryKind::Add}, {0, 0}, std::nullopt, Spelling::Named},
                 {Unary{UnaryKind::Neg}, {1}, std::nullopt, Spelling::Named}};
  parts.returns = {2};
  return Program::makeValid(std::move(parts));
}

Verdict mismatch(ValueId value = 1, const char *actual = "3") {
  Mismatch wrong;
  wrong.firstWrong = value;
  wrong.difference.actual = actual;
  Verdict verdict;
  verdict.signature = rawSignature(Signature::Kind::Mismatch, program(), wrong, Visibility::Alone);
  verdict.outcome = wrong;
  return verdict;
}

Verdict rejected(const std::string &diagnostic) {
  return failureVerdict({TargetFailure::Kind::Rejected, Stage::Compile, diagnostic});
}

Verdict crashed(Stage stage = Stage::Compile, const char *frames = "f<g") {
  Verdict verdict;
  verdict.outcome = Crash{stage, "SIGSEGV"};
  verdict.signature = Signature::parse(std::string("crash:compile:SIGSEGV:") + frames);
  return verdict;
}

Verdict timedOut(Stage stage = Stage::Compile) {
  Verdict verdict;
  verdict.outcome = Timeout{stage, false};
  verdict.signature = Signature::parse("timeout:compile");
  return verdict;
}

/// What stands after `first`, if each fresh worker says what `again` does, in turn.
Verdict confirmed(const Verdict &first, const std::vector<Verdict> &again, int *checks = nullptr) {
  Confirmation confirmation(first);
  int asked = 1;
  for (size_t i = 0; !confirmation.isSettled(); ++i, ++asked) {
    REQUIRE(asked < 20);
    confirmation.add(again[i % again.size()]);
  }
  if (checks)
    *checks = asked;
  return confirmation.verdict(program());
}

} // namespace

TEST_CASE("What comes back at once is settled, and always found") {
  for (const Verdict &first : {mismatch(), rejected("error: no"), crashed(), timedOut()}) {
    int checks = 0;
    const Verdict settled = confirmed(first, {first}, &checks);
    CHECK(checks == 2);
    CHECK(settled.signature == first.signature);
    CHECK(settled.frequency == Frequency{2, 2});
    CHECK(settled.describe() == first.describe());
  }
}

TEST_CASE("What comes each time is looked at as often as is asked for, but for what hangs") {
  for (const auto &[first, checks] : {std::pair(mismatch(), 4), std::pair(timedOut(), 2)}) {
    Confirmation confirmation(first, false, 4);
    while (!confirmation.isSettled())
      confirmation.add(first);
    CHECK(confirmation.verdict(program()).frequency == Frequency{checks, checks});
  }
  // One that is away for once is not there each time.
  Confirmation confirmation(mismatch(), false, 4);
  for (int i = 1; !confirmation.isSettled(); ++i)
    confirmation.add(i == 3 ? Verdict() : mismatch());
  CHECK(confirmation.verdict(program()).frequency == Frequency{8, 9});
}

TEST_CASE("What was out of time is given more") {
  Confirmation confirmation(timedOut());
  CHECK(confirmation.patience() == 3);
  // What it hid is no time-out.
  confirmation.add(mismatch());
  CHECK(confirmation.patience() == 1);
  CHECK(Confirmation(crashed()).patience() == 1);
}

TEST_CASE("What comes now and then says how often") {
  for (const Verdict &first : {mismatch(), crashed()}) {
    const Verdict settled = confirmed(first, {{}, {}, first});
    CHECK(settled.signature.text() ==
          (first.difference() ? "nondeterministic-mismatch:binary(add)" : first.signature.text()));
    CHECK(settled.frequency == Frequency{3, 9});
    CHECK_THAT(settled.describe(), Catch::EndsWith("found in 3 of 9 checks"));
  }
}

TEST_CASE("What was seen once is flaky, after many checks") {
  int checks = 0;
  const Verdict settled = confirmed(mismatch(), {{}}, &checks);
  CHECK(checks == 9);
  CHECK(settled.name() == "flaky");
  CHECK(settled.signature.text() == "flaky:mismatch:binary(add):f32:named");
  CHECK_FALSE(settled.isFinding());
}

TEST_CASE("What fails each time in other words is found, and named by what stays") {
  const Verdict settled = confirmed(rejected("error: cannot tile abcd at efgh in pass"),
                                    {rejected("error: cannot tile xbyy at zzzh in pass")});
  CHECK(settled.name() == "compile_failure");
  CHECK(settled.signature.text() == "compile-failure:compile:cannot tile * in pass");
  CHECK(settled.frequency.isAlways());
  // And so is any other failure of that kind, while it is reduced.
  CHECK(sameFailure(settled, rejected("error: cannot tile q at r in pass")));
  CHECK_FALSE(sameFailure(settled, rejected("error: cannot fuse q at r in pass")));
  CHECK(confirmed(crashed(), {crashed(Stage::Compile, "h<g")}).signature.text() ==
        "crash:compile:SIGSEGV:*<g");
}

TEST_CASE("What fails each time, but never twice in the same way, is found") {
  const Verdict settled = confirmed(mismatch(), {crashed()});
  CHECK(settled.name() == "mismatch");
  CHECK(confirmed(mismatch(), {crashed(), {}}).name() == "flaky");
}

TEST_CASE("A wrong value that is another one each time is not deterministic, and named by its op") {
  Verdict unsteady = mismatch();
  std::get<Mismatch>(unsteady.outcome).nondeterministic = true;
  for (const Verdict &again : {unsteady, mismatch(1, "5"), mismatch(2, "5")}) {
    const Verdict settled = confirmed(mismatch(), {again});
    CHECK(settled.signature.text() == "nondeterministic-mismatch:binary(add)");
    CHECK(settled.signature.kind == Signature::Kind::Nondeterministic);
    CHECK(settled.frequency.isAlways());
  }
  CHECK(confirmed(mismatch(2), {mismatch(1, "5")}).signature.text() ==
        "nondeterministic-mismatch:binary(add)");
  CHECK(confirmed(unsteady, {{}}).name() == "flaky");
  CHECK(confirmed(unsteady, {{}, unsteady}).frequency == Frequency{5, 9});
  // Reductions have signatures of single checks.
  CHECK(sameFailure(confirmed(unsteady, {unsteady}), mismatch()));
}

TEST_CASE("The same wrong results are deterministic, wherever they were seen to begin") {
  // A compiler that fails now and then does not say of each value whether it is wrong.
  for (const auto &[first, again] :
       {std::pair(mismatch(1), mismatch(2)), std::pair(mismatch(2), mismatch(1))}) {
    const Verdict settled = confirmed(first, {again});
    CHECK(settled.signature == mismatch(1).signature);
    CHECK(std::get<Mismatch>(settled.outcome).firstWrong == 1);
    CHECK(settled.frequency == Frequency{2, 2});
  }
  Verdict together = mismatch(1);
  together.signature = rawSignature(Signature::Kind::Mismatch, program(),
                                    std::get<Mismatch>(together.outcome), Visibility::Together);
  CHECK(confirmed(together, {mismatch(2)}).signature == mismatch(2).signature);
  CHECK(confirmed(mismatch(2), {together}).signature == mismatch(2).signature);
}

TEST_CASE("A time-out that does not come back was a busy machine's") {
  int checks = 0;
  CHECK(confirmed(timedOut(), {timedOut()}).name() == "timeout");
  CHECK(confirmed(timedOut(), {{}}, &checks).name() == "agree");
  CHECK(checks == 2);
  CHECK(confirmed(timedOut(), {timedOut(Stage::Run)}).name() == "flaky");
  // What it hid is confirmed in its place.
  CHECK(confirmed(timedOut(), {mismatch()}).name() == "mismatch");
  std::vector<Verdict> once(10);
  once[0] = mismatch();
  CHECK(confirmed(timedOut(), once).name() == "flaky");
  Verdict elsewhere = timedOut();
  elsewhere.signature = Signature::parse("timeout:compile:OtherPass");
  std::get<Timeout>(elsewhere.outcome).memory = true;
  CHECK(confirmed(timedOut(), {elsewhere}).signature == timedOut().signature);
}

TEST_CASE("A confirmation of what was confirmed before begins anew") {
  const Verdict before = confirmed(crashed(), {{}, crashed()});
  CHECK(confirmed(before, {crashed()}).frequency == Frequency{2, 2});
}

static std::string commonText(std::string_view a, std::string_view b) {
  return commonSignature(Signature::parse(a), Signature::parse(b)).text();
}

TEST_CASE("Signatures have whole words in common") {
  CHECK(commonText("a:b c", "a:b c") == "a:b c");
  CHECK(commonText("x:cannot abc", "x:cannot abd") == "x:cannot *");
  CHECK(commonText("x:", "x:abc") == "x:*");
  CHECK(commonText("x:abc y", "x:y") == "x:*");
  CHECK(commonText("", "abc") == "*");
  CHECK(commonText("x:on \xef\xbf\xbdq", "x:on \xef\xbf\xbd\xef\xbf\xbd") == "x:on *");
}
