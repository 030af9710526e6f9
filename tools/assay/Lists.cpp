#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

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

} // namespace

Action declareTargets(ArgumentParser &parser) {
  auto name = std::make_shared<std::optional<TargetName>>();
  parser.add("NAME", name.get(), "Print what this one draws: mlir@22:random=7");
  return [name](const Context &context) {
    if (!*name)
      return print(context.services.targets());
    auto target = context.services.makeTarget(**name, {});
    if (!target)
      return complain(target.error());
    say("{}\n", context.services.withDrawsSpelledOut(**name).text());
    return int(AllAgree);
  };
}

Action declareProfiles(ArgumentParser &) {
  return [](const Context &context) { return print(context.services.profiles()); };
}

} // namespace assay
