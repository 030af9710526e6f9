#include "compiler/emit/Reduction.h"

#include "compiler/dialect/Assay.h"
#include "compiler/emit/OpEmitters.h"
#include "support/Assert.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace assay::emission {

Value reduced(Site &site, Value from, Value start, llvm::ArrayRef<int64_t> dims,
              ReduceKind function, bool isUnsigned) {
  auto made = linalg::ReduceOp::create(
      site.b, ValueRange{from}, ValueRange{start}, dims,
      [&](OpBuilder &builder, Location location, ValueRange elements) {
        ImplicitLocOpBuilder inner(location, builder);
        Value x = convert(inner, elements[0], elements[1].getType(), isUnsigned);
        linalg::YieldOp::create(inner,
                                ValueRange{combine(inner, function, isUnsigned, elements[1], x)});
      });
  return made->getResult(0);
}

Value broadcasted(Site &site, Value from, const TensorType &to, llvm::ArrayRef<int64_t> added) {
  return linalg::BroadcastOp::create(site.b, from, site.scope.empty(to), added)->getResult(0);
}

static TensorType without(TensorType type, int64_t dim) {
  type.dims.erase(type.dims.begin() + dim);
  return type;
}

Value softmax(Site &site, Value x, const TensorType &type, int64_t dim) {
  const TensorType line = without(type, dim);
  mlir::Type element = site.scope.element(type.element);
  auto overDim = [&](Value of, ReduceKind function) {
    Value start = site.filled(line, identity(element, function, false));
    return broadcasted(site, reduced(site, of, start, dim, function, false), type, dim);
  };
  Value shifted = apply(site.b, Binary{BinaryKind::Sub, false}, x, overDim(x, ReduceKind::Max));
  Value power = apply(site.b, Unary{UnaryKind::Exp}, shifted);
  return apply(site.b, Binary{BinaryKind::Div, false}, power, overDim(power, ReduceKind::Sum));
}

Results emitOp(Site &site, const Softmax &op) {
  // The sum of many f16 or bf16 numbers is kept in f32, as every flavour does.
  TensorType wide = site.result();
  if (precision(wide.element) < precision(ElementType::F32))
    wide.element = ElementType::F32;
  const bool widened = wide != site.result();
  Value x = convert(site.b, site.operands[0], site.scope.element(wide.element), false);
  if (site.node.spelling == Spelling::Primitives) {
    Value made = softmax(site, x, wide, op.dim);
    return {convert(site.b, made, site.resultElement(), false)};
  }
  Value out = widened ? site.scope.empty(wide) : site.scratch();
  Value made =
      linalg::SoftmaxOp::create(site.b, out.getType(), x, out, static_cast<uint64_t>(op.dim))
          ->getResult(0);
  if (!widened)
    return {made};
  return {site.elementwise(made, site.scratch(), [&](ImplicitLocOpBuilder &inner, ValueRange at) {
    return convert(inner, at[0], at[1].getType(), false);
  })};
}

Results emitOp(Site &site, const Reduce &op) {
  Value start = site.initial(identity(site.resultElement(), op.function, op.isUnsigned));
  if (site.node.spelling == Spelling::Named)
    return {reduced(site, site.operands[0], start, op.dims, op.function, op.isUnsigned)};
  const int64_t rank = site.types()[0].rank();
  return {site.generic(ValueRange(site.operands), start,
                       {site.identityMap(rank), site.map(rank, otherDims(rank, op.dims))},
                       [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
                         Value x =
                             convert(inner, elements[0], elements[1].getType(), op.isUnsigned);
                         return combine(inner, op.function, op.isUnsigned, elements[1], x);
                       })};
}

