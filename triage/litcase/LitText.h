#pragma once

#include "check/Verdict.h"
#include "target/LitParts.h"

#include <functional>
#include <span>

namespace assay {

/// A target's part of a lit case, by the target's name.
using LitPartsOf = std::function<Expected<LitParts>(const TargetName &, const LitRequest &)>;

/// The case as a lit file for the target of that name, with which it gave the verdict; `inject` as
/// in TargetOptions. An error says why there can be none.
Expected<std::string> litText(const TestCase &testCase, const Verdict &verdict,
                              const TargetName &target, const std::string &inject,
                              const LitPartsOf &partsOf);

/// The same of a module with the programs of all the cases, of which the one at `accused` gave the
/// verdict. Has no case that could be replayed.
Expected<std::string> jointLitText(std::span<const TestCase> cases, size_t accused,
                                   const Verdict &verdict, const TargetName &target,
                                   const LitPartsOf &partsOf);

} // namespace assay
