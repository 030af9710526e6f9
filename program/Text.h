#pragma once

#include "program/TestCase.h"

namespace assay {

/// The TestCase as text for people; docs/semantics.md shows an example.
std::string writeText(const TestCase &testCase);

/// Reads what writeText() writes. A rejection says where: "case.txt:12: ...".
Expected<TestCase> readText(std::string_view text, std::string_view source);

} // namespace assay
