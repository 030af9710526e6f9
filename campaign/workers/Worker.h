#pragma once

#include "campaign/workers/Services.h"

namespace assay {

/// The body of a worker process: reads requests and answers them until the supervisor closes its
/// end. `supervisor` is the process id that the worker must not outlive. The result is the exit
/// code.
int runWorker(const Services &services, int supervisor);

} // namespace assay
