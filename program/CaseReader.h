#pragma once

#include "program/JsonReader.h"

namespace assay {

/// Reads a whole case from JSON of the form that writeJson() writes; nothing if `reader` rejected
/// it.
std::optional<TestCase> readCase(const JsonReader::Json &json, JsonReader &reader);

} // namespace assay
