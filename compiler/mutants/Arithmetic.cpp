#include "compiler/mutants/Edits.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace assay::edits {

void rename(OpBuilder &builder, Operation *op, StringRef name) {
  OperationState state(op->getLoc(), name, op->getOperands(), op->getResultTypes());
  op->replaceAllUsesWith(builder.create(state));
  op->erase();
}

void exchangeOperands(Operation *op, unsigned first, unsigned second) {
  const Value kept = op->getOperand(first);
  op->setOperand(first, op->getOperand(second));
  op->setOperand(second, kept);
}

Value integerConstant(OpBuilder &builder, Operation *beside, Type type, int64_t value) {
  const TypedAttr attribute = builder.getIntegerAttr(type, value);
  if (isa<LLVM::LLVMDialect>(beside->getDialect()))
    return LLVM::ConstantOp::create(builder, beside->getLoc(), type, attribute);
  return arith::ConstantOp::create(builder, beside->getLoc(), attribute);
}

Value shifted(OpBuilder &builder, Operation *beside, Value value, int64_t by) {
  const Value step = integerConstant(builder, beside, value.getType(), by);
  if (isa<LLVM::LLVMDialect>(beside->getDialect()))
    return LLVM::AddOp::create(builder, beside->getLoc(), value, step);
  return arith::AddIOp::create(builder, beside->getLoc(), value, step);
}

void swapOperands(Operation *op, std::vector<Edit> &edits) {
  static const llvm::StringSet<> notCommutative{
      "arith.subi",         "arith.divsi",     "arith.divui",      "arith.remsi", "arith.remui",
      "arith.ceildivsi",    "arith.ceildivui", "arith.floordivsi", "arith.shli",  "arith.shrsi",
      "arith.shrui",        "arith.subf",      "arith.divf",       "arith.remf",  "math.powf",
      "math.atan2",         "math.copysign",   "complex.sub",      "complex.div", "llvm.sub",
      "llvm.sdiv",          "llvm.udiv",       "llvm.srem",        "llvm.urem",   "llvm.shl",
      "llvm.lshr",          "llvm.ashr",       "llvm.fsub",        "llvm.fdiv",   "llvm.frem",
      "llvm.intr.copysign", "llvm.intr.pow",   "linalg.sub",       "linalg.div"};
  if (!notCommutative.contains(op->getName().getStringRef()) || op->getNumOperands() < 2 ||
      op->getOperand(0) == op->getOperand(1) ||
      op->getOperand(0).getType() != op->getOperand(1).getType())
    return;
  edits.push_back([op](OpBuilder &) { exchangeOperands(op, 0, 1); });
}

