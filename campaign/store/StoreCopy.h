#pragma once

#include "support/Expected.h"

#include <filesystem>

namespace assay {

/// Writes the rows of a store to a new one, as they are at this moment, without the cases. The
/// store may be in use, and stays as it is.
Expected<void> copyStore(const std::filesystem::path &store, const std::filesystem::path &copy);

} // namespace assay
