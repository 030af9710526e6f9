#pragma once

#include <mlir/IR/PatternMatch.h>
#include <mlir/Pass/Pass.h>

#include <memory>

namespace assay {

/// `lower-assay`: turns the ops of the assay dialect, and the two upstream ops that no upstream
/// pass lowers (linalg.softmax, tensor.concat), into ops that mlir-opt knows how to bring down to
/// LLVM. Also what upstream's passes get wrong, into a form that they get right (docs/found.md):
/// arithmetic on whole tensors, constants without elements, strided slices that drop dims, pads of
/// nothing. On any op.
std::unique_ptr<mlir::Pass> createLowerAssayPass();

/// `assay-tile`: tiles linalg ops on buffers with scf.for. An op that has a vector form is cut down
/// to one vector along its last parallel loop, which is split into full tiles and the rest, and to
/// one iteration of every other loop; of another op, only one loop is tiled, by 8. Ops that are one
/// vector as they are stay. (On tensors, one-shot-bufferize would take hundreds of milliseconds for
/// the nests.) On any op.
std::unique_ptr<mlir::Pass> createTilePass();

/// `assay-drop-unit-loops`: takes loops of one iteration out of linalg.generic on buffers, and
/// their dims out of its operands. (Upstream's linalg-fold-unit-extent-dims does so on tensors
/// alone.) On any op.
std::unique_ptr<mlir::Pass> createDropUnitLoopsPass();

/// `assay-vectorize`: turns linalg ops on buffers whose loops together fit one vector into vector
/// ops. On any op.
std::unique_ptr<mlir::Pass> createVectorizePass();

/// `assay-lower-views`: subview, expand_shape, collapse_shape and reshape of memrefs as arithmetic
/// on sizes and strides. Stands in for upstream's expand-strided-metadata, which crashes where a
/// group expands to two dynamic dims, and where a unit dim of a strided slice is dropped
/// (docs/found.md). On any op.
std::unique_ptr<mlir::Pass> createLowerViewsPass();

/// `assay-split-complex`: sums and differences of complex numbers as those of their parts, before
/// anything folds them: upstream's folds lose NaN (docs/found.md). On any op.
std::unique_ptr<mlir::Pass> createSplitComplexPass();

/// `assay-prepare-fusion`: what linalg-fuse-elementwise-ops gets wrong, in a form that it gets
/// right (docs/found.md): ops that add to what they write to, and reductions that may be of
/// nothing. Comes right before it. On any op.
std::unique_ptr<mlir::Pass> createPrepareFusionPass();

/// `assay-prepare-buffers`: what one-shot-bufferize gets wrong, in a form that it gets right
/// (docs/found.md): results of private functions that are views of what another result is are
/// copied, and reshapes of types without elements become empty tensors. Comes right before it. On
/// any op.
std::unique_ptr<mlir::Pass> createPrepareBuffersPass();

/// `assay-if-present{dialect=NAME pipeline={builtin.module(...)}}`: runs the pipeline if there is
/// an op of the dialect. On a module.
std::unique_ptr<mlir::Pass> createIfPresentPass();

/// `assay-order-loops`: puts the parallel loops of linalg.generic on buffers outside of the others,
/// makes ops of copies that are not of dense memory, and copies slices that are returned. On any
/// op.
std::unique_ptr<mlir::Pass> createOrderLoopsPass();

/// `assay-use-mfma{half=1}`: contractions of f32, and with `half` of f16 and bf16, that sum in f32
/// become a wave of MFMA for each tile of 16 by 16 of the result; tiles may hang over. On any op.
std::unique_ptr<mlir::Pass> createUseMfmaPass();

/// `assay-reduce-in-groups`: reductions by one associative op become a workgroup for each result,
/// which combines through its memory. Comes after assay-order-loops. On any op.
std::unique_ptr<mlir::Pass> createReduceInGroupsPass();

/// `assay-use-vectors`: elementwise ops on dense buffers handle four elements at a time. On any op.
std::unique_ptr<mlir::Pass> createUseVectorsPass();

/// `assay-parallelise`: makes parallel loops of outermost scf.for loops, and of those right inside
/// of them, whose iterations write apart from each other. On any op.
std::unique_ptr<mlir::Pass> createParallelisePass();

/// `assay-form-kernels{work-items=N}`: splits the one function of a module, of one block on
/// memrefs, into what the host does and kernels in a gpu.module. Each iteration of a parallel loop
/// becomes a work-item, in workgroups of N, or a workgroup, if a pass above has made the loop for
/// that; what is between parallel loops and touches memory becomes a kernel of one work-item. On a
/// module.
std::unique_ptr<mlir::Pass> createFormKernelsPass(int64_t workItems = 64);

/// Registers the passes and the pipeline `assay-cpu-pipeline` with mlir-opt's command line.
void registerAssayPasses();

void populateLowerSortingPatterns(mlir::RewritePatternSet &patterns);
void populateLowerIndexingPatterns(mlir::RewritePatternSet &patterns);
void populateLowerAttentionPatterns(mlir::RewritePatternSet &patterns);
void populateLowerReductionPatterns(mlir::RewritePatternSet &patterns);
void populateLowerSlicingPatterns(mlir::RewritePatternSet &patterns);
void populateLowerAroundPatterns(mlir::RewritePatternSet &patterns);

} // namespace assay
