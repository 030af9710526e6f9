#pragma once

#include "campaign/gate/GateResult.h"

namespace assay {

/// "3x on cpu:O0, 1x on cpu:O2"
std::string targetsText(const GateFinding &finding);
/// "iree@mybuild:llvm-cpu:O2 against iree@3.12.0:llvm-cpu:O2", of all pairs, and the fault that is
/// built in.
std::string pairsText(const GateResult &result);
/// The finding's file, with or without the ending of its lit case; empty if there is none.
std::filesystem::path fileOf(const GateResult &result, const GateFinding &finding);
/// What checks the finding again: "assay replay DIR/NAME.mlir".
std::string replayCommand(const GateResult &result, const GateFinding &finding);
/// What makes a bug of it, which gates take for known: "assay bug add DIR/NAME.mlir"; empty where
/// no case was written, or a fault is built in.
std::string filingCommand(const GateResult &result, const GateFinding &finding);
/// New and changed failures, the worst first.
std::vector<const GateFinding *> accusing(const GateResult &result);
/// How many causes these have; one for each of which nothing is known.
size_t countCauses(const GateResult &result);
/// "pass canonicalize (left out); hidden by O0", with "that of SIGNATURE; " ahead if another
/// finding has it as well; empty where nothing is known of the cause.
std::string causeOf(const GateFinding &finding);
/// "new failure", "changed failure", "failure that did not come back"
std::string_view titleOf(const GateFinding &finding);
/// The text, if it is short enough, or what fits of it, whole characters, and an ellipsis.
std::string shortened(std::string text, size_t longest);
/// One line about each thing that is no failure: what is slower, newly unsupported, fixed.
std::vector<std::string> notesOf(const GateResult &result);
/// What it saw: "1,000 programs and 250 cases, 930 accepted with 31 ops in 512 structures", and how
/// many faults programs of that number find elsewhere.
std::string sawText(const GateResult &result);

} // namespace assay
