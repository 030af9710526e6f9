#pragma once

#include "campaign/Summary.h"

namespace assay {

/// The summary as one HTML page that needs nothing else: no network, no scripts, no other files.
/// The cases of the findings are read from beside the store.
std::string renderReport(const Summary &summary);

} // namespace assay
