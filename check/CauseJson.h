#pragma once

#include "check/Cause.h"

#include <nlohmann/json.hpp>

namespace assay {

/// A Cause as it travels from a worker to its supervisor, as stores keep it and as reports have it:
/// docs/fuzz-json.md. What is not known is left out.
nlohmann::ordered_json toJson(const Cause &cause);

/// The same for whoever reads it beside the case, with its headline and the files of the IR.
nlohmann::ordered_json toJson(const Cause &cause, const std::filesystem::path &caseFile);

/// Reads what toJson(cause) writes; nothing for anything else.
std::optional<Cause> causeFromJson(const nlohmann::ordered_json &json);

/// A cause with the target that the case fails on, as it lies beside a case that has no store.
nlohmann::ordered_json toJson(const FoundCause &found);
/// Reads what that writes; nothing for anything else.
std::optional<FoundCause> foundCauseFromJson(const nlohmann::ordered_json &json);

} // namespace assay
