#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

using namespace mlir;

namespace assay::ir {

/// The loops of a valid op that is tiled, or, of this dialect's other ops, the dims of the
/// destination; nothing of any other op.
static std::optional<size_t> loopsOf(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getNumLoops();
  if (auto tiled = dyn_cast<TilingInterface>(op))
    return tiled.getLoopIteratorTypes().size();
  auto destination = dyn_cast<DestinationStyleOpInterface>(op);
  if (!destination || !isa<AssayDialect>(op->getDialect()))
    return std::nullopt;
  Value init = destination.getDpsInitOperand(0)->get();
  return cast<RankedTensorType>(init.getType()).getRank();
}

static LogicalResult verifyTiles(Operation *op, LoweringConfigAttr config) {
  // Attributes are verified before the op that has them.
  if (failed(op->getName().verifyInvariants(op)))
    return failure();
  const std::optional<size_t> loops = loopsOf(op);
  if (!loops)
    return op->emitOpError("has no loops that could be tiled");
  if (config.getTiles().size() != *loops)
    return op->emitOpError("has ") << *loops << " loops, not " << config.getTiles().size();
  if (llvm::any_of(config.getTiles(), [](int64_t tile) { return tile < 0; }))
    return op->emitOpError("tiles must not be negative");
  return success();
}

static LogicalResult verifyDecomposition(Operation *op, Attribute value) {
  auto products = dyn_cast<DictionaryAttr>(value);
  if (!isa<AttentionOp>(op) || !products)
    return op->emitOpError("a decomposition config is a dictionary on attention");
  for (NamedAttribute product : products)
    if ((product.getName() != "qk" && product.getName() != "pv") ||
        !isa<LoweringConfigAttr>(product.getValue()))
      return op->emitOpError("a decomposition config has lowering configs for qk and pv");
  return success();
}

/// Whether `value` can be what the op says under that name, which is reserved: there are no other
/// such names than these.
static LogicalResult verifyNamed(Operation *op, StringRef name, Attribute value) {
  if (name == "assay.decomposition_config")
    return verifyDecomposition(op, value);
  auto lowering = dyn_cast<LoweringConfigAttr>(value);
  if (name == "assay.lowering_config" && lowering)
    return verifyTiles(op, lowering);
  auto info = dyn_cast<OpCompilationInfoAttr>(value);
  if (name == "assay.compilation_info" && info)
    return verifyTiles(op, info.getLowering());
  const bool isTranslation = isa<TranslationInfoAttr>(value) && isa<FunctionOpInterface>(op);
  if (name == "assay.translation_info" && isTranslation)
    return success();
  return op->emitOpError() << value << " cannot be its " << name;
}

LogicalResult AssayDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  const StringRef name = attribute.getName();
  return isReservedForCompilation(name) ? verifyNamed(op, name, attribute.getValue()) : success();
}

} // namespace assay::ir
