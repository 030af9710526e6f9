#include "campaign/site/Site.h"

#include "compiler/mutants/MutatorSeries.h"
#include "tools/assay/BugFlags.h"
#include "tools/assay/Cli.h"
#include "tools/assay/KnownLists.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::vector<std::string> stores;
  std::string output;
  std::vector<std::string> mutation; // files
  BugFlags bugs;
};

int runSite(const Flags &flags, const Context &context) {
  if (flags.stores.empty() && flags.mutation.empty() && flags.bugs.folders.empty())
    return complain(
        {"name a store of `assay fuzz`, files with --mutation, or a folder of bugs with "
         "--bugs; --help says more"});
  auto bugs = loadBugs(flags.bugs);
  if (!bugs)
    return complain(bugs.error());
  auto mutation = readMutationFigures(flags.mutation, mutatorSeries);
  if (!mutation)
    return complain(mutation.error());
  SiteContent content{nullptr, *mutation, *bugs};
  std::optional<CampaignContent> campaigns;
  if (!flags.stores.empty()) {
    auto known = allKnownBugs(flags.bugs.folders);
    if (!known)
      return complain(known.error());
    auto read = campaignContent({flags.stores.begin(), flags.stores.end()}, {*bugs, *known},
                                context.services.upstreamPoints);
    if (!read)
      return complain(read.error());
    content.campaigns = &campaigns.emplace(std::move(*read));
  }
  if (auto written = writeSite(content, flags.output); !written)
    return complain(written.error());
  say("{}\n", (std::filesystem::path(flags.output) / "index.html").string());
  return AllAgree;
}

} // namespace

Action declareSite(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("STORE", &flags->stores, "Stores of `assay fuzz`, which may be in use");
  parser
      .add("-o,--output", "DIR", &flags->output,
           "The folder to write; a site that is there is replaced")
      .required();
  parser.add("--mutation", "FILE.json", &flags->mutation,
             "Show what `assay mutate --json` wrote there; may be given several times");
  declareBugFlags(parser, flags->bugs, false);
  return [flags](const Context &context) { return runSite(*flags, context); };
}

} // namespace assay
