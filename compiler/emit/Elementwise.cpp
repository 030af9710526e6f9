#include "compiler/emit/OpEmitters.h"

#include "support/Assert.h"

using namespace mlir;

namespace assay::emission {

/// linalg.exp and its like; nothing where linalg has no name for it.
static Value namedUnary(Site &site, UnaryKind function) {
  ValueRange ins(site.operands);
  auto make = [&](auto tag) {
    using NamedOp = decltype(tag);
    Value out = site.scratch();
    return NamedOp::create(site.b, ins, ValueRange{out}).getResult(0);
  };
  if (!isFloat(site.result().element))
    return {};
  switch (function) {
  case UnaryKind::Neg:
    return make(linalg::NegFOp());
  case UnaryKind::Abs:
    return make(linalg::AbsOp());
  case UnaryKind::Exp:
    return make(linalg::ExpOp());
  case UnaryKind::Log:
    return make(linalg::LogOp());
  case UnaryKind::Sqrt:
    return make(linalg::SqrtOp());
  case UnaryKind::Rsqrt:
    return make(linalg::RsqrtOp());
  case UnaryKind::Tanh:
    return make(linalg::TanhOp());
  case UnaryKind::Erf:
    return make(linalg::ErfOp());
  case UnaryKind::Floor:
    return make(linalg::FloorOp());
  case UnaryKind::Ceil:
    return make(linalg::CeilOp());
  case UnaryKind::Exp2:
  case UnaryKind::Expm1:
  case UnaryKind::Log1p:
  case UnaryKind::Sin:
  case UnaryKind::Cos:
  case UnaryKind::RoundEven:
  case UnaryKind::Sign:
  case UnaryKind::Not:
  case UnaryKind::Real:
  case UnaryKind::Imag:
    return {};
  }
  ASSAY_ASSERT(false, "unary function out of range");
}

static Value namedBinary(Site &site, const Binary &op) {
  ValueRange ins(site.operands);
  auto make = [&](auto tag) {
    using NamedOp = decltype(tag);
    Value out = site.scratch();
    return NamedOp::create(site.b, ins, ValueRange{out}).getResult(0);
  };
  switch (op.function) {
  case BinaryKind::Add:
    return make(linalg::AddOp());
  case BinaryKind::Sub:
    return make(linalg::SubOp());
  case BinaryKind::Mul:
    return make(linalg::MulOp());
  case BinaryKind::Div:
    return op.isUnsigned ? make(linalg::DivUnsignedOp()) : make(linalg::DivOp());
  case BinaryKind::Max:
    return op.isUnsigned ? Value() : make(linalg::MaxOp());
  case BinaryKind::Min:
    return op.isUnsigned ? Value() : make(linalg::MinOp());
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
  case BinaryKind::MaxNum:
  case BinaryKind::MinNum:
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
  case BinaryKind::Shl:
  case BinaryKind::Shr:
  case BinaryKind::Complex:
    return {};
  }
  ASSAY_ASSERT(false, "binary function out of range");
}

/// linalg.map, for what has no named op.
static Value mapped(Site &site) {
  const size_t count = site.operands.size();
  auto made =
      linalg::MapOp::create(site.b, site.operands, site.scratch(),
                            [&](OpBuilder &builder, Location location, ValueRange elements) {
                              ImplicitLocOpBuilder inner(location, builder);
                              Value result =
                                  applyPointwise(inner, site.node.op, elements.take_front(count));
                              linalg::YieldOp::create(inner, ValueRange{result});
                            });
  return made->getResult(0);
}

static Value asGeneric(Site &site) {
  return site.elementwise(
      site.operands, site.scratch(), [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
        return applyPointwise(inner, site.node.op, elements.take_front(site.operands.size()));
      });
}

/// The last operand is read at computed places, the others by the loop.
static Value asExtract(Site &site) {
  auto looped = llvm::ArrayRef<Value>(site.operands).drop_back();
  return site.elementwise(
      looped, site.scratch(), [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
        auto read = llvm::to_vector(elements.take_front(looped.size()));
        Value last = site.operands.back();
        read.push_back(tensor::ExtractOp::create(inner, last, here(inner, site.result().rank())));
        return applyPointwise(inner, site.node.op, read);
      });
}

/// arith and math take tensors, complex does not.
static bool takesTensors(Site &site) {
  return !isComplex(site.result().element) &&
         llvm::none_of(site.types(),
                       [](const TensorType &type) { return isComplex(type.element); });
}

static Results emitPointwise(Site &site, llvm::function_ref<Value()> named) {
  switch (site.node.spelling) {
  case Spelling::Named: {
    Value made = isBool(site.result().element) ? Value() : named();
    return {made ? made : mapped(site)};
  }
  case Spelling::Generic:
    return {asGeneric(site)};
  case Spelling::Extract:
    return {asExtract(site)};
  case Spelling::Primitives:
    return {takesTensors(site) ? applyPointwise(site.b, site.node.op, site.operands)
                               : asGeneric(site)};
  }
  ASSAY_ASSERT(false, "spelling out of range");
}

Results emitOp(Site &site, const Unary &op) {
  return emitPointwise(site, [&] { return namedUnary(site, op.function); });
}

Results emitOp(Site &site, const Binary &op) {
  return emitPointwise(site, [&] { return namedBinary(site, op); });
}

Results emitOp(Site &site, const Compare &) {
  return emitPointwise(site, [] { return Value(); });
}

Results emitOp(Site &site, const Select &) {
  return emitPointwise(site, [&] {
    Value out = site.scratch();
    return linalg::SelectOp::create(site.b, ValueRange(site.operands), ValueRange{out})
        .getResult(0);
  });
}

Results emitOp(Site &site, const Cast &) {
  return emitPointwise(site, [] { return Value(); });
}

} // namespace assay::emission
