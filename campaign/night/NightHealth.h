#pragma once

#include "campaign/night/NightRecord.h"

#include <span>

namespace assay {

/// Why a night says little about its compilers, a sentence each; empty for a healthy one. `earlier`
/// are the nights before it.
std::vector<std::string> unhealthyReasons(const NightRecord &night,
                                          std::span<const NightRecord> earlier);

} // namespace assay
