#include "compiler/coverage/StandIns.h"

#include "compiler/coverage/CoverageCounter.h"
#include "compiler/coverage/OwnFunction.h"

#include <mlir/Rewrite/PatternApplicator.h>
#include <mlir/Transforms/DialectConversion.h>

#include <cstring>
#include <dlfcn.h>

// Functions of MLIR, defined here once more. Symbols of the program, and of libraries loaded before
// all others, come before libMLIR.so's, which calls these across its own files by name.

namespace {

using assay::CoverageCounter;
using assay::ownFunction;
using mlir::ArrayRef;
using mlir::ConversionConfig;
using mlir::ConversionTarget;
using mlir::FrozenRewritePatternSet;
using mlir::LogicalResult;
using mlir::Operation;
using mlir::Pattern;

constexpr const char *matchAndRewriteName =
    "_ZN4mlir17PatternApplicator15matchAndRewriteEPNS_9OperationERNS_15PatternRewriterEN4llvm12"
    "function_refIFbRKNS_7PatternEEEENS6_IFvS9_EEENS6_IFNS5_13LogicalResultES9_EEE";

/// A conversion by MLIR's own function. What it leaves as it was does not count.
template <class Function, class Ops, class Target>
LogicalResult convert(Function function, Ops ops, Target &target,
                      const FrozenRewritePatternSet &patterns, const ConversionConfig &config,
                      bool isForAnalysis = false) {
  CoverageCounter *counter = CoverageCounter::current();
  const size_t before = counter ? counter->successCount() : 0;
  const LogicalResult result = function(ops, target, patterns, config);
  if (counter && (isForAnalysis || (mlir::failed(result) && config.allowPatternRollback)))
    counter->forgetSuccessesFrom(before);
  return result;
}

using ConvertOps = LogicalResult (*)(ArrayRef<Operation *>, const ConversionTarget &,
                                     const FrozenRewritePatternSet &, ConversionConfig);
using ConvertOp = LogicalResult (*)(Operation *, const ConversionTarget &,
                                    const FrozenRewritePatternSet &, ConversionConfig);
using AnalyseOps = LogicalResult (*)(ArrayRef<Operation *>, ConversionTarget &,
                                     const FrozenRewritePatternSet &, ConversionConfig);
using AnalyseOp = LogicalResult (*)(Operation *, ConversionTarget &,
                                    const FrozenRewritePatternSet &, ConversionConfig);

} // namespace

LogicalResult
mlir::PatternApplicator::matchAndRewrite(Operation *op, PatternRewriter &rewriter,
                                         function_ref<bool(const Pattern &)> canApply,
                                         function_ref<void(const Pattern &)> onFailure,
                                         function_ref<LogicalResult(const Pattern &)> onSuccess) {
  static const auto real = ownFunction(matchAndRewriteName, &PatternApplicator::matchAndRewrite);
  CoverageCounter *counter = CoverageCounter::current();
  if (!counter)
    return (this->*real)(op, rewriter, canApply, onFailure, onSuccess);
  size_t before = 0; // the try
  return (this->*real)(
      op, rewriter,
      [&](const Pattern &pattern) {
        if (canApply && !canApply(pattern))
          return false;
        counter->addTry(pattern);
        before = counter->successCount();
        return true;
      },
      [&](const Pattern &pattern) {
        counter->forgetSuccessesFrom(before);
        if (onFailure)
          onFailure(pattern);
      },
      [&](const Pattern &pattern) {
        // In a conversion this makes legal what the pattern made, with other patterns.
        const LogicalResult result = onSuccess ? onSuccess(pattern) : success();
        if (succeeded(result))
          counter->addSuccess(pattern);
        return result;
      });
}

LogicalResult mlir::applyPartialConversion(ArrayRef<Operation *> ops,
                                           const ConversionTarget &target,
                                           const FrozenRewritePatternSet &patterns,
                                           ConversionConfig config) {
  static const auto real = ownFunction(
      "_ZN4mlir22applyPartialConversionEN4llvm8ArrayRefIPNS_9OperationEEERKNS_16ConversionTarget"
      "ERKNS_23FrozenRewritePatternSetENS_16ConversionConfigE",
      ConvertOps());
  return convert(real, ops, target, patterns, config);
}

LogicalResult mlir::applyPartialConversion(Operation *op, const ConversionTarget &target,
                                           const FrozenRewritePatternSet &patterns,
                                           ConversionConfig config) {
  static const auto real =
      ownFunction("_ZN4mlir22applyPartialConversionEPNS_9OperationERKNS_16Conversion"
                  "TargetERKNS_23FrozenRewritePatternSetENS_16ConversionConfigE",
                  ConvertOp());
  return convert(real, op, target, patterns, config);
}

LogicalResult mlir::applyFullConversion(ArrayRef<Operation *> ops, const ConversionTarget &target,
                                        const FrozenRewritePatternSet &patterns,
                                        ConversionConfig config) {
  static const auto real = ownFunction(
      "_ZN4mlir19applyFullConversionEN4llvm8ArrayRefIPNS_9OperationEEERKNS_16ConversionTarget"
      "ERKNS_23FrozenRewritePatternSetENS_16ConversionConfigE",
      ConvertOps());
  return convert(real, ops, target, patterns, config);
}

LogicalResult mlir::applyFullConversion(Operation *op, const ConversionTarget &target,
                                        const FrozenRewritePatternSet &patterns,
                                        ConversionConfig config) {
  static const auto real =
      ownFunction("_ZN4mlir19applyFullConversionEPNS_9OperationERKNS_16Conversion"
                  "TargetERKNS_23FrozenRewritePatternSetENS_16ConversionConfigE",
                  ConvertOp());
  return convert(real, op, target, patterns, config);
}

LogicalResult mlir::applyAnalysisConversion(ArrayRef<Operation *> ops, ConversionTarget &target,
                                            const FrozenRewritePatternSet &patterns,
                                            ConversionConfig config) {
  static const auto real = ownFunction(
      "_ZN4mlir23applyAnalysisConversionEN4llvm8ArrayRefIPNS_9OperationEEERNS_16Conversion"
      "TargetERKNS_23FrozenRewritePatternSetENS_16ConversionConfigE",
      AnalyseOps());
  return convert(real, ops, target, patterns, config, /*isForAnalysis=*/true);
}

LogicalResult mlir::applyAnalysisConversion(Operation *op, ConversionTarget &target,
                                            const FrozenRewritePatternSet &patterns,
                                            ConversionConfig config) {
  static const auto real =
      ownFunction("_ZN4mlir23applyAnalysisConversionEPNS_9OperationERNS_16Conversion"
                  "TargetERKNS_23FrozenRewritePatternSetENS_16ConversionConfigE",
                  AnalyseOp());
  return convert(real, op, target, patterns, config, /*isForAnalysis=*/true);
}

bool assay::isMlirWatched() {
  const auto ours = &mlir::PatternApplicator::matchAndRewrite;
  const void *called = dlsym(RTLD_DEFAULT, matchAndRewriteName);
  return std::memcmp(static_cast<const void *>(&ours), static_cast<const void *>(&called),
                     sizeof(called)) == 0;
}
