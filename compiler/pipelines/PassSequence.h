#pragma once

#include "compiler/pipelines/Pipelines.h"

#include <string>
#include <vector>

namespace assay {

/// The passes of a pipeline in order, each as a pipeline of its own (target/PassPipeline.h).
struct PassSequence {
  struct Start {
    Phase phase;
    size_t pass; // before which the phase begins
    bool operator==(const Start &) const = default;
  };
  std::vector<std::string> passes;
  std::vector<Start> phases; // in order

  /// The name of the phase in which the last of the first `count` passes runs; empty for none, or
  /// where phases are not known.
  std::string phaseOf(size_t count) const;

  bool operator==(const PassSequence &) const = default;
};

/// Those that buildCpuPipeline() and buildGpuPipeline() append; `atPhase` and `onPasses` are not
/// called.
Expected<PassSequence> cpuPasses(const PipelineOptions &options);
Expected<PassSequence> gpuPasses(const PipelineOptions &options);
/// The same of parsePipeline().
Expected<PassSequence> passesIn(std::string_view text, const PipelineOptions &options);

/// The first `count` of the passes, and behind them the plainest that finish what they begin: of
/// the rest those that the lowest level has as well, as it has them, those that lower what passes
/// may have made that it has not, and the one that checks what the last of the first has left.
/// `plainest` are the passes of that level. Its passes are taken to stand last where the pipeline
/// has one of them several times.
std::vector<std::string> finishedPlainly(const std::vector<std::string> &passes, size_t count,
                                         const std::vector<std::string> &plainest);

/// The pass behind the first `count`, in finishedPlainly() as well, that lowers what nothing but
/// the last of these makes: whether that or the lowering is wrong cannot be told by what comes of
/// both. Empty if there is none.
std::string loweringOfItsOwn(const std::vector<std::string> &passes, size_t count);

} // namespace assay
