#pragma once

#include "targets/outside/Manifest.h"
#include "toolchains/Manifests.h"
#include "tools/assay/Cli.h"

namespace assay {

/// `assay target add FILE`: reads the manifest, tries its compiler out, and keeps a copy if it
/// compiles and runs the smoke program on some level. The result is an exit code.
int addManifest(const std::string &file, const Context &context);

/// Prints what the compiler can do; whether that is something.
bool isManifestWell(const ManifestRecord &record, const Context &context);

} // namespace assay