namespace {

/// Each op with those that it may become.
const llvm::StringMap<std::vector<StringRef>> &siblings() {
  static const llvm::StringMap<std::vector<StringRef>> all{
      {"arith.addf", {"arith.subf", "arith.mulf"}},
      {"arith.subf", {"arith.addf"}},
      {"arith.mulf", {"arith.divf", "arith.addf"}},
      {"arith.divf", {"arith.mulf"}},
      {"arith.addi", {"arith.subi", "arith.muli"}},
      {"arith.subi", {"arith.addi"}},
      {"arith.muli", {"arith.addi"}},
      {"arith.divsi", {"arith.divui", "arith.remsi"}},
      {"arith.divui", {"arith.divsi", "arith.remui"}},
      {"arith.remsi", {"arith.remui", "arith.divsi"}},
      {"arith.remui", {"arith.remsi", "arith.divui"}},
      {"arith.ceildivsi", {"arith.floordivsi", "arith.ceildivui"}},
      {"arith.ceildivui", {"arith.divui"}},
      {"arith.floordivsi", {"arith.divsi", "arith.ceildivsi"}},
      {"arith.maximumf", {"arith.minimumf", "arith.maxnumf"}},
      {"arith.minimumf", {"arith.maximumf", "arith.minnumf"}},
      {"arith.maxnumf", {"arith.minnumf", "arith.maximumf"}},
      {"arith.minnumf", {"arith.maxnumf", "arith.minimumf"}},
      {"arith.maxsi", {"arith.minsi", "arith.maxui"}},
      {"arith.minsi", {"arith.maxsi", "arith.minui"}},
      {"arith.maxui", {"arith.minui", "arith.maxsi"}},
      {"arith.minui", {"arith.maxui", "arith.minsi"}},
      {"arith.andi", {"arith.ori"}},
      {"arith.ori", {"arith.andi", "arith.xori"}},
      {"arith.xori", {"arith.ori"}},
      {"arith.shrsi", {"arith.shrui"}},
      {"arith.shrui", {"arith.shrsi"}},
      {"math.floor", {"math.ceil", "math.trunc"}},
      {"math.ceil", {"math.floor"}},
      {"math.trunc", {"math.floor"}},
      {"math.round", {"math.roundeven"}},
      {"math.roundeven", {"math.round"}},
      {"math.exp", {"math.exp2", "math.expm1"}},
      {"math.expm1", {"math.exp"}},
      {"math.log", {"math.log1p", "math.log2"}},
      {"math.log1p", {"math.log"}},
      {"math.sin", {"math.cos"}},
      {"math.cos", {"math.sin"}},
      {"math.sqrt", {"math.rsqrt"}},
      {"math.rsqrt", {"math.sqrt"}},
      {"complex.add", {"complex.sub"}},
      {"complex.sub", {"complex.add"}},
      {"complex.mul", {"complex.add"}},
      {"complex.re", {"complex.im"}},
      {"complex.im", {"complex.re"}},
      {"llvm.fadd", {"llvm.fsub", "llvm.fmul"}},
      {"llvm.fsub", {"llvm.fadd"}},
      {"llvm.fmul", {"llvm.fdiv", "llvm.fadd"}},
      {"llvm.fdiv", {"llvm.fmul"}},
      {"llvm.add", {"llvm.sub", "llvm.mul"}},
      {"llvm.sub", {"llvm.add"}},
      {"llvm.mul", {"llvm.add"}},
      {"llvm.sdiv", {"llvm.udiv", "llvm.srem"}},
      {"llvm.udiv", {"llvm.sdiv", "llvm.urem"}},
      {"llvm.srem", {"llvm.urem", "llvm.sdiv"}},
      {"llvm.urem", {"llvm.srem", "llvm.udiv"}},
      {"llvm.and", {"llvm.or"}},
      {"llvm.or", {"llvm.and", "llvm.xor"}},
      {"llvm.xor", {"llvm.or"}},
      {"llvm.ashr", {"llvm.lshr"}},
      {"llvm.lshr", {"llvm.ashr"}},
      {"llvm.intr.maximum", {"llvm.intr.minimum", "llvm.intr.maxnum"}},
      {"llvm.intr.minimum", {"llvm.intr.maximum", "llvm.intr.minnum"}},
      {"llvm.intr.smax", {"llvm.intr.smin", "llvm.intr.umax"}},
      {"llvm.intr.smin", {"llvm.intr.smax", "llvm.intr.umin"}},
      {"llvm.intr.umax", {"llvm.intr.umin", "llvm.intr.smax"}},
      {"llvm.intr.umin", {"llvm.intr.umax", "llvm.intr.smin"}},
      {"llvm.intr.floor", {"llvm.intr.ceil"}},
      {"llvm.intr.ceil", {"llvm.intr.floor"}},
      {"llvm.intr.round", {"llvm.intr.roundeven"}},
      {"llvm.intr.roundeven", {"llvm.intr.round"}}};
  return all;
}

} // namespace

void replaceOperation(Operation *op, std::vector<Edit> &edits) {
  const auto found = siblings().find(op->getName().getStringRef());
  if (found == siblings().end())
    return;
  for (StringRef name : found->second)
    edits.push_back([op, name](OpBuilder &builder) { rename(builder, op, name); });
}

