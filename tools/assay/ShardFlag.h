#pragma once

#include "campaign/store/Shard.h"
#include "support/Expected.h"

#include <functional>
#include <optional>
#include <string>

namespace assay {

/// What --shard asks for.
struct ChosenShard {
  Shard shard;
  /// Where an engine's variables said so: "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=8".
  std::string from;
};

/// The value of a variable of the environment; nothing if it is not set, or empty.
using Environment = std::function<std::optional<std::string>(const char *name)>;
std::optional<std::string> environmentVariable(const char *name);

/// What "I/N", "auto" or "auto/N" stands for. The error says in a sentence what is wrong with it,
/// or with the variables.
Expected<ChosenShard> chooseShard(const std::string &text, const Environment &environment);

} // namespace assay
