#pragma once

#include "program/types/Tensor.h"
#include "target/Outcome.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// The first fault of a kernel in the file that ASSAY_HIP_REPORT (amdgpu/docs/amdhip.md) named;
/// nothing if there is none. What it touched or raced for is a Sanitizer failure: "out of bounds in
/// scatter: store of 4 bytes at ...", then kernel, address, instruction, workgroup, wave and lane.
std::optional<TargetFailure> firstHipFault(const std::filesystem::path &report);

/// The op after which a compiler named a kernel, without shapes and numbers:
/// "elementwise_broadcast" of "main_dispatch_0_elementwise_broadcast_Dx2_i32". All of it where
/// there is no such.
std::string dispatchedOp(const std::string &kernel);

/// What a check found in a run that it watched; empty if nothing.
std::string foundBy(const Outcome<std::vector<Tensor>> &watched);

} // namespace assay
