#pragma once

#include "support/Expected.h"
#include "support/VersionNumber.h"
#include "target/TargetName.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// "iree@3.13.0".
std::string ireeRelease(VersionNumber version);
/// The version of "iree@3.13.0" alone; nothing of any other name.
std::optional<VersionNumber> ireeVersion(const TargetName &name);

/// A release of IREE on this machine: compiler and runtime of one version, from the wheels that
/// PyPI has.
struct IreeToolchain {
  VersionNumber version;
  std::filesystem::path root; // of the Python environment, or what --path named
  std::filesystem::path library, compile, opt, run;

  std::string name() const { return ireeRelease(version); }
};

/// All that were added, by version.
Expected<std::vector<IreeToolchain>> ireeToolchains();
/// The one of that version; an error says how to add it.
Expected<IreeToolchain> ireeToolchain(VersionNumber version);

/// The folder that `assay target add` keeps for a compiler, and the one that holds them all:
/// toolchains/ in $ASSAY_DATA, else $XDG_DATA_HOME/assay, else ~/.local/share/assay.
Expected<std::filesystem::path> toolchainFolder(const std::string &name);
Expected<std::filesystem::path> toolchainsFolder();
/// Deletes that folder; an error if it has no `record`, the file that says what was added.
Expected<void> removeToolchainFolder(const std::string &name, std::string_view record);
/// Finds the files of a toolchain below `root`, a Python environment or a folder of its packages.
Expected<IreeToolchain> findIree(VersionNumber version, const std::filesystem::path &root);
/// Writes down where the toolchain lies.
Expected<void> recordToolchain(const IreeToolchain &toolchain);
/// Deletes what `assay target add` made; files that --path named stay.
Expected<void> removeToolchain(VersionNumber version);

} // namespace assay