/// One linalg.generic with two results. The body breaks ties by index, so that the order in which
/// it runs does not matter.
static Results argReduceInOneBody(Site &site, const ArgReduce &op) {
  const ReduceKind extreme = op.minimum ? ReduceKind::Min : ReduceKind::Max;
  const int64_t rank = site.types()[0].rank();
  mlir::Type element = site.resultElement(0), indexType = site.resultElement(1);
  Value value = site.filled(site.result(0), identity(element, extreme, false));
  // Behind every index: the first element wins even where it is no better than the identity.
  Value index = site.filled(site.result(1), identity(indexType, ReduceKind::Min, false));
  AffineMap kept = site.map(rank, otherDims(rank, {&op.dim, 1}));
  const Compare better{op.minimum ? Predicate::Lt : Predicate::Gt, false};
  return site.generic(
      ValueRange(site.operands), ValueRange{value, index}, {site.identityMap(rank), kept, kept},
      [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
        Value here =
            arith::IndexCastOp::create(inner, indexType, linalg::IndexOp::create(inner, op.dim));
        Value wins = apply(inner, better, elements[0], elements[1]);
        Value ties = apply(inner, Compare{Predicate::Eq, false}, elements[0], elements[1]);
        // Any index of the extreme will do; the last one tells readers of the first one apart.
        if (op.firstIndex) {
          Value earlier = apply(inner, Compare{Predicate::Lt, false}, here, elements[2]);
          ties = arith::AndIOp::create(inner, ties, earlier);
        }
        Value takes = arith::OrIOp::create(inner, wins, ties);
        return Results{arith::SelectOp::create(inner, takes, elements[0], elements[1]),
                       arith::SelectOp::create(inner, takes, here, elements[2])};
      });
}

/// The extreme, then the least (or greatest) index among the elements that equal it.
static Results argReduceInSteps(Site &site, const ArgReduce &op) {
  const ReduceKind extreme = op.minimum ? ReduceKind::Min : ReduceKind::Max;
  const ReduceKind nearest = op.firstIndex ? ReduceKind::Min : ReduceKind::Max;
  const TensorType &type = site.types()[0];
  mlir::Type element = site.resultElement(0), indexType = site.resultElement(1);
  Value start = site.filled(site.result(0), identity(element, extreme, false));
  Value value = reduced(site, site.operands[0], start, op.dim, extreme, false);
  Value isExtreme = apply(site.b, Compare{Predicate::Eq, false}, site.operands[0],
                          broadcasted(site, value, type, op.dim));
  Attribute none = identity(indexType, nearest, false);
  TensorType indices{site.result(1).element, type.dims};
  Value candidates = site.elementwise(
      isExtreme, site.scope.empty(indices), [&](ImplicitLocOpBuilder &inner, ValueRange at) {
        Value here =
            arith::IndexCastOp::create(inner, indexType, linalg::IndexOp::create(inner, op.dim));
        return apply(inner, Select{}, at[0], here, constant(inner, indexType, none));
      });
  Value index =
      reduced(site, candidates, site.filled(site.result(1), none), op.dim, nearest, false);
  return {value, index};
}

Results emitOp(Site &site, const ArgReduce &op) {
  return site.node.spelling == Spelling::Generic ? argReduceInOneBody(site, op)
                                                 : argReduceInSteps(site, op);
}

static ir::ScanKind scanKind(ReduceKind function) {
  switch (function) {
  case ReduceKind::Sum:
    return ir::ScanKind::Sum;
  case ReduceKind::Product:
    return ir::ScanKind::Product;
  case ReduceKind::Max:
    return ir::ScanKind::Max;
  case ReduceKind::Min:
    return ir::ScanKind::Min;
  case ReduceKind::And:
  case ReduceKind::Or:
    break;
  }
  ASSAY_ASSERT(false, "scan knows sum, product, max and min");
}

Results emitOp(Site &site, const Scan &op) {
  auto flag = [&](bool isSet) { return isSet ? site.b.getUnitAttr() : UnitAttr(); };
  Value start = site.node.destination ? site.scope.value(*site.node.destination) : Value();
  Value out = site.scope.empty(site.result());
  return {ir::ScanOp::create(site.b, out.getType(), site.operands[0], start, out,
                             ir::ScanKindAttr::get(site.b.getContext(), scanKind(op.function)),
                             site.b.getI64IntegerAttr(op.dim), flag(!op.inclusive),
                             flag(op.reverse))};
}

} // namespace assay::emission
