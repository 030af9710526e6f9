#pragma once

#include "campaign/workers/Pool.h"
#include "check/Cause.h"

#include <filesystem>
#include <optional>

namespace assay {

/// Of workers that find causes, each for at most so many seconds.
Pool::Options explainersOf(const WorkerCommand &worker, double seconds, int jobs);

/// The name under which what is found out of a case on a target is kept beside it: the case's, or,
/// where what lies there is of another target or may be, one that has the target in it, as in
/// "case.cpu-O0.mlir". `own` is the target that the case names.
std::filesystem::path caseFileOn(const std::filesystem::path &caseFile, const TargetName &target,
                                 const std::optional<TargetName> &own);

/// Moves the IR of a cause to files beside the case's, under the names that causeText() tells.
Expected<void> keepIr(Cause &cause, const std::filesystem::path &caseFile);

/// Keeps it, whose IR is in files, beside a case that has no store.
Expected<void> keepCause(const FoundCause &found, const std::filesystem::path &caseFile);
/// What lies there; nothing if nothing does, or it is none of this version's.
std::optional<FoundCause> keptCause(const std::filesystem::path &caseFile);

} // namespace assay
