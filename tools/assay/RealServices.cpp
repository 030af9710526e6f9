#include "tools/assay/RealServices.h"

#include "census/Census.h"
#include "check/FailureVerdict.h"
#include "compiler/coverage/UpstreamPoints.h"
#include "compiler/emit/Emit.h"
#include "compiler/faults/Faults.h"
#include "compiler/mutants/Rules.h"
#include "compiler/pipelines/Pipelines.h"
#include "flavours/Flavour.h"
#include "generator/GenerationPlan.h"
#include "generator/Generator.h"
#include "oracle/ExpectedRuns.h"
#include "support/Assert.h"
#include "support/NameOf.h"
#include "targets/Draws.h"
#include "targets/Registry.h"
#include "targets/commands/LibrarySymbols.h"
#include "targets/upstream/RandomPipeline.h"
#include "tools/assay/KnownLists.h"
#include "triage/litcase/LitText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mlir/IR/MLIRContext.h>

#include <algorithm>
#include <map>

namespace assay {
namespace {

/// The plans that were read, and the profiles as such that were asked for, by name: a worker
/// generates tens of thousands of cases of one.
class PlansInUse {
public:
  Expected<ProgramSource> add(const std::string &text, const std::string &source) {
    auto plan = GenerationPlan::parse(text, source);
    if (!plan)
      return plan.error();
    ProgramSource named{plan->name(), plan->text()};
    plans.emplace(named.name, std::move(*plan));
    return named;
  }
  Expected<const GenerationPlan *> find(const std::string &name) {
    if (const auto known = plans.find(name); known != plans.end())
      return &known->second;
    auto profile = profileFromName(name);
    if (!profile)
      return profile.error();
    return &plans.emplace(name, GenerationPlan(*profile)).first->second;
  }
  /// Of one that is there.
  const GenerationPlan &at(const std::string &name) {
    auto found = find(name);
    ASSAY_ASSERT(bool(found), "the plan was added, or the profile found");
    return **found;
  }

private:
  std::map<std::string, GenerationPlan> plans;
};

std::vector<bool> mayChangeCase(const TestCase &testCase, const TargetName &target,
                                const std::vector<std::string> &bugs) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  return mayChange(*emit(context, testCase), target, bugs);
}

Expected<std::string> emitText(const TestCase &testCase, const std::string &flavour) {
  if (flavour == "mlir") {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    loadEmittedDialects(context);
    return printModule(*emit(context, testCase));
  }
  const size_t at = flavour.find('@');
  auto known = enumeratorNamed<Flavour>(flavour.substr(0, at));
  if (!known)
    return Error{fmt::format("there is no form '{}'; there are json, text, mlir, {}", flavour,
                             fmt::join(names(Flavour()), ", "))};
  std::optional<VersionNumber> version = newestKnownVersion;
  if (at != std::string::npos)
    version = parseVersion(std::string_view(flavour).substr(at + 1));
  if (!version)
    return Error{fmt::format("'{}' is no version: write it as 3.13.0", flavour.substr(at + 1))};
  auto text = FlavourWriter(*known, *version).write(testCase);
  if (const auto *failure = text.failure())
    return Error{failure->detail};
  return *text;
}

std::vector<ProfileDescription> profileDescriptions() {
  std::vector<ProfileDescription> descriptions;
  for (const Profile &profile : profiles())
    descriptions.push_back({std::string(profile.name), std::string(profile.summary)});
  return descriptions;
}

/// The target with the passes or the level and flags that it draws, which known bugs may name.
/// Bugs of "mlir@22:random=7" are MLIR's, whoever runs its pipeline.
TargetName withDraws(const TargetName &target) {
  TargetName full = withDrawsSpelledOut(target);
  return randomSeed(target) ? full.onCompiler(target) : full;
}

/// The compilers whose known bugs a target may show: its own, and the one that a manifest says it
/// is based on, or that a build of the user's own descends from. A manifest that cannot be read is
/// told of where the target is made.
std::vector<TargetName> compilersOf(const TargetName &target) {
  std::vector<TargetName> compilers{withDraws(target)};
  if (auto base = inspectorOf(target)->basedOn(target))
    compilers.push_back(std::move(*base));
  return compilers;
}

/// The bugs that are known: those of the program are read when they are first needed.
class BugsInUse {
public:
  Expected<void> add(const std::string &userList) {
    auto users = readKnownList(userList);
    if (!users)
      return users.error();
    withUsers = users->followedBy(list());
    return {};
  }
  const KnownBugs &list() const { return withUsers ? *withUsers : KnownBugs::builtIn(); }

private:
  std::optional<KnownBugs> withUsers;
};

std::vector<BugDescription> allBugs(BugKind kind) {
  std::vector<BugDescription> all;
  if (kind == BugKind::Rule)
    for (const Rule &rule : rules())
      all.push_back({std::string(rule.name), std::string(rule.effect)});
  else
    for (const Fault &fault : faults())
      all.push_back({std::string(fault.name), std::string(fault.effect)});
  return all;
}

Expected<std::vector<std::string>> bugsOf(BugKind kind, const TargetName &target,
                                          const std::vector<std::string> &named) {
  const bool isRule = kind == BugKind::Rule;
  for (const std::string &name : named)
    if (isRule)
      ASSAY_TRY(ruleFromName(name));
    else
      ASSAY_TRY(faultFromName(name));
  if (!named.empty())
    return named;
  std::vector<std::string> all;
  for (BugDescription &bug : allBugs(kind))
    if (isRule || makeTarget(target, {bug.name}))
      all.push_back(std::move(bug.name));
  return all;
}

} // namespace

