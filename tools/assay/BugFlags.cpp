#include "tools/assay/BugFlags.h"

#include "support/DataFolder.h"

namespace assay {

void declareBugFlags(ArgumentParser &parser, BugFlags &flags, bool writes) {
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

Expected<BugRecords> loadBugs(const BugFlags &flags) {
  std::vector<std::filesystem::path> folders(flags.folders.begin(), flags.folders.end());
  auto data = dataFolder();
  if (!data && folders.empty())
    return data.error();
  if (data)
    folders.push_back(*data / "bugs");
  return BugRecords::load(folders);
}

} // namespace assay
