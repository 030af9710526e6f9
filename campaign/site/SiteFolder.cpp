#include "campaign/site/SiteFolder.h"

#include "support/ReadFile.h"
#include "support/WriteFile.h"

#include <fmt/format.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// Says that a folder is a site. Pages in the making are in it.
constexpr const char *marker = ".assay-site";

/// The files of a folder and of those in it, as seen from it; without those in the making.
std::set<fs::path> filesOf(const fs::path &folder) {
  std::set<fs::path> files;
  std::error_code failure;
  for (fs::recursive_directory_iterator file(folder, failure), end; file != end;
       file.increment(failure))
    if (file->path().filename() == marker)
      file.disable_recursion_pending();
    else if (!file->is_directory(failure))
      files.insert(file->path().lexically_relative(folder));
  return files;
}

/// What a site has under this name is nobody else's, so that it goes when the site has it no more.
bool isOwn(const fs::path &file) {
  const fs::path top = *file.begin();
  return top == "bugs" || top == "findings" || top == "site.cases" || file == "campaign.html";
}

} // namespace

Expected<SiteFolder> SiteFolder::open(const fs::path &folder) {
  std::error_code failure;
  if (fs::exists(folder, failure) && !fs::is_directory(folder, failure))
    return Error{fmt::format("{} is no folder; name one", folder.string())};
  SiteFolder site;
  site.isSite = fs::is_directory(folder / marker, failure);
  if (!site.isSite && fs::exists(folder, failure) && !fs::is_empty(folder, failure))
    return Error{fmt::format("{} is not empty, and no site; name another folder", folder.string())};
  site.folder = folder;
  site.staging = folder / marker / "new";
  site.outside = fs::absolute(folder, failure).lexically_normal();
  while (!fs::exists(site.outside, failure) && site.outside.has_relative_path())
    site.outside = site.outside.parent_path();
  ASSAY_TRY(makeWritable(folder / marker));
  site.lock = FolderLock(folder / marker);
  if (!site.lock.tryHold()) {
    site.folder.clear(); // it is another's
    return Error{fmt::format("the site {} is being written; wait for the other process, or name "
                             "another folder",
                             folder.string())};
  }
  fs::remove_all(site.staging, failure);
  return site;
}

SiteFolder::SiteFolder(SiteFolder &&other) noexcept
    : folder(std::exchange(other.folder, {})), staging(std::move(other.staging)),
      outside(std::move(other.outside)), isSite(other.isSite),
      unchanged(std::move(other.unchanged)), lock(std::move(other.lock)) {}

SiteFolder::~SiteFolder() {
  std::error_code ignored;
  if (!folder.empty())
    fs::remove_all(staging, ignored);
  if (!folder.empty() && !isSite) {
    fs::remove(folder / marker, ignored);
    fs::path made = fs::absolute(folder, ignored).lexically_normal();
    for (; made != outside && made.has_relative_path(); made = made.parent_path())
      fs::remove(made, ignored); // if it is empty
  }
}

Expected<void> SiteFolder::write(const fs::path &file, const std::string &text) {
  std::error_code failure;
  if (fs::file_size(folder / file, failure) == text.size() && !failure)
    if (const auto there = readFile(folder / file); there && *there == text) {
      unchanged.insert(file);
      return {};
    }
  return writeUnread(staging / file, text);
}

Expected<void> SiteFolder::publish(const fs::path &first) {
  isSite = true;
  const std::set<fs::path> files = filesOf(staging);
  std::error_code failure;
  const auto move = [&](const fs::path &file) -> Expected<void> {
    if (file.has_parent_path())
      fs::create_directories(folder / file.parent_path(), failure);
    if (!failure)
      fs::rename(staging / file, folder / file, failure);
    if (failure)
      return Error{fmt::format("cannot write {}: {}; give the same command again once that is "
                               "mended",
                               (folder / file).string(), failure.message())};
    return {};
  };
  for (const bool isInFolder : {true, false})
    for (const fs::path &file : files)
      if (file.has_parent_path() == isInFolder && file != first)
        ASSAY_TRY(move(file));
  if (files.contains(first))
    ASSAY_TRY(move(first));
  for (const fs::path &file : filesOf(folder))
    if (isOwn(file) && !files.contains(file) && !unchanged.contains(file))
      fs::remove(folder / file, failure);
  return {};
}

} // namespace assay
