#pragma once

#include "campaign/Campaign.h"
#include "tools/assay/StatusLine.h"

namespace assay {

/// Shows a campaign while it runs.
class StatusDisplay : public CampaignObserver {
public:
  explicit StatusDisplay(FILE *out) : line(out) {}

  void onProgress(const Progress &progress) override;
  void onFound(const FindingRow &row) override;
  void onReduced(const FindingRow &row) override;
  bool stopRequested() override { return interruptRequested(); }
  /// Whether there was a Ctrl-C or SIGTERM since catchInterrupts().
  static bool interruptRequested();

private:
  StatusLine line;
};

/// From now on Ctrl-C and SIGTERM make stopRequested() true; a second one ends the process at once.
void catchInterrupts();

} // namespace assay
