#pragma once

#include "target/LitParts.h"

namespace assay {

/// The program as functions in MLIR: for assay-opt, "cpu:O2", with the assay dialect's ops as they
/// are; for mlir-opt and mlir-runner, "cpu:pipeline=TEXT" and "mlir@19:pipeline=TEXT", lowered to
/// upstream's, as targets of upstream's passes do; for assay itself, "hip:O1", which is the one
/// tool that runs kernels. Tools are named as in LLVM's tree; lit's configuration says where they
/// are, and what %mlir_runner_utils and %mlir_c_runner_utils stand for. By hand, Debian's names are
/// used. An error says why there can be none.
Expected<LitParts> mlirLit(const TargetName &target, const LitRequest &request);

} // namespace assay
