#include "tools/assay/CampaignSetup.h"

#include "support/Version.h"

#include <fmt/format.h>
#include <set>

namespace assay {

static constexpr const char *noList = "none";

Expected<std::string> versionWith(const std::vector<TargetName> &targets, const Context &context) {
  std::string text = version;
  std::set<std::string> compilers;
  for (const TargetName &target : targets) {
    // What a release is its number says.
    if (target.version() || !compilers.insert(target.compilerText()).second)
      continue;
    auto content = context.services.inspectorOf(target)->content(target);
    if (!content)
      return content;
    constexpr size_t shown = 8;
    if (!content->empty()) // or it is this program
      text += fmt::format(", {} {}", target.compilerText(), content->substr(0, shown));
  }
  return text;
}

std::string knownListName(const Context &context, const std::vector<TargetName> &targets,
                          bool reportsKnown) {
  if (!context.services.knownListName)
    return "";
  return reportsKnown ? noList : context.services.knownListName(targets);
}

bool reportsKnown(const CampaignParameters &campaign) { return campaign.known == noList; }

Expected<void> isAsBegun(const CampaignParameters &campaign, const Context &context) {
  CampaignParameters here = campaign;
  auto versions = versionWith(campaign.targets, context);
  if (!versions)
    return versions.error();
  here.version = std::move(*versions);
  if (!campaign.known.empty())
    here.known = knownListName(context, campaign.targets, reportsKnown(campaign));
  if (here == campaign)
    return {};
  return Error{fmt::format("this is not what the campaign began with ({}); reduce it with that",
                           differences(campaign, here))};
}

ExitCode exitCodeOf(const Summary &summary, bool failOnMissed) {
  if (!summary.findings.empty() || (failOnMissed && !summary.missedOptimisations.empty()))
    return SomethingFound;
  const auto &verdicts = summary.totals.verdicts;
  const bool isOpen = verdicts.at("flaky") > 0 || !summary.unconfirmed.empty();
  const bool isRight = verdicts.at("agree") + verdicts.at("missed_optimisation") > 0;
  return isRight && !isOpen ? AllAgree : NothingConcluded;
}

} // namespace assay
