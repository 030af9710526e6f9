#pragma once

#include "program/TestCase.h"
#include "support/Expected.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <unordered_map>

namespace assay {

/// What the judge said, by content name of the case; in memory, or also in a folder. A reduction
/// that was killed finds there all its answers, takes the same path over them, and goes on where it
/// was.
class Verdicts {
public:
  Verdicts() = default;
  /// Continues what `folder` holds, or begins there; the folder is made. `what` names the question,
  /// as in "cpu:O2 mismatch:topk:f32": answers to another one are discarded.
  static Expected<Verdicts> open(const std::filesystem::path &folder, const std::string &what);

  std::optional<bool> find(const std::string &name) const;
  void add(const std::string &name, bool interesting);
  size_t size() const { return known.size(); }

  /// Writes the smallest case so far to smallestCase(folder), in one step. Nothing without a
  /// folder.
  Expected<void> saveSmallest(const std::string &json);
  static std::filesystem::path smallestCase(const std::filesystem::path &folder) {
    return folder / "smallest.json";
  }

private:
  std::unordered_map<std::string, bool> known;
  std::filesystem::path folder;
  std::ofstream log;
};

} // namespace assay
