#include "campaign/night/NightSchedule.h"

#include "support/Assert.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace assay {
namespace {

/// What a pair had so far.
struct Account {
  /// Seconds over weight and boost, as start-time fair queueing counts them; nothing before the
  /// first campaign.
  std::optional<double> served;
  std::vector<int64_t> newCauses;
};

double boostOf(const Account &account) {
  int64_t boost = 1;
  const size_t campaigns = account.newCauses.size();
  for (size_t i = campaigns - std::min(campaigns, boostingCampaigns); i < campaigns; ++i)
    boost += account.newCauses[i];
  return static_cast<double>(std::min(boost, greatestBoost));
}

} // namespace

size_t nextPair(std::span<const double> weights, std::span<const PastCampaign> past) {
  ASSAY_ASSERT(!weights.empty(), "there is a pair");
  std::vector<Account> accounts(weights.size());
  // Where the latest campaign began: what has not run yet or was away catches up from there.
  double now = 0;
  for (const PastCampaign &campaign : past) {
    Account &account = accounts[campaign.pair];
    now = std::max(now, account.served.value_or(now));
    account.served = now + campaign.seconds / (weights[campaign.pair] * boostOf(account));
    account.newCauses.push_back(campaign.newCauses);
  }
  return static_cast<size_t>(
      std::ranges::min_element(accounts, {},
                               [](const Account &account) { return account.served.value_or(-1); }) -
      accounts.begin());
}

} // namespace assay
