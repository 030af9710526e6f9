#pragma once

#include "flavours/Flavour.h"
#include "support/Expected.h"

#include <string>
#include <vector>

namespace assay {

/// The parts of "iree@3.13.0:llvm-cpu:O2,--iree-opt-data-tiling,flavour=stablehlo". "random=SEED"
/// in place of the level draws it, and flags from IreeAxes.h.
struct IreeName {
  VersionNumber version;
  std::string backend; // llvm-cpu, vmvx or hip
  std::string level;   // "O2"; empty for versions that have none
  std::vector<std::string> flags;
  Flavour flavour = Flavour::Iree;
};

/// Whether that release has --iree-opt-level.
constexpr bool hasLevels(VersionNumber version) { return version >= VersionNumber{3, 3, 0}; }

Expected<IreeName> parseIreeName(std::string_view text);

/// The name with these parts again; a drawn level and drawn flags are spelled out, and a level is
/// left out where the release has none.
std::string ireeTargetName(const IreeName &name);

/// What iree-compile is given for the name, without files.
std::vector<std::string> ireeFlags(const IreeName &name);

} // namespace assay
