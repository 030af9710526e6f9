#pragma once

#include "support/Expected.h"
#include "support/VersionNumber.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// The setting of a target's name that leaves that pass out: "without=cse".
std::string leavingOut(std::string_view pass);

/// A word of a target's name behind its level: "--iree-opt-data-tiling=true", "flavour=torch",
/// "gfx90a".
struct TargetSetting {
  std::string key;                  // with the dashes of a flag
  std::optional<std::string> value; // behind the first '='

  static TargetSetting parse(std::string_view word);
  bool isFlag() const { return key.starts_with('-'); }
  std::string text() const { return value ? key + "=" + *value : key; }
  auto operator<=>(const TargetSetting &) const = default;
};

/// What is drawn in place of a level and flags, or of a pipeline.
struct TargetDraw {
  /// Without one it is drawn again every few programs of a campaign.
  std::optional<uint64_t> seed;
  auto operator<=>(const TargetDraw &) const = default;
};

/// What a target is called, taken apart:
///
///     COMPILER[@RELEASE][:BACKEND][:LEVEL][,SETTING...] iree@3.13.0:llvm-cpu:O2,flavour=torch
///     COMPILER[@RELEASE][:BACKEND]:random[=SEED][,SETTING...] iree@3.13.0:hip:random=7
///     COMPILER[@RELEASE]:pipeline=TEXT                        mlir@19:pipeline=cse,sccp
///     manifest=FILE.json[:LEVEL][,SETTING...]                 manifest=mycc.json:O2,--fast
///
/// This is what the text says; whether there is such a compiler, level or setting is for whoever
/// makes the target to say. A name without anything behind the release is that of a compiler.
struct TargetName {
  std::string compiler;                // "iree", "cpu", "mycc", "manifest=/home/me/mycc.json"
  std::string release;                 // "3.13.0", "22"; empty for compilers without
  std::string backend;                 // "llvm-cpu"; empty for compilers without
  std::string level;                   // "O2"; empty for compilers without
  std::optional<TargetDraw> random;    // what stands in place of a level
  std::vector<TargetSetting> settings; // in their order, which may matter
  std::optional<std::string> pipeline; // as mlir-opt's --pass-pipeline takes it

  /// An error says which part is missing.
  static Expected<TargetName> parse(std::string_view text);
  /// parse() of it is this name again.
  std::string text() const;

  std::optional<VersionNumber> version() const { return parseVersion(release); }
  /// Only a compiler is named, not what it is to do.
  bool isCompilerOnly() const;
  /// Of a compiler that a manifest describes, and no other.
  bool isOfManifest() const;
  /// The compiler by whatever folder its manifest is named from: "manifest=/home/me/mycc.json".
  std::string absoluteCompiler() const;
  /// The target with that compiler.
  TargetName absolute() const;
  /// The target without the folder of its manifest, which says where it lies and not what it is.
  TargetName withoutFolder() const;
  /// The compiler, and its release if it has one: "iree@3.13.0".
  std::string compilerText() const;
  /// The value of the last setting with that key; nothing if there is none, or it has no value.
  std::optional<std::string_view> valueOf(std::string_view key) const;

  /// The target with another level, "O1", another backend, "vmvx", or a flag or key behind its
  /// name: "--iree-opt-data-tiling=false", "flavour=torch"; or less a pass of its pipeline,
  /// or of those that its manifest names, "without=cse". As it is if it has no such part.
  TargetName with(std::string_view setting) const;
  /// What the other compiler would be called that is to do the same: "iree@3.12.0:vmvx:O2" of
  /// "iree@3.13.0:vmvx:O2" and "iree@3.12.0".
  TargetName onCompiler(const TargetName &other) const;

  /// Something is drawn without a seed: it is another target every few programs of a campaign.
  bool isDrawnAgain() const;
  /// The same with that seed where there is none.
  TargetName withSeed(uint64_t seed) const;

  bool operator==(const TargetName &) const = default;
  auto operator<=>(const TargetName &) const = default;
};

/// A name that stands in our code, and is right: "cpu:O2"_target.
TargetName operator""_target(const char *text, size_t size);

/// What commas separate on a command line: those inside of a pipeline's text separate no targets
/// unless another target's name follows.
std::vector<std::string> splitTargetNames(std::string_view text);

} // namespace assay
