#include "compiler/mutants/Rewrites.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Complex/IR/Complex.h>
#include <mlir/Dialect/Math/IR/Math.h>

using namespace mlir;

namespace assay::rewrites {

namespace {

using Predicate = arith::CmpFPredicate;

Value compare(PatternRewriter &rewriter, Operation *op, Predicate predicate, Value x, Value y) {
  return arith::CmpFOp::create(rewriter, op->getLoc(), predicate, x, y);
}

Value select(PatternRewriter &rewriter, Operation *op, Value condition, Value x, Value y) {
  return arith::SelectOp::create(rewriter, op->getLoc(), condition, x, y);
}

/// A maximum or minimum of two floats as a comparison, and a choice by it.
bool chooseBy(PatternRewriter &rewriter, Operation *op, Predicate predicate) {
  const Value x = op->getOperand(0), y = op->getOperand(1);
  return replaceBy(rewriter, op,
                   select(rewriter, op, compare(rewriter, op, predicate, x, y), x, y));
}

/// Has the op take another operand.
bool replaceOperand(PatternRewriter &rewriter, Operation *op, Value operand) {
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, operand); });
  return true;
}

/// The result is x, which the op's maker took.
bool replaceByFirst(PatternRewriter &rewriter, Operation *op, Operation *made) {
  const Value x = broughtTo(rewriter, op, made->getOperand(0));
  return x && x.getType() == op->getResult(0).getType() && replaceBy(rewriter, op, x);
}

} // namespace

bool mulByZero(Operation *op, PatternRewriter &rewriter) {
  auto mul = dyn_cast<arith::MulFOp>(op);
  return mul && (isNumber(mul.getLhs(), 0) || isNumber(mul.getRhs(), 0)) &&
         replaceBy(rewriter, op, constant(rewriter, op, mul.getType(), 0));
}

bool subOfSelf(Operation *op, PatternRewriter &rewriter) {
  auto sub = dyn_cast<arith::SubFOp>(op);
  return sub && isSame(sub.getLhs(), sub.getRhs()) &&
         replaceBy(rewriter, op, constant(rewriter, op, sub.getType(), 0));
}

bool divOfSelf(Operation *op, PatternRewriter &rewriter) {
  auto div = dyn_cast<arith::DivFOp>(op);
  return div && isSame(div.getLhs(), div.getRhs()) &&
         replaceBy(rewriter, op, constant(rewriter, op, div.getType(), 1));
}

bool divByReciprocal(Operation *op, PatternRewriter &rewriter) {
  auto div = dyn_cast<arith::DivFOp>(op);
  if (!div)
    return false;
  const Value one = constant(rewriter, op, div.getType(), 1);
  const Value inverse = arith::DivFOp::create(rewriter, op->getLoc(), one, div.getRhs());
  return replaceBy(rewriter, op,
                   arith::MulFOp::create(rewriter, op->getLoc(), div.getLhs(), inverse));
}

bool divByZeroIsZero(Operation *op, PatternRewriter &rewriter) {
  auto div = dyn_cast<arith::DivFOp>(op);
  if (!div)
    return false;
  const Value zero = constant(rewriter, op, div.getType(), 0);
  const Value isZero = compare(rewriter, op, Predicate::OEQ, div.getRhs(), zero);
  return replaceBy(rewriter, op,
                   select(rewriter, op, isZero, zero, rewriter.clone(*op)->getResult(0)));
}

bool minLosesNan(Operation *op, PatternRewriter &rewriter) {
  return isa<arith::MinimumFOp>(op) && replaceBy<arith::MinNumFOp>(rewriter, op);
}

bool maxNumKeepsNan(Operation *op, PatternRewriter &rewriter) {
  if (isa<arith::MaxNumFOp>(op))
    return replaceBy<arith::MaximumFOp>(rewriter, op);
  return isa<arith::MinNumFOp>(op) && replaceBy<arith::MinimumFOp>(rewriter, op);
}

bool maxByCompare(Operation *op, PatternRewriter &rewriter) {
  return isa<arith::MaximumFOp>(op) && chooseBy(rewriter, op, Predicate::OGT);
}

bool minByCompare(Operation *op, PatternRewriter &rewriter) {
  return isa<arith::MinimumFOp>(op) && chooseBy(rewriter, op, Predicate::OLT);
}

bool maxNumByCompare(Operation *op, PatternRewriter &rewriter) {
  if (isa<arith::MaxNumFOp>(op))
    return chooseBy(rewriter, op, Predicate::OGT);
  return isa<arith::MinNumFOp>(op) && chooseBy(rewriter, op, Predicate::OLT);
}

bool expOfLog(Operation *op, PatternRewriter &rewriter) {
  auto exp = dyn_cast<math::ExpOp>(op);
  auto log = exp ? madeBy<math::LogOp>(exp.getOperand()) : nullptr;
  return log && replaceByFirst(rewriter, op, log);
}

bool sqrtOfSquare(Operation *op, PatternRewriter &rewriter) {
  auto root = dyn_cast<math::SqrtOp>(op);
  auto square = root ? madeBy<arith::MulFOp>(root.getOperand()) : nullptr;
  return square && isSame(square.getLhs(), square.getRhs()) && replaceByFirst(rewriter, op, square);
}

