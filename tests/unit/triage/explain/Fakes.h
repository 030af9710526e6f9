#pragma once

#include "check/FailureVerdict.h"
#include "program/Text.h"
#include "triage/explain/Explain.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace assay::test {

inline Verdict verdictOf(Outcomes outcome, const std::string &signature) {
  Verdict verdict;
  verdict.outcome = std::move(outcome);
  verdict.signature = Signature::parse(signature);
  return verdict;
}
inline Verdict right() { return {}; }
inline Verdict unsupported() { return verdictOf(Unsupported{"not this"}, "unsupported:not this"); }
inline Verdict wrong(const std::string &op = "topk") {
  return verdictOf(Mismatch{}, fmt::format("mismatch:{}:f32", op));
}
inline TargetFailure rejection(const std::string &diagnostic) {
  return {TargetFailure::Kind::Rejected, Stage::Compile, diagnostic};
}

inline const TestCase &someCase() {
  static const TestCase testCase =
      *readText("assay 1\n%0 = argument f32[1]\nreturn %0\nrun\n  %0 = f32[1] [1]\n", "some case");
  return testCase;
}

/// Gives the verdicts that a function does, and remembers what it was asked.
class FakeTrials : public CauseTrials {
public:
  using Judge = std::function<Expected<Verdict>(const TargetName &)>;
  explicit FakeTrials(Judge judge) : judge(std::move(judge)) {}

  Expected<Verdict> on(const TargetName &target, const std::string &doing) override {
    asked.push_back(target.text());
    shown.push_back(doing);
    return judge(target);
  }
  Expected<Verdict> onCase(const TestCase &, const TargetName &target, const TargetOptions &options,
                           const std::string &doing) override {
    if (!options.module.empty()) {
      modules.push_back(options.module);
      return judgeModule(options.module);
    }
    Expected<Verdict> verdict = on(target, doing);
    if (verdict && options.tracesDispatches)
      verdict->dispatches = dispatches;
    return verdict;
  }
  Expected<std::vector<std::optional<Verdict>>>
  onCases(std::span<const TestCase> cases, const TargetName &target, const std::string &) override {
    std::vector<std::optional<Verdict>> verdicts;
    for (const TestCase &one : cases) {
      const bool isInTime = judgedCases++ < mostCases;
      verdicts.push_back(!isInTime   ? std::nullopt
                         : judgeCase ? std::optional(judgeCase(one, target))
                                     : verdictOf(Inconclusive{}, "inconclusive"));
    }
    return verdicts;
  }
  void learnt(const Cause &cause) override { causes.push_back(cause); }
  void show(const std::string &doing) override { shown.push_back(doing); }
  bool isOver() const override { return asked.size() >= most; }
  void tried(const Attempt &attempt) override { told.push_back(attempt.what); }

  std::vector<std::string> asked, shown, told;
  size_t most = 1000; // after which the time is over
  std::vector<DispatchCheck> dispatches;
  /// Of onCases(); without one they tell nothing.
  std::function<Verdict(const TestCase &, const TargetName &)> judgeCase;
  std::function<Verdict(const std::string &)> judgeModule; // that another compiler goes on with
  std::vector<std::string> modules;                        // likewise
  size_t judgedCases = 0, mostCases = 10000; // after which there is no time for another
  std::vector<Cause> causes;                 // as they were learnt

private:
  Judge judge;
};

