#pragma once

#include "target/Sample.h"

#include <filesystem>

namespace assay {

/// The file beside a release or manifest that was added, by its name: "iree@3.13.0", "mycc".
Expected<std::filesystem::path> sampleFile(const std::string &compiler);
/// The samples in it; none if there is no file, or an earlier sweep wrote it.
Expected<Samples> samplesOf(const std::string &compiler);

/// targets/samples/samples.json: what `assay target sweep` saw of the targets that are built in,
/// and of releases that are often used.
const Samples &recordedSamples();
/// What targets/samples/samples.json grants: of upstream's pipelines what any of them showed, of a
/// release of IREE that is not there what others showed on the backend, or on any if none is there.
Allowances recordedAllowances(const TargetName &target);

} // namespace assay