bool squareOfSqrt(Operation *op, PatternRewriter &rewriter) {
  auto square = dyn_cast<arith::MulFOp>(op);
  if (!square || !isSame(square.getLhs(), square.getRhs()))
    return false;
  auto root = madeBy<math::SqrtOp>(square.getLhs());
  return root && replaceByFirst(rewriter, op, root);
}

bool sqrtOfNegativeIsZero(Operation *op, PatternRewriter &rewriter) {
  if (!isa<math::SqrtOp>(op))
    return false;
  const Value x = op->getOperand(0), zero = constant(rewriter, op, x.getType(), 0);
  const Value isNegative = compare(rewriter, op, Predicate::OLT, x, zero);
  return replaceOperand(rewriter, op, select(rewriter, op, isNegative, zero, x));
}

bool logOfMagnitude(Operation *op, PatternRewriter &rewriter) {
  return isa<math::LogOp>(op) &&
         replaceOperand(rewriter, op,
                        math::AbsFOp::create(rewriter, op->getLoc(), op->getOperand(0)));
}

bool rsqrtAddsEpsilon(Operation *op, PatternRewriter &rewriter) {
  if (!isa<math::RsqrtOp>(op))
    return false;
  const Value x = op->getOperand(0), epsilon = constant(rewriter, op, x.getType(), 1e-3);
  return replaceOperand(rewriter, op, arith::AddFOp::create(rewriter, op->getLoc(), x, epsilon));
}

bool tanhClamps(Operation *op, PatternRewriter &rewriter) {
  if (!isa<math::TanhOp>(op))
    return false;
  const Value x = op->getOperand(0);
  const Value above =
      arith::MaxNumFOp::create(rewriter, op->getLoc(), x, constant(rewriter, op, x.getType(), -9));
  return replaceOperand(rewriter, op,
                        arith::MinNumFOp::create(rewriter, op->getLoc(), above,
                                                 constant(rewriter, op, x.getType(), 9)));
}

bool expClamps(Operation *op, PatternRewriter &rewriter) {
  if (!isa<math::ExpOp>(op))
    return false;
  const Value x = op->getOperand(0);
  return replaceOperand(rewriter, op,
                        arith::MinimumFOp::create(rewriter, op->getLoc(), x,
                                                  constant(rewriter, op, x.getType(), 10)));
}

bool erfByTanh(Operation *op, PatternRewriter &rewriter) {
  if (!isa<math::ErfOp>(op))
    return false;
  const Location loc = op->getLoc();
  const Value x = op->getOperand(0);
  const auto number = [&](double value) { return constant(rewriter, op, x.getType(), value); };
  const Value square = arith::MulFOp::create(rewriter, loc, x, x);
  const Value bend = arith::MulFOp::create(rewriter, loc, square, number(0.101));
  const Value slope = arith::AddFOp::create(rewriter, loc, bend, number(1.128));
  const Value argument = arith::MulFOp::create(rewriter, loc, x, slope);
  return replaceBy(rewriter, op, math::TanhOp::create(rewriter, loc, argument));
}

bool signOfNanIsZero(Operation *op, PatternRewriter &rewriter) {
  // select(x is 0 or NaN, x, 1 with the sign of x)
  auto choice = dyn_cast<arith::SelectOp>(op);
  if (!choice || !madeBy<math::CopySignOp>(choice.getFalseValue()) ||
      !madeBy<arith::CmpFOp>(choice.getCondition()))
    return false;
  const Value zero = constant(rewriter, op, choice.getType(), 0);
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, zero); });
  return true;
}

bool floorTruncates(Operation *op, PatternRewriter &rewriter) {
  return isa<math::FloorOp>(op) && replaceBy<math::TruncOp>(rewriter, op);
}

bool ceilByFloor(Operation *op, PatternRewriter &rewriter) {
  if (!isa<math::CeilOp>(op))
    return false;
  const Value floor = math::FloorOp::create(rewriter, op->getLoc(), op->getOperand(0));
  const Value one = constant(rewriter, op, floor.getType(), 1);
  return replaceBy(rewriter, op, arith::AddFOp::create(rewriter, op->getLoc(), floor, one));
}

bool roundHalfAway(Operation *op, PatternRewriter &rewriter) {
  return isa<math::RoundEvenOp>(op) && replaceBy<math::RoundOp>(rewriter, op);
}

bool selectByArithmetic(Operation *op, PatternRewriter &rewriter) {
  auto choice = dyn_cast<arith::SelectOp>(op);
  auto type = choice ? dyn_cast<FloatType>(choice.getType()) : nullptr;
  if (!type)
    return false;
  const Location loc = op->getLoc();
  const Value taken = arith::UIToFPOp::create(rewriter, loc, type, choice.getCondition());
  const Value one = constant(rewriter, op, type, 1);
  const Value other = arith::SubFOp::create(rewriter, loc, one, taken);
  const Value x = arith::MulFOp::create(rewriter, loc, choice.getTrueValue(), taken);
  const Value y = arith::MulFOp::create(rewriter, loc, choice.getFalseValue(), other);
  return replaceBy(rewriter, op, arith::AddFOp::create(rewriter, loc, x, y));
}

