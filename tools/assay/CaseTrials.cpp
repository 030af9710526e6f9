#include "tools/assay/CaseTrials.h"

#include "support/DurationText.h"

namespace assay {

Expected<Verdict> CaseTrials::on(const TargetName &target, const std::string &doing) {
  ++checks;
  show(doing);
  return verdictOn(context, target, file, testCase, [&] { show(doing); });
}

void CaseTrials::show(const std::string &doing) {
  status.show(fmt::format("{}  {}", durationText(status.seconds()), doing));
}

std::string CaseTrials::cost() const {
  return fmt::format("took {}, {} check{}", durationText(status.seconds()), checks,
                     checks == 1 ? "" : "s");
}

} // namespace assay
