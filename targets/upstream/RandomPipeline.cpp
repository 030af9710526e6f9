#include "targets/upstream/RandomPipeline.h"

#include "target/PassDrawing.h"

#include <fmt/format.h>

namespace assay {

namespace {

constexpr std::string_view simplify =
    "canonicalize{top-down=[0|1] region-simplify=[disabled|normal|aggressive]}";

void drawOnTensors(PassDrawing &draw) {
  draw.some(8, {"func.func(linalg-generalize-named-ops)",
                "linalg-fuse-elementwise-ops",
                "linalg-fold-unit-extent-dims{use-rank-reducing-slices=[0|1]}",
                "func.func(linalg-specialize-generic-ops)",
                "linalg-inline-scalar-operands",
                "func.func(linalg-morph-ops{[named-to-category|category-to-generic]})",
                "linalg-fold-into-elementwise",
                "fold-tensor-subset-ops",
                simplify,
                simplify,
                "cse",
                "cse",
                "sccp",
                "inline",
                "loop-invariant-code-motion",
                "loop-invariant-subset-hoisting",
                "int-range-optimizations",
                "arith-unsigned-when-equivalent",
                "arith-int-range-narrowing{int-bitwidths-supported=[8,16,32|32,64]}",
                "remove-dead-values",
                "func.func(reify-result-shapes)"});
  draw.maybe(20, "eliminate-empty-tensors");
  draw.maybe(20, "empty-tensor-to-alloc-tensor");
}

void drawBufferization(PassDrawing &draw) {
  // The interface of @main is what the runner calls.
  std::string options = "bufferize-function-boundaries=1 "
                        "function-boundary-type-conversion=identity-layout-map "
                        "allow-return-allocs-from-loops=1";
  // Without copy-before-write: with it programs that call functions crash in this process, though
  // not in mlir-opt.
  if (draw.chance(40))
    options +=
        fmt::format(" analysis-heuristic=fuzzer analysis-fuzzer-seed={}", draw.between(1, 1000));
  else
    options += fmt::format(" analysis-heuristic={}",
                           draw.one({"bottom-up", "top-down", "bottom-up-from-terminators"}));
  if (draw.chance(10))
    draw.add("sparsification-and-bufferization");
  else
    draw.add(fmt::format("one-shot-bufferize{{{} buffer-alignment={}}}", options,
                         draw.one({"0", "64"})));
  draw.some(4, {simplify, "cse", "fold-memref-alias-ops", "func.func(buffer-hoisting)",
                "func.func(buffer-loop-hoisting)", "func.func(promote-buffers-to-stack)",
                "resolve-shaped-type-result-dims", "drop-equivalent-buffer-results"});
  draw.maybe(20, "buffer-deallocation-pipeline,convert-bufferization-to-memref,"
                 "func.func(optimize-allocation-liveness)");
}

void drawAffineLoops(PassDrawing &draw) {
  draw.add("func.func(convert-linalg-to-affine-loops)");
  const bool vectorize = draw.chance(20);
  static constexpr std::initializer_list<std::string_view> onLoops = {
      "func.func(affine-loop-fusion{maximal=[0|1] mode=[greedy|producer|sibling]})",
      "func.func(affine-scalrep)",
      "func.func(affine-loop-normalize)",
      "func.func(affine-simplify-structures)",
      "func.func(affine-loop-invariant-code-motion)",
      "func.func(affine-loop-coalescing)",
      "func.func(affine-simplify-min-max)",
      "func.func(affine-raise-from-memref)",
      "func.func(affine-data-copy-generate{generate-dma=0 fast-mem-space=0})",
      "func.func(affine-fold-memref-alias-ops)",
      "fold-memref-alias-ops",
      "affine-expand-index-ops-as-affine",
      simplify,
      "cse"};
  draw.some(2, onLoops);
  // Not often before vectorization, which most programs do not survive then
  // (mlir-super-vectorize-step, -tail and -inner-bound).
  if (!vectorize || draw.chance(10))
    draw.some(3, {"func.func(affine-loop-tile{tile-size=[2|3|8] separate=[0|1]})",
                  "func.func(affine-loop-unroll{unroll-factor=[2|3|4]})",
                  "func.func(affine-loop-unroll-jam{unroll-jam-factor=[2|3]})"});
  draw.some(3, onLoops);
  if (vectorize)
    draw.some(1, 1,
              {"func.func(affine-super-vectorize{virtual-vector-size=[4|8] "
               "vectorize-reductions=[0|1]})",
               "func.func(affine-super-vectorize{virtual-vector-size=2,4})"});
  else
    draw.maybe(20, "func.func(affine-parallelize)");
  draw.add("lower-affine");
}

constexpr std::string_view tileParallelLoops =
    "func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=[2|3,4|8,2,4] "
    "no-min-max-bounds=[0|1]})";

void drawParallelLoops(PassDrawing &draw) {
  draw.add("func.func(convert-linalg-to-parallel-loops)");
  draw.some(4, {"func.func(scf-parallel-loop-fusion)", tileParallelLoops,
                "func.func(scf-parallel-loop-specialization)", "scf-parallel-for-to-nested-fors",
                simplify, "cse", "loop-invariant-code-motion"});
}

/// Without peel-front of scf-for-loop-peeling, which asks for loops that run at least once.
void drawLoops(PassDrawing &draw) {
  const int64_t kind = draw.between(0, 2);
  if (kind == 0)
    drawAffineLoops(draw);
  else if (kind == 1)
    drawParallelLoops(draw);
  else
    draw.add("func.func(convert-linalg-to-loops)");
  draw.some(5, {"func.func(scf-for-loop-peeling{skip-partial=[0|1]})",
                "func.func(scf-for-loop-canonicalization)", "func.func(scf-for-loop-range-folding)",
                "func.func(scf-for-loop-specialization)", "loop-invariant-code-motion",
                "fold-memref-alias-ops", "control-flow-sink", simplify, "cse", "sccp",
                "int-range-optimizations", "mem2reg", "sroa"});
}

void drawTail(PassDrawing &draw) {
  // What affine-super-vectorize made, if anything.
  draw.add("convert-vector-to-scf");
  draw.maybe(30, simplify);
  draw.maybe(15, "scf-for-to-while");
  draw.maybe(8, "generate-runtime-verification");
  draw.add("convert-scf-to-cf");
  draw.maybe(15, "lift-cf-to-scf,convert-scf-to-cf");
  draw.maybe(30, simplify);
  draw.maybe(20, "fold-memref-alias-ops");
  draw.add(
      "memref-expand,expand-strided-metadata,lower-affine,arith-expand,convert-complex-to-standard,"
      "convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm");
  draw.maybe(20, simplify);
  draw.add("convert-to-llvm,reconcile-unrealized-casts");
  draw.maybe(20, "canonicalize,cse");
}

} // namespace

std::string randomPipeline(uint64_t seed) {
  PassDrawing draw(seed);
  drawOnTensors(draw);
  drawBufferization(draw);
  drawLoops(draw);
  drawTail(draw);
  return draw.text();
}

std::optional<uint64_t> randomSeed(const TargetName &name) {
  const bool isOurs = name.compiler == "mlir" && name.release == "22" && name.settings.empty();
  return isOurs && name.random ? name.random->seed : std::nullopt;
}

TargetName withPipelineSpelledOut(const TargetName &name) {
  const auto seed = randomSeed(name);
  if (!seed)
    return name;
  TargetName core = "cpu:pipeline="_target;
  core.pipeline = randomPipeline(*seed);
  return core;
}

} // namespace assay