bool compareByBits(Operation *op, PatternRewriter &rewriter) {
  auto comparison = dyn_cast<arith::CmpFOp>(op);
  if (!comparison ||
      (comparison.getPredicate() != Predicate::OEQ && comparison.getPredicate() != Predicate::UNE))
    return false;
  const Type bits = rewriter.getIntegerType(comparison.getLhs().getType().getIntOrFloatBitWidth());
  const auto asBits = [&](Value x) -> Value {
    return arith::BitcastOp::create(rewriter, op->getLoc(), bits, x);
  };
  const bool isEqual = comparison.getPredicate() == Predicate::OEQ;
  return replaceBy(
      rewriter, op,
      arith::CmpIOp::create(rewriter, op->getLoc(),
                            isEqual ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne,
                            asBits(comparison.getLhs()), asBits(comparison.getRhs())));
}

namespace {

/// The predicate that also holds, or does not, where an operand is NaN.
std::optional<Predicate> withNan(Predicate predicate) {
  switch (predicate) {
  case Predicate::OEQ:
    return Predicate::UEQ;
  case Predicate::OLT:
    return Predicate::ULT;
  case Predicate::OLE:
    return Predicate::ULE;
  case Predicate::OGT:
    return Predicate::UGT;
  case Predicate::OGE:
    return Predicate::UGE;
  default:
    return std::nullopt;
  }
}

/// What holds where it does not, of numbers.
std::optional<Predicate> opposite(Predicate predicate) {
  switch (predicate) {
  case Predicate::OLT:
    return Predicate::OGE;
  case Predicate::OLE:
    return Predicate::OGT;
  case Predicate::OGT:
    return Predicate::OLE;
  case Predicate::OGE:
    return Predicate::OLT;
  default:
    return std::nullopt;
  }
}

bool setPredicate(PatternRewriter &rewriter, arith::CmpFOp op, std::optional<Predicate> predicate) {
  if (!predicate)
    return false;
  rewriter.modifyOpInPlace(op, [&] { op.setPredicate(*predicate); });
  return true;
}

} // namespace

bool compareUnordered(Operation *op, PatternRewriter &rewriter) {
  auto comparison = dyn_cast<arith::CmpFOp>(op);
  return comparison && setPredicate(rewriter, comparison, withNan(comparison.getPredicate()));
}

bool neOrdered(Operation *op, PatternRewriter &rewriter) {
  auto comparison = dyn_cast<arith::CmpFOp>(op);
  return comparison && comparison.getPredicate() == Predicate::UNE &&
         setPredicate(rewriter, comparison, Predicate::ONE);
}

bool compareOfSelf(Operation *op, PatternRewriter &rewriter) {
  auto comparison = dyn_cast<arith::CmpFOp>(op);
  if (!comparison || !isSame(comparison.getLhs(), comparison.getRhs()))
    return false;
  const Predicate predicate = comparison.getPredicate();
  const bool holds =
      predicate == Predicate::OEQ || predicate == Predicate::OLE || predicate == Predicate::OGE;
  if (!holds && predicate != Predicate::UNE)
    return false;
  return replaceBy(rewriter, op, constant(rewriter, op, comparison.getType(), holds ? 1 : 0));
}

bool notOfCompare(Operation *op, PatternRewriter &rewriter) {
  auto negation = dyn_cast<arith::XOrIOp>(op);
  if (!negation || !negation.getType().isInteger(1) || !constantOf(negation.getRhs()))
    return false;
  auto comparison = madeBy<arith::CmpFOp>(negation.getLhs());
  const auto predicate = comparison ? opposite(comparison.getPredicate()) : std::nullopt;
  if (!predicate)
    return false;
  const Value x = broughtTo(rewriter, op, comparison.getLhs());
  const Value y = broughtTo(rewriter, op, comparison.getRhs());
  return x && y && replaceBy(rewriter, op, compare(rewriter, op, *predicate, x, y));
}

namespace {

/// A complex number with the other imaginary part.
Value conjugate(PatternRewriter &rewriter, Operation *op, Value z) {
  const Location loc = op->getLoc();
  const Value imaginary = complex::ImOp::create(rewriter, loc, z);
  return complex::CreateOp::create(rewriter, loc, z.getType(),
                                   complex::ReOp::create(rewriter, loc, z),
                                   arith::NegFOp::create(rewriter, loc, imaginary));
}

} // namespace

bool complexMulConjugates(Operation *op, PatternRewriter &rewriter) {
  auto mul = dyn_cast<complex::MulOp>(op);
  if (!mul)
    return false;
  const Value other = conjugate(rewriter, op, mul.getRhs());
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, other); });
  return true;
}

bool complexNegKeepsReal(Operation *op, PatternRewriter &rewriter) {
  return isa<complex::NegOp>(op) &&
         replaceBy(rewriter, op, conjugate(rewriter, op, op->getOperand(0)));
}

} // namespace assay::rewrites
