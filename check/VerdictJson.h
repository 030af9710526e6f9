#pragma once

#include "check/Verdict.h"

#include <nlohmann/json.hpp>

namespace assay {

/// A Verdict as it travels from a worker to its supervisor, and as stores keep it.
nlohmann::json toJson(const Verdict &verdict);

/// Reads what toJson() writes, or wrote in earlier versions; nothing for anything else.
std::optional<Verdict> verdictFromJson(const nlohmann::json &json);

} // namespace assay
