#include "compiler/mutants/Rules.h"

#include "compiler/dialect/Assay.h"
#include "compiler/mutants/Passes.h"
#include "compiler/mutants/Rewrites.h"
#include "support/NamedRow.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Complex/IR/Complex.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_APPLYRULEPASS
#include "compiler/mutants/Passes.h.inc"

namespace {

constexpr Rule table[] = {
#define ASSAY_RULE(Function, name, op, effect, promise)                                            \
  {name, OpKind::op, effect, promise, &rewrites::Function},
#include "compiler/mutants/Rules.def"
};

/// Every op that computes something, whose body may then be changed: that of a named op is given.
struct Generalise : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    // Fills, transposes and broadcasts only yield.
    if (op.getBlock()->getOperations().size() == 1)
      return failure();
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// The rule as a pattern that counts.
struct RulePattern : RewritePattern {
  RulePattern(MLIRContext *context, const Rule &rule, int64_t &places)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context), rule(rule), places(places) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!rule.rewrite(op, rewriter))
      return failure();
    ++places;
    return success();
  }

  const Rule &rule;
  int64_t &places;
};

struct ApplyRulePass : impl::ApplyRulePassBase<ApplyRulePass> {
  using impl::ApplyRulePassBase<ApplyRulePass>::ApplyRulePassBase;

  LogicalResult initialize(MLIRContext *context) override {
    Expected<Rule> named = ruleFromName(rule.getValue());
    if (!named)
      return emitError(UnknownLoc::get(context)) << named.error().message;
    found = *named;
    return success();
  }
  void runOnOperation() override { applyRule(*found, getOperation()); }

private:
  std::optional<Rule> found;
};

} // namespace

std::span<const Rule> rules() { return table; }

Expected<Rule> ruleFromName(std::string_view name) { return rowNamed(rules(), name, "rule"); }

int64_t applyRule(const Rule &rule, Operation *root) {
  MLIRContext *context = root->getContext();
  RewritePatternSet unifying(context);
  unifying.add<Generalise>(context);
  linalg::populateElementwiseToLinalgConversionPatterns(unifying);
  walkAndApplyPatterns(root, std::move(unifying));
  int64_t places = 0;
  RewritePatternSet patterns(context);
  patterns.add<RulePattern>(context, rule, places);
  walkAndApplyPatterns(root, std::move(patterns));
  return places;
}

} // namespace assay
