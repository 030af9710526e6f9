#pragma once

#include "check/Cause.h"
#include "check/Verdict.h"
#include "program/TestCase.h"
#include "target/TargetName.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>

namespace assay {

/// The entry for a list of known bugs that says of a reduced case what failed on the target, as
/// narrowly as docs/known-bugs.md can: the releases are the target's alone, the structure is the
/// chain of ops that ends where the value is wrong first, or at the last node. What `hiding` says
/// hides the failure tells the bug from others, so that types and spellings need not. Of a crash
/// that says in which functions it was there is no structure. For a person to widen. `caseFile` is
/// where the case lies.
nlohmann::ordered_json entryFor(const TestCase &testCase, const TargetName &target,
                                const Verdict &verdict, const std::string &caseFile,
                                std::span<const Hiding> hiding = {});

} // namespace assay
