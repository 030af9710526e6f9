#pragma once

#include "tools/assay/Cli.h"
#include "triage/known/KnownBugs.h"

namespace assay {

/// The folder of bugs in the user's data folder, as a list of one; none if it is not there.
std::vector<std::string> ownBugs();

/// The list of known bugs in a file, or the forms of the bugs in a folder. One that is not there
/// yet holds none.
Expected<KnownBugs> readKnownList(const std::string &fileOrFolder);

/// What is known by these lists, and behind them by the user's own and by the one of this program.
Expected<KnownBugs> allKnownBugs(const std::vector<std::string> &lists);

/// The same context, whose services and workers know these lists as well; each is asked before
/// those in front of it.
Expected<Context> withKnownLists(const Context &context, const std::vector<std::string> &lists);

} // namespace assay