namespace {

using IntegerPredicate = arith::CmpIPredicate;
using FloatPredicate = arith::CmpFPredicate;

/// The near misses of a predicate: the arith and the LLVM dialect number these alike.
std::vector<IntegerPredicate> near(IntegerPredicate predicate) {
  using P = IntegerPredicate;
  switch (predicate) {
  case P::eq:
    return {P::ne};
  case P::ne:
    return {P::eq};
  case P::slt:
    return {P::sle, P::ult, P::sge};
  case P::sle:
    return {P::slt, P::ule, P::sgt};
  case P::sgt:
    return {P::sge, P::ugt, P::sle};
  case P::sge:
    return {P::sgt, P::uge, P::slt};
  case P::ult:
    return {P::ule, P::slt, P::uge};
  case P::ule:
    return {P::ult, P::sle, P::ugt};
  case P::ugt:
    return {P::uge, P::sgt, P::ule};
  case P::uge:
    return {P::ugt, P::sge, P::ult};
  }
  return {};
}

std::vector<FloatPredicate> near(FloatPredicate predicate) {
  using P = FloatPredicate;
  switch (predicate) {
  case P::OEQ:
    return {P::UEQ, P::ONE};
  case P::OGT:
    return {P::OGE, P::UGT, P::OLE};
  case P::OGE:
    return {P::OGT, P::UGE, P::OLT};
  case P::OLT:
    return {P::OLE, P::ULT, P::OGE};
  case P::OLE:
    return {P::OLT, P::ULE, P::OGT};
  case P::ONE:
    return {P::UNE, P::OEQ};
  case P::ORD:
    return {P::UNO};
  case P::UEQ:
    return {P::OEQ, P::UNE};
  case P::UGT:
    return {P::UGE, P::OGT, P::ULE};
  case P::UGE:
    return {P::UGT, P::OGE, P::ULT};
  case P::ULT:
    return {P::ULE, P::OLT, P::UGE};
  case P::ULE:
    return {P::ULT, P::OLE, P::UGT};
  case P::UNE:
    return {P::ONE, P::UEQ};
  case P::UNO:
    return {P::ORD};
  case P::AlwaysFalse:
  case P::AlwaysTrue:
    return {};
  }
  return {};
}

template <class Predicate, class Compare>
void changePredicateOf(Compare compare, std::vector<Edit> &edits) {
  using Own = decltype(compare.getPredicate());
  for (const Predicate other : near(static_cast<Predicate>(compare.getPredicate())))
    edits.push_back(
        [compare, other](OpBuilder &) mutable { compare.setPredicate(static_cast<Own>(other)); });
}

static_assert(static_cast<int>(IntegerPredicate::uge) ==
              static_cast<int>(LLVM::ICmpPredicate::uge));
static_assert(static_cast<int>(FloatPredicate::UNO) == static_cast<int>(LLVM::FCmpPredicate::uno));

} // namespace

void changePredicate(Operation *op, std::vector<Edit> &edits) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    changePredicateOf<IntegerPredicate>(compare, edits);
  else if (auto compare = dyn_cast<arith::CmpFOp>(op))
    changePredicateOf<FloatPredicate>(compare, edits);
  else if (auto compare = dyn_cast<LLVM::ICmpOp>(op))
    changePredicateOf<IntegerPredicate>(compare, edits);
  else if (auto compare = dyn_cast<LLVM::FCmpOp>(op))
    changePredicateOf<FloatPredicate>(compare, edits);
}

namespace {

/// The constant's value; null if the op is none.
Attribute valueOf(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return constant.getValue();
  if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
    return constant.getValue();
  return {};
}

/// The number, or the one that all elements are; null if it is no Number.
template <class Number> Number numberOf(Attribute value) {
  if (auto elements = dyn_cast_or_null<SplatElementsAttr>(value))
    value = elements.getSplatValue<Attribute>();
  return dyn_cast_or_null<Number>(value);
}

void setValue(Operation *op, Attribute number) {
  Attribute value = number;
  if (auto elements = dyn_cast<SplatElementsAttr>(valueOf(op)))
    value = DenseElementsAttr::get(cast<ShapedType>(elements.getType()), number);
  op->setAttr("value", value);
}

} // namespace

