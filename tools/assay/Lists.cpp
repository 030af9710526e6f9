#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

/// Name and summary, in two columns.
template <class Description> int print(const std::vector<Description> &list) {
  size_t width = 0;
  for (const Description &one : list)
    width = std::max(width, one.name.size());
  for (const Description &one : list)
    say("{:{}}  {}\n", one.name, width, one.summary);
  return AllAgree;
}

/// The bugs of a kind, or those that can be built into the target.
Expected<std::vector<BugDescription>> bugsFor(const Services &services, BugKind kind,
                                              const std::optional<TargetName> &target) {
  std::vector<BugDescription> all = services.allBugs(kind);
  if (!target)
    return all;
  auto names = services.bugs(kind, *target, {});
  if (!names)
    return names.error();
  std::erase_if(all, [&](const BugDescription &bug) {
    return std::ranges::find(*names, bug.name) == names->end();
  });
  return all;
}

} // namespace

Action declareTargets(ArgumentParser &parser) {
  auto names = std::make_shared<std::vector<TargetName>>();
  parser.add("NAME", names.get(), "Print what these draw, a line each: mlir@22:random=7");
  return [names](const Context &context) {
    if (names->empty())
      return print(context.services.targets());
    for (const TargetName &name : *names) {
      if (auto target = context.services.makeTarget(name, {}); !target)
        return complain(target.error());
      say("{}\n", context.services.withDrawsSpelledOut(name).text());
    }
    return int(AllAgree);
  };
}

Action declareFaults(ArgumentParser &parser) {
  auto target = std::make_shared<std::optional<TargetName>>();
  parser.add("TARGET", target.get(), "Only those that can be built into this one: cpu:O2");
  return [target](const Context &context) {
    if (*target)
      if (auto made = context.services.makeTarget(**target, {}); !made)
        return complain(made.error());
    auto faults = bugsFor(context.services, BugKind::Fault, *target);
    auto rules = bugsFor(context.services, BugKind::Rule, *target);
    if (!faults || !rules)
      return complain((faults ? rules : faults).error());
    say("Faults, of which each needs something of its own to show:\n");
    print(*faults);
    say("\nRules, which are wrong wherever they match:\n");
    return print(*rules);
  };
}

Action declareProfiles(ArgumentParser &) {
  return [](const Context &context) { return print(context.services.profiles()); };
}

} // namespace assay
