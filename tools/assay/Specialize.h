#pragma once

#include "program/TestCase.h"

namespace assay {

/// The case with another Specialization: "static", "dynamic", "mixed" (every other symbol dynamic)
/// or a mask with one character for each symbol, repeated as needed: s static, d dynamic, c a
/// constant in disguise. Runs that give a known symbol another extent than the first run are left
/// out.
Expected<TestCase> specialize(const TestCase &testCase, const std::string &how);

} // namespace assay
