#pragma once

#include "campaign/Campaign.h"

#include <chrono>
#include <cstdio>

namespace assay {

/// Shows a campaign while it runs: one line that changes on a terminal, else a line now and then.
class StatusDisplay : public CampaignObserver {
public:
  explicit StatusDisplay(FILE *out);
  ~StatusDisplay() override;

  void onProgress(const Progress &progress) override;
  void onFound(const FindingRow &row) override;
  void onReduced(const FindingRow &row) override;
  bool stopRequested() override;

private:
  using Clock = std::chrono::steady_clock;
  void printLine(const std::string &text);

  FILE *out;
  bool terminal;
  Clock::time_point nextLine = Clock::now();
  std::string shown;
};

/// From now on Ctrl-C and SIGTERM make stopRequested() true; a second one ends the process at once.
void catchInterrupts();

} // namespace assay
