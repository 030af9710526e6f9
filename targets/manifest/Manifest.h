#pragma once

#include "flavours/Flavour.h"
#include "oracle/Accuracy.h"
#include "program/types/ElementType.h"
#include "support/Expected.h"
#include "support/Regex.h"
#include "support/process/Command.h"
#include "targets/commands/TensorFile.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Version of the format that readManifest() takes.
inline constexpr int manifestSchema = 1;

/// A compiler that is described by data: docs/add-a-target.md says what each part means. Words of
/// commands have placeholders, as targets/commands/Placeholders.h says.
struct Manifest {
  using Words = std::vector<std::string>;

  std::string name, version;
  /// "mlir@22": whose known bugs are this compiler's too; empty for none.
  std::string basedOn;
  Flavour flavour = Flavour::Linalg;
  VersionNumber flavourVersion = newestKnownVersion;
  Words compile, run;
  /// Files and folders that the compiler consists of beside those that its commands name.
  Words files;
  /// What an index argument, a tensor and a result become in `run`; there may be no way to say the
  /// first.
  Words index, input, output;
  TensorFormat format = TensorFormat::Raw;
  /// Whether the memory of what runs is guarded.
  bool isGuarded = true;
  /// Names of element types that the compiler's tools spell in their own way.
  std::map<ElementType, std::string> elements;
  /// `assay mutate` may change the modules that it is given.
  bool hasMutants = false;
  CommandLimits limits{60, 4096};

  struct Level {
    std::string name;
    Words flags;
  };
  std::vector<Level> levels;

  /// How the compiler is told of one of its passes, with {pass} for its name.
  struct Passes {
    Words names;   // in the order in which they run
    Words without; // the flags to leave it out
    Words after;   // to end after it and write what there is; empty if that cannot be said
  };
  Passes passes;

  /// What a diagnostic that means "not supported" looks like.
  struct Refusal {
    Regex pattern;
    std::string reason;
  };
  std::vector<Refusal> unsupported;
  /// What it says of its accuracy; `denied` is not granted even where it was sampled.
  Accuracy accuracy;
  Allowances denied;
};

/// Reads a manifest. A rejection says where: "my.json: /run/command/2: ...". `source` names the
/// text in messages.
Expected<Manifest> readManifest(std::string_view text, std::string_view source);

/// The text in the file, for readManifest().
Expected<std::string> manifestText(const std::filesystem::path &path);

/// Whether a manifest may be called so: a target's name begins with it.
bool isManifestName(std::string_view name);

} // namespace assay
