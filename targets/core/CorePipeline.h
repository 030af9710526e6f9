#pragma once

#include "compiler/pipelines/PassSequence.h"
#include "target/TargetName.h"

namespace assay {

/// The passes that a target of our own compiler runs: of a level, or of a pipeline of assay's
/// passes that its name spells out or draws.
struct CorePipeline {
  TargetName spelled;                // "cpu:pipeline=" or "hip:pipeline=", with nothing behind it
  std::string level;                 // "O2"; empty of a pipeline
  PassSequence sequence;             // of a pipeline without phases
  std::vector<std::string> plainest; // those of O0

  /// The target that runs these instead.
  TargetName running(const std::vector<std::string> &passes) const;
};

/// With the deliberate bug of that name built in, if any. An error says that the target has no such
/// pipeline, or that there is no such bug.
Expected<CorePipeline> corePipeline(const TargetName &name, const std::string &inject = {});

/// The first of cpu:O3, hip:O1, cpu:O3,stripped=1 and hip:O3 that has the stage of that fault
/// (compiler/faults/Faults.def). An error says that none has, or that there is no such fault.
Expected<TargetName> targetWithFault(const std::string &fault);

/// Whether there is one.
bool isCorePipeline(const TargetName &name);

/// "cpu:pipeline=TEXT" for "cpu:random=7"; other names stay.
TargetName withCorePipeline(const TargetName &name);

/// The chip that a pipeline's convert-gpu-to-rocdl names; gfx942 if it names none.
std::string chipOf(std::string_view pipeline);

} // namespace assay
