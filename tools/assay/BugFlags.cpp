#include "tools/assay/BugFlags.h"

#include "support/DataFolder.h"

#include <fmt/format.h>

namespace assay {

void declareBugFlags(ArgumentParser &parser, BugFlags &flags, bool writes) {
  flags.writes = writes;
  parser
      .add("--bugs", "DIR", &flags.folders,
           writes ? "A folder of bugs to write to, such as triage/known/bugs of a repository; "
                    "further ones are read; default: bugs/ in the user's data folder"
                  : "A folder of bugs to read beside the user's data folder; may come again")
      .oneEach();
  if (writes)
    parser.add("--who", "NAME", &flags.who,
               "Who says so; default: ASSAY_WHO, else the user on this machine");
}

Expected<BugRecords> readBugs(const BugFlags &flags) {
  for (size_t i = flags.writes ? 1 : 0; i < flags.folders.size(); ++i)
    if (std::error_code ignored; !std::filesystem::exists(flags.folders[i], ignored))
      return Error{fmt::format("there is no folder {}: name one with folders of bugs, as "
                               "docs/bugs.md says",
                               flags.folders[i])};
  std::vector<std::filesystem::path> folders(flags.folders.begin(), flags.folders.end());
  auto data = dataFolder();
  if (!data && folders.empty())
    return data.error();
  if (data)
    folders.push_back(*data / "bugs");
  return BugRecords::load(folders);
}

Expected<BugRecords> loadBugs(const BugFlags &flags) {
  auto bugs = readBugs(flags);
  if (bugs && !bugs->broken().empty())
    return bugs->broken().begin()->second;
  return bugs;
}

} // namespace assay
