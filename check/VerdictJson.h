#pragma once

#include "check/Verdict.h"

#include <nlohmann/json.hpp>

namespace assay {

/// A Verdict as it travels from a worker to its supervisor. Short: most are Agree.
nlohmann::json toJson(const Verdict &verdict);

/// Reads what toJson() writes; nothing for anything else.
std::optional<Verdict> verdictFromJson(const nlohmann::json &json);

} // namespace assay
