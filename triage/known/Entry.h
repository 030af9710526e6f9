#pragma once

#include "check/Verdict.h"
#include "program/TestCase.h"
#include "target/TargetName.h"

#include <nlohmann/json.hpp>

#include <string>

namespace assay {

/// The entry for a list of known bugs that says of a reduced case what failed on the target, as
/// narrowly as docs/known-bugs.md can: the releases are the target's alone, the structure is the
/// chain of ops that ends where the value is wrong first, or at the last node. For a person to
/// widen. `caseFile` is where the case lies.
nlohmann::ordered_json entryFor(const TestCase &testCase, const TargetName &target,
                                const Verdict &verdict, const std::string &caseFile);

} // namespace assay
