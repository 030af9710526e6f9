#pragma once

#include "program/TestCase.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace assay {

/// Version of the format that writeJson() writes and readJson() takes.
inline constexpr int schemaVersion = 1;

/// The TestCase as JSON, one node a line, keys in a fixed order: equal cases give equal texts.
std::string writeJson(const TestCase &testCase);

/// Reads what writeJson() writes. A rejection says where: "case.json: /nodes/3/operands/0: ...".
/// `source` names the text in messages.
Expected<TestCase> readJson(std::string_view text, std::string_view source);

} // namespace assay
