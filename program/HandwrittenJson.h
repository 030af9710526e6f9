#pragma once

#include "program/JsonReader.h"

namespace assay {

/// JSON that people write: configs, manifests, plans. An error says what is wrong and in which
/// line; a key that stands twice in an object is one, since a parser would drop what it said first.
Expected<JsonReader::Json> parseHandwrittenJson(std::string_view text);

} // namespace assay
