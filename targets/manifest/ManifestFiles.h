#pragma once

#include "targets/manifest/ManifestTarget.h"

namespace assay {

/// What the compiler of a manifest consists of, in an order that depends on names alone: the
/// manifest's own file; the files that its commands name, programs on the PATH among them; of each
/// of these that is a script, the modules that lie beside it and below, which are the files with
/// its suffix; and all that the manifest's "files" name, of a folder what lies below it. Hidden
/// folders and __pycache__ are passed over, and of a folder counts what comes first, the nearest,
/// if it is large. An error says what is not there.
Expected<std::vector<std::filesystem::path>> filesOf(const ManifestChoice &choice);

/// That there are the programs of the manifest's commands, what their words name in its folder, and
/// its "files".
Expected<void> checkFiles(const Manifest &manifest, const std::filesystem::path &here);

} // namespace assay
