#pragma once

#include <mlir/IR/PatternMatch.h>
#include <mlir/Pass/Pass.h>

#include <functional>
#include <memory>

namespace assay {

/// Adds patterns to a set; what a fault adds its faulty twins with.
using PopulatePatterns = std::function<void(mlir::RewritePatternSet &)>;

/// `lower-assay`: turns the ops of the assay dialect, and the two upstream ops that no upstream pass
/// lowers (linalg.softmax, tensor.concat), into ops that mlir-opt knows how to bring down to LLVM.
/// The twins come before the correct patterns. On any op.
std::unique_ptr<mlir::Pass> createLowerAssayPass(PopulatePatterns twins = {});

/// `assay-tile`: tiles linalg ops on tensors with scf.for, the innermost parallel dim by 8 and
/// others by 4, where the extent is dynamic or larger. On any op.
std::unique_ptr<mlir::Pass> createTilePass(PopulatePatterns twins = {});

/// `assay-vectorize`: turns linalg ops of small static shapes into vector ops. On any op.
std::unique_ptr<mlir::Pass> createVectorizePass();

/// Registers the passes and the pipeline `assay-cpu-pipeline` with mlir-opt's command line.
void registerAssayPasses();

void populateLowerSortingPatterns(mlir::RewritePatternSet &patterns);
void populateLowerIndexingPatterns(mlir::RewritePatternSet &patterns);
void populateLowerAttentionPatterns(mlir::RewritePatternSet &patterns);
void populateLowerReductionPatterns(mlir::RewritePatternSet &patterns);

} // namespace assay
