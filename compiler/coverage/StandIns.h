#pragma once

namespace assay {

/// Whether MLIR calls what StandIns.cpp defines in this process, and not its own.
bool isMlirWatched();

} // namespace assay
