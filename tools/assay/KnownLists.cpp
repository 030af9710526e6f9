#include "tools/assay/KnownLists.h"

#include "support/DataFolder.h"
#include "tools/assay/KnownFlag.h"
#include "triage/bugs/BugRecord.h"

namespace assay {

namespace fs = std::filesystem;

std::vector<std::string> ownBugs() {
  std::error_code ignored;
  if (const auto data = dataFolder())
    if (const fs::path bugs = *data / "bugs"; fs::is_directory(bugs, ignored))
      return {fs::absolute(bugs).string()};
  return {};
}

Expected<KnownBugs> readKnownList(const std::string &fileOrFolder) {
  std::error_code ignored;
  if (!fs::is_directory(fileOrFolder, ignored))
    return KnownBugs::ofFile(fileOrFolder);
  auto text = BugRecords::knownListOf(fileOrFolder);
  if (!text)
    return text.error();
  return text->empty() ? KnownBugs() : KnownBugs::parse(*text, fileOrFolder);
}

Expected<KnownBugs> allKnownBugs(const std::vector<std::string> &lists) {
  KnownBugs all;
  for (const std::string &list : lists) {
    auto known = readKnownList(list);
    if (!known)
      return known.error();
    all = all.followedBy(*known);
  }
  // Of the user's own, one that explains nothing is in nobody's way.
  for (const std::string &list : ownBugs())
    if (auto known = readKnownList(list))
      all = all.followedBy(*known);
  return all.followedBy(KnownBugs::builtIn());
}

Expected<Context> withKnownLists(const Context &context, const std::vector<std::string> &lists) {
  WorkerCommand worker = context.worker;
  for (const std::string &list : lists) {
    if (context.services.addKnownBugs)
      ASSAY_TRY(context.services.addKnownBugs(list));
    worker.words.insert(worker.words.end(), {knownFlag, list});
  }
  return Context{context.services, std::move(worker), context.knownFile, context.self};
}

} // namespace assay
