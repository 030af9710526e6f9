#pragma once

#include "campaign/workers/WorkerProgress.h"

namespace assay {

/// From now on a fatal signal leaves its number and the stack in `progress` before the process dies
/// of it. Call once, from the thread that does the work; `progress` must live as long as the
/// process.
void installCrashHandler(WorkerProgress &progress);
/// Takes the signals back from compilers in this process, which install handlers of their own.
void takeSignals();

} // namespace assay
