#pragma once

#include "campaign/report/Summary.h"

namespace assay {

/// The summary as one HTML page that needs nothing else: no network, no scripts, no other files.
/// The cases of the findings are read from beside the store, and linked as seen from `folder`,
/// where the page is going to lie. Nothing that a compiler printed does anything there.
std::string renderReport(const Summary &summary, const std::filesystem::path &folder);

} // namespace assay