/// A compiler with the phases a, b and c, whose modules are texts that phases and passes add to.
/// Its passes are those of a pipeline. What a pass does with a module may be set.
class FakeInspector : public Inspector {
public:
  Expected<std::string> module(const TargetName &, const TestCase &) const override {
    return emitted;
  }
  Expected<Phases> phases(const TargetName &) const override {
    return Phases{"begin", {"a", "b", "c"}, "end"};
  }
  Expected<TargetName> takenOver(const TargetName &name, const std::string &phase,
                                 const TargetName &other) const override {
    if (name.backend != other.backend)
      return Error{"another backend"};
    return name.with("then=" + phase);
  }
  Answer<std::string> afterPhase(const TargetName &name, const std::string &phase,
                                 const std::string &module) const override {
    if (const auto own = made.find({name.backend, phase}); own != made.end())
      return Outcome<std::string>(own->second);
    if (!failingPhase.empty() && phase >= failingPhase)
      return Outcome<std::string>(rejection("no " + phase));
    return Outcome<std::string>(module + "+" + phase);
  }
  Expected<Reproduction> compileFrom(const TargetName &, const std::string &phase,
                                     const std::string &module) const override {
    return Reproduction{module, "compile FILE from " + phase, endings.at(phase)};
  }
  Answer<std::vector<PassDump>> passDumps(const TargetName &name, const std::string &from,
                                          const std::string &to,
                                          const std::string &module) const override {
    if (!dumps.contains(name.level))
      return Outcome<std::vector<PassDump>>(rejection("no dumps"));
    return Outcome<std::vector<PassDump>>(std::vector<PassDump>{
        {{0}, "0", fmt::format("{} from {} to {}", module, from, to), dumps.at(name.level)}});
  }
  Answer<std::vector<DispatchTrace>> dispatches(const TargetName &name, const TestCase &,
                                                const std::string &) const override {
    return Outcome<std::vector<DispatchTrace>>(
        std::vector<DispatchTrace>{{"dispatch", "1", name.level}});
  }
  Expected<std::optional<PassFailure>> failingPass(const TargetName &,
                                                   const std::string &) const override {
    return failing;
  }
  Expected<TargetName> withPasses(const TargetName &name,
                                  const std::vector<std::string> &passes) const override {
    TargetName changed = name;
    changed.pipeline = fmt::format("{}", fmt::join(passes, ","));
    return changed;
  }
  Expected<PassRun> runPass(const TargetName &, const std::string &pass,
                            const std::string &module) const override {
    if (pass == brokenPass && module.find(brokenBy) != module.npos)
      return PassRun{"run " + pass + " on FILE", rejection("no " + pass)};
    if (pass == lowering)
      return PassRun{"run " + pass + " on FILE", std::string("lowered")};
    return PassRun{"run " + pass + " on FILE", module + "+" + pass};
  }
  /// Without the lines that are not needed.
  Expected<std::string> reduced(const TargetName &name, const std::string &module,
                                const ModuleJudge &isWanted) const override {
    if (!reduces)
      return Inspector::reduced(name, module, isWanted);
    std::string left = module;
    for (size_t line = 0; line < left.size();) {
      std::string less = left;
      less.erase(line, less.find('\n', line) + 1 - line);
      if (isWanted(less).value_or(false))
        left = less;
      else
        line = left.find('\n', line) + 1;
    }
    return left;
  }
  Expected<std::vector<Variation>> variations(const TargetName &name) const override {
    if (varied.empty())
      return Inspector::variations(name);
    return varied;
  }
  Expected<std::vector<std::string>> passes(const TargetName &name) const override {
    if (listed.empty())
      return Inspector::passes(name);
    return listed;
  }
  Expected<std::vector<Cut>> cuts(const TargetName &name) const override {
    if (const auto own = cutsOf.find(name.text()); own != cutsOf.end())
      return own->second;
    if (cut.empty())
      return Inspector::cuts(name);
    return cut;
  }
  Answer<PassIr> passIr(const TargetName &name, const std::string &pass,
                        const TestCase &testCase) const override {
    if (const auto own = irs.find(pass); own != irs.end())
      return Outcome<PassIr>(own->second);
    return Inspector::passIr(name, pass, testCase);
  }
  Answer<std::string> afterPass(const TargetName &name, const std::string &pass,
                                const TestCase &) const override {
    const auto own = after.find({name.text(), pass});
    return Outcome<std::string>(own == after.end() ? "after " + pass : own->second);
  }
  Expected<TargetName> otherCompiler(const TargetName &name) const override {
    return other ? Expected<TargetName>(*other) : Inspector::otherCompiler(name);
  }
  Expected<std::vector<VersionNumber>> releases(const TargetName &) const override {
    return released;
  }
  Expected<TargetName> onRelease(const TargetName &name, VersionNumber version,
                                 const OnProgress &onStep) const override {
    onStep("installing");
    if (version == missing)
      return Error{"no network"};
    TargetName changed = name;
    changed.release = version.text();
    return changed;
  }

  std::string emitted = "module";
  std::string failingPhase, brokenPass, brokenBy; // on modules with that in them
  std::string lowering;                           // the pass that leaves nothing as it was
  bool reduces = false;
  std::map<std::string, Outcome<std::monostate>> endings; // by phase
  std::map<std::string, std::string> dumps;               // by level
  /// By backend and phase; of others the module with the phase's name behind it.
  std::map<std::pair<std::string, std::string>, std::string> made;
  std::optional<PassFailure> failing;
  std::vector<Variation> varied;
  std::vector<std::string> listed;
  std::vector<Cut> cut;
  std::map<std::string, std::vector<Cut>> cutsOf; // by target; `cut` of others
  std::map<std::string, PassIr> irs;              // by pass
  /// By target and pass; "after PASS" of others.
  std::map<std::pair<std::string, std::string>, std::string> after;
  std::optional<TargetName> other;
  std::vector<VersionNumber> released;
  std::optional<VersionNumber> missing;
};

} // namespace assay::test
