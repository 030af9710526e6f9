#include "tools/assay/ShareFlags.h"

#include "support/process/MachineShare.h"

#include <cstdlib>
#include <unistd.h>

namespace assay {

void addShareFlags(ArgumentParser &parser) {
  for (const ShareSetting &setting : shareSettings())
    parser.add(setting.flag, setting.valueName, setting.help);
}

Expected<void> takeShare(const ArgumentParser &parser) {
  for (const ShareSetting &setting : shareSettings())
    if (const auto given = parser.valueOf(setting.flag))
      setenv(setting.variable, given->c_str(), 1);
  auto share = checkedMachineShare();
  if (!share)
    return share.error();
  if (share->nice > 0)
    (void)!nice(static_cast<int>(share->nice));
  return {};
}

} // namespace assay
