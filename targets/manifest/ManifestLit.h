#pragma once

#include "target/LitParts.h"
#include "targets/manifest/ManifestTarget.h"

namespace assay {

/// The module in the flavour that a manifest's compiler takes, RUN lines of the manifest's commands
/// with the inputs' bytes, and a script in comments that compares the results' files. They fail
/// where the verdict was one and need nothing but a shell, base64 and Python. What several right
/// answers tie for is not compared. An error says why there can be none.
Expected<LitParts> manifestLit(const ManifestChoice &choice, const LitRequest &request);

} // namespace assay
