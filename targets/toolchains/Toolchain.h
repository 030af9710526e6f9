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

/// A compiler of IREE on this machine, with the runtime for what it makes: a release, from the
/// wheels that PyPI has, or a build of the user's own.
struct IreeToolchain {
  std::string release;        // what stands behind the @: "3.13.0", or "mybuild"
  VersionNumber version;      // the release that it is, or descends from
  std::filesystem::path root; // of the Python environment, or what --path named
  std::filesystem::path library, compile, opt, run;
  /// Whether the library cannot be loaded into a worker, as one with ASan: then each program takes
  /// a process.
  bool isProcess = false;

  std::string name() const { return "iree@" + release; }
  bool isRelease() const { return parseVersion(release).has_value(); }
};

/// The releases of LLVM that have MLIR, up to the newest of which this program knows anything.
inline constexpr int oldestMlir = 10, newestKnownMlir = 22;

/// mlir-opt and its runner of the user's own LLVM tree.
struct MlirToolchain {
  std::string release; // "mybuild"
  int version = 0;     // of LLVM: the one that it is, or descends from
  std::filesystem::path root, opt, runner;

  std::string name() const { return "mlir@" + release; }
};

/// All that were added: releases by version, then builds by name.
Expected<std::vector<IreeToolchain>> ireeToolchains();
/// The one that is called so behind the @; an error says how to add it.
Expected<IreeToolchain> ireeToolchain(const std::string &release);

/// The same of LLVM trees.
Expected<std::vector<MlirToolchain>> mlirToolchains();
Expected<MlirToolchain> mlirToolchain(const std::string &release);

/// Whether a build may be called so behind the @: small letters, digits, '.', '_' and '-', and no
/// number, which would be a release's.
bool isBuildName(std::string_view release);

/// A hash of what is in these files.
Expected<std::string> contentOf(const std::vector<std::filesystem::path> &files);

/// What a tool says of its version.
struct ToldVersion {
  std::string text; // "3.13.0rc20261016 @ 89ece87"
  VersionNumber version;
};
/// What `tool --version` has behind those words, "IREE compiler version"; nothing if no number
/// stands there. An error says that it does not run.
Expected<std::optional<ToldVersion>> toldVersion(const std::filesystem::path &tool,
                                                 std::string_view words);

/// The folder that `assay target add` keeps for a compiler, and the one that holds them all:
/// toolchains/ in dataFolder().
Expected<std::filesystem::path> toolchainFolder(const std::string &name);
Expected<std::filesystem::path> toolchainsFolder();
/// Deletes that folder; an error if it has no `record`, the file that says what was added.
Expected<void> removeToolchainFolder(const std::string &name, std::string_view record);
/// Finds the files of a toolchain below `root`: a Python environment or a folder of its packages,
/// or the tree of a build or of an installation. How it is called and its version are left open.
Expected<IreeToolchain> findIree(const std::filesystem::path &root);
/// The same of a tree of LLVM that has mlir-opt.
Expected<MlirToolchain> findMlir(const std::filesystem::path &root);
/// Writes down where the toolchain lies.
Expected<void> recordToolchain(const IreeToolchain &toolchain);
Expected<void> recordToolchain(const MlirToolchain &toolchain);
/// Deletes what `assay target add` made of "iree@3.13.0"; files that --path named stay.
Expected<void> removeToolchain(const std::string &name);

} // namespace assay