void shiftInteger(Operation *op, std::vector<Edit> &edits) {
  auto number = numberOf<IntegerAttr>(valueOf(op));
  if (!number)
    return;
  const bool isTruth = number.getType().isInteger(1);
  for (const int by : {1, -1}) {
    edits.push_back([op, number, by](OpBuilder &) {
      setValue(op, IntegerAttr::get(number.getType(), number.getValue() + by));
    });
    if (isTruth)
      break;
  }
}

void changeFloat(Operation *op, std::vector<Edit> &edits) {
  auto number = numberOf<FloatAttr>(valueOf(op));
  if (!number)
    return;
  const bool isZero = number.getValue().isZero();
  edits.push_back([op, number](OpBuilder &) {
    setValue(op, FloatAttr::get(number.getType(), -number.getValue()));
  });
  edits.push_back([op, number, isZero](OpBuilder &) {
    setValue(op, FloatAttr::get(number.getType(), isZero ? 1.0 : 0.0));
  });
}

void swapSelect(Operation *op, std::vector<Edit> &edits) {
  if (!isa<arith::SelectOp, LLVM::SelectOp>(op) || op->getOperand(1) == op->getOperand(2))
    return;
  edits.push_back([op](OpBuilder &) { exchangeOperands(op, 1, 2); });
}

void changeSignedness(Operation *op, std::vector<Edit> &edits) {
  static const llvm::StringMap<StringRef> others{{"arith.extsi", "arith.extui"},
                                                 {"arith.extui", "arith.extsi"},
                                                 {"arith.sitofp", "arith.uitofp"},
                                                 {"arith.uitofp", "arith.sitofp"},
                                                 {"arith.fptosi", "arith.fptoui"},
                                                 {"arith.fptoui", "arith.fptosi"},
                                                 {"arith.index_cast", "arith.index_castui"},
                                                 {"arith.index_castui", "arith.index_cast"},
                                                 {"llvm.sext", "llvm.zext"},
                                                 {"llvm.zext", "llvm.sext"},
                                                 {"llvm.sitofp", "llvm.uitofp"},
                                                 {"llvm.uitofp", "llvm.sitofp"},
                                                 {"llvm.fptosi", "llvm.fptoui"},
                                                 {"llvm.fptoui", "llvm.fptosi"}};
  const auto found = others.find(op->getName().getStringRef());
  if (found == others.end())
    return;
  edits.push_back([op, name = found->second](OpBuilder &builder) { rename(builder, op, name); });
}

void skipOperation(Operation *op, std::vector<Edit> &edits) {
  // Of what computes; a reader of memory has no such operand.
  static const llvm::StringSet<> dialects{"arith", "math", "complex", "llvm", "linalg"};
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 || op->getNumRegions() > 0 ||
      !dialects.contains(op->getName().getDialectNamespace()) || !isMemoryEffectFree(op) ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return;
  edits.push_back([op](OpBuilder &) {
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}

void replaceOperand(Operation *op, std::vector<Edit> &edits) {
  constexpr size_t most = 3;
  for (OpOperand &operand : op->getOpOperands()) {
    std::vector<Value> others;
    auto offer = [&](Value value) {
      if (others.size() < most && value.getType() == operand.get().getType() &&
          value != operand.get() && !llvm::is_contained(others, value))
        others.push_back(value);
    };
    for (Operation *before = op->getPrevNode(); before && others.size() < most;
         before = before->getPrevNode())
      for (Value result : before->getResults())
        offer(result);
    if (op->getBlock())
      for (Value argument : op->getBlock()->getArguments())
        offer(argument);
    const unsigned number = operand.getOperandNumber();
    for (Value other : others)
      edits.push_back([op, number, other](OpBuilder &) { op->setOperand(number, other); });
  }
}

} // namespace assay::edits
