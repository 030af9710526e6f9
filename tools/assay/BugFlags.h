#pragma once

#include "tools/assay/ArgumentParser.h"
#include "triage/bugs/BugRecord.h"

namespace assay {

/// Where bugs are read from and written to, and by whom.
struct BugFlags {
  std::vector<std::string> folders;
  std::string who;
  bool writes = false;
};

/// Declares --bugs DIR, and --who NAME for what writes.
void declareBugFlags(ArgumentParser &parser, BugFlags &flags, bool writes);

/// The bugs of these folders, of the user's data folder and of this program. What is written goes
/// to the first of them. Folders that are only read must be there.
Expected<BugRecords> readBugs(const BugFlags &flags);
/// The same; that a file of a bug is wrong is an error.
Expected<BugRecords> loadBugs(const BugFlags &flags);

} // namespace assay
