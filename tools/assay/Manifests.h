#pragma once

#include "targets/manifest/Manifest.h"
#include "targets/toolchains/Manifests.h"
#include "tools/assay/Sweep.h"

namespace assay {

/// `assay target add FILE`: reads the manifest, tries its compiler out, keeps a copy if it compiles
/// and runs the smoke program on some level, and sweeps these. The result is an exit code.
int addManifest(const std::string &file, const Context &context, const SweepFlags &flags);

/// Prints what the compiler can do; whether that is something.
bool isManifestWell(const ManifestRecord &record, const Context &context, const SweepFlags &flags);

} // namespace assay
