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

Action declareTargets(CLI::App &) {
  return [](const Context &context) { return print(context.services.targets()); };
}

Action declareProfiles(CLI::App &) {
  return [](const Context &context) { return print(context.services.profiles()); };
}

} // namespace assay
