#include "compiler/builders/PatternPass.h"
#include "compiler/cpu/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_EXPANDEXPPASS
#include "compiler/cpu/Passes.h.inc"

namespace {

/// exp(x) of f32 is 2^n * exp(r), where n is x / ln 2 as a whole number and r what is left of x:
/// the polynomial of Cephes' expf (S. Moshier), whose coefficients are these.
class Exponential {
public:
  explicit Exponential(ImplicitLocOpBuilder &b) : b(b) {}

  Value of(Value x) {
    // Beyond these ends are infinity and 0. A NaN passes through both.
    x = select(arith::CmpFPredicate::OLT, constant(89.0f), x);
    x = select(arith::CmpFPredicate::OGT, constant(-104.0f), x);
    // Adding this rounds to a whole number, which then stands in the lowest bits.
    constexpr float magic = 12582912.0f; // 1.5 * 2^23
    Value shifted = sum(product(x, constant(1.44269504088896341f)), constant(magic));
    Value n = arith::SubFOp::create(b, shifted, constant(magic));
    Value bits = arith::SubIOp::create(b, arith::BitcastOp::create(b, b.getI32Type(), shifted),
                                       integer(llvm::bit_cast<int32_t>(magic)));
    // ln 2 in two parts: n times the first is exact.
    Value r = sum(product(n, constant(-0.693359375f)), x);
    r = sum(product(n, constant(2.12194440e-4f)), r);
    Value series = constant(1.9875691500e-4f);
    for (float coefficient :
         {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f})
      series = sum(product(series, r), constant(coefficient));
    series = sum(product(series, product(r, r)), r);
    series = sum(series, constant(1.0f));
    // In two steps, neither of which leaves the exponents that there are; the second one rounds.
    Value half = arith::ShRSIOp::create(b, bits, integer(1));
    Value rest = arith::SubIOp::create(b, bits, half);
    return arith::MulFOp::create(b, arith::MulFOp::create(b, series, power(half)), power(rest));
  }

private:
  Value constant(float value) { return arith::ConstantOp::create(b, b.getF32FloatAttr(value)); }
  Value integer(int32_t value) { return arith::ConstantOp::create(b, b.getI32IntegerAttr(value)); }
  Value sum(Value x, Value y) {
    return arith::AddFOp::create(b, x, y, arith::FastMathFlags::contract);
  }
  Value product(Value x, Value y) {
    return arith::MulFOp::create(b, x, y, arith::FastMathFlags::contract);
  }
  /// `end`, if it lies so to x; else x.
  Value select(arith::CmpFPredicate predicate, Value end, Value x) {
    return arith::SelectOp::create(b, arith::CmpFOp::create(b, predicate, end, x), end, x);
  }
  /// 2^n, from the bits of a float.
  Value power(Value n) {
    Value exponent =
        arith::ShLIOp::create(b, arith::AddIOp::create(b, n, integer(127)), integer(23));
    return arith::BitcastOp::create(b, b.getF32Type(), exponent);
  }

  ImplicitLocOpBuilder &b;
};

struct ExpIsPolynomial : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern<math::ExpOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ExpOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() && !op.getType().isF16())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getOperand();
    if (op.getType().isF16())
      x = arith::ExtFOp::create(b, b.getF32Type(), x);
    Value result = Exponential(b).of(x);
    if (op.getType().isF16())
      result = arith::TruncFOp::create(b, op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ExpandExpPass : PatternPass<ExpandExpPass, impl::ExpandExpPassBase<ExpandExpPass>> {
  static void populate(RewritePatternSet &set) { set.add<ExpIsPolynomial>(set.getContext()); }
};

} // namespace

} // namespace assay
