#include "campaign/report/Commands.h"

#include "support/ShellText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace {

std::string injectFlag(const std::string &inject) {
  return inject.empty() ? "" : " --inject " + shellWord(inject);
}

std::string watchFlag(const std::vector<Metric> &watch) {
  return watch.empty() ? "" : " --watch " + textOf(watch);
}

/// What the campaign's programs are drawn from.
std::string sourceFlag(const Paths &paths, const CampaignParameters &campaign) {
  return campaign.plan.empty() ? "--profile " + shellWord(campaign.profile)
                               : "--plan " + shellWord(paths.planFile(campaign.profile).string());
}

} // namespace

std::string replayCommand(const Paths &paths, const FindingRow &row,
                          const CampaignParameters &campaign) {
  // A lit case names its target, with what that draws written out.
  if (row.lit)
    return fmt::format("assay replay {}", shellWord(paths.litFile(row.caseName).string()));
  return fmt::format(
      "assay replay {} --target {}{}{}", shellWord(paths.caseFile(row.caseName).string()),
      shellWord(row.caseTarget().text()), injectFlag(campaign.inject), watchFlag(campaign.watch));
}

std::string genCommand(const Paths &paths, const CampaignParameters &campaign, int64_t index) {
  return fmt::format("assay gen --seed {} --index {} {}", campaign.seed, index,
                     sourceFlag(paths, campaign));
}

std::string fuzzCommand(const Paths &paths, const CampaignParameters &campaign, int64_t programs) {
  return fmt::format("assay fuzz --target {} --seed {} --count {} {}{}{}",
                     shellWord(fmt::format("{}", fmt::join(textsOf(campaign.targets), ","))),
                     campaign.seed, programs, sourceFlag(paths, campaign),
                     injectFlag(campaign.inject), watchFlag(campaign.watch));
}

} // namespace assay
