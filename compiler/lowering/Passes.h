#pragma once

#include <mlir/IR/PatternMatch.h>
#include <mlir/Pass/Pass.h>

namespace assay {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/lowering/Passes.h.inc"

/// Lines that take at most so many bytes are sorted in private memory of a work-item.
void populateLowerSortingPatterns(mlir::RewritePatternSet &patterns, int64_t privateBytes);
void populateLowerScatterPatterns(mlir::RewritePatternSet &patterns);
void populateLowerGatherPatterns(mlir::RewritePatternSet &patterns);
/// In the plain form, or with tiles of so many keys where there are more or may be. What waves of a
/// GPU can do may be left to them.
void populateLowerAttentionPatterns(mlir::RewritePatternSet &patterns, int64_t tileOfKeys = 0,
                                    bool usesWaves = false);
void populateLowerScanPatterns(mlir::RewritePatternSet &patterns);
void populateDecomposeSoftmaxPatterns(mlir::RewritePatternSet &patterns);
void populateLowerSlicingPatterns(mlir::RewritePatternSet &patterns);
void populateLowerAroundPatterns(mlir::RewritePatternSet &patterns);

} // namespace assay
