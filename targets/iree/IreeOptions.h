#pragma once

#include "flavours/Flavour.h"
#include "target/TargetName.h"
#include "target/Tuning.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// Another level and other flags for what follows a phase of iree-compile.
struct IreeRest {
  std::string phase; // one of ireePhases()
  std::string level; // as IreeOptions has them
  std::vector<std::string> flags;
};

/// What "iree@3.13.0:llvm-cpu:O2,--iree-opt-data-tiling,flavour=stablehlo" asks for.
///
/// "random=SEED" in place of the level draws it, and flags from IreeAxes.h; "joint=N" is
/// IreeOptions::joint; "tuned=SEED" and "stripped=SEED" are Tuning's, of dispatches.
/// "then=flow,O0" compiles with the flags before it up to the phase flow, and with those behind it
/// from there.
struct IreeOptions {
  std::string release;   // what stands behind the @: "3.13.0", or "mybuild"
  VersionNumber version; // the same, or the release that a build of one's own descends from
  std::string backend;   // llvm-cpu, vmvx or hip
  std::string level;     // "O2"; empty for versions that have none
  std::vector<std::string> flags;
  Flavour flavour = Flavour::Iree;
  std::optional<Tuning> tuning;
  /// Programs that a campaign compiles as one module. Pays where nearly all compile.
  size_t joint = 1;
  std::optional<IreeRest> rest;
};
/// The greatest number that can be asked for.
inline constexpr size_t mostJoint = 8;

/// The phases of iree-compile at which a compilation can stop, and be gone on with, in order.
std::span<const std::string_view> ireePhases();

/// Whether that release has --iree-opt-level.
constexpr bool hasLevels(VersionNumber version) { return version >= VersionNumber{3, 3, 0}; }

/// Adds "--flag=value" in place of any other value of the flag: iree-compile takes none twice.
void setFlag(std::vector<std::string> &flags, std::string_view flag);

/// Of two flags of one name, drawn or given, the last holds. An error says what is wrong with the
/// name, or that there is no build that is called so.
Expected<IreeOptions> ireeOptions(const TargetName &name);

/// For which of AMD's chips ireeFlags() have code made, if the backend is hip: "gfx942".
std::string ireeHipChip(const IreeOptions &options);

/// The name of these options; a drawn level and drawn flags are spelled out, and a level is left
/// out where the release has none.
TargetName targetNameOf(const IreeOptions &options);

/// What iree-compile is given for them, without files; up to the phase of `rest`.
std::vector<std::string> ireeFlags(const IreeOptions &options);

/// The options with the level and flags of their `rest`, which there must be, throughout.
IreeOptions restOptions(IreeOptions options);

} // namespace assay
