#include "targets/samples/RecordedSamples.h"

#include "support/Assert.h"
#include "support/ReadFile.h"
#include "target/PassPipeline.h"
#include "targets/samples/RecordedSamplesText.h"
#include "targets/toolchains/Toolchain.h"

#include <fmt/format.h>

namespace assay {

Expected<std::filesystem::path> sampleFile(const std::string &compiler) {
  auto folder = toolchainFolder(compiler);
  if (!folder)
    return folder;
  return *folder / "accuracy.json";
}

Expected<Samples> samplesOf(const std::string &compiler) {
  auto file = sampleFile(compiler);
  if (!file)
    return file.error();
  std::error_code code;
  if (!std::filesystem::exists(*file, code))
    return Samples();
  auto text = readFile(*file);
  if (!text)
    return text.error();
  auto samples = readSamples(*text, file->string());
  if (!samples)
    return Error{fmt::format("{}; `assay target doctor` writes it anew", samples.error().message)};
  return samples->value_or(Samples());
}

const Samples &recordedSamples() {
  static const Samples recorded = [] {
    auto read = readSamples(recordedSamplesText, "targets/samples/samples.json");
    ASSAY_ASSERT(read && *read, "targets/samples/samples.json is of this sweep");
    return **read;
  }();
  return recorded;
}

/// A pipeline of upstream's passes, whoever runs it.
static bool isUpstream(const TargetName &name) {
  return name.compiler == "mlir" ||
         (name.compiler == "cpu" && name.pipeline && !lowersAssay(*name.pipeline));
}

Allowances recordedAllowances(const TargetName &target) {
  const Samples &recorded = recordedSamples();
  std::optional<Allowances> sampled =
      isUpstream(target) ? unionOf(recorded, isUpstream) : sampledOn(recorded, target);
  if (sampled || target.compiler != "iree")
    return sampled.value_or(Allowances());
  sampled = unionOf(recorded, [&](const TargetName &name) {
    return name.compiler == "iree" && name.backend == target.backend;
  });
  // Backends share the passes that decompose and approximate.
  if (!sampled)
    sampled = unionOf(recorded, [](const TargetName &name) { return name.compiler == "iree"; });
  return sampled.value_or(Allowances());
}

} // namespace assay
