#include "compiler/dialect/Assay.h"

#include "compiler/dialect/Tiling.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/DialectImplementation.h>
#include <mlir/Transforms/InliningUtils.h>

#include "compiler/dialect/AssayAttrInterfaces.cpp.inc"
#include "compiler/dialect/AssayDialect.cpp.inc"
#include "compiler/dialect/AssayEnums.cpp.inc"

using namespace mlir;

namespace assay::ir {

namespace {

/// Any op may stand in any function.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const override { return true; }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override { return true; }
};

} // namespace

void AssayDialect::initialize() {
  addInterfaces<Inliner>();
  addOperations<
#define GET_OP_LIST
#include "compiler/dialect/AssayOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "compiler/dialect/AssayAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "compiler/dialect/AssayTypes.cpp.inc"
      >();
}

/// Types of destinations, which are also those of the results.
static ParseResult parseDestinationTypes(OpAsmParser &parser, SmallVectorImpl<Type> &inits,
                                         SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(inits))
    return failure();
  results.assign(inits.begin(), inits.end());
  return success();
}

static void printDestinationTypes(OpAsmPrinter &printer, Operation *, TypeRange inits, TypeRange) {
  llvm::interleaveComma(inits, printer);
}

static ParseResult parseDestinationType(OpAsmParser &parser, Type &init, Type &result) {
  if (parser.parseType(init))
    return failure();
  result = init;
  return success();
}

static void printDestinationType(OpAsmPrinter &printer, Operation *, Type init, Type) {
  printer << init;
}

/// An f64 without its type.
static ParseResult parseScale(OpAsmParser &parser, FloatAttr &scale) {
  double value = 0;
  if (parser.parseFloat(value))
    return failure();
  scale = parser.getBuilder().getF64FloatAttr(value);
  return success();
}

static void printScale(OpAsmPrinter &printer, Operation *, FloatAttr scale) {
  printer.printAttributeWithoutType(scale);
}

/// In destination-passing style a result has the shape of its destination. In memory there are
/// none.
static LogicalResult reifyFromDestinations(OpBuilder &builder, DestinationStyleOpInterface op,
                                           ReifiedRankedShapedTypeDims &shapes) {
  for (OpOperand &init : op.getDpsInitsMutable().slice(0, op->getNumResults()))
    shapes.push_back(tensor::getMixedSizes(builder, op.getLoc(), init.get()));
  return success();
}

using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// An op that may be in memory reads its inputs there, and writes its destinations.
static void getEffectsInMemory(DestinationStyleOpInterface op, Effects &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (op.isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}

void WaveTopkOp::getEffects(Effects &effects) { getEffectsInMemory(*this, effects); }

void WaveAttentionOp::getEffects(Effects &effects) { getEffectsInMemory(*this, effects); }

} // namespace assay::ir

#define GET_ATTRDEF_CLASSES
#include "compiler/dialect/AssayAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "compiler/dialect/AssayTypes.cpp.inc"

#define GET_OP_CLASSES
#include "compiler/dialect/AssayOps.cpp.inc"
