#pragma once

#include "targets/toolchains/Toolchain.h"

#include <functional>

namespace assay {

/// Told what is being done, in a few words.
using OnStep = std::function<void(const std::string &)>;

/// The releases that PyPI has wheels of compiler and runtime for, ascending.
Expected<std::vector<VersionNumber>> releasedIree();

/// Makes a Python environment of its own for that release, installs the paired wheels from PyPI, or
/// wherever pip is told to look, and records it. What a failed attempt left behind is removed.
Expected<IreeToolchain> installIree(VersionNumber version, const OnStep &onStep);

} // namespace assay
