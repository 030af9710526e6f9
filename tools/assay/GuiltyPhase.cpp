#include "tools/assay/GuiltyPhase.h"

#include "targets/iree/IreeTools.h"
#include "targets/iree/IreeTrace.h"
#include "tools/assay/FailingPass.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

namespace {

/// Between which phases a case goes wrong; "start" and "vm" are the ends of all.
struct Bracket {
  std::string right = "start", wrong = "vm";
};

/// The first pass between the phases that makes something else of one and the same module, in
/// words.
std::string divergingPass(const IreeOptions &name, const IreeOptions &hiding,
                          const Bracket &bracket, const std::string &source) {
  auto tools = IreeTools::make(name), others = IreeTools::make(hiding);
  if (!tools || !others)
    return (!tools ? tools.error() : others.error()).message;
  Outcome<std::string> module = source;
  if (bracket.right != "start")
    module = tools->compileTo(bracket.right, source);
  if (const auto *failure = std::get_if<TargetFailure>(&module))
    return failure->detail;
  auto failing = tools->passDumps(bracket.right, bracket.wrong, std::get<0>(module)),
       right = others->passDumps(bracket.right, bracket.wrong, std::get<0>(module));
  for (const auto *dumps : {&failing, &right})
    if (const auto *failure = std::get_if<TargetFailure>(dumps))
      return failure->detail;
  return firstDivergence(std::get<0>(failing), std::get<0>(right)).value_or("none");
}

/// Which dispatch of both compilations is the first to differ when they run, in words.
std::string differingDispatch(const IreeOptions &name, const IreeOptions &hiding,
                              const TestCase &testCase, const std::string &source) {
  auto failing = traceDispatches(name, testCase, source),
       right = traceDispatches(hiding, testCase, source);
  for (const auto *traces : {&failing, &right})
    if (const auto *failure = std::get_if<TargetFailure>(traces))
      return failure->detail;
  size_t common = 0;
  auto difference = firstDifference(std::get<0>(failing), std::get<0>(right), common);
  if (difference)
    return fmt::format("{}, in what it {}", difference->dispatch,
                       difference->isInput ? "is given" : "makes");
  return fmt::format("none of the {} that both have; {} have no partner", common,
                     std::get<0>(failing).size() - common);
}

} // namespace

bool canTakeOver(const IreeOptions &name, const IreeOptions &hiding) {
  auto target = [](const IreeOptions &of) {
    auto flag = std::ranges::find_if(of.flags, [](const std::string &given) {
      return given.starts_with("--iree-llvmcpu-target-cpu");
    });
    return flag == of.flags.end() ? std::string() : *flag;
  };
  return name.backend == hiding.backend && name.flavour == hiding.flavour && !name.tuning &&
         !name.rest && !std::ranges::count(hiding.flags, traceFlag) &&
         target(name) == target(hiding);
}

Expected<void> tellGuiltyPhase(Trials &trials, const IreeOptions &name, const IreeOptions &hiding,
                               const Verdict &verdict, bool all) {
  Bracket bracket;
  for (std::string_view phase : ireePhases()) {
    IreeOptions relay = name;
    relay.rest = {std::string(phase), hiding.level, hiding.flags};
    const TargetName target = targetNameOf(relay);
    auto made = trials.on(target, fmt::format("other flags from the phase {} on", phase));
    if (!made)
      return made.error();
    if (all)
      trials.say("  {:58}  {}\n", fmt::format("then={}", phase), comparedWith(verdict, *made));
    if (sameCause(verdict, *made)) {
      bracket.wrong = phase;
      break;
    }
    if (std::holds_alternative<Agree>(made->outcome))
      bracket.right = phase;
  }
  auto module = ireeModule(trials, name);
  if (!module)
    return module.error();
  trials.say("\nright up to {}, wrong from {} on\n", bracket.right, bracket.wrong);
  trials.show("looking for the first pass that differs");
  trials.say("first pass between them that differs: {}\n",
             divergingPass(name, hiding, bracket, *module));
  trials.show("looking for the first dispatch that differs");
  trials.say("first dispatch that differs when they run with traces: {}\n",
             differingDispatch(name, hiding, trials.testCase, *module));
  return {};
}

} // namespace assay
