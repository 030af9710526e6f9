#pragma once

#include "tools/assay/BugFlags.h"
#include "tools/assay/Cli.h"

namespace assay {

/// What `assay bug add` is to make a bug of, and what is said of it.
struct BugAddFlags {
  std::string source;  // a case file, or a store
  std::string finding; // of a store: signature, a part of it, or the name of its case
  std::string id, title, why;
  std::optional<TargetName> target;
};

void declareBugAdd(ArgumentParser &parser, BugAddFlags &flags);

/// Writes the finding down as a bug of the user's own, in state new; returns the exit code.
int runBugAdd(const BugAddFlags &flags, const BugFlags &bugFlags, BugRecords &bugs,
              const Context &context);

} // namespace assay
