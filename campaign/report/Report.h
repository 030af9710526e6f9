#pragma once

#include "campaign/report/MutationFigures.h"
#include "campaign/report/Summary.h"

#include <span>

namespace assay {

/// The summary as one HTML page that needs nothing else: no network, no scripts, no other files.
/// The cases of the findings are read from beside the store, and linked as seen from `folder`,
/// where the page is going to lie. Nothing that a compiler printed does anything there.
/// With what mutants showed, if anything.
std::string renderReport(const Summary &summary, const std::filesystem::path &folder,
                         std::span<const MutationFigures> mutation = {});
/// The same of what mutants showed alone.
std::string renderMutationReport(std::span<const MutationFigures> mutation,
                                 const std::filesystem::path &folder);

} // namespace assay
