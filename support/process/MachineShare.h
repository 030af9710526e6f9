#pragma once

#include "support/Expected.h"

#include <span>

namespace assay {

/// What a worker and the compiler under test that it runs may have of the machine, all their
/// processes together. It stands in the environment, where workers find it as well.
struct MachineShare {
  /// Of memory: of the worker itself, and once more of what it started.
  unsigned mebibytes = 4096;
  /// Of temporary files.
  unsigned diskMebibytes = 2048;
  /// How far behind others, as nice(1) takes it.
  unsigned nice = 0;
};

/// One line for each member: its flag, its variable in the environment, and what it may be.
struct ShareSetting {
  const char *flag, *variable, *valueName, *help;
  unsigned MachineShare::*member;
  unsigned least, most;
};
std::span<const ShareSetting> shareSettings();

/// As the environment has it; what is no such number counts as not given.
MachineShare machineShare();
/// The same, or what is wrong with one.
Expected<MachineShare> checkedMachineShare();

} // namespace assay