Services realServices() {
  Services services;
  auto plans = std::make_shared<PlansInUse>();
  services.generate = [plans](uint64_t seed, uint64_t index,
                              const std::string &profile) -> Expected<TestCase> {
    auto plan = plans->find(profile);
    if (!plan)
      return plan.error();
    return generate(seed, index, **plan);
  };
  services.addPlan = [plans](const std::string &text, const std::string &source) {
    return plans->add(text, source);
  };
  services.sourceOf = [plans](uint64_t seed, uint64_t index, const std::string &profile) {
    return plans->at(profile).sourceOf(seed, index);
  };
  services.looksAnyway = [plans](const std::string &profile) {
    return plans->at(profile).looksAnyway();
  };
  services.makeTarget = makeTarget;
  services.check = check;
  services.evaluate = referenceValues;
  auto bugs = std::make_shared<BugsInUse>();
  services.addKnownBugs = [bugs](const std::string &file) { return bugs->add(file); };
  services.knownListName = [bugs](const std::vector<TargetName> &targets) {
    std::set<std::string> compilers;
    for (const TargetName &target : targets)
      for (const TargetName &compiler : compilersOf(target))
        compilers.insert(compiler.absoluteCompiler());
    return bugs->list().nameFor(compilers);
  };
  services.known = [bugs](const TestCase &testCase, const TargetName &target,
                          const Verdict *verdict) -> std::optional<Verdict> {
    for (const TargetName &compiler : compilersOf(target))
      if (const KnownBug *bug = verdict ? bugs->list().explain(testCase, compiler, *verdict)
                                        : bugs->list().expect(testCase, compiler))
        return knownVerdict(bug->id, bug->link);
    return std::nullopt;
  };
  services.allKnown = [bugs](const TestCase &testCase, const TargetName &target,
                             const Verdict &verdict) {
    std::vector<Verdict> found;
    for (const TargetName &compiler : compilersOf(target))
      for (const KnownBug *bug : bugs->list().explanations(testCase, compiler, verdict))
        found.push_back(knownVerdict(bug->id, bug->link));
    return found;
  };
  services.accused = [bugs](const TestCase &testCase, const TargetName &target,
                            const Verdict &verdict, const std::string &bug) {
    for (const TargetName &compiler : compilersOf(target))
      if (auto accused = bugs->list().accused(testCase, compiler, verdict, bug))
        return std::move(*accused);
    return Accused();
  };
  services.expectedAt = [bugs](const TestCase &testCase, const TargetName &target) {
    std::set<NodeId> nodes;
    for (const TargetName &compiler : compilersOf(target))
      nodes.merge(bugs->list().expectedAt(testCase, compiler));
    return nodes;
  };
  services.suspects = [bugs](const TestCase &testCase, const TargetName &target,
                             const Verdict &verdict) {
    std::vector<Suspect> found;
    for (const TargetName &compiler : compilersOf(target)) {
      // What hides a bug of another's compiler need not be a setting of this one.
      if (compiler.compiler != target.compiler)
        continue;
      for (const KnownBug *bug : bugs->list().suspects(testCase, compiler, verdict))
        for (const std::string &hiding : bug->hiddenBy) {
          TargetName hidingTarget = withDrawsSpelledOut(target).with(hiding);
          // What hides one bug is tried once, whichever others it hides as well.
          if (std::ranges::find(found, hidingTarget, &Suspect::hidingTarget) == found.end())
            found.push_back({knownVerdict(bug->id, bug->link), std::move(hidingTarget)});
        }
    }
    return found;
  };
  services.originalBug = [bugs](const std::string &bug) { return bugs->list().originalOf(bug); };
  services.withKnownCause = [bugs](const Cause &cause, const TargetName &target,
                                   const TestCase &testCase) {
    KnownCause all;
    for (const TargetName &compiler : compilersOf(target)) {
      KnownCause found = bugs->list().withCause(cause, compiler, testCase);
      if (!found.bug.empty())
        return found;
      for (std::string &bug : found.perhaps)
        if (std::ranges::find(all.perhaps, bug) == all.perhaps.end())
          all.perhaps.push_back(std::move(bug));
    }
    return all;
  };
  services.writeLit = [](const TestCase &testCase, const Verdict &verdict, const TargetName &target,
                         const std::string &inject) {
    return litText(testCase, verdict, target, inject, litParts);
  };
  services.writeJointLit = [](const std::vector<TestCase> &cases, size_t accused,
                              const Verdict &verdict, const TargetName &target) {
    return jointLitText(cases, accused, verdict, target, litParts);
  };
  services.mayChange = mayChangeCase;
  services.emit = emitText;
  services.inspectorOf = inspectorOf;
  services.upstreamPoints = upstreamPoints;
  services.allBugs = allBugs;
  services.bugs = bugsOf;
  services.census = [plans](uint64_t seed, uint64_t count,
                            const std::string &profile) -> Expected<std::string> {
    auto plan = plans->find(profile);
    if (!plan)
      return plan.error();
    return takeCensus(seed, count, **plan).text();
  };
  services.targets = targetDescriptions;
  services.withDrawsSpelledOut = withDrawsSpelledOut;
  services.profiles = profileDescriptions;
  services.functionAt = functionAt;
  return services;
}

} // namespace assay
