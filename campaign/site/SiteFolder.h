#pragma once

#include "support/Expected.h"
#include "support/FolderLock.h"

#include <filesystem>
#include <set>

namespace assay {

/// The folder of a site while it is made anew. Pages are written beside those that are there, into
/// a folder of it that nobody looks into, and take their places when all are whole: each in one
/// step, those that others lead to first. If that does not come to an end, however it ends, what is
/// there leads to whole pages alone.
class SiteFolder {
public:
  /// Makes the folder. An error if another process writes it, if nothing can be written, or if
  /// there is something in it that is no site; then it is left as it was.
  static Expected<SiteFolder> open(const std::filesystem::path &folder);
  SiteFolder(SiteFolder &&other) noexcept;
  SiteFolder &operator=(SiteFolder &&) = delete;
  /// What was not published goes, with the folder if it was made for that.
  ~SiteFolder();

  /// Writes a file of the site. One that has this text already stays where it is: of a site that is
  /// made after each campaign next to nothing changes.
  Expected<void> write(const std::filesystem::path &file, const std::string &text);
  /// Where what is copied is to lie until then.
  const std::filesystem::path &fresh() const { return staging; }
  /// Has the pages take their places; `first` is the page that leads to all others. What is there
  /// of an earlier site and not of this one goes.
  Expected<void> publish(const std::filesystem::path &first);

private:
  SiteFolder() = default;

  std::filesystem::path folder, staging;
  std::filesystem::path outside;             // the innermost folder that was there before
  bool isSite = false;                       // was one before, or is one now
  std::set<std::filesystem::path> unchanged; // as seen from the folder
  FolderLock lock;
};

} // namespace assay
