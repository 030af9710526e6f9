#pragma once

#include "campaign/workers/Services.h"

namespace assay {

/// What `assay` is made of: our generator, targets and check, and the bugs that are known.
Services realServices();

} // namespace assay
