#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <string>

namespace assay {

/// Writes `text` to `path` in one step: a reader, or a crash, sees the old file or the new one.
/// Makes the folder.
Expected<void> writeFile(const std::filesystem::path &path, const std::string &text);
/// The same, and it is on the disk when it returns: a loss of power leaves it there.
Expected<void> writeDurably(const std::filesystem::path &path, const std::string &text);

/// The same for a file that nobody reads before all is done: what is interrupted leaves part of it.
Expected<void> writeUnread(const std::filesystem::path &path, const std::string &text);

/// Makes the folder, and tries whether files can be made in it.
Expected<void> makeWritable(const std::filesystem::path &folder);

} // namespace assay
