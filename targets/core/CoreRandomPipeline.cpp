#include "targets/core/CoreRandomPipeline.h"

#include "compiler/pipelines/PassSequence.h"
#include "support/Assert.h"
#include "target/PassDrawing.h"
#include "targets/core/CorePipeline.h"

#include <fmt/format.h>

namespace assay {

namespace {

constexpr UndrawnPass undrawn[] = {
    {"linalg-specialize-generic-ops", "mlir-specialize-transposed-matmul"},
    {"arith-int-range-narrowing", "mlir-narrowing-signed-min"},
    {"remove-dead-values", "mlir-remove-dead-values-argument"},
    {"eliminate-empty-tensors", "mlir-bufferize-empty-twice"},
    {"fold-memref-alias-ops", "mlir-fold-alias-subview"},
    {"expand-strided-metadata", "mlir-expand-shape-two-dynamic"},
    {"scf-parallel-loop-tiling", "mlir-parallel-tiling-step"},
    {"scf-for-loop-range-folding", "mlir-range-folding-negative"},
    {"affine-loop-fusion", "mlir-affine-fusion-dominance"},
    {"affine-loop-coalescing", "mlir-coalescing-zero"},
    {"affine-loop-invariant-code-motion", "mlir-affine-licm-symbol"},
    {"affine-data-copy-generate", "mlir-data-copy-unwritten"},
    {"affine-fold-memref-alias-ops", "mlir-affine-fold-alias-dims"},
    {"affine-super-vectorize", "mlir-super-vectorize-step"},
    {"generate-runtime-verification", "mlir-runtime-verification-of-nothing"},
};

constexpr UndrawnOwnPass undrawnOwn[] = {
    {"assay-inject", "is a deliberate bug"},
    {"assay-apply-rule", "is a deliberate bug"},
    {"assay-mutate", "is a deliberate bug"},
    {"assay-part-host", "puts what is left to do into another module, and a text is for one"},
};

constexpr std::string_view simplify =
    "canonicalize{top-down=[0|1] region-simplify=[disabled|normal|aggressive]}";
constexpr std::string_view unitDims =
    "func.func(linalg-generalize-named-ops),assay-prepare-unit-dims,linalg-fold-unit-extent-dims";
constexpr std::string_view fusion = "assay-prepare-fusion,linalg-fuse-elementwise-ops";
constexpr std::string_view stripped = "assay-strip-compilation-info,assay-verify-stripped";

/// Configs come before anything changes the ops that have them. A host of kernels has no loops, and
/// so none are left for anything to be tiled by.
void drawConfigs(PassDrawing &draw, bool isGpu) {
  if (!isGpu)
    draw.maybe(50, "assay-choose-configs{rows=[1|3|512]}");
  draw.add(fmt::format("assay-draw-configs{{seed={}}}", draw.between(1, 1000)));
  draw.add(isGpu ? stripped : "assay-tile-and-fuse");
}

/// From what is there in one go to functions on buffers.
void drawDispatches(PassDrawing &draw) {
  draw.add("inline,symbol-dce,func.func(assay-form-dispatches)");
  draw.maybe(50, "canonicalize,cse");
  draw.maybe(70, "assay-fold-into-bindings");
  draw.maybe(50, "canonicalize,cse");
  draw.add("assay-outline-dispatches");
}

/// While the ops of the assay dialect are still there, as O3 does. Upstream's bugs come first.
void drawOnEmitted(PassDrawing &draw, bool isGpu) {
  if (draw.chance(50))
    return;
  const bool isTuned = draw.chance(30);
  if (isTuned)
    drawConfigs(draw, isGpu);
  draw.add("assay-prepare-tensors,assay-split-complex");
  draw.some(1, 8,
            {simplify, simplify, "cse", "cse", "assay-propagate-reshape", "assay-sink-elementwise",
             "assay-sort-indices", "assay-bubble-slices", "assay-propagate-transpose", unitDims,
             fusion, "func.func(linalg-generalize-named-ops)", "sccp", "loop-invariant-code-motion",
             isGpu ? "assay-select-topk{waves=[0|1]}" : "assay-select-topk",
             isGpu ? "assay-decompose{waves=[0|1]}"
                   : "assay-decompose{keys=[0|2|64]},assay-tile-and-fuse"});
  if (isTuned)
    draw.add(stripped);
  // Slices in the loops of tiles may drop dims now.
  draw.add("assay-prepare-tensors");
  if (draw.chance(40))
    drawDispatches(draw);
}

void drawOnTensors(PassDrawing &draw, bool isGpu) {
  draw.some(6, {simplify, simplify, "cse", "cse", "func.func(linalg-generalize-named-ops)",
                "assay-propagate-transpose", unitDims, fusion, "linalg-inline-scalar-operands",
                "func.func(linalg-morph-ops{[named-to-category|category-to-generic]})",
                "fold-tensor-subset-ops", "sccp", "loop-invariant-code-motion",
                "loop-invariant-subset-hoisting", "int-range-optimizations",
                "arith-unsigned-when-equivalent"});
  if (!isGpu) // its functions are inlined
    draw.maybe(20, "inline");
  draw.maybe(20, "empty-tensor-to-alloc-tensor");
  draw.maybe(30, "assay-reuse-operands");
}

void drawBufferization(PassDrawing &draw) {
  std::string options = "bufferize-function-boundaries=1 "
                        "function-boundary-type-conversion=identity-layout-map "
                        "allow-return-allocs-from-loops=1 buffer-alignment=[0|64]";
  if (draw.chance(40))
    options +=
        fmt::format(" analysis-heuristic=fuzzer analysis-fuzzer-seed={}", draw.between(1, 1000));
  else
    options += " analysis-heuristic=[bottom-up|top-down|bottom-up-from-terminators]";
  draw.add(fmt::format("one-shot-bufferize{{{}}}", options));
}

void drawVectors(PassDrawing &draw) {
  draw.maybe(30, "assay-expand-exp");
  draw.maybe(40, "assay-use-outer-products");
  draw.maybe(40, "assay-fuse-rows");
  draw.maybe(40, "assay-reduce-in-lanes");
  draw.maybe(60, "assay-tile{width=[2|4|8]}");
  draw.some(2, {simplify, "cse"});
  draw.maybe(40, "assay-drop-unit-loops");
  draw.maybe(60, "assay-vectorize");
  draw.maybe(30, simplify);
  draw.add("func.func(lower-vector-multi-reduction),convert-vector-to-scf{full-unroll=1}");
}

/// Those need every extent and place to be of a kind that tiles are not.
void drawAffineLoops(PassDrawing &draw) {
  draw.add("func.func(convert-linalg-to-affine-loops)");
  draw.some(4, {"func.func(affine-scalrep)", "func.func(affine-loop-normalize)",
                "func.func(affine-simplify-structures)", "func.func(affine-simplify-min-max)",
                "func.func(affine-raise-from-memref)", "affine-expand-index-ops-as-affine",
                "func.func(affine-loop-tile{tile-size=[2|3|8] separate=[0|1]})",
                "func.func(affine-loop-unroll{unroll-factor=[2|3|4]})",
                "func.func(affine-loop-unroll-jam{unroll-jam-factor=[2|3]})", simplify, "cse"});
  draw.maybe(20, "func.func(affine-parallelize)");
  draw.add("lower-affine");
}

/// From linalg on buffers to loops of one dialect.
void drawLoops(PassDrawing &draw) {
  draw.some(3, {simplify, "cse", "func.func(buffer-hoisting)", "func.func(buffer-loop-hoisting)",
                "func.func(promote-buffers-to-stack)", "resolve-shaped-type-result-dims",
                "drop-equivalent-buffer-results"});
  if (draw.chance(25))
    return drawAffineLoops(draw);
  if (draw.chance(75))
    drawVectors(draw);
  draw.add("func.func(convert-linalg-to-[loops|parallel-loops])");
}

/// Without peel-front of scf-for-loop-peeling, which asks for loops that run at least once.
void drawOnLoops(PassDrawing &draw) {
  draw.some(5,
            {"func.func(scf-for-loop-peeling{skip-partial=[0|1]})",
             "func.func(scf-for-loop-canonicalization)", "func.func(scf-for-loop-specialization)",
             "func.func(scf-parallel-loop-fusion)", "func.func(scf-parallel-loop-specialization)",
             "scf-parallel-for-to-nested-fors", "loop-invariant-code-motion", "control-flow-sink",
             simplify, "cse", "sccp", "int-range-optimizations", "mem2reg", "sroa"});
}

/// Nothing is simplified while loops stand for workgroups.
void drawGroups(PassDrawing &draw, std::string_view chip) {
  const int half = chip == "gfx90a" ? 0 : 1;
  draw.maybe(50, fmt::format("assay-use-mfma{{half={}}}", half));
  // What is left for these on tensors, nothing else takes.
  draw.add(fmt::format("assay-topk-in-waves,assay-attention-in-waves{{half={}}}", half));
  draw.maybe(50, "assay-rows-in-waves");
  draw.maybe(50, "assay-reduce-in-groups");
  draw.maybe(50, "assay-use-vectors");
}

void drawOnKernels(PassDrawing &draw) {
  draw.some(2, {"gpu.module(canonicalize{region-simplify=[disabled|normal]})", "gpu.module(cse)",
                "gpu.module(loop-invariant-code-motion)", "gpu.module(sccp)",
                "gpu.module(int-range-optimizations)"});
}

/// What stands for a pass of the plainest pipeline, and in front of it.
void drawAt(PassDrawing &draw, const std::string &plain, bool isGpu, std::string_view chip) {
  const std::string_view name = passName(plain);
  if (name == "lower-assay") {
    drawOnEmitted(draw, isGpu);
    return draw.add(isGpu ? "lower-assay{private=[0|64|512]}" : plain);
  }
  if (name == "assay-prepare-buffers")
    drawOnTensors(draw, isGpu);
  if (name == "one-shot-bufferize")
    return drawBufferization(draw);
  if (name == "convert-linalg-to-loops")
    return drawLoops(draw);
  if (name == "convert-linalg-to-parallel-loops")
    drawGroups(draw, chip);
  if (name == "assay-form-kernels") {
    draw.maybe(50, "assay-parallelise");
    return draw.add("assay-form-kernels{work-items=[64|128|256]}");
  }
  if (name == "assay-expand-copysign")
    drawOnKernels(draw);
  if (name == "convert-scf-to-cf" && !isGpu)
    drawOnLoops(draw);
  if (name == "convert-to-llvm")
    draw.add("convert-vector-to-llvm");
  draw.add(plain);
  if (name == "convert-scf-to-cf" && !isGpu)
    draw.some(2, {simplify, "cse", "sccp", "lift-cf-to-scf,convert-scf-to-cf"});
}

} // namespace

std::string coreRandomPipeline(std::string_view compiler, uint64_t seed) {
  const bool isGpu = compiler == "hip";
  PassDrawing draw(seed);
  PipelineOptions options;
  if (isGpu && draw.chance(25))
    options.chip = "gfx90a";
  const auto plainest = isGpu ? gpuPasses(options) : cpuPasses(options);
  ASSAY_ASSERT(plainest, "there is an O0");
  for (const std::string &plain : plainest->passes)
    drawAt(draw, plain, isGpu, options.chip);
  if (!isGpu)
    draw.maybe(20, "canonicalize,cse");
  return draw.text();
}

std::optional<uint64_t> coreRandomSeed(const TargetName &name) {
  const bool isOurs = (name.compilerText() == "cpu" || name.compilerText() == "hip") &&
                      name.backend.empty() && name.settings.empty();
  return isOurs && name.random ? name.random->seed : std::nullopt;
}

TargetName withCorePipeline(const TargetName &name) {
  const auto seed = coreRandomSeed(name);
  if (!seed)
    return name;
  TargetName spelled;
  spelled.compiler = name.compiler;
  spelled.pipeline = coreRandomPipeline(name.compiler, *seed);
  return spelled;
}

std::span<const UndrawnPass> undrawnPasses() { return undrawn; }
std::span<const UndrawnOwnPass> undrawnOwnPasses() { return undrawnOwn; }

} // namespace assay
